"""Rate limits in the database, and where their counters are."""

from pathlib import Path

from limits.aio.storage import Storage
from limits.errors import ConfigurationError
from limits.storage import storage_from_string
from sqlalchemy import Connection, delete, update

from sitehand.errors import Code, Problem
from sitehand.guard.limits import Counters
from sitehand.store.counters import FileCounters
from sitehand.store.database import Database
from sitehand.store.objects import read_revision
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


def open_counters(folder: Path, url: str, name: str = "counters", *, workers: int = 1, spent: bool = False) -> Counters:
    """Counters in the data folder, or wherever a `limits` address such as `async+redis://host` says.

    Sets of another name are apart: to reset one leaves the others as they are. `workers` and `spent` are for when the
    file cannot be used: see `FileCounters`. Raises Problem(invalid_arguments) for an address that does not serve.
    """
    if not url:
        return FileCounters(folder, name=name, workers=workers, spent=spent)
    try:
        storage = storage_from_string(url, key_prefix=f"sitehand:{name}")
    except (ConfigurationError, ValueError, TypeError, ImportError):
        storage = None
    if not isinstance(storage, Storage):
        # The rest of the address, and the library's own message, may hold a password.
        raise Problem(
            Code.INVALID_ARGUMENTS,
            f"SITEHAND_COUNTERS_URL is not a supported counter store: {url.partition('://')[0][:40]!r}.",
            hint="Use the form async+redis://host:6379 (needs sitehand[redis]), or leave it empty to use a file.",
        )
    return storage
