"""The data folder's database, which has three verbs: read, look up, transact.

SQLite allows one writer at a time. Each process therefore writes through one connection, whose transactions begin
IMMEDIATE: writers queue here instead of failing half-way, and share a transaction when several wait (`writing.py`).
Readers never wait for them (WAL).

Statements run in threads of their own, beside the event loop (`Readers`), and the hops between the threads cost ten
times as much as a small statement. So what an index answers at once runs in the loop's thread (`look_up`), and whole
reads and transactions go to their threads (`read`, `transact`). Every read of a request has a time bound.

Every transaction that changed something ends with an entry in the journal, whoever wrote it. A call that takes
several steps, or may be rolled back, opens a unit (`units.py`): one transaction, which all its writes and reads join.
"""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, create_engine, event

from sitehand.guard.attribution import Attribution
from sitehand.guard.call import current_call
from sitehand.store.capture import take_changes
from sitehand.store.connections import configure, note_changes, note_file
from sitehand.store.faults import explained, raise_explained
from sitehand.store.journal import write_entry
from sitehand.store.momentary import Momentary
from sitehand.store.occupancy import Occupancy
from sitehand.store.reading import Bound, Readers, bound_of, bound_reads
from sitehand.store.schema import Schema
from sitehand.store.sqlite import BUSY_TIMEOUT_MILLISECONDS
from sitehand.store.sqlite.connections import open_lookups, state_reader
from sitehand.store.sqlite.driver import DriverConnection, DriverFault, Row, look_up_in
from sitehand.store.units import Units, begun_unit, current_unit
from sitehand.store.unsynced import UnsyncedWrites
from sitehand.store.write_lock import WriteLock
from sitehand.store.writing import Writer

__all__ = ["FILE_NAME", "READERS", "Database", "journal_changes"]

FILE_NAME = "sitehand.db"
READERS = 4
"""Threads that read for callers of the API, and as many for visitors."""
READ_SECONDS = 5.0

T = TypeVar("T")
Lookups = tuple[DriverConnection, Bound, Callable[[], int]]
"""A connection for look-ups, the bound on them, and what reads the state of the file."""


class Database:
    """Connections to `<folder>/sitehand.db`. `schema` says which tables it has: the ledger's, or a site's too."""

    def __init__(self, folder: Path, schema: Schema, read_seconds: float = READ_SECONDS) -> None:
        self.path = folder / FILE_NAME
        self.schema = schema
        configured = partial(configure, schema)
        self._read_seconds = read_seconds
        self._callers = Readers(self.path, "reader", READERS, read_seconds, configured)
        self.visitors = Readers(self.path, "visitor", READERS, read_seconds, configured)
        blocking = {"connect_args": {"check_same_thread": False}}
        self._snapshots = create_engine(
            f"sqlite:///{self.path}", isolation_level="AUTOCOMMIT", pool_reset_on_return=None, **blocking
        )
        self._transactions = create_engine(f"sqlite:///{self.path}", pool_size=1, max_overflow=0, **blocking)
        self._long_reads: set[asyncio.Future[Any]] = set()
        self.occupancy = Occupancy(folder)
        self._lookups: Lookups | None = None
        self._state = Momentary(self._read_state)
        self.unsynced = UnsyncedWrites(self.path)
        for engine in (self._snapshots, self._transactions):
            event.listen(engine, "connect", configured)
            note_file(engine, self.path)
            event.listen(engine, "handle_error", raise_explained)
        bound_reads(self._transactions, read_seconds)
        note_changes(self._transactions)
        self._writer = Writer(self._transactions, self.path, WriteLock(folder, BUSY_TIMEOUT_MILLISECONDS / 1000))
        self.units = Units(self._writer)

    async def read(self, work: Callable[[Connection], T], *, long: bool = False) -> T:
        """Run a read beside the event loop; inside a unit that has begun, as its transaction sees it.

        A `long` read has no time bound, and all its statements see one state: for what the service itself exports,
        verifies and compares, however long that takes. Raises Problem(read_timeout) for any other that takes too long.
        """
        if (unit := begun_unit()) is not None:
            return await unit.run(work if long else partial(_read_bound, work))
        return await (self._read_long(work) if long else self._callers.read(work))

    async def _read_long(self, work: Callable[[Connection], T]) -> T:
        # A thread goes on when whoever waits for it is cancelled: `close` waits for it then.
        reading = asyncio.ensure_future(asyncio.to_thread(self._read_snapshot, work))
        self._long_reads.add(reading)
        reading.add_done_callback(self._long_reads.discard)
        return await asyncio.shield(reading)

    def _read_snapshot(self, work: Callable[[Connection], T]) -> T:
        with self._snapshots.connect() as connection:
            # Without a transaction, each statement would see the state of its own moment.
            connection.exec_driver_sql("BEGIN")
            try:
                return work(connection)
            finally:
                connection.exec_driver_sql("ROLLBACK")

    def look_up(self, statement: str, values: Mapping[str, Any] | None = None, *, committed: bool = False) -> list[Row]:
        """The rows of a statement in SQL that an index answers in microseconds, in the event loop's own thread.

        It goes past SQLAlchemy: nearly every request asks. Inside a unit that has begun it sees what that has written;
        `committed` looks past it, since what is kept for later requests must not be rolled back.
        """
        if not committed and (unit := begun_unit()) is not None:
            with unit.borrowed() as joined, explained(), bound_of(joined):
                return look_up_in(joined, statement, values or {})
        with explained():
            connection, bound, _ = self._open_lookups()
            with bound:
                return connection.execute(statement, values or {}).fetchall()

    def state(self) -> int:
        """A number that changes with every commit to the file, by whatever process. For the event loop's thread.

        Requests that are ready together find the same one; whoever had heard of a commit finds it told (`Momentary`).
        """
        return self._state.value()

    def _read_state(self) -> int:
        try:
            _, _, read = self._lookups or self._open_lookups()
            return read()
        except (DriverFault, OSError):
            with explained():
                raise

    async def transact(self, work: Callable[[Connection], T], *, alone: bool = False) -> T:
        """Run `work` in the writing thread, all or nothing: committed when this returns, undone when it raises.

        In a unit it is a step of that unit. Outside it runs a second time when another writer's fault has undone it;
        what may change many rows goes `alone`, see `turns.Turn`.
        """
        if (unit := current_unit()) is not None:
            return await unit.run(work)
        return await self._writer.transact(partial(_transact, work, current_call().by), alone=alone)

    def _open_lookups(self) -> Lookups:
        if self._lookups is None:
            connection = open_lookups(self.path)
            self._lookups = connection, Bound(connection, self._read_seconds), state_reader(connection)
        return self._lookups

    async def close(self) -> None:
        """Wait for what runs, and close every connection."""
        await self._writer.close()
        if self._long_reads:
            await asyncio.wait(self._long_reads)
        await self._callers.close()
        await self.visitors.close()
        if self._lookups is not None:
            self._lookups[0].close()
            self._lookups = None
        self.unsynced.close()
        self._snapshots.dispose()
        self._transactions.dispose()
        self.occupancy.leave()


def _read_bound(work: Callable[[Connection], T], connection: Connection) -> T:
    with bound_of(connection):
        return work(connection)


def _transact(work: Callable[[Connection], T], by: Attribution, connection: Connection) -> T:
    result = work(connection)
    journal_changes(connection, by)
    return result


def journal_changes(connection: Connection, by: Attribution) -> int | None:
    """End what the open transaction wrote with an entry in the journal; its id, or None when nothing changed."""
    found = take_changes(connection)
    return write_entry(connection, by, found) if found else None
