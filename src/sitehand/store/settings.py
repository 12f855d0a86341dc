"""Settings that the owner changes while the service runs, as rows of one table."""

from collections.abc import Mapping

from sqlalchemy import select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from sitehand.store.database import Database
from sitehand.store.tables import settings


class SettingsTable:
    """Named values, as text."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, *names: str) -> dict[str, str]:
        """The values of those names that are set."""
        query = select(settings.c.name, settings.c.value).where(settings.c.name.in_(names))
        async with self._database.read() as connection:
            return {row.name: row.value for row in await connection.execute(query)}

    async def set(self, values: Mapping[str, str]) -> None:
        """Set each name to its value, all or none."""
        async with self._database.write() as connection:
            await write_settings(connection, values)


async def write_settings(connection: AsyncConnection, values: Mapping[str, str]) -> None:
    """Set values inside a transaction that is already open."""
    for name, value in values.items():
        statement = insert(settings).values(name=name, value=value)
        await connection.execute(
            statement.on_conflict_do_update(index_elements=["name"], set_={"value": statement.excluded.value})
        )
