"""Tests of the connections."""

import asyncio
import gc
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.schema import SITE
from sitehand.store.database import Database
from sitehand.store.reading import Readers
from sitehand.store.units import Units
from tests.statements import execute, fetch


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """An open database with one table."""
    database = Database(tmp_path, SITE)
    await execute(database, text("CREATE TABLE notes (number INTEGER NOT NULL)"))
    yield database
    await database.close()


async def _count(database: Database) -> int:
    (row,) = await fetch(database, "SELECT count(*) AS number FROM notes")
    return int(row["number"])


def test_a_database_has_three_verbs(database: Database) -> None:
    """Read, look up and transact, beside its state and its end; what else it offers has a place of its own."""
    assert list_public(Database) == {"read", "look_up", "transact", "state", "close"}
    places = {"path", "schema", "visitors", "units", "unsynced", "occupancy"}
    assert list_public(database) - list_public(Database) == places
    assert list_public(Readers) == {"read", "close"}
    assert list_public(Units) == {"open", "run_outside"}


def list_public(of: object) -> set[str]:
    """What anybody may use."""
    return {name for name in dir(of) if not name.startswith("_")}


async def test_a_write_that_fails_leaves_nothing(database: Database) -> None:
    """All statements of a transaction are undone when one of them fails."""
    with pytest.raises(IntegrityError):
        await execute(database, text("INSERT INTO notes VALUES (1)"), text("INSERT INTO notes VALUES (NULL)"))
    assert await _count(database) == 0


async def test_writers_of_two_processes_wait_for_each_other(database: Database) -> None:
    """A second writer on the same file reads what the first wrote, although both asked at once."""
    other = Database(database.path.parent, SITE)

    def add(connection: Connection) -> None:
        highest = connection.execute(text("SELECT coalesce(max(number), 0) FROM notes")).scalar_one()
        connection.execute(text("INSERT INTO notes VALUES (:number)"), {"number": highest + 1})

    async def add_many(to: Database) -> None:
        for _ in range(20):
            await to.transact(add)

    await asyncio.gather(add_many(database), add_many(other), add_many(database))
    found = await fetch(other, "SELECT max(number) AS highest, count(*) AS count FROM notes")
    assert found == [{"highest": 60, "count": 60}]
    await other.close()


async def test_readers_see_the_last_commit_and_never_wait(database: Database) -> None:
    """During a write both ways of reading answer with what was committed before, afterwards with the new."""
    with closing(sqlite3.connect(database.path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO notes VALUES (1)")
        assert await _count(database) == 0
        assert [*database.look_up("SELECT count(*) FROM notes")[0]] == [0]
        writer.execute("COMMIT")
    assert await _count(database) == 1
    assert [*database.look_up("SELECT count(*) FROM notes")[0]] == [1]


async def test_a_transaction_of_one_function(database: Database) -> None:
    """`transact` commits what the function did and returns its answer; what it raises undoes all; the turn is kept."""

    def add(connection: Connection, fail: bool = False) -> int:
        count = connection.execute(text("SELECT count(*) FROM notes")).scalar_one()
        connection.execute(text("INSERT INTO notes VALUES (:number)"), {"number": count})
        return 1 // (not fail) + int(count)

    with pytest.raises(ZeroDivisionError):
        await database.transact(lambda connection: add(connection, fail=True))
    assert await asyncio.gather(*(database.transact(add) for _ in range(10))) == list(range(1, 11))
    assert await _count(database) == 10


async def test_what_a_savepoint_would_put_back_makes_no_file(database: Database) -> None:
    """However many pages it changes: nearly every write would have one."""

    def change(connection: Connection) -> list[str]:
        connection.exec_driver_sql("SAVEPOINT many_pages")
        connection.exec_driver_sql("UPDATE notes SET number = number + 1")
        found = [str(each.readlink()) for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
        connection.exec_driver_sql("RELEASE many_pages")
        return found

    rows = (
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000) INSERT INTO notes SELECT i FROM n"
    )
    await execute(database, text(rows))
    opened = await database.transact(change)
    assert any(file.endswith("sitehand.db") for file in opened)
    assert not [file for file in opened if "etilqs_" in file]


async def test_a_closed_database_can_be_used_again(database: Database) -> None:
    """Closing ends threads and connections; the next use opens new ones."""
    await database.transact(lambda connection: connection.execute(text("INSERT INTO notes VALUES (1)")).rowcount)
    await database.close()
    await database.transact(lambda connection: connection.execute(text("INSERT INTO notes VALUES (2)")).rowcount)
    assert await _count(database) == 2


async def test_a_write_that_comes_while_the_database_closes_is_done(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    """However late it comes: behind the end of the thread too, and beside a second call that closes."""
    begun, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def wait(connection: Connection) -> None:
        loop.call_soon_threadsafe(begun.set)
        go_on.wait(timeout=20)

    first = asyncio.create_task(database.transact(wait))
    await begun.wait()
    closing_down = [asyncio.create_task(database.close()) for _ in range(2)]
    later = []
    for number in range(6):
        await asyncio.sleep(0)  # one round of the loop: the end of the thread is handed over in the third
        insert = text("INSERT INTO notes VALUES (:number)").bindparams(number=number)
        later.append(asyncio.create_task(execute(database, insert)))
    go_on.set()
    await asyncio.wait_for(asyncio.gather(first, *closing_down, *later), timeout=20)
    assert await _count(database) == len(later)
    gc.collect()  # then asyncio reports what nobody has looked at
    assert not caplog.records


async def test_a_transaction_that_cannot_be_committed_gives_its_lock_back(database: Database) -> None:
    """A unit whose COMMIT is refused leaves nothing, others can write at once, and so can it."""
    await _commit(database, LEAVES)
    with pytest.raises(IntegrityError, match="FOREIGN KEY"):
        await _commit(database, "INSERT INTO leaves VALUES (1, 7)")
    with closing(sqlite3.connect(database.path, timeout=0, isolation_level=None)) as other:
        other.execute("INSERT INTO notes VALUES (1)")
        assert other.execute("SELECT count(*) FROM leaves").fetchone() == (0,)
    await _commit(database, "INSERT INTO notes VALUES (2)")
    assert await _count(database) == 2


async def test_a_transaction_that_cannot_begin_gives_its_connection_back(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A unit that waits for another process's lock in vain is refused, and the next one has the connection."""
    monkeypatch.setattr("sitehand.store.sqlite.connections.BUSY_TIMEOUT_MILLISECONDS", 1)
    await database.close()  # the writing thread keeps its connection, which has the old timeout
    with closing(sqlite3.connect(database.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Problem, match="blocks the database") as refused:
            await _commit(database, "INSERT INTO notes VALUES (1)")
        other.execute("ROLLBACK")
    assert refused.value.code is Code.STORAGE_UNAVAILABLE
    async with asyncio.timeout(10):
        await _commit(database, "INSERT INTO notes VALUES (2)")
    assert await _count(database) == 1


LEAVES = """CREATE TABLE leaves (number INTEGER PRIMARY KEY,
    above INTEGER REFERENCES leaves (number) DEFERRABLE INITIALLY DEFERRED)"""


async def _commit(database: Database, statement: str) -> None:
    """Run one statement in a unit, and commit."""

    def work(connection: Connection) -> tuple[None, bool]:
        connection.execute(text(statement))
        return None, True

    async with database.units.open() as unit:
        await unit.finish(work)


async def test_a_long_read_that_is_given_up_has_ended_when_the_database_is_closed(database: Database) -> None:
    """Whoever waits for it may be cancelled: its thread goes on, and closing waits for that."""
    reads, may_end, ended = threading.Event(), threading.Event(), threading.Event()

    def look(connection: Connection) -> None:
        connection.execute(text("SELECT 1"))
        reads.set()
        may_end.wait()
        ended.set()

    waiting = asyncio.create_task(database.read(look, long=True))
    await asyncio.to_thread(reads.wait)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    asyncio.get_running_loop().call_later(0.2, may_end.set)  # long after a close that waits for nothing
    await database.close()
    assert ended.is_set()
    assert not database.path.with_name(f"{database.path.name}-wal").exists()
