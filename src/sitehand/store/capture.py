"""What a transaction changes, as SQLite itself notes it down: the notes that `sqlite/triggers.py` has, read."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

import orjson
from sqlalchemy import Connection

from sitehand.site.changes import ObjectChange
from sitehand.store.objects import fold_parts
from sitehand.store.sqlite.connections import count_changes
from sitehand.store.sqlite.triggers import FORGET, LAST_NOTE, NEW_NOTES

T = TypeVar("T")
Row = dict[str, Any]
EMPTY_AT = "sitehand_notes_empty"
"""Where a connection keeps how many rows it had changed in all when its notes were emptied."""


def take_changes(connection: Connection, after: int = 0) -> list[ObjectChange]:
    """What the open transaction has changed since a place in the notes: each object once, with what belongs to it."""
    notes = Notes(after)
    return notes.changes(connection) if notes.read(connection) else []


def merge_changes(changes: Iterable[ObjectChange]) -> dict[tuple[str, str], ObjectChange]:
    """What changed in each object, by kind and id, given its changes one after the other."""
    merged: dict[tuple[str, str], ObjectChange] = {}
    for change in changes:
        _add(merged, change)
    return merged


class Notes:
    """What a transaction has changed, merged row by row as it is read: each note once, however many steps it takes."""

    def __init__(self, after: int = 0) -> None:
        self.place = after
        """Up to where the notes were read."""
        self.rows: dict[tuple[str, str], ObjectChange] = {}
        """What changed in each row, by kind and id."""
        self._read_at = -1
        """How many rows the connection had changed in all by then."""

    def read(self, connection: Connection) -> bool:
        """Read what was noted since the last time; whether there was anything."""
        changed = count_changes(connection)  # while that stays the same, there is nothing new to read
        if changed == self._read_at or changed == connection.info.get(EMPTY_AT):
            return False
        self._read_at = changed
        noted = NEW_NOTES.tuples(connection, {"after": self.place})
        for _, kind, object_id, label, old, new, *last in noted:
            _add(self.rows, ObjectChange(kind, object_id, label, _parse(old), _parse(new), *last))
        self.place = noted[-1][0] if noted else self.place
        return bool(noted)

    def absorb(self, later: "Notes") -> None:
        """Add what was read from this place on."""
        self.place, self._read_at = later.place, later._read_at
        for change in later.rows.values():
            _add(self.rows, change)

    def changes(self, connection: Connection) -> list[ObjectChange]:
        """The objects that are otherwise than before, with what belongs to them."""
        return [change for change in fold_parts(connection, self.rows) if _differs(change)]


def last_note(connection: Connection) -> int:
    """The place in the notes from which `take_changes` takes what comes next."""
    return int(LAST_NOTE.scalar(connection))


def forget_changes(connection: Connection) -> None:
    """Empty the notes, before the transaction ends; in no savepoint before which something was noted."""
    info = connection.info
    if info.get(EMPTY_AT) != count_changes(connection):
        FORGET.run(connection)
        info[EMPTY_AT] = count_changes(connection)


def write_unnoted(connection: Connection, work: Callable[[], T]) -> T:
    """Run what writes only to tables of which nothing is noted: where there were no notes, there are none after it."""
    info = connection.info
    were_empty = info.get(EMPTY_AT) == count_changes(connection)
    result = work()
    if were_empty:
        info[EMPTY_AT] = count_changes(connection)
    return result


def _parse(json_text: str | None) -> Row | None:
    return None if json_text is None else orjson.loads(json_text)


def _add(merged: dict[tuple[str, str], ObjectChange], change: ObjectChange) -> None:
    key = (change.kind, change.object)
    merged[key] = _merge(merged[key], change) if key in merged else change


def _merge(first: ObjectChange, second: ObjectChange) -> ObjectChange:
    before, after = first.before, second.after
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
