"""A list of comments in SQL: which of them fit a query, and in which order."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, FromClause, Select, select

from sitehand.hosts.builtin.paging import filter_dated, select_page
from sitehand.hosts.builtin.substrings import MAX_WORDS, count_rows, find_rows, hold_word
from sitehand.hosts.builtin.tables import comments, items
from sitehand.site.comments import CommentQuery

Row = Mapping[str, Any]
SEARCHED = ("content", "author_name", "author_url")


def find_comments(connection: Connection, query: CommentQuery) -> tuple[list[Row], int]:
    """The rows of one page, and how many comments fit; of those of an item or a search up to `MAX_COUNTED` + 1."""
    words = query.search.split()[:MAX_WORDS]
    rows = find_rows(connection, comments, words)
    fits = [*_list_conditions(rows, query), *(hold_word(rows, SEARCHED, word) for word in words)]
    found = select_page(with_item(rows).where(*fits), query, query.order, rows.c[query.orderby], rows.c.id)
    shown: list[Row] = [*connection.execute(found).mappings()]
    return shown, count_rows(connection, select(rows.c.id).where(*fits), bounded=is_bounded(query))


def is_bounded(query: CommentQuery) -> bool:
    """Whether no more than `MAX_COUNTED` comments are counted."""
    return bool(query.search.strip() or query.post)


def with_item(rows: FromClause) -> Select[Any]:
    """Comments, each with its item. There always is one: an outer join alone has SQLite find the comments first."""
    item = (items.c.path, items.c.type.label("item_type"), items.c.status.label("item_status"))
    return select(rows, *item).select_from(rows.outerjoin(items, items.c.id == rows.c.post))


def _list_conditions(rows: FromClause, query: CommentQuery) -> Iterator[ColumnElement[bool]]:
    yield rows.c.type == query.type
    yield rows.c.status.in_(("approved", "hold") if query.status == "all" else (query.status,))
    for name in ("post", "parent"):
        if values := getattr(query, name):
            yield rows.c[name].in_(values)
    yield from filter_dated(rows, query)
