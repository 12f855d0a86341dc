"""Rows that are read and written by their keys."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Column, Connection, Integer, MetaData, String, Table, create_engine
from sqlalchemy.pool import NullPool

from sitehand.store.prepared_rows import delete_row, insert_row, read_row, update_row

grants = Table(
    "grants",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("key_id", Integer, nullable=False),
    Column("name", String(20), nullable=False, server_default="unnamed"),
)
COLUMNS = ("id", "key_id", "name")


@pytest.fixture
def connection() -> Iterator[Connection]:
    """An open transaction on a database with two rows."""
    with create_engine("sqlite://", poolclass=NullPool).begin() as opened:
        grants.create(opened)
        for number in (1, 2):
            insert_row(opened, grants, {"id": number, "key_id": 10 * number})
        yield opened


def _read(connection: Connection) -> list[object]:
    found = (read_row(connection, grants, {"id": number}, COLUMNS) for number in (1, 2))
    return [row and tuple(row.values()) for row in found]


def test_a_row_is_written_by_its_key(connection: Connection) -> None:
    """Alone, and whatever the names of its columns: `key_id` is none of the values of the key `id`."""
    update_row(connection, grants, {"id": 2}, {"key_id": 7, "name": "two"})
    assert _read(connection) == [(1, 10, "unnamed"), (2, 7, "two")]


def test_a_key_may_change_itself(connection: Connection) -> None:
    """What is written to a column of the key is told from what it is found by."""
    update_row(connection, grants, {"id": 2, "key_id": 20}, {"key_id": 21})
    assert _read(connection) == [(1, 10, "unnamed"), (2, 21, "unnamed")]


def test_a_row_that_is_gone_is_none(connection: Connection) -> None:
    """The others stay."""
    delete_row(connection, grants, {"id": 1})
    assert _read(connection) == [None, (2, 20, "unnamed")]
