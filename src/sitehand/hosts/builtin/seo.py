"""SEO fields of pages and posts of the built-in site: a part of their item."""

from collections.abc import Callable
from datetime import datetime
from typing import cast
from urllib.parse import quote

from sqlalchemy import Connection, bindparam, select, text

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.parts import SEO
from sitehand.hosts.builtin.paths import build_link
from sitehand.hosts.builtin.states import State, read_state, store_item
from sitehand.hosts.builtin.tables import items
from sitehand.hosts.builtin.type_table import IS_NO_PART
from sitehand.site.item_kinds import PART_KINDS
from sitehand.site.items import no_item
from sitehand.site.seo import ItemSeo, SeoFields, merge_seo, show_seo
from sitehand.site.values import MAX_ID, iso
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared

SHOWN = ("id", "type", "status", "revision")
COLUMNS = [items.c[name] for name in (*SHOWN, "path")]
SELECT = Prepared(select(*COLUMNS).where(items.c.id == bindparam("item_id"), text(IS_NO_PART)))


class BuiltinSeo:
    """Implements `site.seo.SeoStore`."""

    def __init__(self, database: Database, site_url: str, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._site_url = site_url
        self._clock = clock

    async def get(self, item_id: int) -> ItemSeo:
        """The SEO fields of an item, also from the trash."""
        return await self._database.read(lambda connection: self._read(connection, item_id))

    async def update(self, item_id: int, fields: SeoFields, by: str) -> ItemSeo:
        """Store the given fields with a revision of the item."""
        now = iso(self._clock())

        def work(connection: Connection) -> ItemSeo:
            state = _read_state(connection, item_id)
            old = SEO.read_fields(connection, item_id)["seo"]
            new = merge_seo(old, fields)
            if new != old:
                store_item(connection, {**state, "seo": new, "modified": now}, by=by, at=now, action="update")
            return self._read(connection, item_id)

        return await self._database.transact(work)

    def _read(self, connection: Connection, item_id: int) -> ItemSeo:
        row = SELECT.first(connection, {"item_id": item_id}) if item_id <= MAX_ID else None
        if row is None:
            raise no_item(item_id)
        path = build_link(row["path"], item_id=row["id"], item_type=row["type"], status=row["status"])
        link = self._site_url + (quote(path) if path is row["path"] else path)
        known = {**{name: row[name] for name in SHOWN}, "link": link}
        return cast(ItemSeo, {**known, **show_seo(SEO.read_fields(connection, item_id)["seo"])})


def _read_state(connection: Connection, item_id: int) -> State:
    """The state of a page or post that can be changed."""
    state = read_state(connection, item_id) if item_id <= MAX_ID else None
    if state is None or state["type"] in PART_KINDS:
        raise no_item(item_id)
    if state["status"] == "trash":
        hint = "Send a status such as draft to restore it from the trash."
        raise Problem(Code.CONFLICT, f"This {state['type']} is in the trash.", hint=hint)
    return state
