"""Menus: their revisions, which stand in no column, since they are over a menu's fields and its entries."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from sitehand.hosts.builtin.parts import ENTRIES
from sitehand.hosts.builtin.tables import menu_entries, menus
from sitehand.store.revision import name_state

STATE = ("slug", "name")
"""The columns that a menu's revision stands for, beside its entries."""
ENTRY = [column.name for column in menu_entries.c if column.name != "menu_id"]


class Menus:
    """Implements `store.schema.Whole`."""

    def read(self, connection: Connection, object_id: int) -> dict[str, Any] | None:
        """A menu with its entries."""
        row = connection.execute(select(menus).where(menus.c.id == object_id)).mappings().first()
        return None if row is None else {**row, **ENTRIES.read_fields(connection, object_id)}

    def name(self, fields: Mapping[str, Any]) -> str:
        """The revision of a menu."""
        entries = [[entry[name] for name in ENTRY] for entry in fields["entries"]]
        return name_state([*(fields[name] for name in STATE), entries])
