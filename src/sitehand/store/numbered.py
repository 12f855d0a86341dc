"""Rows to which the database gives their id."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Table, insert


def insert_numbered(connection: Connection, table: Table, values: Mapping[str, Any]) -> int:
    """Add a row, and return its id."""
    made = connection.execute(insert(table).values(values)).inserted_primary_key
    assert made is not None  # noqa: S101 - an INSERT of one row has one
    return int(made[0])
