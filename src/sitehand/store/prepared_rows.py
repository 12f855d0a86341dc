"""Reading and writing one row of any table by its key, with statements that are prepared once for each table.

An undo runs them for every object of a change, under the write lock.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, bindparam, delete, insert, select, update

from sitehand.store.prepared import Prepared

Key = Mapping[str, Any]
"""Values of columns that name a row."""
PREFIX = "where_"
"""Tells a value of the key from one that is written to the same column. No column of ours begins so."""


def read_row(connection: Connection, table: Table, key: Key, columns: tuple[str, ...]) -> dict[str, Any] | None:
    """Some columns of a row; None when it is not there."""
    return _select(table, columns, tuple(key)).first(connection, _name(key))


def insert_row(connection: Connection, table: Table, values: Mapping[str, Any]) -> None:
    """Add a row."""
    _insert(table).run(connection, values)


def update_row(connection: Connection, table: Table, key: Key, values: Mapping[str, Any]) -> None:
    """Write some columns of a row."""
    _update(table, tuple(key)).run(connection, {**values, **_name(key)})


def delete_row(connection: Connection, table: Table, key: Key) -> None:
    """Remove a row."""
    _delete(table, tuple(key)).run(connection, _name(key))


def _name(key: Key) -> dict[str, Any]:
    return {PREFIX + name: value for name, value in key.items()}


def _where(table: Table, key: Iterable[str]) -> list[ColumnElement[bool]]:
    return [table.c[name] == bindparam(PREFIX + name) for name in key]


@lru_cache(256)
def _select(table: Table, columns: tuple[str, ...], key: tuple[str, ...]) -> Prepared:
    return Prepared(select(*(table.c[name] for name in columns)).where(*_where(table, key)))


@lru_cache(64)
def _insert(table: Table) -> Prepared:
    return Prepared(insert(table))


@lru_cache(64)
def _update(table: Table, key: tuple[str, ...]) -> Prepared:
    return Prepared(update(table).where(*_where(table, key)))


@lru_cache(64)
def _delete(table: Table, key: tuple[str, ...]) -> Prepared:
    return Prepared(delete(table).where(*_where(table, key)))
