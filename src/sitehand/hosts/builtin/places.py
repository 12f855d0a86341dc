"""Where items come to stand: the path that follows from the tree, and that of the front page, which is at `/`."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, text

from sitehand.hosts.builtin.front_page import HOME, is_front
from sitehand.hosts.builtin.paths import build_path
from sitehand.hosts.builtin.type_rules import has_path
from sitehand.store.prepared import Prepared

SELECT = Prepared(text("SELECT id, type, status, slug, parent, date, locale FROM items WHERE id = :id"))
SELECT_PATH = Prepared(text("SELECT path FROM items WHERE id = :id"))
SET_PATH = Prepared(text("UPDATE items SET path = :path WHERE id = :id"))
BELOW = "{above} || CASE WHEN items.slug = '' THEN CAST(items.id AS TEXT) ELSE items.slug END || '/'"
"""The path of an item below another, as `build_path` makes it."""
# Each item has one parent: a walk down comes round only through the item that it began with.
MOVE_BELOW = Prepared(
    text(f"""
        WITH RECURSIVE below(id, place) AS (
            SELECT items.id, {BELOW.format(above="CAST(:place AS TEXT)")} FROM items
                WHERE items.parent = :id AND items.type = :type AND items.id <> :id
            UNION ALL SELECT items.id, {BELOW.format(above="below.place")}
                FROM items JOIN below ON items.parent = below.id WHERE items.type = :type AND items.id <> :id)
        UPDATE items SET path = below.place FROM below
        WHERE items.id = below.id AND items.path NOT IN ('{HOME}', below.place)
        """)  # noqa: S608 - columns and paths of ours
)
Place = Mapping[str, Any]
"""The fields of an item that its path follows from."""


def find_place(connection: Connection, state: Place) -> str:
    """The path that what is below an item stands under; empty for what has no page of its own."""
    if not has_path(connection, state["type"]):
        return ""
    return build_path(state, fetch_place(connection, state["parent"]))


def find_path(connection: Connection, state: Place) -> str:
    """The path of an item below the site: its place, but for the front page."""
    return HOME if is_front(connection, state) else find_place(connection, state)


def fetch_path(connection: Connection, item_id: int) -> str:
    """The path that an item has; empty where it is not there, or has no page of its own."""
    return SELECT_PATH.scalar(connection, {"id": item_id}) or ""


def move_to_place(connection: Connection, item_id: int) -> bool:
    """Give an item, and what is below it, the path that follows from its parent. Returns whether that is another."""
    state = SELECT.first(connection, {"id": item_id})
    if state is None:
        return False
    path = find_path(connection, state)
    if path == fetch_path(connection, item_id):
        return False
    SET_PATH.run(connection, {"path": path, "id": item_id})
    move_descendants(connection, state)
    return True


def move_descendants(connection: Connection, state: Place) -> None:
    """Give every item below one the path that follows from its place. The front page may be among them, and stays."""
    place = find_place(connection, state)
    MOVE_BELOW.run(connection, {"id": state["id"], "type": state["type"], "place": place})


def fetch_place(connection: Connection, item_id: int) -> str:
    """The path that what is below an item stands under: that of the item, but for the front page. Empty for no item."""
    path = fetch_path(connection, item_id) if item_id else ""
    state = SELECT.first(connection, {"id": item_id}) if path == HOME else None
    return find_place(connection, state) if state else path
