"""Rate limits in the database, and the counters that all workers of one machine share."""

import sqlite3
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from limits.aio.storage import Storage
from limits.errors import ConfigurationError
from limits.storage import storage_from_string
from sqlalchemy import Connection, delete, update

from sitehand.errors import Code, Problem
from sitehand.store.capture import read_revision
from sitehand.store.database import Database
from sitehand.store.revision import name_state
from sitehand.store.settings import SettingsTable, write_settings
from sitehand.store.tables import api_keys, settings
from sitehand.store.verification import verify_row


class LimitTable:
    """Implements `guard.limits.LimitStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._settings = SettingsTable(database)

    async def plan(self) -> str | None:
        return (await self._settings.get("plan")).get("plan")

    async def set_plan(self, plan: str) -> None:
        def work(connection: Connection) -> None:
            write_settings(connection, {"plan": plan})
            connection.execute(delete(settings).where(settings.c.name == "requests_per_minute"))
            verify_row(connection, settings, {"name": "requests_per_minute"}, None)

        await self._database.transact(work)

    async def default(self) -> int | None:
        stored = await self._settings.get("requests_per_minute")
        return int(stored["requests_per_minute"]) if stored else None

    async def set_default(self, requests_per_minute: int) -> str:
        await self._settings.set({"requests_per_minute": str(requests_per_minute)})
        return name_state([str(requests_per_minute)])

    async def set_own(self, key_id: int, requests_per_minute: int) -> str | None:
        active = (api_keys.c.id == key_id, api_keys.c.revoked.is_(None))
        statement = update(api_keys).where(*active).values(requests_per_minute=requests_per_minute)

        def work(connection: Connection) -> str | None:
            if connection.execute(statement).rowcount == 0:
                return None
            verify_row(connection, api_keys, {"id": key_id}, {"requests_per_minute": requests_per_minute})
            return read_revision(connection, "key", str(key_id))

        return await self._database.transact(work)


class FileCounters(Storage):
    """A storage for the library `limits` in a SQLite file of its own, shared by the workers of one machine.

    Counters may be lost with the machine, so nothing waits for the disk. One statement counts and reads, which
    makes it atomic over processes; it runs in the calling thread, for it takes microseconds.
    """

    STORAGE_SCHEME = None

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time, name: str = "counters") -> None:
        super().__init__()
        self._clock = clock
        self._counted = ("", 0.0)
        self._path = folder / f"{name}.db"

    @cached_property
    def _database(self) -> sqlite3.Connection:
        """Opened when first used, so that a start that fails has left nothing open. A new file is its owner's alone."""
        self._path.touch(mode=0o600)
        database = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        for pragma in ("busy_timeout=5000", "journal_mode=WAL", "synchronous=OFF"):
            database.execute(f"PRAGMA {pragma}")
        database.execute(
            "CREATE TABLE IF NOT EXISTS counters (key TEXT PRIMARY KEY, count INTEGER, expiry REAL) WITHOUT ROWID"
        )
        return database

    @property
    def base_exceptions(self) -> type[Exception]:
        return sqlite3.Error

    async def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Add to the counter; one whose window is over begins a new window of `expiry` seconds.

        Each new window is the occasion to throw away those that are over.
        """
        now = self._clock()
        row = self._database.execute(
            "INSERT INTO counters VALUES (:key, :amount, :end) ON CONFLICT (key) DO UPDATE SET "
            "count = CASE WHEN expiry <= :now THEN :amount ELSE count + :amount END, "
            "expiry = CASE WHEN expiry <= :now THEN :end ELSE expiry END RETURNING count, expiry",
            {"key": key, "amount": amount, "now": now, "end": now + expiry},
        ).fetchone()
        self._counted = (key, row[1])
        if row[0] == amount:
            self._database.execute("DELETE FROM counters WHERE expiry <= ?", (now,))
        return int(row[0])

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

    async def check(self) -> bool:
        return bool(self._database.execute("SELECT 1").fetchone())

    async def reset(self) -> int | None:
        return self._database.execute("DELETE FROM counters").rowcount

    async def clear(self, key: str) -> None:
        self._database.execute("DELETE FROM counters WHERE key = ?", (key,))

    def close(self) -> None:
        """Close the file; counting opens it again."""
        opened = self.__dict__.pop("_database", None)
        if opened is not None:
            opened.close()

    def _row(self, key: str) -> tuple[int, float] | None:
        statement = "SELECT count, expiry FROM counters WHERE key = ? AND expiry > ?"
        row: tuple[int, float] | None = self._database.execute(statement, (key, self._clock())).fetchone()
        return row


def open_counters(folder: Path, url: str, name: str = "counters") -> Storage:
    """Counters in the data folder, or wherever a `limits` address such as `async+redis://host` says.

    Sets of another name are apart: to reset one leaves the others as they are. Raises Problem(invalid_arguments)
    for an address that does not serve.
    """
    if not url:
        return FileCounters(folder, name=name)
    try:
        storage = storage_from_string(url, key_prefix=f"sitehand:{name}")
    except (ConfigurationError, ValueError, TypeError, ImportError):
        storage = None
    if not isinstance(storage, Storage):
        # The rest of the address, and the library's own message, may hold a password.
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"SITEHAND_COUNTERS_URL names nothing that can keep counters here: {url.partition('://')[0][:40]!r}.",
            hint="It has the form async+redis://host:6379, which needs sitehand[redis]; without it a file is used.",
        )
    return storage
