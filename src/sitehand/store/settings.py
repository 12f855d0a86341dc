"""Settings that the owner changes while the service runs, as rows of one table."""

import json
from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, delete, select

from sitehand.errors import Code, Problem
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.sqlite import upsert
from sitehand.store.sqlite.json import values_of
from sitehand.store.tables import settings
from sitehand.store.verification import verify_row

GET = f"SELECT name, value FROM settings WHERE name IN {values_of('names')}"  # noqa: S608


_SET = upsert(settings)
SET = Prepared(_SET.on_conflict_do_update(index_elements=["name"], set_={"value": _SET.excluded.value}))
READ = Prepared(select(settings.c.value).where(settings.c.name == bindparam("name")))


class SettingsTable:
    """Named values, as text."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, *names: str) -> dict[str, str]:
        """The values of those names that are set."""
        rows = self._database.look_up(GET, {"names": json.dumps(names)})
        return {row["name"]: row["value"] for row in rows}

    async def set(self, values: Mapping[str, str]) -> None:
        """Set each name to its value, all or none."""
        await self._database.transact(lambda connection: write_settings(connection, values))

    async def remove(self, name: str) -> bool:
        """Remove a value; False when it is not set."""
        return await self._database.transact(lambda connection: remove_setting(connection, name))


def read_setting(connection: Connection, name: str) -> str | None:
    """One value inside a transaction; None when it is not set."""
    value: str | None = READ.scalar(connection, {"name": name})
    return value


def write_settings(connection: Connection, values: Mapping[str, str]) -> None:
    """Set values inside a transaction that is already open. Raises Problem(verification_failed)."""
    for name, value in values.items():
        SET.run(connection, {"name": name, "value": value})
        verify_row(connection, settings, {"name": name}, {"value": value})


def remove_setting(connection: Connection, name: str) -> bool:
    """Remove a value inside a transaction that is already open; False when it is not set."""
    return connection.execute(delete(settings).where(settings.c.name == name)).rowcount == 1


def unreadable(name: str) -> Problem:
    """The refusal while a choice of the owner cannot be read: nobody knows what it allows."""
    return Problem(
        Code.STORAGE_UNAVAILABLE,
        f"The setting {name}, which decides what is allowed, cannot be read.",
        hint=f"If a newer Sitehand wrote it, use that. Otherwise the owner can run: sitehand admin clear-rules {name}",
    )
