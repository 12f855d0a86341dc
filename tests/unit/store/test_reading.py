"""Tests of the bound on reads, and of the threads that read."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, text

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.schema import SITE
from sitehand.store.database import READERS, Database
from sitehand.store.reading import list_rows
from tests.databases import migrate

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
SHORT = "SELECT count(*) FROM settings"


@pytest.fixture
async def hasty(tmp_path: Path) -> AsyncIterator[Database]:
    """A site whose reads may take a twentieth of a second."""
    database = Database(tmp_path, SITE, read_seconds=0.05)
    await migrate(database)
    yield database
    await database.close()


async def _look_up(database: Database, statement: str) -> int:
    return int(database.look_up(statement)[0][0])


async def _fetch(database: Database, statement: str) -> int:
    return int((await database.read(list_rows(text(statement))))[0][0])


async def _fetch_as_visitor(database: Database, statement: str) -> int:
    return int((await database.visitors.read(list_rows(text(statement))))[0][0])


WAYS = pytest.mark.parametrize("read", [_look_up, _fetch, _fetch_as_visitor])
Read = Callable[[Database, str], Awaitable[int]]


@WAYS
async def test_a_read_that_takes_too_long_is_stopped(hasty: Database, read: Read) -> None:
    """An endless read ends with a problem that says what to do, and the connection goes on working."""
    with pytest.raises(Problem) as stopped:
        await read(hasty, ENDLESS)
    assert stopped.value.code is Code.READ_TIMEOUT
    assert "0.05 seconds" in stopped.value.message
    assert "SITEHAND_READ_SECONDS" in stopped.value.hint
    assert await read(hasty, SHORT) == 0


@WAYS
async def test_a_read_inside_a_transaction_is_stopped_alone(hasty: Database, read: Read) -> None:
    """The transaction keeps what it has written, and can go on and commit."""

    def write(connection: Connection) -> None:
        connection.execute(text("INSERT INTO settings VALUES ('name', 'Hill')"))

    async with hasty.units.open() as unit:
        await unit.run(write)
        with pytest.raises(Problem, match="stopped"):
            await read(hasty, ENDLESS)
        await unit.finish(lambda connection: (None, True))
    assert await read(hasty, SHORT) == 1


async def test_a_read_that_waits_too_long_for_a_thread_is_not_begun(tmp_path: Path) -> None:
    """Time in the queue counts: where any is too much, nothing is run."""
    database = Database(tmp_path, SITE, read_seconds=1e-9)
    begun: list[Connection] = []
    with pytest.raises(Problem) as refused:
        await database.visitors.read(begun.append)
    assert (refused.value.code, begun) == (Code.READ_TIMEOUT, [])
    await database.close()


async def test_a_write_has_no_bound(hasty: Database) -> None:
    """A transaction that works for longer than any read may is committed."""
    many = ENDLESS.replace("FROM n)", "FROM n WHERE i < 1000000)")
    with pytest.raises(Problem, match="stopped"):
        await hasty.read(list_rows(text(many)))
    assert await hasty.transact(lambda connection: connection.execute(text(many)).scalar_one()) == 1_000_000


async def test_other_faults_pass_unchanged(hasty: Database) -> None:
    """Only an interruption is called a timeout."""
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        hasty.look_up("SELECT 1 FROM missing")


async def test_visitors_are_served_while_all_readers_of_the_api_are_busy(database: Database) -> None:
    """Long reads for callers hold every thread of theirs; visitors have their own, and look-ups need none."""
    busy: list[sqlite3.Connection] = []
    all_busy, loop = asyncio.Event(), asyncio.get_running_loop()

    def note(connection: sqlite3.Connection, _record: object) -> None:
        busy.append(connection)
        if len(busy) == READERS:
            loop.call_soon_threadsafe(all_busy.set)

    event.listen(database._callers._engine, "connect", note)
    long = [asyncio.create_task(database.read(list_rows(text(ENDLESS)))) for _ in range(READERS + 1)]
    await all_busy.wait()
    assert await _fetch_as_visitor(database, SHORT) == 0
    assert await _look_up(database, SHORT) == 0
    assert not any(task.done() for task in long)
    assert await _stop(busy, long) == [Code.READ_TIMEOUT] * (READERS + 1)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A site whose reads may take a minute."""
    database = Database(tmp_path, SITE, read_seconds=60)
    await migrate(database)
    yield database
    await database.close()


async def _stop(busy: list[sqlite3.Connection], tasks: list[asyncio.Task[Any]]) -> list[Code]:
    """Interrupt the connections until every task has ended; the problems that they ended with."""
    while not all(task.done() for task in tasks):
        for connection in busy:
            connection.interrupt()
        await asyncio.wait(tasks, timeout=0.01)
    return [fault.code for task in tasks if isinstance(fault := task.exception(), Problem)]
