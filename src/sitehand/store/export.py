"""The journal as a file: JSON Lines or CSV, without what is secret, at any length in little memory."""

import csv
import io
import json
import os
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, Literal, TextIO

from sqlalchemy import ColumnElement, Connection

from sitehand.site.kind import Kind, Kinds
from sitehand.site.values import UNSET, Input, Moment, iso
from sitehand.store.files import check_target
from sitehand.store.journal import count_entries, read_object, walk_entries, walk_objects
from sitehand.store.tables import changes
from sitehand.store.unknown_kinds import show_arguments

Form = Literal["jsonl", "csv"]
Report = Callable[[int, int], None]
"""Called with how many changes are done, and how many there are."""
FIELDS = [column.name for column in changes.c]
OBJECT_FIELDS = ["kind", "object", "object_label", "action", "before", "after", "revision_before", "revision_after"]
HIDDEN_VALUE = "(hidden)"
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\0")


class Span(Input):
    """The changes to export: from a moment on, and before a moment; None means no bound."""

    since: Moment = UNSET
    until: Moment = UNSET

    def conditions(self) -> list[ColumnElement[bool]]:
        """The bounds as conditions in SQL."""
        bounds = ((self.since, changes.c.at.__ge__), (self.until, changes.c.at.__lt__))
        return [compare(iso(moment)) for moment, compare in bounds if moment is not None]


def export_changes(connection: Connection, out: TextIO, form: Form, span: Span, report: Report, kinds: Kinds) -> None:
    """Write the changes of a span, oldest first. The connection should see one state, as in a long read of `Database`.

    JSON Lines: an object for each change, with its `objects`. CSV: a line for each object of a change.
    """
    write = _JsonLines(out).write if form == "jsonl" else _Table(out).write
    where = span.conditions()
    total = count_entries(connection, *where)
    for done, entry in enumerate(walk_entries(connection, *where), start=1):
        arguments = show_arguments(connection, entry["id"], json.loads(entry["arguments"]), kinds)
        shown = {**entry, "arguments": arguments, "undoes": json.loads(entry["undoes"])}
        with closing(_show_objects(connection, entry["id"], kinds)) as objects:
            write(shown, objects)
        report(done, total)


def guard_cell(value: str) -> str:
    """A cell of a CSV file that no spreadsheet takes for a formula: before `=`, `+`, `-`, `@` and the like stands an
    apostrophe, which a reader of the file has to take off again.

    Source: OWASP, CSV Injection (https://owasp.org/www-community/attacks/CSV_Injection); OWASP ASVS 5.0, 1.2.10.
    """
    return f"'{value}" if value.startswith(FORMULA_STARTS) else value


@contextmanager
def open_target(file: Path | None) -> Iterator[TextIO]:
    """What to write to: standard output, or a file that is there only when it is whole, for its owner alone."""
    if file is None:
        out = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", newline="")
        yield out
        out.detach()
        return
    check_target(file)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as out:
            yield out
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink()
        raise


class _JsonLines:
    """A line of JSON for each change, written object by object."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def write(self, entry: Mapping[str, Any], objects: Iterator[Mapping[str, Any]]) -> None:
        self._out.write(json.dumps(entry, ensure_ascii=False)[:-1] + ', "objects": [')
        for place, each in enumerate(objects):
            self._out.write((", " if place else "") + json.dumps(each, ensure_ascii=False))
        self._out.write("]}\n")


class _Table:
    """A line for each object of a change, below a line with the names. Source: RFC 4180."""

    def __init__(self, out: TextIO) -> None:
        self._lines = csv.writer(out)
        self._lines.writerow([*FIELDS, *OBJECT_FIELDS])

    def write(self, entry: Mapping[str, Any], objects: Iterator[Mapping[str, Any]]) -> None:
        cells = [_show_cell(entry[name]) for name in FIELDS]
        first = next(objects, dict.fromkeys(OBJECT_FIELDS))  # a change of nothing but secrets has its line, too
        for each in chain([first], objects):
            self._lines.writerow([*cells, *(_show_cell(each[name]) for name in OBJECT_FIELDS)])


def _show_objects(connection: Connection, change_id: int, kinds: Kinds) -> Generator[dict[str, Any]]:
    for stored in walk_objects(connection, change_id):
        kind = kinds[stored["kind"]]
        if kind.untold:
            continue
        change = read_object(stored)
        sides = (_hide(kind, change.object, side) for side in (change.before, change.after))
        told = (change.kind, change.object, kind.show_label(change.label), change.action, *sides)
        revisions = (change.revision_before, change.revision_after)
        yield dict(zip(OBJECT_FIELDS, (*told, *revisions), strict=True))


def _hide(kind: Kind, object_id: str, side: dict[str, Any] | None) -> dict[str, Any] | None:
    """The fields of an object, in place of each secret one a word; of an empty password there is nothing to hide."""
    if side is None:
        return None
    return {name: HIDDEN_VALUE if value and kind.hides(object_id, name) else value for name, value in side.items()}


def _show_cell(value: Any) -> str:
    if value is None:
        return ""
    return guard_cell(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
