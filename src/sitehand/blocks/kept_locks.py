"""Locks of a text that is written anew as a whole: what the author has locked has to be in the new text too."""

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any

from sitehand.blocks.locks import CONTENT_ONLY
from sitehand.blocks.outline import Entry, Outline
from sitehand.blocks.reading import read_comment
from sitehand.errors import Code, Problem

TEMPLATE_LOCKS = ("all", "insert", CONTENT_ONLY)


def check_locks_kept(old: Outline, new: Outline) -> None:
    """Raises Problem(conflict) for the first locked block of the old text that the new one lacks, or has elsewhere.

    Of blocks that are locked alike, the new text has as many.
    """
    wanted = {entry: Counter(_describe(entry)) for entry in old if entry.block.opener}
    wanted = {entry: marks for entry, marks in wanted.items() if marks}
    if not wanted:
        return
    there = Counter(mark for entry in new for mark in _describe(entry))
    for entry, marks in wanted.items():
        there.subtract(marks)
        if any(there[mark] < 0 for mark in marks):
            raise Problem(
                Code.CONFLICT,
                f"The block {entry.path} ({entry.block.name}) is locked, and the new text does not have it as it was.",
                hint="Keep it in its place, or edit the blocks around it one by one.",
                extra={"locked_by": entry.path},
            )


def _describe(entry: Entry) -> Iterator[Hashable]:
    """What has to be found again of a locked block: itself, its place, the blocks in it."""
    attributes = read_comment(entry)
    me = (entry.block.name, entry.tree.attributes_text(entry.block))
    lock: Any = attributes.get("lock")
    if isinstance(lock, dict) and lock.get("remove") is True:
        yield me
    if isinstance(lock, dict) and lock.get("move") is True:
        yield (*me, entry.path)
    if attributes.get("templateLock") in TEMPLATE_LOCKS:
        yield (*me, tuple(inner.block.name for inner in entry.inner))
