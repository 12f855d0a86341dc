"""A list of comments in SQL: which of them fit a query, and in which order."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Select, func, or_, select

from sitehand.hosts.builtin.paging import filter_dated, select_page
from sitehand.hosts.builtin.tables import comments, items
from sitehand.site.comments import CommentQuery

ORDERS: dict[str, ColumnElement[Any]] = {"date": comments.c.date, "id": comments.c.id}
SEARCHED = (comments.c.content, comments.c.author_name, comments.c.author_url)
MAX_WORDS = 20
WITH_ITEM = select(
    comments, items.c.path, items.c.type.label("item_type"), items.c.status.label("item_status")
).join_from(comments, items, items.c.id == comments.c.post)


def select_found(query: CommentQuery) -> Select[Any]:
    """The rows of one page."""
    rows = WITH_ITEM.where(*_list_conditions(query))
    return select_page(rows, query, query.order, ORDERS[query.orderby], comments.c.id)


def count_found(query: CommentQuery) -> Select[Any]:
    """How many comments fit."""
    return select(func.count()).select_from(comments).where(*_list_conditions(query))


def _list_conditions(query: CommentQuery) -> Iterator[ColumnElement[bool]]:
    yield comments.c.type == query.type
    yield comments.c.status.in_(("approved", "hold") if query.status == "all" else (query.status,))
    for name in ("post", "parent"):
        if values := getattr(query, name):
            yield comments.c[name].in_(values)
    yield from filter_dated(comments, query)
    for word in query.search.split()[:MAX_WORDS]:
        yield or_(*(column.icontains(word, autoescape=True) for column in SEARCHED))
