"""Looking up who made objects, for the gate."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, text

from sitehand.store.database import Database

Name = tuple[str, str]
"""The kind and the id of an object."""
LookUp = Callable[[str, Mapping[str, Any]], Sequence[Any]]
FEW = 20
"""Objects that are looked up in the event loop: a step in another thread would cost more."""
MAKER = """SELECT (SELECT caller FROM creators WHERE kind = :kind AND object = :object AND site = :site),
    EXISTS (SELECT 1 FROM changed_objects WHERE kind = :kind AND object = :object)"""
"""Two look-ups by index: who made an object, and whether the journal knows it."""


class CreatorTable:
    """Implements `guard.ownership.Creators`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, names: Iterable[Name]) -> Mapping[Name, str]:
        """The id of the caller that made each; "" of what the journal knows, and of which nobody knows whose it is."""
        asked, site = list(names), self._database.schema.site
        if len(asked) <= FEW:
            return _find(self._database.look_up, asked, site)

        def read(connection: Connection) -> Mapping[Name, str]:
            return _find(lambda sql, values: connection.execute(text(sql), values).all(), asked, site)

        return await self._database.read(read)


def _find(look_up: LookUp, names: Iterable[Name], site: str) -> dict[Name, str]:
    makers = {}
    for kind, object_id in names:
        ((maker, is_known),) = look_up(MAKER, {"kind": kind, "object": object_id, "site": site})
        if maker is not None or is_known:
            makers[kind, object_id] = maker or ""
    return makers
