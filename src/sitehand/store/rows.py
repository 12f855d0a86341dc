"""Objects of the journal's entries in their tables: whether one is as a change left it, and restoring one."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from sitehand.site.changes import ObjectChange
from sitehand.store.journal import NEW_FORM, OBJECTS
from sitehand.store.parts import Part, take_fields, write_fields
from sitehand.store.permanence import refuse_field, refuse_form, unknown_kind
from sitehand.store.prepared_rows import delete_row, insert_row, read_row, update_row
from sitehand.store.schema import schema_of
from sitehand.store.tracked import Tracked
from sitehand.store.verification import verify_row


def find_parts(connection: Connection, kind: str, form: int) -> Sequence[Part]:
    """What belongs to objects of a kind, as an entry of that form has it: as fields of theirs."""
    return schema_of(connection).parts_of.get(kind, ()) if form >= OBJECTS else ()


def check_form(connection: Connection, change_id: int, change: ObjectChange, form: int) -> None:
    """Raise Problem(conflict) for what this version has no place for: an entry's form, a kind, or a field."""
    if form > NEW_FORM:
        raise refuse_form(change_id, "it was written by a newer version of the service")
    table, parts = _find_table(connection, change.kind).table, find_parts(connection, change.kind, form)
    for side in (change.before or {}, change.after or {}):
        known = {*table.c.keys(), *(name for part in parts for name in part.fields)}
        unknown = [name for name in side if name not in known]
        for part in parts:
            rows = part.split(0, {**part.empty, **take_fields(part, side)})
            unknown += [name for row in rows for name in row if name not in part.table.c]
        if unknown:
            raise refuse_field(change_id, change, unknown[0])


def is_unchanged(connection: Connection, change: ObjectChange, form: int) -> bool:
    """Whether the object is as the change left it, in the fields that it changed."""
    tracked, parts = _find_table(connection, change.kind), find_parts(connection, change.kind, form)
    columns, key = [name for name in change.after or () if name in tracked.table.c], _key(tracked, change)
    row = read_row(connection, tracked.table, key, tuple(columns or key))
    if row is None or change.after is None:
        return row is None and change.after is None
    after = change.after
    return all(tracked.is_same(name, row[name], after[name]) for name in columns) and all(
        _part_is_unchanged(connection, part, change, after) for part in parts
    )


def restore_row(connection: Connection, change: ObjectChange, form: int) -> None:
    """Put an object back: insert what was deleted, delete what was new, else the fields that were otherwise."""
    tracked, parts = _find_table(connection, change.kind), find_parts(connection, change.kind, form)
    table, key = tracked.table, _key(tracked, change)
    before = None if change.before is None else {name: change.before[name] for name in change.before if name in table.c}
    if before is None:
        delete_row(connection, table, key)
    elif change.after is None:
        insert_row(connection, table, before)
    elif before:
        update_row(connection, table, key, before)
    verify_row(connection, table, key, before)
    for part in parts if change.before is not None else ():
        write_fields(connection, part, int(change.object), take_fields(part, change.before or {}))


def _part_is_unchanged(connection: Connection, part: Part, change: ObjectChange, after: Mapping[str, Any]) -> bool:
    """Whether what belongs to an object is as the change left it; of a new one all of it, also what was not there."""
    told = take_fields(part, after)
    expected = {**part.empty, **told} if change.before is None else told
    now = part.read_fields(connection, int(change.object)) if expected else {}
    return all(now[name] == value for name, value in expected.items())


def _find_table(connection: Connection, kind: str) -> Tracked:
    """The table that has objects of a kind. Raises Problem(conflict) when there is none here."""
    tracked = schema_of(connection).by_kind.get(kind)
    if tracked is None:
        raise unknown_kind()
    return tracked


def _key(tracked: Tracked, change: ObjectChange) -> dict[str, Any]:
    """The columns of the primary key with the object's values."""
    keys = list(tracked.table.primary_key.columns)
    values: Sequence[Any] = change.object.split(":") if len(keys) > 1 else [change.object]
    return {key.name: key.type.python_type(value) for key, value in zip(keys, values, strict=True)}
