"""Changed objects as people and models read them: fields before and after, long texts as a diff, nothing secret."""

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from sitehand.site.changes import FieldShown, ObjectChange, ObjectShown

SHORT = 200
"""Characters of a text that is shown whole."""
MAX_LINES = 2000
"""Lines on each side that are compared; the time for it grows with their square. More are shown one side after the
other.
"""
HEAD = 2
"""Lines of a unified diff that name its two sides."""
HIDDEN: Mapping[str, frozenset[str]] = {
    "key": frozenset({"secret_sha256"}),
    "pending_change": frozenset({"arguments", "preview"}),
    "page": frozenset({"password"}),
    "post": frozenset({"password"}),
}
SECRET_SETTINGS = ("owner_password", "broker")
"""Settings whose change is told, and whose values are not."""
UNSHOWN_KINDS = frozenset({"retired_secret"})
UNSHOWN_FIELDS = frozenset({"revision", "modified", "floating_date", "status_before_trash", "import_source"})
"""What follows from the rest, or is of no interest to who reads."""
_BREAK = re.compile(r"(?<=>)(?=<)|(?<=[.!?]) ")


def show_objects(objects: Iterable[ObjectChange]) -> list[ObjectShown]:
    """What became of each object, in their order; those that hold nothing but secrets are left out."""
    return [show_object(each) for each in objects if each.kind not in UNSHOWN_KINDS]


def hidden_fields(kind: str, object_id: str) -> frozenset[str]:
    """The fields of an object that hold secrets."""
    if kind == "setting":
        return frozenset({"value"} if object_id in SECRET_SETTINGS else ())
    return HIDDEN.get(kind, frozenset())


def show_object(change: ObjectChange) -> ObjectShown:
    """What became of one object."""
    hidden = hidden_fields(change.kind, change.object)
    before, after = change.before or {}, change.after or {}
    names = [name for name in dict.fromkeys(chain(before, after)) if name not in UNSHOWN_FIELDS and name != "id"]
    fields = [(_show_secret if name in hidden else _show_field)(name, before, after) for name in names]
    return ObjectShown(
        kind=change.kind,
        id=change.object,
        label=change.label,
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


def _show_field(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> FieldShown:
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
    around = before[max(0, same - 2) : same], before[len(before) - same_end :][:2]
    old_lines, new_lines = (lines[same : len(lines) - same_end] for lines in (before, after))
    if max(len(old_lines), len(new_lines)) > MAX_LINES:
        return "\n".join(_replace_lines(old_lines, new_lines, *around))
    old_side, new_side = ([*around[0], *lines, *around[1]] for lines in (old_lines, new_lines))
    compared = list(difflib.unified_diff(old_side, new_side, lineterm="", n=2))[HEAD:]
    return "\n".join(line for line in compared if not line.startswith("@@"))


def _replace_lines(old: list[str], new: list[str], ahead: list[str], behind: list[str]) -> Iterator[str]:
    """The plain difference, for which nothing is compared: all that was there, then all that is."""
    for sign, lines in ((" ", ahead), ("-", old), ("+", new), (" ", behind)):
        yield from (sign + line for line in lines)


def _break_lines(text: str) -> list[str]:
    return [piece for line in text.split("\n") for piece in (_BREAK.split(line) if len(line) > SHORT else [line])]


def _count_same(before: list[str], after: list[str]) -> int:
    """How many lines both begin with."""
    return next(
        (place for place, (old, new) in enumerate(zip(before, after, strict=False)) if old != new),
        min(len(before), len(after)),
    )
