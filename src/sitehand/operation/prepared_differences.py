"""Differences of long texts, worked out before the transaction in which others would wait for them.

An undo tells in its answer what it has changed, and the answer is stored in its transaction. What it will change is
known before, unless somebody writes in between: then that is compared on the spot.
"""

from collections.abc import Iterable
from contextlib import AbstractContextManager
from itertools import chain

from sitehand.operation.difference import (
    MAX_STEPS,
    MAX_STEPS_TOGETHER,
    PREPARED,
    Budget,
    Compared,
    list_long_texts,
    write_diff,
)
from sitehand.site.changes import ObjectChange, PastChange
from sitehand.site.kind import Kinds

MAX_PREPARED = 64_000_000
"""Characters that one call keeps compared. What is beyond is compared on the spot."""


def compare_undo(changes: Iterable[PastChange], kinds: Kinds) -> dict[tuple[str, str], Compared]:
    """The differences that taking changes back, the newest first, will show. For a thread of its own: it takes long."""
    return compare(foresee_undo(changes), kinds)


def foresee_undo(changes: Iterable[PastChange]) -> list[ObjectChange]:
    """What taking changes back, the newest first, will change in the objects that nobody has changed since."""
    found: dict[tuple[str, str], ObjectChange] = {}
    for change in changes:
        for each in change.objects:
            newer = found.get((each.kind, each.object))
            now, then = (newer.before or {}, newer.after or {}) if newer else ({}, {})
            found[each.kind, each.object] = ObjectChange(
                each.kind,
                each.object,
                each.label,
                before={**(each.after or {}), **now},
                after={**then, **(each.before or {})},
            )
    return list(found.values())


def compare(objects: Iterable[ObjectChange], kinds: Kinds) -> dict[tuple[str, str], Compared]:
    """The differences of long texts, up to as many as one answer has."""
    compared: dict[tuple[str, str], Compared] = {}
    left, room = MAX_STEPS_TOGETHER, MAX_PREPARED
    for texts in dict.fromkeys(chain.from_iterable(list_long_texts(each, kinds[each.kind]) for each in objects)):
        if left <= 0 or room <= 0:
            break
        budget = Budget(MAX_STEPS)
        diff = write_diff(*texts, budget)
        compared[texts] = Compared(diff, MAX_STEPS - budget.left)
        left -= compared[texts].steps
        room -= len(diff) + sum(map(len, texts))
    return compared


def kept(compared: dict[tuple[str, str], Compared]) -> AbstractContextManager[None]:
    """While the block runs, differences are found here."""
    return PREPARED.keep({**PREPARED.get(), **compared})
