"""Transactions over the steps of a call, as the gate uses them: `guard.writes.Transactions` over the database."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar

from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.guard.attribution import Attribution
from sitehand.guard.writes import Closing, Transaction, undoing
from sitehand.site.changes import ObjectChange
from sitehand.store.capture import forget_changes, last_note, read_revision, take_changes
from sitehand.store.changes import list_changes_since
from sitehand.store.database import Database, Unit
from sitehand.store.journal import write_entry
from sitehand.store.replays import Replay, find_replay, store_replay

T = TypeVar("T")
Settle = Callable[[Connection], None]


class Units:
    """Opens transactions; one that is opened inside another is a part of it, and can be taken back alone."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Transaction]:
        """A transaction; what is not concluded when the block ends has not happened."""
        outer = self._database.current_unit()
        if outer is None:
            async with self._database.unit() as unit:
                yield _Whole(unit)
            return
        part = _Part(outer, await outer.run(_set_savepoint))
        try:
            yield part
        finally:
            await part.close()


class _Step:
    """What a transaction of its own and a part of one have in common."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit

    async def check_revision(self, kind: str, object_id: str, expected: str | None) -> str | None:
        revision = await self._unit.run(lambda connection: read_revision(connection, kind, object_id))
        if expected is None or revision is None or revision == expected:
            return revision
        since = await self._unit.run(lambda connection: list_changes_since(connection, kind, object_id, expected))
        raise Problem(
            Code.REVISION_CONFLICT,
            f"The {kind} {object_id} was changed since revision {expected}; it has revision {revision} now.",
            hint="Read it again, and repeat the write on what is there now.",
            extra={"revision": revision, "changes": since},
        )


class _Whole(_Step):
    """A transaction of its own."""

    _replay: Replay | None = None

    async def find_answer(self, key: str, fingerprint: str) -> bytes | None:
        replay = self._replay = Replay(key, fingerprint)
        return await self._unit.run(lambda connection: find_replay(connection, replay))

    async def forget(self, answer: bytes) -> None:
        await self._unit.finish(lambda connection: _keep_only(connection, self._replay, answer))

    async def conclude(self, decide: Callable[[Closing], T]) -> T:
        def work(connection: Connection) -> tuple[T, bool]:
            ending = _Ending(connection, self._replay, self._unit.undoes)
            return decide(ending), ending.kept

        return await self._unit.finish(work)


class _Part(_Step):
    """A part of a transaction, after a savepoint. It stays or goes with the whole, which journals it."""

    def __init__(self, unit: Unit, began_at: int) -> None:
        super().__init__(unit)
        self._began_at = began_at
        self._undone = len(unit.undoes)
        self._open = True

    async def find_answer(self, key: str, fingerprint: str) -> bytes | None:
        """None: the answer is kept for the whole."""

    async def forget(self, answer: bytes) -> None:
        """Nothing: the answer is kept for the whole."""

    async def conclude(self, decide: Callable[[Closing], T]) -> T:
        def work(connection: Connection) -> T:
            part = _PartEnding(connection, self._began_at)
            decided = decide(part)
            if part.kept:
                connection.exec_driver_sql("RELEASE part")
                self._open = False
            return decided

        return await self._unit.run(work)

    async def close(self) -> None:
        """Take back what was not concluded."""
        if self._open:
            self._open = False
            self._unit.undoes = self._unit.undoes[: self._undone]
            await self._unit.run(_return_to_savepoint)


class _Ending:
    """The end of a transaction. Implements `guard.writes.Closing`."""

    def __init__(self, connection: Connection, replay: Replay | None, undoes: Sequence[int]) -> None:
        self._connection = connection
        self._replay = replay
        self._undoes = undoes
        self.objects: Sequence[ObjectChange] = take_changes(connection)
        self.kept = False

    def commit(self, by: Attribution, settle: Settle | None = None) -> int | None:
        self.kept = True
        if settle:
            settle(self._connection)
            self.objects = take_changes(self._connection)
        forget_changes(self._connection)
        if not self.objects:
            return None
        return write_entry(self._connection, undoing(by, self._undoes) if self._undoes else by, self.objects)

    def keep_answer(self, answer: bytes) -> None:
        if self._replay is not None:
            store_replay(self._connection, self._replay, answer)


class _PartEnding:
    """The end of a part. Implements `guard.writes.Closing`; the journal waits for the whole."""

    def __init__(self, connection: Connection, began_at: int) -> None:
        self._connection = connection
        self.objects: Sequence[ObjectChange] = take_changes(connection, began_at)
        self.kept = False

    def commit(self, by: Attribution, settle: Settle | None = None) -> int | None:
        self.kept = True
        if settle:
            settle(self._connection)
        return None

    def keep_answer(self, answer: bytes) -> None:
        """Nothing: the answer is kept for the whole."""


def _set_savepoint(connection: Connection) -> int:
    connection.exec_driver_sql("SAVEPOINT part")
    return last_note(connection)


def _return_to_savepoint(connection: Connection) -> None:
    connection.exec_driver_sql("ROLLBACK TO part")
    connection.exec_driver_sql("RELEASE part")


def _keep_only(connection: Connection, replay: Replay | None, answer: bytes) -> tuple[None, bool]:
    connection.exec_driver_sql("ROLLBACK TO replayed")
    if replay is not None:
        store_replay(connection, replay, answer)
    return None, True
