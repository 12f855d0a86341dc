"""The blocks of a text as people count them: each with its path, and with the span of the source that it takes.

White space between blocks counts for nothing, as in the editor; other text between blocks counts as a block.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from sitehand.blocks.tree import Block, Span, Tree, read_tree

BLANK = " \t\r\n\f"
"""The characters that are white space in HTML."""


class Entry:
    """A block and its place among the others."""

    __slots__ = ("_inner", "block", "index", "parent", "span", "tree")

    def __init__(self, tree: Tree, block: Block, parent: "Entry | None", index: int, span: Span) -> None:
        self.tree = tree
        self.block = block
        self.parent = parent
        self.index = index
        """Its place among its siblings, from 0."""
        self.span = span
        """The place of the block with its delimiters. A block that is never closed goes to the end of the source."""
        self._inner: list[Entry] | None = None

    @property
    def inner(self) -> "list[Entry]":
        """The blocks directly in it."""
        if self._inner is None:
            self._inner = _enter(self.tree, self.block.content, self)
        return self._inner

    @property
    def path(self) -> str:
        """Where it is: `0.2.1` is the second block of the third block of the first."""
        steps = [str(self.index), *(str(entry.index) for entry in self.ancestors)]
        return ".".join(reversed(steps))

    @property
    def ancestors(self) -> "Iterator[Entry]":
        """The blocks that it is in, the nearest first."""
        entry = self.parent
        while entry:
            yield entry
            entry = entry.parent

    @property
    def closed(self) -> bool:
        """False for a block without its closer."""
        return self.block.closed


class Outline:
    """A tree of spans, its blocks and their paths. What nobody looks at is not made."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.source = tree.source
        self.roots: list[Entry] = _enter(tree, tree.blocks, None)

    def __iter__(self) -> Iterator[Entry]:
        """Every block, each before those in it."""
        for root in self.roots:
            yield from walk(root)

    @cached_property
    def unclosed(self) -> Entry | None:
        """A block that is never closed, if there is one: the outermost stands last, and the others on their own."""
        return next((entry for entry in reversed(self.roots) if not entry.closed), None)

    def siblings(self, entry: Entry) -> list[Entry]:
        """The blocks in the same place, with itself."""
        return entry.parent.inner if entry.parent else self.roots

    def find(self, path: str) -> Entry | None:
        """The block at a path."""
        found, level = None, self.roots
        for step in map(int, path.split(".")):
            if step >= len(level):
                return None
            found = level[step]
            level = found.inner
        return found

    def find_start(self, start: int) -> Entry | None:
        """The block that begins at a place in the source."""
        level = self.roots
        if self.unclosed:  # its span goes over blocks that stand beside it
            return next((entry for entry in self if entry.span.start == start), None)
        while level:
            entry = level[max(bisect_right(level, start, key=lambda entry: entry.span.start) - 1, 0)]
            if entry.span.start == start:
                return entry
            level = entry.inner
        return None

    def find_around(self, at: int) -> list[Entry]:
        """The blocks that a place in the source is within, each before those in it."""
        if self.unclosed:
            return [entry for entry in self if entry.span.start < at < entry.span.end]
        found: list[Entry] = []
        level = self.roots
        while level:
            entry = level[max(bisect_right(level, at, key=lambda entry: entry.span.start) - 1, 0)]
            if not entry.span.start < at < entry.span.end:
                break
            found.append(entry)
            level = entry.inner
        return found

    def text(self, entry: Entry) -> str:
        """The source of a block."""
        return self.source[entry.span.start : entry.span.end]


def walk(entry: Entry) -> Iterator[Entry]:
    """A block and all blocks in it, each before those in it."""
    waiting = [entry]
    while waiting:
        last = waiting.pop()
        yield last
        waiting += reversed(last.inner)


def read_outline(source: str) -> Outline:
    """The blocks of a text. Raises Problem(invalid_arguments) as `read_tree` does."""
    return Outline(read_tree(source))


def _enter(tree: Tree, content: "list[Block] | list[Span | Block]", parent: Entry | None) -> list[Entry]:
    entries: list[Entry] = []
    for part in content:
        if isinstance(part, Block) and (span := _measure(tree, part)):
            entries.append(Entry(tree, part, parent, len(entries), span))
    return entries


def _measure(tree: Tree, block: Block) -> Span | None:
    """Where a block stands, text without the white space around it; None for nothing else than that."""
    if block.opener is None:
        start, end = block.content[0] if isinstance(block.content[0], Span) else (0, 0)
        text = tree.source[start:end]
        start += len(text) - len(text.lstrip(BLANK))
        return Span(start, start + len(text.strip(BLANK))) if start < end else None
    last = block.opener if block.opener.void else block.closer
    return Span(block.opener.start, last.end if last else len(tree.source))
