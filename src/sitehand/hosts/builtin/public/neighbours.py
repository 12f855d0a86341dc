"""What is around an item, in a query: the posts before and after it, the items above it and those below it."""

from sitehand.hosts.builtin.front_page import HOME
from sitehand.store.sqlite.hints import aside, by_index
from sitehand.store.sqlite.json import build_array, gather

BY_DATE, BY_AUTHOR = "ix_items_status", "ix_items_author"
BY_LOCALE = {BY_DATE: "ix_items_locale", BY_AUTHOR: "ix_items_author_locale"}
"""Indexes that hold the items of a type by date, and those that do by locale too, without the language of the site."""


def find_neighbour(compare: str, order: str) -> str:
    """The next post of the locale as SQL, found by the index that fits."""
    own, other = [
        _step(compare, order, f"n {by_index(index)}", f"n.locale {locale}")
        for index, locale in ((BY_DATE, "= ''"), (BY_LOCALE[BY_DATE], "= items.locale AND n.locale <> ''"))
    ]
    return f"CASE WHEN items.locale = '' THEN {own} ELSE {other} END"


def _step(compare: str, order: str, source: str, local: str) -> str:
    return f"""(SELECT {build_array("n.title_rendered", "n.path")} FROM items AS {source}
        WHERE items.type = 'post' AND n.type = 'post' AND n.status = 'publish' AND {aside("n.date")} <= :now
          AND {local}
          AND (n.date, n.id) {compare} (items.date, items.id)
        ORDER BY n.date {order}, n.id {order} LIMIT 1)"""  # noqa: S608


ANCESTORS = f"""
    (WITH RECURSIVE line(id, parent, title, path, shown, height) AS (
        SELECT a.id, a.parent, a.title_rendered, a.path, a.status = 'publish' AND a.date <= :now, 1
        FROM items AS a WHERE a.id = items.parent
        UNION ALL
        SELECT a.id, a.parent, a.title_rendered, a.path, a.status = 'publish' AND a.date <= :now, height + 1
        FROM items AS a JOIN line ON a.id = line.parent WHERE height < 50)
     SELECT {gather(build_array("title", "path"))}
     FROM (SELECT title, path FROM line WHERE shown AND path <> '{HOME}' ORDER BY height DESC) AS above) AS ancestors"""  # noqa: S608
"""The public items above an item as a column, the highest first: titles in HTML and paths, as JSON. The front page,
which is above them all, is left out.
"""
MAX_CHILDREN = 200


def _list_children(index: str, item_type: str) -> str:
    return f"""(SELECT {gather(build_array("title_rendered", "path"))}
        FROM (SELECT c.title_rendered, c.path FROM items AS c {by_index(index)}
              WHERE c.parent = items.id AND c.type = {item_type} AND c.status = 'publish' AND c.date <= :now
                AND c.locale = items.locale
              ORDER BY c.menu_order, c.title LIMIT {MAX_CHILDREN}) AS below)"""  # noqa: S608


CHILDREN = f"""CASE WHEN items.type = 'page' THEN {_list_children("ix_items_navigation", "'page'")}
        ELSE {_list_children("ix_items_parent", "items.type")} END AS children"""
"""The public items below an item as a column, in their order; pages have an index that holds them in it."""
