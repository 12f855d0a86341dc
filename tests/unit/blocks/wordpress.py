"""WordPress's own parser of a release, asked through a pipe, and our tree in its words."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sitehand.blocks.attributes import read_attributes
from sitehand.blocks.tree import Block, Tree
from tests.node_tools import FOLDER, NODE

PARSER = Path("wp-includes/js/dist/block-serialization-default-parser.js")


class ReleaseParser:
    """The parser of a release, in a Node process that lives as long as this."""

    def __init__(self, release: Path) -> None:
        command = [str(NODE), str(FOLDER / "block_parser.mjs"), str(release / PARSER)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def parse(self, source: str) -> Any:
        """Its tree of a text."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(source).encode() + b"\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


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
