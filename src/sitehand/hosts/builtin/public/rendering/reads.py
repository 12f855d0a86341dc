"""What dynamic blocks read of the site, each in one statement with a bound: published items alone."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from sitehand.hosts.builtin.public.neighbours import ANCESTORS
from sitehand.hosts.builtin.public.queries import (
    CARD,
    FOUND_VISIBLE,
    JOINS,
    LOCAL,
    VISIBLE,
    Article,
    Card,
    Link,
    ShownTerm,
    read_card,
)
from sitehand.hosts.builtin.sqlite.full_text import list_newest
from sitehand.hosts.builtin.term_list import PLACE
from sitehand.store.sqlite.hints import THEN_JOIN, by_index, is_set

MAX_POSTS, MAX_TERMS, MAX_PAGES, MAX_MONTHS, MAX_COUNTED = 100, 500, 500, 600, 10_000
MAX_ANCESTORS = 20
ORDERS = {
    "date": ("items.date", "ix_items_status"),
    "modified": ("items.modified", "ix_items_modified"),
    "title": ("items.title COLLATE NOCASE", "ix_items_title"),
    "menu_order": ("items.menu_order", "ix_items_menu_order"),
    "id": ("items.id", "ix_items_id"),
}
"""What lists are ordered by, and the index that holds the items of a type in this order."""
_POSTS = f"items {by_index('ix_items_status')} WHERE type = 'post' AND {LOCAL}"
_HAS_TERM = "items.id IN (SELECT item_id FROM item_terms WHERE term_id IN ({}))"


class PostQuery(NamedTuple):
    """The items that a list shows. `terms` are groups of ids: an item has one of each group, and none of `without`."""

    type: str = "post"
    limit: int = 10
    offset: int = 0
    orderby: str = "date"
    order: str = "desc"
    terms: tuple[tuple[int, ...], ...] = ()
    without: tuple[int, ...] = ()
    authors: tuple[int, ...] = ()
    parents: tuple[int, ...] = ()
    search: str | None = None
    """A full-text query; an empty one, of words without a letter, finds nothing."""
    exclude: tuple[int, ...] = ()
    sticky: str = ""
    """`only` or `exclude`, for sticky posts; empty for neither."""
    locale: str = ""


class Month(NamedTuple):
    """How many posts a period has; `period` is `2026-03`, or `2026` of a whole year."""

    period: str
    posts: int


class TermRow(NamedTuple):
    """A term; `posts` counts published items."""

    id: int
    taxonomy: str
    slug: str
    name: str
    description: str
    parent: int
    posts: int


class PageRow(NamedTuple):
    """A page in a tree of pages; its title is sanitised HTML."""

    id: int
    parent: int
    title: str
    path: str


class CommentRow(NamedTuple):
    """A comment with the item that it is on."""

    id: int
    author: str
    address: str
    date: str
    content: str
    title: str
    path: str


class PersonRow(NamedTuple):
    """An author."""

    id: int
    name: str
    slug: str
    bio: str


def read_posts(connection: Connection, now: str, query: PostQuery) -> list[Card]:
    """The items of a list, in its order."""
    conditions, values = list_conditions(query)
    column, index = ORDERS.get(query.orderby, ORDERS["date"])
    way = "ASC" if query.order == "asc" else "DESC"
    order = f"{column} {way}, items.id {way}"
    # Where terms or words choose the items, these are looked up first.
    source = "items" if query.terms or query.search or query.parents else f"items {by_index(index)}"
    found = f"SELECT items.id FROM {source} WHERE {conditions} ORDER BY {order} LIMIT :limit OFFSET :offset"  # noqa: S608
    statement = f"SELECT {CARD} FROM ({found}) AS found JOIN items ON items.id = found.id {JOINS} ORDER BY {order}"  # noqa: S608
    bounds = {"now": now, "limit": min(query.limit, MAX_POSTS), "offset": query.offset}
    return [read_card(row) for row in fetch(connection, statement, {**values, **bounds})]


def count_posts(connection: Connection, now: str, query: PostQuery) -> int:
    """How many items a list has in all, up to `MAX_COUNTED`."""
    conditions, values = list_conditions(query)
    statement = (
        f"SELECT count(*) AS number FROM (SELECT 1 FROM items WHERE {conditions} LIMIT {MAX_COUNTED}) AS counted"  # noqa: S608
    )
    return int(fetch(connection, statement, {**values, "now": now})[0]["number"])


def list_conditions(query: PostQuery) -> tuple[str, dict[str, Any]]:
    """A list's conditions in SQL, and their values."""
    found = [f"items.type = :type AND {VISIBLE} AND {LOCAL}"]
    values: dict[str, Any] = {"type": query.type, "locale": query.locale}
    for number, group in enumerate(query.terms):
        found.append(_HAS_TERM.format(_name_values(values, f"term{number}_", group)))
    if query.without:
        found.append(f"NOT {_HAS_TERM.format(_name_values(values, 'unwanted', query.without))}")
    if query.authors:
        found.append(f"items.author IN ({_name_values(values, 'author', query.authors)})")
    if query.parents:
        found.append(f"items.parent IN ({_name_values(values, 'parent', query.parents)})")
    if query.exclude:
        found.append(f"items.id NOT IN ({_name_values(values, 'without', query.exclude)})")
    if query.sticky:
        found.append(is_set("items.sticky", truth=query.sticky == "only"))
    if query.search == "":
        found.append("FALSE")
    elif query.search:
        found.append(f"items.password = '' AND items.id IN {list_newest('match', MAX_COUNTED)}")
        values["match"] = query.search
    return " AND ".join(found), values


def _name_values(values: dict[str, Any], name: str, given: Sequence[int]) -> str:
    names = {f"{name}{number}": value for number, value in enumerate(given)}
    values.update(names)
    return ", ".join(f":{each}" for each in names)


def read_raw(connection: Connection, article: Article) -> str | None:
    """The stored text of an item that somebody may read as it is here; None when it has changed since."""
    statement = "SELECT content FROM items WHERE id = :id AND revision = :revision"
    rows = fetch(connection, statement, {"id": article.id, "revision": article.revision})
    return rows[0]["content"] if rows else None


def read_comments(connection: Connection, now: str, limit: int) -> list[CommentRow]:
    """The newest approved comments on items that anybody may read."""
    statement = f"""
        SELECT comments.id, author_name AS author, author_url AS address, comments.date, comments.content,
               items.title_rendered AS title, items.path
        FROM comments {by_index("ix_comments_status")} {THEN_JOIN} items ON items.id = comments.post
        WHERE comments.type = 'comment' AND comments.status = 'approved' AND {FOUND_VISIBLE} AND items.password = ''
            AND items.path <> ''
        ORDER BY comments.date DESC, comments.id DESC LIMIT :limit"""  # noqa: S608
    return [CommentRow(**row) for row in fetch(connection, statement, {"now": now, "limit": limit})]


def count_comments(connection: Connection, item_id: int) -> int:
    """How many approved comments an item has."""
    statement = "SELECT count(*) AS number FROM comments WHERE post = :id AND type <> 'note' AND status = 'approved'"
    return int(fetch(connection, statement, {"id": item_id})[0]["number"])


def read_terms(connection: Connection, taxonomy: str) -> list[TermRow]:
    """The terms of a taxonomy in their order; those without a place by name."""
    statement = f"""SELECT id, taxonomy, slug, name, description, parent, count AS posts FROM terms
        WHERE taxonomy = :taxonomy ORDER BY {", ".join(PLACE)}, id LIMIT {MAX_TERMS}"""  # noqa: S608
    return [TermRow(**row) for row in fetch(connection, statement, {"taxonomy": taxonomy})]


def read_months(connection: Connection, now: str, locale: str, characters: int, *, counted: bool) -> list[Month]:
    """The periods in which posts were published, newest first, each found in one step; their posts where counted.

    `characters` of a moment tell a period.
    """
    first = f"SELECT substr(date, 1, {characters}) FROM {_POSTS}"  # noqa: S608
    within = f"SELECT count(*) FROM {_POSTS} AND {VISIBLE} AND date >= period || '-' AND date < period || '.'"  # noqa: S608
    statement = f"""
        WITH RECURSIVE periods(period) AS (
            SELECT ({first} AND {VISIBLE} ORDER BY date DESC LIMIT 1)
            UNION ALL SELECT ({first} AND status = 'publish' AND date < period ORDER BY date DESC LIMIT 1)
            FROM periods WHERE period IS NOT NULL)
        SELECT period, CASE WHEN :counted THEN ({within}) ELSE 0 END AS posts
        FROM periods WHERE period IS NOT NULL LIMIT {MAX_MONTHS}"""  # noqa: S608
    values = {"now": now, "locale": locale, "counted": counted}
    return [Month(**row) for row in fetch(connection, statement, values)]


def read_days(connection: Connection, now: str, locale: str, period: str) -> list[str]:
    """The days of a month, such as `2026-03-05`, on which posts were published."""
    statement = f"""
        SELECT DISTINCT substr(date, 1, 10) AS day FROM {_POSTS} AND {VISIBLE} AND date >= :start AND date < :end"""  # noqa: S608
    values = {"now": now, "locale": locale, "start": f"{period}-", "end": f"{period}."}
    return [row["day"] for row in fetch(connection, statement, values)]


def read_pages(connection: Connection, now: str, locale: str) -> list[PageRow]:
    """The public pages of a locale in the order of menus."""
    statement = f"""
        SELECT id, parent, title_rendered AS title, path FROM items
        WHERE items.type = 'page' AND {VISIBLE} AND {LOCAL}
        ORDER BY menu_order, title COLLATE NOCASE LIMIT {MAX_PAGES}"""  # noqa: S608
    return [PageRow(**row) for row in fetch(connection, statement, {"now": now, "locale": locale})]


def read_ancestors(connection: Connection, now: str, item_id: int) -> list[Link]:
    """The public pages above a page, the highest first: the nearest `MAX_ANCESTORS`."""
    rows = fetch(connection, f"SELECT {ANCESTORS} FROM items WHERE items.id = :id", {"now": now, "id": item_id})  # noqa: S608
    return [Link(*each) for row in rows for each in json.loads(row["ancestors"])][-MAX_ANCESTORS:]


def read_term_line(connection: Connection, taxonomy: str, slug: str) -> list[ShownTerm]:
    """A term and those above it, the highest first: the nearest `MAX_ANCESTORS`."""
    statement = f"""
        WITH RECURSIVE line(parent, taxonomy, slug, name, height) AS (
            SELECT parent, taxonomy, slug, name, 1 FROM terms WHERE taxonomy = :taxonomy AND slug = :slug
            UNION ALL SELECT terms.parent, terms.taxonomy, terms.slug, terms.name, height + 1
            FROM terms JOIN line ON terms.id = line.parent WHERE height < {MAX_ANCESTORS})
        SELECT taxonomy, slug, name FROM line ORDER BY height DESC"""  # noqa: S608
    return [ShownTerm(**row) for row in fetch(connection, statement, {"taxonomy": taxonomy, "slug": slug})]


def fetch(connection: Connection, statement: str, values: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The rows of a statement."""
    return [dict(row) for row in connection.execute(text(statement), values).mappings()]
