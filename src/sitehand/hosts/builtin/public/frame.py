"""What frames every page: the navigation, from the first menu or else from the tree of pages."""

import json
from dataclasses import dataclass, field
from typing import Any

from sitehand.hosts.builtin.public.queries import FOUND_VISIBLE, LOCAL
from sitehand.hosts.builtin.translations import GROUP_OF, MEMBERS
from sitehand.store.database import Database
from sitehand.store.sqlite.hints import THEN_JOIN, aside
from sitehand.store.sqlite.json import build_object, gather, parse

MAX_TOP, MAX_BELOW, MAX_MENU = 8, 12, 200
"""Entries shown: at the top level, below each page, and of a menu in all."""


@dataclass(frozen=True, slots=True)
class NavigationEntry:
    """A link; `path` leads inside the site, `url`, when there is no path, anywhere."""

    title: str
    path: str | None
    url: str
    children: list["NavigationEntry"] = field(default_factory=list)


def _pages(parent: str, limit: int, depth: int) -> str:
    """SQL for the public pages below a parent, and those below them, as nested JSON, each level limited."""
    table = f"p{depth}"
    below = _pages(f"{table}.id", MAX_BELOW, depth - 1) if depth else "'[]'"
    page = build_object(title=f"{table}.title_rendered", path=f"{table}.path", children=parse(below))
    return f"""(SELECT {gather(page)}
        FROM (SELECT id, title_rendered, path FROM items
              WHERE parent = {parent} AND type = 'page' AND status = 'publish' AND {aside("date")} <= :now AND {LOCAL}
              ORDER BY menu_order, title LIMIT {limit}) AS {table})"""  # noqa: S608


TRANSLATION = f"""(SELECT items.id FROM items AS b {THEN_JOIN} items
    ON items.id IN {MEMBERS.format(group=GROUP_OF.format(item="b"))} WHERE b.id = e.item_id
        AND {aside("items.locale")} = :locale AND {FOUND_VISIBLE})"""  # noqa: S608
"""What says the same as the item of an entry in the locale of the page, if visitors see it; that may be the item."""
ENTRY = build_object(
    id="e.id",
    parent="e.parent",
    url="e.url",
    item="e.item_id",
    title="CASE WHEN i.id <> e.item_id THEN '' ELSE e.title END",
    item_title="i.title_rendered",
    path="i.path",
)
NAVIGATION = f"""
SELECT {gather(ENTRY)} AS menu,
       CASE WHEN count(*) = 0 THEN {_pages("0", MAX_TOP, 2)} END AS pages
FROM (SELECT * FROM menu_entries WHERE menu_id = (SELECT min(id) FROM menus)
      ORDER BY position, id LIMIT {MAX_MENU}) AS e
LEFT JOIN items AS i ON i.id = coalesce({TRANSLATION}, e.item_id) AND i.status = 'publish' AND i.date <= :now
    AND i.path <> ''
"""  # noqa: S608


def list_navigation(database: Database, now: str, locale: str) -> list[NavigationEntry]:
    """The navigation of a locale as anybody may see it at `now`. What a menu leads to may be in the site's language."""
    (row,) = database.look_up(NAVIGATION, {"now": now, "locale": locale}, committed=True)
    if row["pages"] is not None:
        return [_page_entry(page) for page in json.loads(row["pages"])]
    return _menu_entries(json.loads(row["menu"]))


def _page_entry(page: dict[str, Any]) -> NavigationEntry:
    return NavigationEntry(page["title"], page["path"], "", [_page_entry(child) for child in page["children"]])


def _menu_entries(rows: list[dict[str, Any]]) -> list[NavigationEntry]:
    """The rows as a tree; an entry whose item is not public is left out with all below it."""
    below: dict[int, list[dict[str, Any]]] = {}
    for row in rows:
        if not row["item"] or row["path"] is not None:
            below.setdefault(row["parent"], []).append(row)

    def grow(parent: int) -> list[NavigationEntry]:
        return [
            NavigationEntry(row["title"] or row["item_title"] or "", row["path"], row["url"], grow(row["id"]))
            for row in below.pop(parent, [])
        ]

    return grow(0)
