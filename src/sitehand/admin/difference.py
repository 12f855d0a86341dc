"""The fields of changed objects as a screen shows them: values as text, diffs line by line."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from sitehand.site.changes import FieldShown, ObjectShown

LINE_CLASSES = {"+": "added", "-": "removed"}
SIGNS = (*LINE_CLASSES, " ")
FIRST = ("title", "name", "label", "status", "content", "excerpt")
EMPTY = frozenset({"", "0", "false", "[]", "{}"})
"""Values of a new or deleted object that go without saying."""
UNSHOWN = "(not shown)"
"""What stands in place of a secret's difference. Source: `operation/difference.py`."""


class DiffLine(NamedTuple):
    """A line of a diff, without its sign, and its class."""

    text: str
    style: str


class FieldRow(NamedTuple):
    """A field: its name, its values as text (None where there is none), or the lines of its diff."""

    name: str
    before: str | None
    after: str | None
    lines: Sequence[DiffLine]


def list_fields(shown: ObjectShown) -> list[FieldRow]:
    """The fields of an object, what people look for first; of new and deleted objects those that say something."""
    rows = [make_row(field) for field in shown["fields"]]
    if shown["action"] != "update":
        rows = [row for row in rows if row.lines or (row.before or row.after or "") not in EMPTY]
    return sorted(rows, key=lambda row: FIRST.index(row.name) if row.name in FIRST else len(FIRST))


def make_row(field: FieldShown) -> FieldRow:
    """One field; without values and lines when it is a secret."""
    if field.get("diff") == UNSHOWN:
        return FieldRow(field["field"], None, None, ())
    if "diff" in field:
        return FieldRow(field["field"], None, None, split_diff(field["diff"]))
    before, after = (_tell(field[side]) if side in field else None for side in ("before", "after"))
    return FieldRow(field["field"], before, after, ())


def split_diff(diff: str) -> list[DiffLine]:
    """The lines of a unified diff, and those without a sign, which tell that something is not shown."""
    return [
        DiffLine(line[1:] if line[:1] in SIGNS else line, LINE_CLASSES.get(line[:1], "same"))
        for line in diff.split("\n")
    ]


def _tell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
