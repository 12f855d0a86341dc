"""Transactions that callers share: what one does, or fails at, is its own; one commit answers them all."""

import asyncio
import os
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from contextvars import Context, copy_context
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import anyio
import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import IntegrityError

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin import tables as site_tables
from sitehand.hosts.builtin.schema import SITE
from sitehand.store import tables, turns
from sitehand.store.database import Database
from sitehand.store.journal import find_break
from sitehand.store.reading import list_rows
from tests.databases import migrate

Work = Callable[[Connection], int]


class Gate:
    """Holds the writing thread, so that others come to wait; counts the commits."""

    def __init__(self, database: Database) -> None:
        self.commits = 0
        self._reached, self._open = asyncio.Event(), threading.Event()
        self._loop = asyncio.get_running_loop()
        event.listen(database._transactions, "commit", self._count)

    def hold(self, connection: Connection) -> int:
        """A write that runs until the gate is opened."""
        connection.execute(text("INSERT INTO numbers VALUES (0)"))
        self._loop.call_soon_threadsafe(self._reached.set)
        assert self._open.wait(20)
        return 0

    async def reached(self) -> None:
        """Wait until it runs."""
        await self._reached.wait()

    def open(self) -> None:
        """Let it go on."""
        self._open.set()

    def _count(self, _connection: Connection) -> None:
        self.commits += 1


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """An empty site with a table beside it, in which each number is there once."""
    database = Database(tmp_path, SITE)
    await migrate(database)
    create = text("CREATE TABLE numbers (number INTEGER PRIMARY KEY CHECK (number < 1000))")
    await database.transact(lambda connection: connection.execute(create).rowcount)
    yield database
    await database.close()


@pytest.fixture
async def gate(database: Database) -> Gate:
    """A gate for its writing thread."""
    return Gate(database)


def add(number: int, conflict: str = "") -> Work:
    """A write of one number."""

    def work(connection: Connection) -> int:
        connection.execute(text(f"INSERT {conflict} INTO numbers VALUES ({number})"))
        return number

    return work


def add_and_fail(number: int) -> Work:
    """A write that fails after it has written."""

    def work(connection: Connection) -> int:
        add(number)(connection)
        raise ZeroDivisionError

    return work


async def tell(tasks: list[asyncio.Task[int]]) -> list[int | str]:
    """What each was told: its number, or the name of what was raised."""
    results = await asyncio.gather(*tasks, return_exceptions=True)
    return [each if isinstance(each, int) else type(each).__name__ for each in results]


async def pass_rounds() -> None:
    """Let what the event loop has been told reach those who wait for it."""
    for _ in range(5):
        await asyncio.sleep(0)


def numbers(database: Database) -> list[int]:
    """What is committed, as another process sees it."""
    with closing(sqlite3.connect(database.path)) as connection:
        return [row[0] for row in connection.execute("SELECT number FROM numbers ORDER BY number")]


async def start(gate: Gate, *works: Work, database: Database) -> list[asyncio.Task[int]]:
    """Tasks of these writes, of which the first holds the gate and the others wait."""
    first = asyncio.create_task(database.transact(gate.hold))
    await gate.reached()
    others = [
        each if isinstance(each, asyncio.Task) else asyncio.create_task(database.transact(each)) for each in works
    ]
    await pass_rounds()
    return [first, *others]


async def test_those_who_wait_share_one_commit(database: Database, gate: Gate) -> None:
    """Nobody is answered before it, and nobody else sees anything before it."""
    tasks = await start(gate, *(add(number) for number in range(1, 9)), database=database)
    assert numbers(database) == []
    gate.open()
    assert await asyncio.gather(*tasks) == list(range(9))
    assert gate.commits == 1
    assert numbers(database) == list(range(9))


async def test_calls_that_are_ready_together_have_asked_before_the_first_begins(database: Database) -> None:
    """Else its thread and the event loop's would take the interpreter's lock from each other."""
    told: list[str] = []

    class Watched(SimpleQueue[Any]):
        def put(self, turn: Any, *_: Any) -> None:
            told.append("handed over")
            super().put(turn)

    async def ask(number: int) -> int:
        told.append(f"asks {number}")
        return await database.transact(add(number))

    await database._writer.close()  # the next one begins another thread
    database._writer._waiting = Watched()
    assert await asyncio.gather(*map(ask, (1, 2, 3))) == [1, 2, 3]
    assert told == ["asks 1", "asks 2", "asks 3", *["handed over"] * 3]


async def test_so_many_share_one_commit_and_no_more(
    database: Database, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first ones are answered before all who came later have written."""
    monkeypatch.setattr("sitehand.store.shared.MOST_TURNS", 4)
    tasks = await start(gate, *(add(number) for number in range(1, 10)), database=database)
    gate.open()
    assert await asyncio.gather(*tasks) == list(range(10))
    assert gate.commits == 3


async def test_another_process_is_not_kept_waiting(
    database: Database, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it waits, fewer go on in the open transaction; it comes before those who are left."""
    monkeypatch.setattr("sitehand.store.shared.WANTED_SECONDS", 0)
    other = Database(database.path.parent, SITE)
    tasks = await start(gate, add(1), add(2), database=database)
    theirs = asyncio.create_task(other.transact(lambda _: len(numbers(database))))
    await pass_rounds()
    while not database._writer._lock.is_wanted():
        os.sched_yield()
    gate.open()
    assert await asyncio.gather(*tasks, theirs) == [0, 1, 2, 1]
    await other.close()


async def test_who_writes_alone_has_its_own_commit(database: Database, gate: Gate) -> None:
    """One after another, each is on the disk when it is answered."""
    for number in range(1, 4):
        await database.transact(add(number))
        assert numbers(database) == list(range(1, number + 1))
    assert gate.commits == 3


async def test_what_fails_takes_nothing_else_with_it(database: Database, gate: Gate) -> None:
    """By its own fault or by one of the database's: its own rows go, those before and after it stay."""
    works = [add(1), add_and_fail(2), add(1), add(2000), add(3), add_and_fail(4)]
    tasks = await start(gate, *works, database=database)
    gate.open()
    refused = ["ZeroDivisionError", "IntegrityError", "IntegrityError"]
    assert await tell(tasks) == [0, 1, *refused, 3, "ZeroDivisionError"]
    assert numbers(database) == [0, 1, 3]
    assert gate.commits == 1


async def test_what_ends_the_transaction_is_one_writers_fault(database: Database, gate: Gate) -> None:
    """The others' functions run once more, each alone; nothing is lost and nothing is there twice."""
    tasks = await start(gate, add(1), add(0, "OR ROLLBACK"), add(2), database=database)
    gate.open()
    assert await tell(tasks) == [0, 1, "IntegrityError", 2]
    assert numbers(database) == [0, 1, 2]


async def test_writes_keep_their_connection_until_a_fault(database: Database) -> None:
    """None takes it from the pool for itself. What is lost in a fault gives it back, and the next takes it anew."""
    taken: list[object] = []
    event.listen(database._transactions, "checkout", lambda *_: taken.append(None))
    for number in (1, 2, 3):
        await database.transact(add(number))
    assert not taken
    with pytest.raises(IntegrityError):
        await database.transact(add(3, "OR ROLLBACK"))
    for number in (4, 5):
        await database.transact(add(number))
    assert len(taken) == 1
    assert numbers(database) == [1, 2, 3, 4, 5]


async def test_a_unit_that_is_lost_with_others_is_refused(database: Database, gate: Gate) -> None:
    """Its steps cannot be repeated: it is told to try again, also when it only read what then did not happen."""

    async def keep(number: int) -> int:
        async with database.units.open() as unit:
            await unit.run(add(number))
            return await unit.finish(lambda connection: (number, True))

    async def read() -> int:
        async with database.units.open() as unit:
            return await unit.run(lambda connection: int(connection.execute(text("SELECT 1")).scalar_one()))

    first = await start(gate, database=database)
    units = [asyncio.create_task(keep(1)), asyncio.create_task(read())]
    await pass_rounds()
    guilty = asyncio.create_task(database.transact(add(0, "OR ROLLBACK")))
    await pass_rounds()
    gate.open()
    refused = await asyncio.gather(*units, return_exceptions=True)
    assert [each.code for each in refused if isinstance(each, Problem)] == [Code.STORAGE_UNAVAILABLE] * 2
    assert await tell([*first, guilty]) == [0, "IntegrityError"]
    assert numbers(database) == [0]


async def test_a_reference_that_leads_nowhere_is_one_writers_fault(database: Database, gate: Gate) -> None:
    """It is refused at its statement; who writes in the same transaction is none the worse."""
    astray = {"secret_sha256": "0" * 64, "key_id": 77, "valid_until": "2030-01-01T00:00:00"}

    def refer(connection: Connection) -> int:
        connection.execute(tables.retired_secrets.insert(), astray)
        return 4

    async def keep() -> int:
        async with database.units.open() as unit:
            return await unit.finish(lambda connection: (add(1)(connection), True))

    tasks = await start(gate, database=database)
    for work in (keep(), database.transact(refer), database.transact(add(3))):
        tasks.append(asyncio.create_task(work))
        await pass_rounds()
    gate.open()
    assert await tell(tasks) == [0, 1, "IntegrityError", 3]
    assert numbers(database) == [0, 1, 3]
    assert await database.read(list_rows(tables.retired_secrets.select())) == []


async def test_a_commit_that_fails_is_nobodys_success(database: Database, gate: Gate) -> None:
    """Functions run once more, each with a commit of its own, and are told what that says."""
    left = 2

    def fail(_connection: Connection) -> None:
        nonlocal left
        left -= 1
        if left >= 0:
            raise sqlite3.OperationalError("as if the disk had failed")

    event.listen(database._transactions, "commit", fail)
    tasks = await start(gate, add(1), add(2), database=database)
    gate.open()
    told = await tell(tasks)
    assert [each for each in told if isinstance(each, str)] == ["OperationalError"]
    assert numbers(database) == [each for each in told if isinstance(each, int)]


async def test_who_is_cancelled_while_it_waits_never_runs(database: Database, gate: Gate) -> None:
    """It goes at once, and those behind it go on."""
    tasks = await start(gate, add(1), add(2), database=database)
    tasks[1].cancel()
    with pytest.raises(asyncio.CancelledError):
        await tasks[1]
    gate.open()
    assert await tell([tasks[0], tasks[2]]) == [0, 2]
    assert numbers(database) == [0, 2]


async def test_who_is_cancelled_while_it_runs_is_not_kept(database: Database, gate: Gate) -> None:
    """Its caller is told when it has been taken back; others are not held up."""
    tasks = await start(gate, add(1), database=database)
    tasks[0].cancel()
    await pass_rounds()
    gate.open()
    with pytest.raises(asyncio.CancelledError):
        await tasks[0]
    assert await tasks[1] == 1
    assert numbers(database) == [1]


async def test_who_is_cancelled_as_the_answer_arrives_holds_nobody_up(
    database: Database, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told so, although its write is kept; the others are told what became of theirs."""
    tasks = await start(gate, add(1), database=database)
    loop = asyncio.get_running_loop()
    wake, faults = loop.call_soon_threadsafe, list[Exception]()

    def cancel_and_deliver(deliver: Callable[..., object], *steps: Any) -> None:
        tasks[0].cancel()
        try:
            deliver(*steps)
        except asyncio.InvalidStateError as fault:
            faults.append(fault)
            loop.call_soon(deliver, *steps)  # or they would wait forever, and this test with them

    monkeypatch.setattr(loop, "call_soon_threadsafe", lambda *call: wake(cancel_and_deliver, *call))
    gate.open()
    assert await tell(tasks) == ["CancelledError", 1]
    assert numbers(database) == [0, 1]
    assert not faults


async def test_a_cancelled_scope_lets_its_write_end_in_peace(database: Database, gate: Gate) -> None:
    """One of anyio, as the MCP SDK has around a call, cancels its task in each round of the loop while it can."""
    scope = anyio.CancelScope()

    async def write() -> None:
        with scope:
            await database.transact(gate.hold)

    task = asyncio.create_task(write())
    await gate.reached()
    scope.cancel()
    for _ in range(10):
        await pass_rounds()
    times = task.cancelling()
    gate.open()
    await task
    assert times == 1
    assert numbers(database) == []


async def test_a_unit_that_is_cancelled_between_its_steps_is_not_kept(database: Database) -> None:
    """Nor one whose last step runs; whoever waits goes on."""

    async def write(between: asyncio.Event) -> None:
        async with database.units.open() as unit:
            await unit.run(add(1))
            between.set()
            await asyncio.Event().wait()

    between = asyncio.Event()
    task = asyncio.create_task(write(between))
    await between.wait()
    other = asyncio.create_task(database.transact(add(2)))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await other == 2
    assert numbers(database) == [2]


async def test_a_unit_whose_last_step_is_cancelled_is_not_kept(database: Database, gate: Gate) -> None:
    """Although that step ends with keeping it."""

    async def write() -> int:
        async with database.units.open() as unit:
            return await unit.finish(lambda connection: (gate.hold(connection), True))

    task = asyncio.create_task(write())
    await gate.reached()
    task.cancel()
    await pass_rounds()
    gate.open()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert numbers(database) == []


async def test_a_unit_sees_its_own_rows_and_has_the_connection_for_itself(database: Database) -> None:
    """Between its steps nobody else writes, and nobody else sees what it wrote."""
    outside = copy_context()
    async with database.units.open() as unit:
        await unit.run(add(1))
        other = asyncio.create_task(database.transact(add(2)), context=outside)
        await pass_rounds()
        assert len(await database.read(list_rows(text("SELECT number FROM numbers")))) == 1
        assert len(database.look_up("SELECT number FROM numbers")) == 1
        assert numbers(database) == []
        await unit.finish(lambda connection: (None, True))
    await other
    assert numbers(database) == [1, 2]


async def test_each_turn_has_its_own_entry_in_the_journal(database: Database, gate: Gate) -> None:
    """Chained in the order of the turns; what was taken back, and what was left without an entry, is in none."""

    def name(number: int, fail: bool = False) -> Work:
        def work(connection: Connection) -> int:
            values = {"id": number, "taxonomy": "tag", "slug": f"t{number}", "name": "T", "description": ""}
            connection.execute(site_tables.terms.insert(), values | {"parent": 0})
            return number // (not fail)

        return work

    async def unjournaled() -> int:
        async with database.units.open() as unit:
            return await unit.finish(lambda connection: (name(9)(connection), True))

    tasks = await start(gate, name(11), name(12, fail=True), database=database)
    tasks += [asyncio.create_task(unjournaled()), asyncio.create_task(database.transact(name(13)))]
    await pass_rounds()
    gate.open()
    assert await tell(tasks) == [0, 11, "ZeroDivisionError", 9, 13]
    found = await database.read(
        list_rows(text("SELECT change_id, object FROM changed_objects WHERE kind = 'term' ORDER BY id"))
    )
    first, second = found
    assert [first.object, second.object] == ["11", "13"]
    assert second.change_id == first.change_id + 1
    assert await database.read(find_break) is None
    assert gate.commits == 1


async def test_a_step_outside_any_transaction_waits_for_the_commit(database: Database, gate: Gate) -> None:
    """What opens the file itself finds it free, and what was asked for before it done."""

    def vacuum() -> list[int]:
        with closing(sqlite3.connect(database.path, timeout=0, isolation_level=None)) as connection:
            connection.execute("VACUUM")
        return numbers(database)

    tasks = await start(gate, add(1), database=database)
    turn = asyncio.create_task(database.units.run_outside(vacuum))
    await pass_rounds()
    tasks.append(asyncio.create_task(database.transact(add(2))))
    gate.open()
    assert await turn == [0, 1]
    await asyncio.gather(*tasks)
    assert numbers(database) == [0, 1, 2]


async def test_two_threads_never_use_one_connection(database: Database, gate: Gate) -> None:
    """A look at what a unit has written is refused while one of its steps runs, and possible between two."""
    async with database.units.open() as unit:
        step = asyncio.create_task(unit.run(gate.hold))
        await gate.reached()
        with pytest.raises(RuntimeError, match="a step runs on this connection"):
            database.look_up("SELECT * FROM numbers")
        gate.open()
        await step
        assert [row["number"] for row in database.look_up("SELECT * FROM numbers")] == [0]


async def test_who_looks_things_up_does_so_in_one_thread(database: Database) -> None:
    """The driver itself refuses another one."""
    assert database.look_up("SELECT * FROM numbers") == []
    with pytest.raises(sqlite3.ProgrammingError, match="thread"):
        await asyncio.to_thread(database.look_up, "SELECT * FROM numbers")


async def test_what_a_caller_has_left_open_does_not_hold_up_the_end(database: Database) -> None:
    """A unit between two steps is taken back when the database is closed, and takes no more steps."""
    async with database.units.open() as unit:
        await unit.run(add(1))
        await database.close()
        with pytest.raises(Problem) as refused:
            await unit.run(add(2))
        assert refused.value.code is Code.STORAGE_UNAVAILABLE
    assert numbers(database) == []


async def test_a_turn_that_pauses_for_too_long_is_taken_back(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others write on, and its next step is refused with the reason; nothing of it has happened."""
    monkeypatch.setattr(turns, "MOST_SECONDS_IDLE", 0.2)
    async with asyncio.timeout(10), database.units.open() as unit:
        await unit.run(add(1))
        assert await asyncio.create_task(database.transact(add(2)), context=Context()) == 2
        with pytest.raises(Problem, match=r"must not pause for more than 0\.2 seconds") as refused:
            await unit.run(add(3))
        assert refused.value.code is Code.STORAGE_UNAVAILABLE
    assert numbers(database) == [2]


async def test_a_step_that_stops_an_iteration_fails_and_holds_nobody_up(database: Database) -> None:
    """No future takes StopIteration: who waited for it would wait for ever, with the right to write."""

    def stop(connection: Connection) -> int:
        add(1)(connection)
        return next(iter(()))

    async with asyncio.timeout(10):
        with pytest.raises(RuntimeError):
            await database.transact(stop)
        async with database.units.open() as unit:
            with pytest.raises(RuntimeError):
                await unit.run(stop)
        assert await database.transact(add(2)) == 2
    assert numbers(database) == [2]


async def test_what_goes_alone_shares_no_commit(database: Database, gate: Gate) -> None:
    """Those before it are answered before it begins, those after it go on in a transaction of their own."""
    tasks = await start(gate, add(1), database=database)
    alone = asyncio.create_task(database.transact(add(2), alone=True))
    tasks += [alone, *(asyncio.create_task(database.transact(add(number))) for number in (3, 4))]
    await pass_rounds()
    gate.open()
    assert await asyncio.gather(*tasks) == [0, 1, 2, 3, 4]
    assert gate.commits == 3


async def test_only_what_follows_another_takes_a_savepoint(database: Database, gate: Gate) -> None:
    """A savepoint keeps pages in memory until it ends, so one that goes alone, with many rows, has none."""
    said: list[str] = []
    await database.transact(lambda connection: listen(connection, said))
    tasks = await start(gate, add(1), database=database)
    alone = asyncio.create_task(database.transact(add(2), alone=True))
    await pass_rounds()
    gate.open()
    await asyncio.gather(*tasks, alone)
    begun = "BEGIN IMMEDIATE"
    told = [each for each in said if each == begun or each.endswith(" turn")]
    assert told == [begun, "SAVEPOINT turn", "RELEASE turn", begun]


async def test_what_takes_writes_back_is_kept_in_memory(database: Database) -> None:
    """And not in a file of the system's, which costs more calls of it than all the rest of a write."""
    assert await database.transact(lambda connection: connection.execute(text("PRAGMA temp_store")).scalar_one()) == 2


async def test_whoever_waits_behind_a_first_one_that_fails_goes_on_without_it(database: Database, gate: Gate) -> None:
    """Nothing of it is there, and nobody else is asked to do anything again."""

    def fail(connection: Connection) -> int:
        gate.hold(connection)
        raise ZeroDivisionError

    first = asyncio.create_task(database.transact(fail))
    await gate.reached()
    others = [asyncio.create_task(database.transact(add(number))) for number in (1, 2)]
    await pass_rounds()
    gate.open()
    assert await tell([first, *others]) == ["ZeroDivisionError", 1, 2]
    assert numbers(database) == [1, 2]
    assert gate.commits == 1


def listen(connection: Connection, said: list[str]) -> int:
    """Hear what is said to the writing connection from now on."""
    driver: Any = connection.connection.driver_connection
    driver.set_trace_callback(said.append)
    return 0
