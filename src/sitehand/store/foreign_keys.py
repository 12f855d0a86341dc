"""Rows that refer to others, while their foreign keys are deferred: what no longer leads anywhere is found here.

SQLite itself would say so at the commit, which other writers share. It can name neither the row nor whose it is then.
Source: https://sqlite.org/foreignkeys.html#fk_deferred
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Column, Connection, Table, select

from sitehand.errors import Code, Problem
from sitehand.site.changes import ObjectChange
from sitehand.store.capture import Notes, last_note
from sitehand.store.schema import Schema, schema_of
from sitehand.store.sqlite import defer_references, enforce_references

READ_AT_ONCE = 500


@contextmanager
def deferred(connection: Connection) -> Iterator[None]:
    """Let rows refer to what comes later in the block. Raises Problem(conflict) for one that leads nowhere at its end.

    The rest of the transaction, which may be another writer's, finds the keys enforced at once again.
    """
    notes, place = Notes(), last_note(connection)
    defer_references(connection)
    try:
        yield
        notes.read(connection, place)
        _check(connection, list(notes.rows.values()))
    finally:
        enforce_references(connection)


def _check(connection: Connection, rows: Sequence[ObjectChange]) -> None:
    """Raise Problem(conflict) for a row that refers to what is not there, or one that is gone and still referred to."""
    schema = schema_of(connection)
    of: dict[Table, list[ObjectChange]] = {tracked.table: [] for tracked in schema.tracked}
    for row in rows:
        of[schema.by_kind[row.kind].table].append(row)
    for column, target in schema.references:
        found = {row.after[column.name] for row in of[column.table] if row.after and column.name in row.after}
        needed = found - {None}  # which refers to nothing
        gone = {row.before[target.name] for row in of[target.table] if row.before and row.after is None}
        if absent := needed - _find(connection, target, needed):
            raise _refuse(f"{_name(schema, target.table)} {min(absent)} is gone")
        if used := _find(connection, column, gone):
            raise _refuse(f"something refers to {_name(schema, target.table)} {min(used)} by now")


def _name(schema: Schema, table: Table) -> str:
    """What callers call a row of a table."""
    kinds = [kind for tracked in schema.tracked if tracked.table is table for kind in tracked.kinds]
    return f"the {kinds[0].singular}" if len(kinds) == 1 else f"a row of {table.name} with the id"


def _find(connection: Connection, column: Column[Any], values: Iterable[Any]) -> set[Any]:
    """The values, of those given, that the column has."""
    wanted, found = sorted(values), set[Any]()
    for start in range(0, len(wanted), READ_AT_ONCE):
        query = select(column).distinct().where(column.in_(wanted[start : start + READ_AT_ONCE]))
        found.update(connection.execute(query).scalars())
    return found


def _refuse(what: str) -> Problem:
    return Problem(
        Code.CONFLICT,
        f"Newer changes stand on it: {what}. Nothing was changed.",
        hint="Undo the newer changes first, or write what you want by hand.",
    )
