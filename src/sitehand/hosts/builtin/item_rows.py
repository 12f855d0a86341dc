"""Reading the row of one item: for an answer about it, and after a write for the proof that it was stored as well."""

from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, text

from sitehand.hosts.builtin.item_columns import BODIES, PLAIN, build_columns
from sitehand.hosts.builtin.states import Stored
from sitehand.hosts.builtin.tables import items
from sitehand.store.prepared import Prepared
from sitehand.store.verification import check_row

STORED_AS = {name: name if name in (*PLAIN, *BODIES) else f"stored_{name}" for name in (each.name for each in items.c)}
"""What a query that reads a row back calls its columns as they are stored."""
READ_BACK = "".join(f", items.{name} AS {alias}" for name, alias in STORED_AS.items() if alias != name)
"""Columns as they are stored, for those that an answer does not have."""


@lru_cache(64)
def write_query(item_type: str, where: str, more: str, *, raw: bool) -> str:
    """A query of one item by its `:id`, whole and with `more` columns, where a condition holds."""
    columns = build_columns(item_type, full=True, raw=raw) + more
    return f"SELECT {columns} FROM items WHERE id = :id AND {where}"  # noqa: S608 - columns and conditions of ours


def read_item(connection: Connection, query: str, item_id: int) -> list[dict[str, Any]]:
    """The row that such a query finds, in a transaction; none when it is not there."""
    return _prepare(query).all(connection, {"id": item_id})


def read_back(connection: Connection, query: str, stored: Stored) -> list[dict[str, Any]]:
    """The row of an item that was just stored, by a query with `READ_BACK`. Raises Problem(verification_failed) where
    it is not as it was written.
    """
    rows = read_item(connection, query, stored.id)
    written = {name: rows[0][STORED_AS[name]] for name in stored.row} if rows else None
    check_row(items, {"id": stored.id}, written, stored.row)
    return rows


@lru_cache(64)
def _prepare(query: str) -> Prepared:
    return Prepared(text(query))
