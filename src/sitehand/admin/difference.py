"""The fields of changed objects as a screen shows them: values as text, diffs line by line."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from sitehand.site.changes import FieldShown, ObjectShown

LINE_CLASSES = {"+": "added", "-": "removed"}
FOLDED = 40
"""Lines of a diff that are shown at once."""


class DiffLine(NamedTuple):
    """A line of a diff: the sign, the text after it, and its class."""

    sign: str
    text: str
    style: str


class FieldRow(NamedTuple):
    """A field: its name, its values as text (None where there is none), or the lines of its diff."""

    name: str
    before: str | None
    after: str | None
    lines: Sequence[DiffLine]


def list_fields(shown: ObjectShown) -> list[FieldRow]:
    """The fields of an object, empty ones of new and deleted objects left out."""
    rows = [make_row(field) for field in shown["fields"]]
    return [row for row in rows if row.lines or row.before or row.after or shown["action"] == "update"]


def make_row(field: FieldShown) -> FieldRow:
    """One field."""
    if "diff" in field:
        return FieldRow(field["field"], None, None, split_diff(field["diff"]))
    before, after = (_tell(field[side]) if side in field else None for side in ("before", "after"))
    return FieldRow(field["field"], before, after, ())


def split_diff(diff: str) -> list[DiffLine]:
    """The lines of a unified diff."""
    return [
        DiffLine(line[:1].strip(), line[1:], LINE_CLASSES[line[0]])
        if line[:1] in LINE_CLASSES
        else DiffLine("", line.removeprefix(" "), "same")
        for line in diff.split("\n")
    ]


def _tell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
