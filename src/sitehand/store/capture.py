"""What a transaction changes, as SQLite itself notes it down: the notes that `sqlite/triggers.py` has, read."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any, TypeVar

import orjson
from sqlalchemy import Connection

from sitehand.site.changes import ObjectChange
from sitehand.store.objects import fold_parts
from sitehand.store.sqlite.connections import count_changes
from sitehand.store.sqlite.triggers import FORGET, LAST_NOTE, READ_NOTES, TAKE_NOTES

T = TypeVar("T")
Row = dict[str, Any]
EMPTY_AT = "sitehand_notes_empty"
"""Where a connection keeps how many rows it had changed in all when its notes were emptied."""


def read_changes(connection: Connection, after: int = 0) -> list[ObjectChange]:
    """What the open transaction has changed since a place in the notes: each object once, with what belongs to it."""
    notes = Notes()
    notes.read(connection, after)
    return notes.changes(connection)


def take_changes(connection: Connection) -> list[ObjectChange]:
    """All that the open transaction has changed, each object once; empties the notes."""
    notes = Notes()
    return notes.changes(connection) if notes.take(connection) else []


def merge_changes(changes: Iterable[ObjectChange]) -> dict[tuple[str, str], ObjectChange]:
    """What changed in each object, by kind and id, given its changes one after the other."""
    merged: dict[tuple[str, str], ObjectChange] = {}
    for change in changes:
        _add(merged, change)
    return merged


class Notes:
    """What a transaction has changed, merged row by row as it is read, however many steps it takes."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str], ObjectChange] = {}
        """What changed in each row, by kind and id."""

    def take(self, connection: Connection) -> bool:
        """Add what was noted, and empty the notes; whether there was anything.

        In no savepoint before which something was noted: its rollback would bring that back.
        """
        if _are_empty(connection):
            return False
        # RETURNING gives the rows in any order, and merging needs them in the order of the changes.
        noted = sorted(TAKE_NOTES.tuples(connection), key=itemgetter(0))
        _mark_empty(connection)
        self._add(noted)
        return bool(noted)

    def read(self, connection: Connection, after: int = 0) -> None:
        """Add what was noted since a place, and leave the notes as they are."""
        if not _are_empty(connection):
            self._add(READ_NOTES.tuples(connection, {"after": after}))

    def absorb(self, later: "Notes") -> None:
        """Add what was taken since."""
        for change in later.rows.values():
            _add(self.rows, change)

    def changes(self, connection: Connection) -> list[ObjectChange]:
        """The objects that are otherwise than before, with what belongs to them."""
        return [change for change in fold_parts(connection, self.rows) if _differs(change)]

    def _add(self, noted: Iterable[Sequence[Any]]) -> None:
        for _, kind, object_id, label, old, new, *last in noted:
            _add(self.rows, ObjectChange(kind, object_id, label, _parse(old), _parse(new), *last))


def last_note(connection: Connection) -> int:
    """The place in the notes from which `read_changes` reads what comes next."""
    return int(LAST_NOTE.scalar(connection))


def forget_changes(connection: Connection) -> None:
    """Empty the notes unread, before the transaction ends; in no savepoint before which something was noted."""
    if not _are_empty(connection):
        FORGET.run(connection)
        _mark_empty(connection)


def write_unnoted(connection: Connection, work: Callable[[], T]) -> T:
    """Run what writes only to tables of which nothing is noted: where there were no notes, there are none after it."""
    were_empty = _are_empty(connection)
    result = work()
    if were_empty:
        _mark_empty(connection)
    return result


def _are_empty(connection: Connection) -> bool:
    """Whether nothing has been written since the notes were emptied. Otherwise there may be notes."""
    # SQLite counts rows that triggers write too, so an equal count proves that nothing was noted.
    return bool(connection.info.get(EMPTY_AT) == count_changes(connection))


def _mark_empty(connection: Connection) -> None:
    connection.info[EMPTY_AT] = count_changes(connection)


def _parse(json_text: str | None) -> Row | None:
    return None if json_text is None else orjson.loads(json_text)


def _add(merged: dict[tuple[str, str], ObjectChange], change: ObjectChange) -> None:
    key = (change.kind, change.object)
    merged[key] = _merge(merged[key], change) if key in merged else change


def _merge(first: ObjectChange, second: ObjectChange) -> ObjectChange:
    before, after = first.before, second.after
    # The notes of an update hold only the columns that changed: the earliest value counts before, the latest after.
    if first.before is not None and first.after is not None and second.before is not None:
        before = {**second.before, **first.before}
    if second.before is not None and second.after is not None and first.after is not None:
        after = {**first.after, **second.after}
    if before is not None and after is not None:
        names = [name for name in before if name not in after or before[name] != after[name]]
        before, after = {name: before[name] for name in names}, {name: after[name] for name in names if name in after}
    return replace(second, before=before, after=after, revision_before=first.revision_before)


def _differs(change: ObjectChange) -> bool:
    return (change.before is None) != (change.after is None) or bool(change.before)
