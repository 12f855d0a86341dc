"""Statements that are compiled once and run by the driver: they do what Core does."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    bindparam,
    create_engine,
    delete,
    event,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import CompileError, IntegrityError

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.schema import SITE
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared

things = Table(
    "things",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("name", String(20), nullable=False, server_default="unnamed"),
    Column("sticky", Boolean, nullable=False, server_default="0"),
    Column("facts", JSON),
    Column("body", LargeBinary),
)
ROW: dict[str, Any] = {"id": 1, "name": "it's :one", "sticky": True, "facts": {"a": [1, None]}, "body": b"\x00\xff"}
INSERT = Prepared(insert(things))
ALL = Prepared(select(things).order_by(things.c.id))
ONE = Prepared(select(things.c.sticky, things.c.facts).where(things.c.id == bindparam("wanted")).limit(1))


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    """A connection with an empty table."""
    engine = create_engine(f"sqlite:///{tmp_path / 'things.db'}")
    with engine.begin() as connection:
        things.create(connection)
        yield connection
    engine.dispose()


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A database with the table."""
    database = Database(tmp_path, SITE)
    await database.transact(things.create)
    yield database
    await database.close()


def test_values_and_columns_have_their_types(connection: Connection) -> None:
    """Truth values, JSON and bytes come back as they were given, and as Core reads them."""
    assert INSERT.run(connection, ROW) == 1
    assert ALL.all(connection) == [ROW]
    assert [dict(row) for row in connection.execute(select(things)).mappings()] == [ROW]
    assert ALL.first(connection)["sticky"] is True  # type: ignore[index]
    assert ONE.scalar(connection, {"wanted": 1}) is True
    assert ONE.first(connection, {"wanted": 1}) == {"sticky": True, "facts": ROW["facts"]}


def test_what_is_not_there_is_none(connection: Connection) -> None:
    """No row, and no first column."""
    assert (ONE.first(connection, {"wanted": 7}), ONE.scalar(connection, {"wanted": 7})) == (None, None)
    assert ALL.all(connection) == []


def test_columns_that_are_not_given_are_left_to_the_table(connection: Connection) -> None:
    """One statement takes values of other names each time."""
    INSERT.run_each(connection, [{"id": 1}, {"id": 2, "sticky": True}, {"id": 3, "name": "third"}])
    found = [(row["name"], row["sticky"]) for row in ALL.all(connection)]
    assert found == [("unnamed", False), ("unnamed", True), ("third", False)]


def test_a_change_tells_how_many_rows_it_met(connection: Connection) -> None:
    """With values that the statement holds itself, and without."""
    INSERT.run_each(connection, [{"id": number, "name": "a"} for number in (1, 2, 3)])
    count_on = Prepared(update(things).where(things.c.id >= bindparam("first")).values(name=things.c.name + "b"))
    assert count_on.run(connection, {"first": 2}) == 2
    assert [row["name"] for row in ALL.all(connection)] == ["a", "ab", "ab"]
    rename = Prepared(update(things).where(things.c.id == bindparam("wanted")))
    assert rename.run(connection, {"wanted": 1, "name": "c", "sticky": True}) == 1
    assert Prepared(delete(things)).run(connection) == 3
    assert Prepared(text(r"SELECT count(*), '\:no' FROM things WHERE id <> :id")).scalar(connection, {"id": 1}) == 0


def test_what_is_wrong_is_refused_as_core_does(connection: Connection) -> None:
    """A constraint, a value of the wrong type, a column that there is not, a value that is left out."""
    INSERT.run(connection, ROW)
    with pytest.raises(IntegrityError, match="UNIQUE"):
        INSERT.run(connection, ROW)
    with pytest.raises(TypeError, match="Not a boolean value"):
        INSERT.run(connection, {"id": 2, "sticky": "yes"})
    with pytest.raises(CompileError, match="nothing"):
        INSERT.run(connection, {"id": 3, "nothing": 1})
    with pytest.raises(CompileError, match="wanted"):
        ONE.first(connection)


async def test_a_full_disk_is_told_as_such(database: Database) -> None:
    """As the engine's own statements tell it."""
    await database.transact(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count=1").all())
    with pytest.raises(Problem) as refused:
        await database.transact(lambda connection: INSERT.run(connection, {**ROW, "body": b"x" * 50_000}))
    assert refused.value.code is Code.STORAGE_FULL


def test_who_listens_to_statements_hears_of_it(connection: Connection) -> None:
    """As of Core's own: with what it says and the values."""
    heard: list[Any] = []
    event.listen(connection, "before_cursor_execute", lambda _c, _u, sql, given, *_: heard.append((sql, given)))
    Prepared(delete(things).where(things.c.id == bindparam("gone"))).run(connection, {"gone": 3})
    assert heard == [("DELETE FROM things WHERE things.id = ?", (3,))]
