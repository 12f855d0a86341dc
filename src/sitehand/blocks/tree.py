"""The tree of blocks in a text, as WordPress reads it.

It holds no text of its own, only where in the source each part is. So a tree costs no more than its blocks, and a text
that is written back keeps every byte that nobody changed. WordPress's own tree of a text with blocks that are never
closed repeats what follows them once for each, and in another order.
Source: https://github.com/WordPress/gutenberg/tree/trunk/packages/block-serialization-default-parser, `proceed`.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from sitehand.blocks.delimiters import Delimiter, find_delimiters

FREEFORM = ""
"""The name of text between blocks. WordPress's name for it is null."""


class Span(NamedTuple):
    """A part of the source: `source[start:end]`."""

    start: int
    end: int


@dataclass(slots=True)
class Block:
    """A block, or freeform text. `content` is what is between its delimiters: text and blocks, in order.

    A block that is never closed has no closer, and its text goes to the end of the source, over whatever stands there.
    """

    name: str
    content: "list[Span | Block]" = field(default_factory=list)
    opener: Delimiter | None = None
    closer: Delimiter | None = None

    @property
    def closed(self) -> bool:
        """False for a block without its closer. Text needs none."""
        return self.opener is None or self.opener.void or self.closer is not None

    @property
    def inner_blocks(self) -> "list[Block]":
        """The blocks directly in it."""
        return [part for part in self.content if isinstance(part, Block)]


def list_blocks(block: Block) -> list[Block]:
    """A block and all blocks in it, in no order."""
    found = [block]
    for one in found:
        found += one.inner_blocks
    return found


@dataclass(frozen=True, slots=True)
class Tree:
    """A text and its blocks."""

    source: str
    blocks: list[Block]
    delimiters: int = 0
    """How many the blocks have."""

    def inner_html(self, block: Block) -> str:
        """The text directly in a block, without that of the blocks in it. Long, for one that is never closed."""
        return "".join(self.source[part.start : part.end] for part in block.content if isinstance(part, Span))

    def attributes_text(self, block: Block) -> str | None:
        """The JSON of a block's attributes as it is there; None when there is none."""
        where = block.opener.attributes if block.opener else None
        return self.source[slice(*where)] if where else None


def read_tree(source: str) -> Tree:
    """The blocks of a text. Anything is a tree: what is no block is freeform text.

    Raises Problem(invalid_arguments) for a text with more delimiters than anybody writes.
    """
    reader = _Reader(source)
    taken = 0
    for delimiter in find_delimiters(source):
        if not reader.take(delimiter):
            break
        taken += 1
    reader.finish()
    return Tree(source, reader.blocks, taken)


@dataclass(slots=True)
class _Open:
    """A block that is not closed yet; `text_from` is where its next text begins."""

    block: Block
    text_from: int
    leading_from: int
    """Where the freeform text before it begins."""


class _Reader:
    """Takes the delimiters one by one."""

    def __init__(self, source: str) -> None:
        self.blocks: list[Block] = []
        self._end = len(source)
        self._open: list[_Open] = []
        self._at = 0
        """Where the last delimiter ended."""

    def take(self, delimiter: Delimiter) -> bool:
        """False for a closer with nothing to close: all that follows is text."""
        if delimiter.closes and not self._open:
            return False
        if delimiter.closes:
            self._close(delimiter)
        elif delimiter.void:
            self._add(Block(delimiter.name, [], delimiter), delimiter.start, delimiter.end, self._at)
        else:
            self._open.append(_Open(Block(delimiter.name, [], delimiter), delimiter.end, self._at))
        self._at = delimiter.end
        return True

    def finish(self) -> None:
        """Text after the last block is freeform. Blocks that are still open stand on their own, the innermost first."""
        if not self._open:
            self._add_text(self._at, self._end)
        while self._open:
            last = self._open.pop()
            _add_span(last.block.content, last.text_from, self._end)
            start = last.block.opener.start if last.block.opener else self._end
            self._add_text(last.leading_from, start)
            self.blocks.append(last.block)

    def _close(self, closer: Delimiter) -> None:
        """Close the innermost block, whatever the closer's name is."""
        last = self._open.pop()
        if self._open or last.text_from < closer.start:  # of a block within another WordPress counts an empty text, too
            last.block.content.append(Span(last.text_from, closer.start))
        last.block.closer = closer
        start = last.block.opener.start if last.block.opener else closer.start
        self._add(last.block, start, closer.end, last.leading_from)

    def _add(self, block: Block, start: int, end: int, leading_from: int) -> None:
        """Put a whole block where it belongs: into the innermost open one, or among the blocks of the text."""
        if not self._open:
            self._add_text(leading_from, start)
            self.blocks.append(block)
            return
        parent = self._open[-1]
        _add_span(parent.block.content, parent.text_from, start)
        parent.block.content.append(block)
        parent.text_from = end

    def _add_text(self, start: int, end: int) -> None:
        if start < end:
            self.blocks.append(Block(FREEFORM, [Span(start, end)]))


def _add_span(content: "list[Span | Block]", start: int, end: int) -> None:
    if start < end:
        content.append(Span(start, end))
