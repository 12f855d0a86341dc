"""Looking up who made objects, for the gate."""

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection

from sitehand.store.creators import find_creator, was_journaled
from sitehand.store.database import Database


class CreatorTable:
    """Implements `guard.ownership.Creators`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, names: Iterable[tuple[str, str]]) -> Mapping[tuple[str, str], str]:
        """The id of the caller that made each; "" of what the journal knows, and of which nobody knows whose it is."""
        asked = list(names)

        def read(connection: Connection) -> dict[tuple[str, str], str]:
            return {each: maker for each in asked if (maker := _find_maker(connection, *each)) is not None}

        return await self._database.read(read)


def _find_maker(connection: Connection, kind: str, object_id: str) -> str | None:
    maker = find_creator(connection, kind, object_id)
    if maker is not None:
        return maker
    return "" if was_journaled(connection, kind, object_id) else None
