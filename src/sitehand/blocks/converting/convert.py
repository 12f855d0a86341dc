"""Text that was written without blocks, as blocks, with what happened to each part that no block takes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from sitehand.blocks.converting.html import read_classic
from sitehand.blocks.converting.losses import Kept, Lost, list_kept, list_lost
from sitehand.blocks.converting.markdown import read_markdown, render_markdown
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.making import NewBlock, make_blocks
from sitehand.blocks.markup import check_markup
from sitehand.blocks.outline import BLANK, read_outline
from sitehand.blocks.tree import FREEFORM

MAX_TOLD = 100
"""Losses that are told, of each kind."""


@dataclass(slots=True)
class Converted:
    """Block markup, the HTML in it that stays as it is, and attributes that were lost."""

    parts: list[str] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)
    roots: int = 0
    """How many blocks there are that are in no other."""

    @property
    def markup(self) -> str:
        """The whole text as the editor stores it."""
        return "\n\n".join(filter(None, self.parts))

    def add(self, blocks: Sequence[NewBlock], html: str, release: Dialect) -> None:
        """The blocks that a piece of HTML became."""
        markup = make_blocks(blocks, release)
        self.parts.append(markup)
        self.kept += list_kept(blocks, self.roots)
        self.lost += islice(list_lost(html, markup), MAX_TOLD)
        self.roots += len(blocks)


def convert_html(text: str, release: Dialect) -> Converted:
    """Classic text as blocks; blocks in it stay as they are.

    Raises Problem(invalid_arguments) for a block that is not closed, and for what is nested too deeply.
    """
    converted = Converted()
    for piece, classic in _split(text):
        if classic:
            converted.add(read_classic(piece, release), piece, release)
        else:
            converted.parts.append(piece)
            converted.roots += 1
    return converted


def convert_markdown(text: str, release: Dialect) -> Converted:
    """Markdown as blocks. Raises Problem(invalid_arguments) for what is nested too deeply."""
    converted = Converted()
    converted.add(read_markdown(text, release), render_markdown(text), release)
    return converted


def _split(text: str) -> Iterator[tuple[str, bool]]:
    """The blocks of a text, and whether each is text without any."""
    if not text.strip(BLANK):
        return
    outline = read_outline(check_markup(text, freeform=True).text)
    for root in outline.roots:
        yield outline.text(root), root.block.name == FREEFORM
