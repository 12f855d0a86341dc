"""Transactions over the database's units: what they keep, take back and read, part by part."""

import asyncio
import sqlite3
import threading
from collections.abc import Coroutine, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, event, text

from sitehand.errors import Code, Problem
from sitehand.site.changes import ObjectChange
from sitehand.site.transactions import Record, Repeated, Terms
from sitehand.store import capture
from sitehand.store.capture import Notes
from sitehand.store.database import Database
from sitehand.store.objects import read_revision
from sitehand.store.open_transaction import FEW
from sitehand.store.replays import Replay, store_replay
from sitehand.store.settings import SettingsTable, write_settings
from sitehand.store.sqlite.triggers import TAKE_NOTES
from sitehand.store.transactions import DatabaseTransactions

NAME = "title"


async def write(database: Database, name: str, value: str) -> None:
    """One step of a call."""
    await database.transact(lambda connection: write_settings(connection, {name: value}))


def write_title(connection: Connection) -> str:
    """A step that answers something."""
    write_settings(connection, {NAME: "New"})
    return "done"


class Pause:
    """Stops a step in the writing thread until the call that it belongs to was cancelled."""

    def __init__(self) -> None:
        self._loop, self._reached, self._go_on = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

    def wait(self) -> None:
        """Stop here, in the step."""
        self._loop.call_soon_threadsafe(self._reached.set)
        assert self._go_on.wait(20)

    async def cancel(self, call: Coroutine[Any, Any, None]) -> None:
        """Make the call, cancel it in that step, and wait for its end."""
        task = asyncio.create_task(call)
        await self._reached.wait()
        task.cancel()
        await asyncio.sleep(0)
        self._go_on.set()
        await task


def tell(_: Connection, objects: Sequence[ObjectChange]) -> list[str]:
    """A record: the names of the settings that were changed."""
    return tell_names(objects)


def tell_names(objects: Sequence[ObjectChange]) -> list[str]:
    """The names of settings."""
    return [each.object for each in objects]


async def test_what_is_not_committed_has_not_happened(database: Database) -> None:
    """It was seen inside, with its objects."""
    async with DatabaseTransactions(database).open() as transaction:
        await write(database, NAME, "Tried")
        assert [each.object for each in await transaction.objects()] == [NAME]
    assert await SettingsTable(database).get(NAME) == {}


async def test_after_a_rollback_a_record_alone_is_committed(database: Database) -> None:
    """What was done before is gone, for the record too."""
    async with DatabaseTransactions(database).open() as transaction:
        await write(database, NAME, "Tried")
        await transaction.rollback()
        assert await transaction.commit(tell) == []
    assert await SettingsTable(database).get(NAME) == {}


async def test_a_part_goes_alone_and_stays_with_the_whole(database: Database) -> None:
    """Each part has its own objects, the whole those of the parts that were committed."""
    transactions = DatabaseTransactions(database)
    async with transactions.open() as whole:
        await write(database, "first", "1")
        async with transactions.open() as part:
            await write(database, "second", "2")
            assert await part.commit(tell) == ["second"]
        async with transactions.open() as part:
            await write(database, "third", "3")
            assert [each.object for each in await part.objects()] == ["third"]
        async with transactions.open() as part:
            await write(database, "first", "4")
            async with transactions.open() as inner:
                await write(database, "fifth", "5")
                await inner.commit(tell)
            assert await part.commit(tell) == ["first", "fifth"]
        assert await whole.commit(tell) == ["first", "second", "fifth"]
    found = await SettingsTable(database).get("first", "second", "third", "fifth")
    assert found == {"first": "4", "second": "2", "fifth": "5"}


async def test_what_a_failed_step_has_done_is_told(database: Database) -> None:
    """Where its call goes on, what it left there is decided on and journaled, also after a part that was taken back."""

    def do_half(connection: Connection) -> None:
        write_settings(connection, {NAME: "Half"})
        raise ZeroDivisionError

    transactions = DatabaseTransactions(database)
    async with transactions.open() as whole:
        with pytest.raises(ZeroDivisionError):
            await database.transact(do_half)
        assert [each.object for each in await whole.objects()] == [NAME]
        with pytest.raises(ZeroDivisionError):
            await database.transact(do_half)
        async with transactions.open():
            await write(database, "other", "Tried")
        assert await whole.commit(tell) == [NAME]
    assert await SettingsTable(database).get(NAME) == {NAME: "Half"}


async def test_what_cannot_be_noted_is_not_committed(database: Database) -> None:
    """Also when somebody catches the fault of the step, whose notes are gone by then; a rollback begins anew."""
    unreadable = text("INSERT INTO settings (name, value) VALUES (CAST(x'ff' AS TEXT), '1')")
    async with DatabaseTransactions(database).open() as transaction:
        for step in (database.transact(lambda connection: connection.execute(unreadable)), transaction.commit(tell)):
            with pytest.raises(sqlite3.OperationalError, match="Could not decode"):
                await step
        await transaction.rollback()
        await write(database, NAME, "New")
        assert await transaction.commit(tell) == [NAME]
    rows = database.look_up("SELECT CAST(name AS BLOB) FROM settings", committed=True)
    assert [tuple(row) for row in rows] == [(NAME.encode(),)]


async def test_what_cannot_be_told_is_not_committed(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """The step raises; and so does the commit, when somebody catches that."""

    def fail(*_: object) -> list[ObjectChange]:
        raise ZeroDivisionError

    monkeypatch.setattr(Notes, "changes", fail)
    async with DatabaseTransactions(database).open() as transaction:
        for step in (write(database, NAME, "New"), transaction.commit(tell)):
            with pytest.raises(ZeroDivisionError):
                await step
    assert await SettingsTable(database).get(NAME) == {}


async def test_terms_are_checked_with_the_first_step(database: Database) -> None:
    """A step after a stale revision does not run, and what was refused is raised again by every later one."""
    await write(database, NAME, "Now")
    now = await database.transact(lambda connection: read_revision(connection, "setting", NAME))
    async with DatabaseTransactions(database).open(Terms(expected=[("setting", NAME, now)])) as transaction:
        await write(database, NAME, "Later")
        assert await transaction.revision("setting", NAME) == now
        await transaction.commit(tell)
    async with DatabaseTransactions(database).open(Terms(expected=[("setting", NAME, now)])) as transaction:
        for _ in range(2):
            with pytest.raises(Problem) as refused:
                await write(database, NAME, "Too late")
            assert refused.value.code is Code.REVISION_CONFLICT
        with pytest.raises(Problem):
            await transaction.objects()
        with pytest.raises(Problem):
            await transaction.commit(tell)
    assert await SettingsTable(database).get(NAME) == {NAME: "Later"}


async def test_an_answer_that_was_kept_meanwhile_is_found_at_the_commit(database: Database) -> None:
    """Between a rollback and the commit of its record another call may have answered."""
    terms = Terms("key:1\nonce", "call")
    async with DatabaseTransactions(database).open(terms) as transaction:
        await write(database, NAME, "Tried")
        await transaction.rollback()
        async with database.units.open() as other:
            replay = Replay(terms.key, terms.fingerprint)
            await other.run(lambda connection: store_replay(connection, replay, b"kept"))
            await other.finish(lambda connection: (None, True))
        with pytest.raises(Repeated) as repeated:
            await transaction.commit(tell)
        assert repeated.value.answer == b"kept"


async def test_a_first_step_may_commit(database: Database) -> None:
    """What decides sees what it answered and changed; its record is committed with it, and answers for the step."""
    seen: list[Any] = []

    def decide(result: Any, objects: Sequence[ObjectChange]) -> Record[list[str]]:
        seen.append((result, tell_names(objects)))
        return tell

    async with DatabaseTransactions(database).open(early=decide):
        answer: Any = await database.transact(write_title)
        assert answer == [NAME]
        assert await SettingsTable(database).get(NAME) == {NAME: "New"}
    assert seen == [("done", [NAME])]
    assert await SettingsTable(database).get(NAME) == {NAME: "New"}


async def test_a_call_whose_first_step_does_not_commit_goes_on(database: Database) -> None:
    """What decides is asked once, and the call is committed or taken back as any other."""
    asked: list[Any] = []
    transactions = DatabaseTransactions(database)
    for is_kept in (False, True):
        async with transactions.open(early=lambda result, _: asked.append(result)) as transaction:
            assert await database.transact(write_title) == "done"
            await write(database, "other", "2")
            if is_kept:
                assert await transaction.commit(tell) == [NAME, "other"]
        assert bool(await SettingsTable(database).get(NAME, "other")) is is_kept
    assert asked == ["done", "done"]


async def test_after_an_early_commit_there_is_no_other_step(database: Database) -> None:
    """That would be a transaction of its own, about which nobody decides."""
    async with DatabaseTransactions(database).open(early=lambda *_: tell) as transaction:
        await database.transact(write_title)
        with pytest.raises(RuntimeError, match="committed with its first step"):
            await write(database, "other", "2")
        with pytest.raises(RuntimeError, match="committed with its first step"):
            await transaction.objects()
    assert await SettingsTable(database).get(NAME, "other") == {NAME: "New"}


async def test_terms_that_are_checked_alone_do_not_commit(database: Database) -> None:
    """That is no step of the call: it may go on, or be refused."""
    early = list[Any]()
    terms = Terms("key:1\nonce", "call")
    async with DatabaseTransactions(database).open(terms, lambda *of: early.append(of)) as transaction:
        await transaction.check()
        assert not early
        await database.transact(write_title)
        assert [result for result, _ in early] == ["done"]


async def test_a_step_that_fails_does_not_commit(database: Database) -> None:
    """Nor does the next one, which is not the first."""
    async with DatabaseTransactions(database).open(early=lambda *_: tell) as transaction:
        with pytest.raises(ZeroDivisionError):
            await database.transact(lambda _: 1 // 0)
        assert await database.transact(write_title) == "done"
        await transaction.rollback()
    assert await SettingsTable(database).get(NAME) == {}


async def test_a_step_whose_record_fails_is_not_kept(database: Database) -> None:
    """Nor is what it does afterwards: a record that failed half-way would be kept with it."""

    def fail(_: Connection, __: Sequence[ObjectChange]) -> None:
        raise ZeroDivisionError

    async with DatabaseTransactions(database).open(early=lambda *_: fail) as transaction:
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                await database.transact(write_title)
        with pytest.raises(ZeroDivisionError):
            await transaction.commit(tell)
    assert await SettingsTable(database).get(NAME) == {}


async def test_a_commit_that_fails_leaves_nothing_of_an_early_one(database: Database) -> None:
    """The call is refused as one that fails at its commit, and may be repeated."""
    engine, faults = database._transactions, [sqlite3.OperationalError("disk I/O error")]

    def fail(_: Connection) -> None:
        if faults:
            raise faults.pop()

    event.listen(engine, "commit", fail)
    transactions = DatabaseTransactions(database)
    async with transactions.open(Terms("key:1\nonce", "call"), lambda *_: tell) as transaction:
        with pytest.raises((Problem, sqlite3.OperationalError)):
            await database.transact(write_title)
        await transaction.check()
    assert await SettingsTable(database).get(NAME) == {}
    async with transactions.open(early=lambda *_: tell):
        await database.transact(write_title)
    assert await SettingsTable(database).get(NAME) == {NAME: "New"}


async def test_a_part_is_committed_with_the_whole(database: Database) -> None:
    """Whether it stays is not known before."""
    transactions = DatabaseTransactions(database)
    async with transactions.open(), transactions.open(early=lambda *_: tell) as part:
        assert await database.transact(write_title) == "done"
        assert await part.commit(tell) == [NAME]
    assert await SettingsTable(database).get(NAME) == {}


async def test_who_is_cancelled_during_a_step_that_commits_has_done_nothing(database: Database) -> None:
    """As with a last step that it asked for itself."""
    pause = Pause()

    def decide(*_: Any) -> Record[list[str]]:
        pause.wait()
        return tell

    async def call() -> None:
        async with DatabaseTransactions(database).open(early=decide):
            await database.transact(write_title)

    with pytest.raises(asyncio.CancelledError):
        await pause.cancel(call())
    assert await SettingsTable(database).get(NAME) == {}


async def test_who_is_cancelled_in_a_step_that_does_not_commit_may_go_on(database: Database) -> None:
    """One that catches it, as a limit in seconds around a step does, keeps what it then commits."""
    pause = Pause()

    async def call() -> None:
        async with DatabaseTransactions(database).open(early=lambda *_: None) as transaction:
            with pytest.raises(asyncio.CancelledError):
                await database.transact(lambda _: pause.wait())
            await database.transact(write_title)
            await transaction.commit(tell)

    await pause.cancel(call())
    assert await SettingsTable(database).get(NAME) == {NAME: "New"}


async def test_a_call_of_many_steps_stays_linear(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each note is read once, also those of a part; past some objects they are told when somebody asks for them."""
    read: list[int] = []
    told: list[int] = []
    changes = Notes.changes

    def take(connection: Connection) -> Sequence[Sequence[Any]]:
        noted = TAKE_NOTES.tuples(connection)
        read.append(len(noted))
        return noted

    def count(notes: Notes, connection: Connection) -> list[ObjectChange]:
        told.append(len(notes.rows))
        return changes(notes, connection)

    monkeypatch.setattr(Notes, "changes", count)
    monkeypatch.setattr(capture, "TAKE_NOTES", SimpleNamespace(tuples=take))
    transactions, steps = DatabaseTransactions(database), 2 * FEW
    async with transactions.open() as whole:
        for number in range(steps):
            await write(database, f"alone {number}", "1")
        async with transactions.open() as part:
            for number in range(steps):
                await write(database, f"part {number}", "1")
            await part.commit(tell)
        assert len(await whole.objects()) == 2 * steps
    assert read == [1] * 2 * steps, "a note was read twice, or there was none to read"
    assert [count for count in told if count > FEW] == [steps, 2 * steps]
