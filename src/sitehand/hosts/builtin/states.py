"""How a page or post is stored: the one way by which rows of `items` come to be, with a revision for each change.

Everything here runs inside a transaction that the caller has open (`Database.transact`, or `run_sync` of an async
connection), so that a row, its path, the paths below it and its revision are written together or not at all.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, text, update

from sitehand.hosts.builtin.rendering import render_content, render_excerpt, render_title
from sitehand.store.revision import name_state
from sitehand.store.revisions import fold_state
from sitehand.store.tables import items, menu_entries, revisions
from sitehand.store.verification import verify_row

State = dict[str, Any]
"""The fields of an item as they are stored, without what is derived from them."""

# What a caller can write, and what an item has when nobody says otherwise.
DEFAULTS: State = {
    "status": "draft",
    "slug": "",
    "parent": 0,
    "menu_order": 0,
    "date": "",
    "author": 1,
    "featured_media": 0,
    "sticky": False,
    "password": "",
    "title": "",
    "excerpt": "",
    "content": "",
}
# Kept beside them, but no part of what a revision token stands for.
KEPT: State = {"type": "", "modified": "", "floating_date": False, "status_before_trash": "", "import_source": None}
STATE_COLUMNS = [items.c[name] for name in ("id", *KEPT, *DEFAULTS)]
INSERT_ITEM, INSERT_REVISION = insert(items), insert(revisions)
UPDATE_ITEM = update(items).where(items.c.id == bindparam("item_id"))
UNLISTED_STATUSES = frozenset({"draft", "pending", "future"})
"""Statuses whose items have no public address yet."""


def revision_of(values: Mapping[str, Any]) -> str:
    """A short token of the stored fields that a caller can write: 12 hexadecimal characters."""
    return name_state(values[name] for name in DEFAULTS)


def store_item(connection: Connection, values: Mapping[str, Any], *, by: str, at: str, action: str) -> int:
    """Store an item and the revision that the change leaves, and return its id.

    `values` is the whole state: the fields of `DEFAULTS` and `KEPT`, where left-out ones get their defaults, and
    `id`, without which the next free one is taken. The slug is stored as it is given: see `slugs.settle_slug`.
    Moments (`at`, `date`, `modified`) are text in UTC; `date` and `modified` are `at` by default.
    """
    known = {name: values[name] for name in (*DEFAULTS, *KEPT) if name in values}
    state: State = {**DEFAULTS, **KEPT, "date": at, "modified": at, **known}
    state["id"] = values.get("id") or next_id(connection)
    row = complete_row(state, _fetch_path(connection, state["parent"]))
    old_path = _fetch_path(connection, state["id"])
    if old_path:
        connection.execute(UPDATE_ITEM, {**row, "item_id": state["id"]})
        if old_path != row["path"] and state["type"] == "page":
            move_descendants(connection, state["id"], old_path, row["path"])
    else:
        connection.execute(INSERT_ITEM, row)
    verify_row(connection, items, {"id": state["id"]}, row)
    _add_revision(connection, state, row["revision"], by=by, at=at, action=action)
    return int(state["id"])


def read_state(connection: Connection, item_id: int) -> State | None:
    """The whole state of an item, ready to be changed and stored again."""
    row = connection.execute(select(*STATE_COLUMNS).where(items.c.id == item_id)).mappings().first()
    return dict(row) if row else None


def delete_item(connection: Connection, item_id: int) -> None:
    """Remove its row (terms, search index and counts follow by themselves) and its entries in menus.

    Its revisions stay for as long as the journal would remember it; see `store/retention.py`.
    """
    entry = select(menu_entries.c.id, menu_entries.c.parent).where(menu_entries.c.item_id == item_id)
    for row in connection.execute(entry).all():
        below = update(menu_entries).where(menu_entries.c.parent == row.id)
        connection.execute(below.values(parent=row.parent))
        connection.execute(delete(menu_entries).where(menu_entries.c.id == row.id))
    connection.execute(delete(items).where(items.c.id == item_id))
    verify_row(connection, items, {"id": item_id}, None)


def next_id(connection: Connection) -> int:
    """The id that the next item gets; no other writer can take it while this transaction is open."""
    query = text("SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'items'")
    return int(connection.execute(query).scalar_one())


def complete_row(state: State, parent_path: str) -> State:
    """The row of `items` for a state: with its rendered forms, its path and its revision token."""
    return {
        **state,
        "title_rendered": render_title(state["title"]),
        "content_rendered": render_content(state["content"]),
        "excerpt_rendered": render_excerpt(state["excerpt"], state["content"]),
        "path": build_path(state, parent_path),
        "revision": revision_of(state),
    }


def build_path(state: Mapping[str, Any], parent_path: str) -> str:
    """The path of an item below the site, not quoted: `/<parent's path>/<slug>/`, or `/<yyyy>/<mm>/<slug>/` of a post.

    An item that has no slug yet stands under its id, so that what is below it has an address of its own.
    """
    name = state["slug"] or str(state["id"])
    if state["type"] == "post":
        return f"/{state['date'][:4]}/{state['date'][5:7]}/{name}/"
    return f"{parent_path or '/'}{name}/"


def build_link(site_path: str, *, item_id: int, item_type: str, status: str) -> str:
    """Where an item is reached below the site: its path, or the query form while it has no public address."""
    if status in UNLISTED_STATUSES:
        return f"/?{'page_id' if item_type == 'page' else 'p'}={item_id}"
    return site_path


def move_to_place(connection: Connection, item_id: int) -> bool:
    """Give an item, and what is below it, the path that follows from its parent. Returns whether that is another."""
    state = read_state(connection, item_id)
    if state is None:
        return False
    path, old_path = build_path(state, _fetch_path(connection, state["parent"])), _fetch_path(connection, item_id)
    if path == old_path:
        return False
    connection.execute(update(items).where(items.c.id == item_id).values(path=path))
    move_descendants(connection, item_id, old_path, path)
    return True


def move_descendants(connection: Connection, item_id: int, old_path: str, new_path: str) -> None:
    """Give every page below an item the path that follows from the item's new one."""
    statement = text(
        """
        WITH RECURSIVE below(id) AS (
            SELECT id FROM items WHERE parent = :id AND type = 'page'
            UNION SELECT items.id FROM items JOIN below ON items.parent = below.id WHERE items.type = 'page')
        UPDATE items SET path = :new || substr(path, length(:old) + 1) WHERE id IN (SELECT id FROM below)
        """
    )
    connection.execute(statement, {"id": item_id, "old": old_path, "new": new_path})


def _fetch_path(connection: Connection, item_id: int) -> str:
    if not item_id:
        return ""
    return connection.execute(select(items.c.path).where(items.c.id == item_id)).scalar() or ""


def _add_revision(connection: Connection, state: State, revision: str, *, by: str, at: str, action: str) -> None:
    values = {
        "item_id": state["id"],
        "revision": revision,
        "at": at,
        "by": by,
        "action": action,
        **fold_state(connection, {name: state[name] for name in ("type", *DEFAULTS)}),
    }
    connection.execute(INSERT_REVISION, values)
