"""How many changes a caller has made lately, for the gate."""

from sqlalchemy import Connection, func, select

from sitehand.store.database import Database
from sitehand.store.tables import changes


class ChangeCounts:
    """Implements `guard.narrowing.Pace`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def count(self, caller: str, since: str, until: str) -> int:
        """How many changes the journal has of a caller between two moments, but for those that only were proposed."""
        own = (changes.c.caller == caller, changes.c.at.between(since, until), changes.c.outcome != "pending")
        query = select(func.count()).select_from(changes).where(*own)

        def read(connection: Connection) -> int:
            return int(connection.execute(query).scalar_one())

        return await self._database.read(read)
