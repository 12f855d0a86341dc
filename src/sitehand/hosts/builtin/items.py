"""Pages and posts of the built-in site, which share one table and its ids."""

import json
from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import Connection, bindparam, or_, select, text

from sitehand.hosts.builtin.tables import items
from sitehand.hosts.builtin.type_table import IS_NO_PART
from sitehand.site.item_kinds import kind_of_type
from sitehand.site.items import MAX_COUNTED, Count, Counted, no_item
from sitehand.site.values import MAX_ID
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.sqlite import contains
from sitehand.store.sqlite.json import values_of

TYPE_OF = "SELECT type FROM items WHERE id = :id"
STATUS_OF_ITEM = Prepared(select(items.c.status).where(items.c.id == bindparam("item_id"), text(IS_NO_PART)))
"""Of an item that is content, by `item_id`."""
LOCALES_OF = f"SELECT id, locale FROM items WHERE {IS_NO_PART} AND id IN {values_of('ids', int)}"  # noqa: S608


class BuiltinItems:
    """Implements `site.items.Items`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def kind_of(self, item_id: int) -> str:
        """The kind of an item. Raises Problem(not_found)."""
        rows = self._database.look_up(TYPE_OF, {"id": item_id}) if item_id <= MAX_ID else []
        if not rows:
            raise no_item(item_id)
        return kind_of_type(str(rows[0]["type"]))

    async def find_locales(self, item_ids: Sequence[int]) -> Mapping[int, str]:
        """The locales of pages and posts, also those of an open transaction."""
        rows = self._database.look_up(LOCALES_OF, {"ids": json.dumps(list(item_ids))})
        return {row["id"]: row["locale"] for row in rows}

    async def count(self, marks: Sequence[str], number: Callable[[str], int]) -> Count:
        """SQLite looks for the marks, and `number` counts in the texts that have one: few are in memory at once."""

        def read(connection: Connection) -> Count:
            marked = or_(*(contains(items.c.content, mark) for mark in marks))
            shown = (items.c.id, items.c.type, items.c.status, items.c.title, items.c.content)
            query = select(*shown).where(marked, items.c.status != "trash").order_by(items.c.id)
            rows = connection.execute(query.limit(MAX_COUNTED + 1).execution_options(yield_per=10))
            found = [Counted(row.id, row.type, row.status, row.title, number(row.content)) for row in rows]
            return Count([one for one in found[:MAX_COUNTED] if one.count], len(found) <= MAX_COUNTED)

        return await self._database.read(read)
