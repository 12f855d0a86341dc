"""Changed objects as people and models read them: fields before and after, long texts as a diff, nothing secret."""

import difflib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, chain
from typing import Any, NamedTuple

from sitehand.operation.carried import Carried
from sitehand.site.changes import FieldShown, ObjectChange, ObjectShown
from sitehand.site.kind import Kind, Kinds

SHORT = 200
"""Characters of a text that is shown whole."""
MAX_STEPS = 500_000
"""Steps of comparing lines that one difference takes: some hundred milliseconds. Very few need more than 20,000."""
MAX_STEPS_TOGETHER = 2_500_000
"""Steps that all differences of one answer take together."""
CONTEXT = 2
"""Lines that are shown around what differs."""
_BREAK = re.compile(r"(?<=>)(?=<)|(?<=[.!?]) ")


class Budget:
    """The steps that differences may still take; the same texts always take the same."""

    def __init__(self, steps: int = MAX_STEPS_TOGETHER) -> None:
        self.left = steps

    def spend(self, steps: int) -> None:
        """Take steps. Raises OverBudget when there are not as many."""
        self.left -= steps
        if self.left < 0:
            raise OverBudget


class OverBudget(Exception):
    """Comparing would take longer than it may."""


class Compared(NamedTuple):
    """What comparing two texts has shown, and the steps that it took."""

    diff: str
    steps: int


PREPARED: Carried[Mapping[tuple[str, str], Compared]] = Carried("differences", {})
"""What was compared before the transaction, by the two texts. Source: `operation/prepared_differences.py`."""


def show_objects(objects: Iterable[ObjectChange], kinds: Kinds, budget: Budget | None = None) -> list[ObjectShown]:
    """What changed in each object, in order, without those that hold nothing but secrets.

    For a thread of its own: long texts take long. `budget` is what several calls may take together.
    """
    budget = budget or Budget()
    return [show_object(each, kinds, budget) for each in objects if not kinds[each.kind].untold]


def show_object(change: ObjectChange, kinds: Kinds, budget: Budget | None = None) -> ObjectShown:
    """What changed in one object."""
    budget = budget or Budget()
    kind = kinds[change.kind]
    before, after = change.before or {}, change.after or {}
    fields = [
        _show_secret(name, before, after)
        if kind.hides(change.object, name)
        else _show_field(name, _break_fields(kind, name, before), _break_fields(kind, name, after), budget)
        for name in dict.fromkeys(chain(before, after))
        if name not in kind.quiet
    ]
    return ObjectShown(
        kind=change.kind,
        id=change.object,
        label=kind.show_label(change.label),
        action=change.action,
        fields=[field for field in fields if field],
        revision_before=change.revision_before,
        revision_after=change.revision_after,
    )


def _show_secret(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> FieldShown | None:
    """Whether a secret was set, changed or removed: never what it is or was, nor how long. None when there is none."""
    had, has = bool(before.get(name)), bool(after.get(name))
    if not had and not has:
        return None
    return FieldShown(field=name, secret="changed" if had and has else "set" if has else "removed")


def _show_field(name: str, before: Mapping[str, Any], after: Mapping[str, Any], budget: Budget) -> FieldShown:
    old, new = _write_lines(before.get(name), after.get(name))
    if _has_diff(old, new):
        return FieldShown(field=name, diff=_find_diff(old, new, budget))
    shown = FieldShown(field=name)
    if name in before:
        shown["before"] = old
    if name in after:
        shown["after"] = new
    return shown


def _has_diff(old: Any, new: Any) -> bool:
    return isinstance(old, str) and isinstance(new, str) and max(len(old), len(new)) > SHORT


def _find_diff(old: str, new: str, budget: Budget) -> str:
    """The difference as it was prepared if it was, at the same cost: an answer is the same either way."""
    found = PREPARED.get().get((old, new))
    if found is None or found.steps > budget.left:
        return write_diff(old, new, budget)
    budget.left -= found.steps
    return found.diff


def list_long_texts(change: ObjectChange, kind: Kind) -> Iterator[tuple[str, str]]:
    """The texts before and after of each field that is shown as a difference."""
    before, after = change.before or {}, change.after or {}
    for name in before:
        if name in after and name not in kind.quiet and not kind.hides(change.object, name):
            old, new = _write_lines(*(_break_fields(kind, name, side).get(name) for side in (before, after)))
            if _has_diff(old, new):
                yield old, new


def _break_fields(kind: Kind, name: str, side: Mapping[str, Any]) -> Mapping[str, Any]:
    """A side with a field in lines, where the kind says how."""
    value = side.get(name)
    return {name: kind.lines[name](value)} if name in kind.lines and isinstance(value, str) else side


def _write_lines(*sides: Any) -> tuple[Any, ...]:
    """Lists of objects, such as the entries of a menu, as texts with a line for each, which a diff can show."""
    lists = [side for side in sides if isinstance(side, list)]
    if not any(isinstance(each, dict) for each in chain(*lists)):
        return sides
    return tuple(
        "\n".join(json.dumps(each, ensure_ascii=False) for each in side) if isinstance(side, list) else side
        for side in sides
    )


def write_diff(old: str, new: str, budget: Budget | None = None) -> str:
    """A unified diff of two texts, without its head; long lines of HTML are broken between tags and sentences.

    Of texts that would take too long to compare it has all lines that went, then all that came, and says so first.
    """
    before, after = (_break_lines(text) for text in (old, new))
    if before == after:
        return "" if old == new else "Only line breaks differ."
    # What both begin and end with costs no steps of comparing.
    same = _count_same(before, after)
    same_end = _count_same(before[same:][::-1], after[same:][::-1])
    removed, added = (len(lines) - same - same_end for lines in (before, after))
    start, end = max(0, same - CONTEXT), max(0, same_end - CONTEXT)
    before, after = (lines[start : len(lines) - end] for lines in (before, after))
    try:
        return "\n".join(_compare(before, after, budget or Budget()))
    except OverBudget:
        told = f"Too large to compare line by line: {removed} lines removed, {added} added."
        return "\n".join([told, *_replace_lines(before, after, same - start, same_end - end)])


def _replace_lines(before: list[str], after: list[str], ahead: int, behind: int) -> Iterator[str]:
    """The plain difference, for which nothing is compared: all that was there, then all that is, with what both have
    ahead and behind.
    """
    end, new_end = len(before) - behind, len(after) - behind
    yield from (f" {line}" for line in before[:ahead])
    yield from (f"-{line}" for line in before[ahead:end])
    yield from (f"+{line}" for line in after[ahead:new_end])
    yield from (f" {line}" for line in before[end:])


class _Matcher(difflib.SequenceMatcher[str]):
    """Counts its steps. Its time can grow with the third power of the lines, and nearly never does."""

    def __init__(self, before: list[str], after: list[str], budget: Budget) -> None:
        super().__init__(None, before, after)
        self._budget = budget
        found: Mapping[str, list[int]] = self.b2j  # type: ignore[attr-defined]  # documented, and not in its stubs
        places = (len(found.get(line, ())) + 1 for line in before)
        self._steps = [0, *accumulate(places)]

    def find_longest_match(
        self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None
    ) -> difflib.Match:
        """The longest match in a part of both; each line is a step, and so is each place where it could match."""
        self._budget.spend(self._steps[-1 if ahi is None else ahi] - self._steps[alo])
        return super().find_longest_match(alo, ahi, blo, bhi)


def _compare(before: list[str], after: list[str], budget: Budget) -> Iterator[str]:
    """The lines of a unified diff without its heads."""
    own = Budget(min(MAX_STEPS, budget.left))
    try:
        for group in _Matcher(before, after, own).get_grouped_opcodes(CONTEXT):
            for tag, start, end, new_start, new_end in group:
                if tag == "equal":
                    yield from (f" {line}" for line in before[start:end])
                    continue
                yield from (f"-{line}" for line in before[start:end])
                yield from (f"+{line}" for line in after[new_start:new_end])
    finally:
        budget.left -= min(MAX_STEPS, budget.left) - max(0, own.left)


def _break_lines(text: str) -> list[str]:
    return [piece for line in text.split("\n") for piece in (_BREAK.split(line) if len(line) > SHORT else [line])]


def _count_same(before: list[str], after: list[str]) -> int:
    """How many lines both begin with."""
    return next(
        (place for place, (old, new) in enumerate(zip(before, after, strict=False)) if old != new),
        min(len(before), len(after)),
    )
