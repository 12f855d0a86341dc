"""The counters that all workers of one machine share: in a file, and in memory while that cannot be used."""

import fcntl
import logging
import os
import secrets
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from sitehand.guard.limits import WINDOW_SECONDS
from sitehand.store.faults import DAMAGED, code_of
from sitehand.store.files import identify_file
from sitehand.store.momentary import Momentary
from sitehand.store.sqlite.connections import set_pragmas

BUSY_TIMEOUT_MILLISECONDS = 1000
"""Counting runs in the event loop: nobody may hold it up for long."""
PAGE_BYTES = 512
"""The page size of a new file, SQLite's smallest: each count writes the page that holds its counter."""
AGAIN_SECONDS = 5.0
"""Seconds until a file that could not be used is tried again."""
SPENT = 1_000_000
"""More than any limit on wrong credentials allows."""
KEPT_SECONDS, KEPT_MARKS = 30 * 86400, 1000
"""How much longer a mark is kept than it holds, and how many of the newest are kept however old they seem: a clock that
jumped ahead and came back has then lost none."""
TABLE = """CREATE TABLE IF NOT EXISTS windows
    (key TEXT PRIMARY KEY, count INTEGER, expiry REAL, seconds REAL) WITHOUT ROWID"""
HOLDS = f"expiry > :now AND (seconds > {WINDOW_SECONDS} OR expiry <= :now + seconds + 1)"
"""A window is over when its end is past, or further ahead than it lasts: then the clock was set back. What lasts longer
is no window but a mark, such as that of a session that was ended, and stays."""
COUNT = f"""INSERT INTO windows VALUES (:key, :amount, :now + :seconds, :seconds) ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN {HOLDS} THEN count + :amount ELSE :amount END,
    expiry = CASE WHEN {HOLDS} THEN expiry ELSE :now + :seconds END, seconds = :seconds
    RETURNING count, expiry"""  # noqa: S608 - no value comes from outside
NEWEST = f"SELECT expiry FROM windows WHERE seconds > {WINDOW_SECONDS} ORDER BY expiry DESC LIMIT {KEPT_MARKS}"  # noqa: S608
CLEAR = f"""DELETE FROM windows WHERE CASE WHEN seconds > {WINDOW_SECONDS}
    THEN expiry <= :now - {KEPT_SECONDS} AND expiry < (SELECT min(expiry) FROM ({NEWEST}))
    ELSE NOT ({HOLDS}) END"""  # noqa: S608
LOOK = f"SELECT count, expiry FROM windows WHERE key = :key AND {HOLDS}"  # noqa: S608
CARRY = """INSERT INTO windows VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET
    count = max(count, excluded.count), expiry = max(expiry, excluded.expiry)"""

T = TypeVar("T")
log = logging.getLogger("sitehand.counters")


class FileCounters:
    """Implements `guard.limits.Counters` in a SQLite file of its own, shared by the workers of one machine.

    Counters may be lost with the machine, so nothing waits for the disk, and a damaged file is made anew. One statement
    counts and reads, which makes it atomic over processes; it runs in the calling thread, for it takes microseconds.

    While the file cannot be used, as on a full disk, each worker goes on in its memory from what the file had. It
    counts everything as often as there are workers, so that together they let through no more than before. With `spent`
    a counter that is not known begins as used up, for as long as a window lasts: a full disk gives nobody new guesses.
    """

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], float] = time.time,
        name: str = "counters",
        *,
        workers: int = 1,
        spent: bool = False,
    ) -> None:
        self.fault = ""
        """Why the file cannot be used now; empty: it can."""
        self._clock = clock
        self._workers = workers
        self._spent = spent
        self._counted = ("", 0.0)
        self._path = folder / f"{name}.db"
        self._opened: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
        self._there = Momentary(lambda: identify_file(self._path))
        self._memory: sqlite3.Connection | None = None
        self._away_since = self._tried = 0.0

    async def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Add to the counter; one whose window is over begins a new window of `expiry` seconds.

        Each new window is the occasion to throw away those that are over.
        """
        now = self._clock()

        def count(database: sqlite3.Connection) -> tuple[int, float]:
            return _count(database, key, amount, now, expiry)

        def count_alone(memory: sqlite3.Connection) -> tuple[int, float]:
            return _count(memory, key, self._weigh(memory, key, amount, now, expiry), now, expiry)

        counted, ends = self._use(count, count_alone)
        self._counted = (key, ends)
        return counted

    async def get(self, key: str) -> int:
        row = self._row(key)
        return int(row[0]) if row else 0

    async def get_expiry(self, key: str) -> float:
        """When the window ends, in epoch seconds; now, when there is none.

        Right after a count, which is when a rate limit asks, the answer is at hand.
        """
        counted, self._counted = self._counted, ("", 0.0)
        if counted[0] == key:
            return counted[1]
        row = self._row(key)
        return float(row[1]) if row else self._clock()

    async def reset(self) -> int | None:
        return self._use(lambda database: database.execute("DELETE FROM windows").rowcount)

    async def clear(self, key: str) -> None:
        self._use(lambda database: database.execute("DELETE FROM windows WHERE key = ?", (key,)))

    def close(self) -> None:
        """Close the file, and forget what is only in memory; counting opens it again."""
        for connection in (self._opened, self._memory):
            if connection is not None:
                connection.close()
        self._opened = self._memory = None
        self.fault = ""

    def _row(self, key: str) -> tuple[int, float] | None:
        values = {"key": key, "now": self._clock()}
        found: tuple[int, float] | None = self._use(lambda database: database.execute(LOOK, values).fetchone())
        return found

    def _use(
        self, work: Callable[[sqlite3.Connection], T], alone: Callable[[sqlite3.Connection], T] | None = None
    ) -> T:
        """What the file says; while it cannot be used, what the memory says."""
        if self._memory is None or time.monotonic() - self._tried >= AGAIN_SECONDS:
            try:
                return self._use_file(work)
            except sqlite3.Error as fault:
                self._go_alone(fault)
        if self._memory is None:
            raise RuntimeError("the counters are neither in a file nor in memory")
        return (alone or work)(self._memory)

    def _use_file(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return self._try_file(work)
        except sqlite3.DatabaseError as fault:
            if code_of(fault) not in DAMAGED:
                raise
            log.error("%s is damaged, and is made anew: %s", self._path, fault)
            self._make_anew()
            return self._try_file(work)

    def _try_file(self, work: Callable[[sqlite3.Connection], T]) -> T:
        database = self._open()
        if self._memory is not None:
            self._come_back(database, self._memory)
        return work(database)

    def _open(self) -> sqlite3.Connection:
        """The file that is there now; who has made it anew may have been another process."""
        if self._opened is not None and self._file is not None and self._file == self._there.value():
            return self._opened
        self._shut()
        if identify_file(self._path) is None:
            self._make()
        self._opened, self._file = _connect(self._path), None
        # The file may have been made just now, which `Momentary` does not know yet.
        self._there.forget()
        self._file = self._there.value()
        return self._opened

    def _make(self) -> None:
        """Make the file under another name, and give it its own when it is whole, unless another process was faster.

        SQLite does not wait when several switch one file to WAL: all but one would be told that it is locked.
        """
        draft = self._path.with_name(f"{self._path.name}.{secrets.token_hex(8)}")
        try:
            _connect(draft).close()
            with suppress(OSError):  # where it cannot have two names either, `_open` makes it in its place
                os.link(draft, self._path)
        finally:
            draft.unlink(missing_ok=True)

    def _shut(self) -> None:
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    def _make_anew(self) -> None:
        """Remove the damaged file, unless another process has done so already."""
        self._shut()
        with suppress(FileNotFoundError), self._path.open("rb") as damaged:
            fcntl.flock(damaged, fcntl.LOCK_EX)
            found = os.fstat(damaged.fileno())
            if identify_file(self._path) == (found.st_dev, found.st_ino):
                for ending in ("-wal", "-shm", ""):
                    self._path.with_name(self._path.name + ending).unlink(missing_ok=True)

    def _weigh(self, memory: sqlite3.Connection, key: str, amount: int, now: float, seconds: int) -> int:
        """How much to count for all workers; a window that nobody knows may be used up already."""
        known = memory.execute(LOOK, {"key": key, "now": now}).fetchone()
        unsure = self._spent and known is None and now < self._away_since + seconds
        return amount * self._workers + (SPENT if unsure else 0)

    def _go_alone(self, fault: sqlite3.Error) -> None:
        """Go on in memory, from what the file still tells."""
        self._tried = time.monotonic()
        if self._memory is None:
            log.error("%s cannot be used (%s): this worker counts its share in memory", self._path, fault)
            self._memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            self._memory.execute(TABLE)
            self._away_since = self._clock()
            with suppress(sqlite3.Error):
                self._memory.executemany(CARRY, self._open().execute("SELECT * FROM windows"))
        self.fault = str(fault)

    def _come_back(self, database: sqlite3.Connection, memory: sqlite3.Connection) -> None:
        """Go on in the file with what was counted in memory. Raises when the file takes no writes."""
        database.executemany(CARRY, memory.execute("SELECT * FROM windows").fetchall())
        log.warning("%s can be used again", self._path)
        memory.close()
        self._memory, self.fault = None, ""


def _connect(path: Path) -> sqlite3.Connection:
    """Open the file, and make one, with its table, where there is none or an empty one."""
    with suppress(OSError):  # SQLite says why it cannot open it
        path.touch(0o600)
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        set_pragmas(database, f"busy_timeout={BUSY_TIMEOUT_MILLISECONDS}", f"page_size={PAGE_BYTES}")
        set_pragmas(database, "journal_mode=WAL", "synchronous=OFF")
        database.execute(TABLE)
    except sqlite3.Error:
        database.close()
        raise
    return database


def _count(database: sqlite3.Connection, key: str, amount: int, now: float, seconds: int) -> tuple[int, float]:
    """Count in a window of that many seconds: what the counter has then, and when its window ends."""
    values = {"key": key, "amount": amount, "now": now, "seconds": seconds}
    count, expiry = database.execute(COUNT, values).fetchone()
    if count == amount:
        database.execute(CLEAR, {"now": now})
    return int(count), float(expiry)
