"""WordPress's own parser of a release, asked through a pipe, and our tree in its words."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sitehand.blocks.attributes import read_attributes
from sitehand.blocks.tree import Block, Tree
from tests.wordpress.dialogue import Dialogue

PARSER = Path("wp-includes/js/dist/block-serialization-default-parser.js")


class ReleaseParser:
    """The parser of a release, in a Node process that lives as long as this."""

    def __init__(self, release: Path) -> None:
        self.takes_odd_spaces = takes_odd_spaces(release)
        self._dialogue = Dialogue("block_parser.mjs", release / PARSER)

    def parse(self, source: str) -> Any:
        """Its tree of a text."""
        return self._dialogue.ask(source)

    def close(self) -> None:
        """End the process."""
        self._dialogue.close()


def takes_odd_spaces(release: Path) -> bool:
    """Whether these are the files of a version before the security releases of October 2026."""
    return r"<!--\s" in (release / PARSER).read_text("utf-8")


def show_tree(tree: Tree) -> list[Any]:
    """Our tree as WordPress shows its own."""
    return [_show_block(tree, block) for block in tree.blocks]


def _show_block(tree: Tree, block: Block) -> dict[str, Any]:
    content = [None if isinstance(part, Block) else tree.source[part.start : part.end] for part in block.content]
    return {
        "blockName": block.name or None,
        "attrs": _plain(read_attributes(tree.attributes_text(block))),
        "innerBlocks": [_show_block(tree, inner) for inner in block.inner_blocks],
        "innerHTML": tree.inner_html(block),
        "innerContent": content,
    }


def _plain(value: Any) -> Any:
    """A value as JavaScript has it, which knows one kind of number."""
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def plain_trees(trees: Sequence[Any]) -> Any:
    """WordPress's answer in the same terms."""
    return _plain(trees)
