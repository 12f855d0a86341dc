"""Reads beside the event loop, and the bound on how long any read may take.

A request that reads for long holds a thread, never the loop, and only for so many seconds. Visitors and callers of the
API have threads and connections of their own, so that neither waits for the other.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Executable, Row, create_engine, event

from sitehand.errors import Code, Problem
from sitehand.store.faults import raise_explained

T = TypeVar("T")
STEPS = 20_000
"""Instructions of SQLite's machine between two looks at the clock: less than a millisecond apart."""
NEVER = float("inf")


class Bound:
    """Interrupts what runs on a connection inside a `with` for longer than so many seconds.

    Raises Problem(read_timeout) then. Source: https://sqlite.org/c3ref/progress_handler.html
    """

    def __init__(self, connection: sqlite3.Connection, seconds: float) -> None:
        self._seconds = seconds
        self._end = NEVER
        connection.set_progress_handler(self._is_over, STEPS)

    def __enter__(self) -> None:
        self._end = time.monotonic() + self._seconds

    def __exit__(self, _kind: type[BaseException] | None, fault: BaseException | None, _: TracebackType | None) -> None:
        self._end = NEVER
        if fault is None:
            return
        if getattr(getattr(fault, "orig", fault), "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
            raise _timeout(self._seconds) from fault

    def _is_over(self) -> bool:
        return time.monotonic() > self._end


def _timeout(seconds: float) -> Problem:
    return Problem(
        Code.READ_TIMEOUT,
        f"Reading took longer than {seconds:g} seconds and was stopped.",
        hint="Ask for less: use rarer words, another order or more filters. The owner can raise SITEHAND_READ_SECONDS.",
    )


def bound_reads(engine: Engine, seconds: float) -> None:
    """Give each connection of an engine a bound, for `bound_of`."""

    def add(connection: sqlite3.Connection, record: Any) -> None:
        record.info["bound"] = Bound(connection, seconds)

    event.listen(engine, "connect", add)


def bound_of(connection: Connection) -> Bound:
    """The bound of a connection, to read in a `with` of it."""
    bound: Bound = connection.info["bound"]
    return bound


def list_rows(
    statement: Executable, values: Mapping[str, Any] | None = None
) -> Callable[[Connection], Sequence[Row[Any]]]:
    """A read of one statement's rows, for `Database.read`."""
    return lambda connection: connection.execute(statement, values).all()


class Readers:
    """Threads that read, each on a connection of its own."""

    def __init__(self, path: Path, name: str, size: int, seconds: float, configure: Callable[[Any, Any], None]) -> None:
        self._name = name
        self._size = size
        self._seconds = seconds
        self._engine = create_engine(
            f"sqlite:///{path}",
            isolation_level="AUTOCOMMIT",
            pool_size=size,
            max_overflow=0,
            pool_reset_on_return=None,  # nothing is open between two reads
            connect_args={"check_same_thread": False},
        )
        event.listen(self._engine, "connect", configure)
        event.listen(self._engine, "handle_error", raise_explained)
        bound_reads(self._engine, seconds)
        self._threads: ThreadPoolExecutor | None = None

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a thread. Raises Problem(read_timeout) when it takes too long, or a thread is free too late."""
        if self._threads is None:
            self._threads = ThreadPoolExecutor(self._size, f"sitehand-{self._name}")
        asked = time.monotonic()
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, work, asked)

    def _run(self, work: Callable[[Connection], T], asked: float) -> T:
        if time.monotonic() - asked > self._seconds:
            raise _timeout(self._seconds)
        with self._engine.connect() as connection, bound_of(connection):
            return work(connection)

    async def close(self) -> None:
        """Wait for what runs, and close every connection."""
        if self._threads is not None:
            await asyncio.to_thread(self._threads.shutdown)
            self._threads = None
        self._engine.dispose()
