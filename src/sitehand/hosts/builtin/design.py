"""The design system of the built-in site: one row, over what the theme brings."""

import json
from functools import lru_cache, partial
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from sitehand.hosts.builtin.design_table import design
from sitehand.hosts.builtin.design_theme import THEME_LAYERS
from sitehand.site.design import BUILTIN_ID, Change, JsonObject, Layer, StoredDesign
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.revision import name_state
from sitehand.store.verification import verify_row

MINE = design.c.id == bindparam("design_id")
SELECT, UPDATE = Prepared(select(design).where(MINE)), Prepared(update(design).where(MINE))
READ = "SELECT settings, styles FROM design"


class BuiltinDesign:
    """Implements `site.design.DesignStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self) -> StoredDesign:
        """What is set, over the theme."""
        return await self._database.read_beside(_read)

    async def change(self, change: Change) -> StoredDesign:
        """Store what a change makes of it."""
        return await self._database.transact(partial(_change, change=change))


@lru_cache(maxsize=8)
def build_design(settings: str, styles: str) -> StoredDesign:
    """The design system of a stored row."""
    own = Layer("custom", json.loads(settings), json.loads(styles))
    return StoredDesign(BUILTIN_ID, name_state((settings, styles)), own, THEME_LAYERS)


def write_object(value: JsonObject) -> str:
    """An object as it is stored."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _read(connection: Connection) -> StoredDesign:
    row: dict[str, Any] = SELECT.first(connection, {"design_id": BUILTIN_ID}) or {}
    return build_design(row["settings"], row["styles"])


def _change(connection: Connection, change: Change) -> StoredDesign:
    old = _read(connection)
    settings, styles = change(old)
    new = build_design(write_object(settings), write_object(styles))
    if new.revision != old.revision:
        row = {"settings": write_object(settings), "styles": write_object(styles)}
        UPDATE.run(connection, {**row, "design_id": BUILTIN_ID})
        verify_row(connection, design, {"id": BUILTIN_ID}, row)
    return new
