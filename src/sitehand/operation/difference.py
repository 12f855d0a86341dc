"""Changed objects as people and models read them: fields before and after, long texts as a diff."""

import difflib
import re
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from sitehand.site.changes import FieldShown, ObjectChange, ObjectShown

SHORT = 200
"""Characters of a text that is shown whole."""
MAX_LINES = 2000
"""Lines on each side that are compared; the time for it grows with their square."""
MAX_DIFF = 20_000
HEAD = 2
"""Lines of a unified diff that name its two sides."""
HIDDEN: Mapping[str, frozenset[str]] = {
    "key": frozenset({"secret_sha256"}),
    "pending_change": frozenset({"arguments", "preview"}),
    "page": frozenset({"password"}),
    "post": frozenset({"password"}),
}
UNSHOWN_KINDS = frozenset({"retired_secret"})
UNSHOWN_FIELDS = frozenset({"revision", "modified", "floating_date", "status_before_trash", "import_source"})
"""What follows from the rest, or is of no interest to who reads."""
_BREAK = re.compile(r"(?<=>)(?=<)|(?<=[.!?]) ")


def show_objects(objects: Iterable[ObjectChange]) -> list[ObjectShown]:
    """What became of each object, in their order; those that hold nothing but secrets are left out."""
    return [show_object(each) for each in objects if each.kind not in UNSHOWN_KINDS]


def show_object(change: ObjectChange) -> ObjectShown:
    """What became of one object."""
    hidden = HIDDEN.get(change.kind, frozenset())
    before, after = change.before or {}, change.after or {}
    names = [name for name in dict.fromkeys(chain(before, after)) if name not in UNSHOWN_FIELDS and name != "id"]
    return ObjectShown(
        kind=change.kind,
        id=change.object,
        label=change.label,
        action=change.action,
        fields=[_show_field(name, before, after, hidden=name in hidden) for name in names],
        revision_before=change.revision_before,
        revision_after=change.revision_after,
    )


def _show_field(name: str, before: Mapping[str, Any], after: Mapping[str, Any], *, hidden: bool) -> FieldShown:
    if hidden:
        return FieldShown(field=name, diff="(not shown)")
    old, new = before.get(name), after.get(name)
    if isinstance(old, str) and isinstance(new, str) and max(len(old), len(new)) > SHORT:
        return FieldShown(field=name, diff=write_diff(old, new))
    shown = FieldShown(field=name)
    if name in before:
        shown["before"] = old
    if name in after:
        shown["after"] = new
    return shown


def write_diff(old: str, new: str) -> str:
    """A unified diff of two texts, without its head; long lines of HTML are broken between tags and sentences."""
    before, after = (_break_lines(text) for text in (old, new))
    if before == after:
        return "" if old == new else "Only line breaks differ."
    same = _count_same(before, after)
    same_end = _count_same(before[same:][::-1], after[same:][::-1])
    before, after = ([*lines[max(0, same - 2) : len(lines) - max(0, same_end - 2)]] for lines in (before, after))
    if max(len(before), len(after)) > MAX_LINES:
        return f"{len(before)} lines became {len(after)} lines."
    lines = list(difflib.unified_diff(before, after, lineterm="", n=2))[HEAD:]
    text = "\n".join(line for line in lines if not line.startswith("@@"))
    return text if len(text) <= MAX_DIFF else text[:MAX_DIFF] + "\n…"


def _break_lines(text: str) -> list[str]:
    return [piece for line in text.split("\n") for piece in (_BREAK.split(line) if len(line) > SHORT else [line])]


def _count_same(before: list[str], after: list[str]) -> int:
    """How many lines both begin with."""
    return next(
        (place for place, (old, new) in enumerate(zip(before, after, strict=False)) if old != new),
        min(len(before), len(after)),
    )
