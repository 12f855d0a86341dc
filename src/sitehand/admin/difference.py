"""The fields of changed objects as a screen shows them: values as text, diffs line by line."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sitehand.operation.excerpt import NamedPart
from sitehand.operation.query_strings import from_strings
from sitehand.operation.schema import parse
from sitehand.site.changes import Cut, FieldShown, ObjectShown, Part

LINE_CLASSES = {"+": "added", "-": "removed"}
SIGNS = (*LINE_CLASSES, " ")
FIRST = ("title", "name", "label", "status", "content", "excerpt")
EMPTY = frozenset({"", "0", "false", "[]", "{}"})
"""Values of a new or deleted object that go without saying."""


class DiffLine(NamedTuple):
    """A line of a diff, without its sign, and its class."""

    text: str
    style: str


class FieldRow(NamedTuple):
    """A field: its name, its values as text (None where there is none), or the lines of its diff, or what was done to a
    secret; how much of it there is when it was cut.
    """

    name: str
    before: str | None = None
    after: str | None = None
    lines: Sequence[DiffLine] = ()
    secret: str = ""
    cut: Cut | None = None


def read_part(query: Mapping[str, str]) -> Part | None:
    """The part of a difference that an address names. Raises Problem(invalid_arguments)."""
    given = {name: [query[name]] for name in NamedPart.model_fields if name in query}
    return parse(NamedPart, from_strings(NamedPart, given)).read()


def list_fields(shown: ObjectShown) -> list[FieldRow]:
    """The fields of an object, what people look for first; of new and deleted objects those that say something."""
    rows = [make_row(field) for field in shown["fields"]]
    if shown["action"] != "update":
        rows = [row for row in rows if row.lines or row.secret or (row.before or row.after or "") not in EMPTY]
    return sorted(rows, key=lambda row: FIRST.index(row.name) if row.name in FIRST else len(FIRST))


def make_row(field: FieldShown) -> FieldRow:
    """One field."""
    name, cut = field["field"], field.get("cut")
    if "secret" in field:
        return FieldRow(name, secret=field["secret"])
    if "diff" in field:
        return FieldRow(name, lines=split_diff(field["diff"].removesuffix("\n") if cut else field["diff"]), cut=cut)
    before, after = (_tell(field[side]) if side in field else None for side in ("before", "after"))
    return FieldRow(name, before, after, cut=cut)


def split_diff(diff: str) -> list[DiffLine]:
    """The lines of a unified diff, and those without a sign: what is left of a line that was cut, or a remark."""
    return [
        DiffLine(line[1:] if line[:1] in SIGNS else line, LINE_CLASSES.get(line[:1], "same"))
        for line in diff.split("\n")
    ]


def _tell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
