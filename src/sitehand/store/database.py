"""The data folder's database: one engine that reads, one that writes, and migrations on start.

SQLite allows one writer at a time. Each process therefore writes through a pool of one connection, whose
transactions begin IMMEDIATE: writers queue here instead of failing half-way. Readers never wait for them (WAL).

Statements run in threads of their own, beside the event loop, and the hops between the threads cost ten times as
much as a small statement. So what an index answers at once may run in the loop's thread (`look_up`), and a
transaction of many statements goes to its thread as a whole (`transact`).
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

FILE_NAME = "sitehand.db"
READERS = 4
BUSY_TIMEOUT_MILLISECONDS = 30_000
MAPPED_BYTES = 256 * 1024 * 1024

T = TypeVar("T")


class Database:
    """Connections to `<folder>/sitehand.db`."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        url = f"sqlite+aiosqlite:///{self.path}"
        self._readers = create_async_engine(
            url, isolation_level="AUTOCOMMIT", pool_size=READERS, max_overflow=0, pool_reset_on_return=None
        )
        self._writer = create_async_engine(url, pool_size=1, max_overflow=0, pool_timeout=60)
        blocking = {"connect_args": {"check_same_thread": False}}
        self._indexed = create_engine(
            f"sqlite:///{self.path}", isolation_level="AUTOCOMMIT", pool_reset_on_return=None, **blocking
        )
        self._transactions = create_engine(f"sqlite:///{self.path}", pool_size=1, max_overflow=0, **blocking)
        self._thread: ThreadPoolExecutor | None = None
        self._glances: sqlite3.Connection | None = None
        self._jots: sqlite3.Connection | None = None
        for engine in (self._readers.sync_engine, self._writer.sync_engine, self._indexed, self._transactions):
            event.listen(engine, "connect", _configure)
        for engine in (self._writer.sync_engine, self._transactions):
            event.listen(engine, "begin", _begin_immediate)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection for reading; each statement sees the latest committed state."""
        async with self._readers.connect() as connection:
            yield connection

    def look_up(self) -> Connection:
        """A connection that blocks, to use in a `with`, for statements that an index answers in microseconds."""
        return self._indexed.connect()

    def glance(self, statement: str, values: Mapping[str, Any] | None = None) -> list[sqlite3.Row]:
        """The rows of a read in SQL that an index answers, past SQLAlchemy: for what nearly every request asks."""
        if self._glances is None:
            address = f"{self.path.as_uri()}?mode=ro"
            self._glances = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
            self._glances.row_factory = sqlite3.Row
            self._glances.execute(f"PRAGMA mmap_size={MAPPED_BYTES}")
        return self._glances.execute(statement, values or {}).fetchall()

    def state(self) -> int:
        """A number that changes with every commit to the file, by whatever process. Source: PRAGMA data_version."""
        return int(self.glance("PRAGMA data_version")[0][0])

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed when the block ends, rolled back when it raises."""
        async with self._writer.begin() as connection:
            yield connection

    def jot(self, statement: str, values: Mapping[str, Any]) -> bool:
        """Write one row by its index without waiting: not for the disk, nor for another writer (then False).

        For what may be lost with the machine, and must never hold up a request that only reads.
        """
        if self._jots is None:
            self._jots = sqlite3.connect(self.path, timeout=0, isolation_level=None, check_same_thread=False)
            self._jots.execute("PRAGMA synchronous=NORMAL")
        try:
            self._jots.execute(statement, values)
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            return False
        return True

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """Run `work` as one transaction in the writing thread: committed when it returns, undone when it raises."""
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, "sitehand-writer")
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, work)

    def _run(self, work: Callable[[Connection], T]) -> T:
        with self._transactions.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        """Close every connection."""
        if self._thread is not None:
            await asyncio.to_thread(self._thread.shutdown)
            self._thread = None
        for connection in (self._glances, self._jots):
            if connection is not None:
                connection.close()
        self._glances = self._jots = None
        self._indexed.dispose()
        self._transactions.dispose()
        await self._readers.dispose()
        await self._writer.dispose()

    @property
    def engines(self) -> tuple[AsyncEngine, AsyncEngine]:
        """The engine that reads and the engine that writes."""
        return self._readers, self._writer


def _configure(connection: Any, _record: Any) -> None:
    """Durable on commit, readers beside the writer, foreign keys on, transactions begun by us alone."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout={BUSY_TIMEOUT_MILLISECONDS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"mmap_size={MAPPED_BYTES}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_immediate(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
