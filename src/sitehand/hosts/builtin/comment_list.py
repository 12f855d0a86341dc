"""A list of comments in SQL: which of them fit a query, and in which order."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Select, func, or_, select

from sitehand.hosts.builtin.tables import comments, items
from sitehand.site.comments import CommentQuery
from sitehand.site.values import iso

ORDERS: dict[str, ColumnElement[Any]] = {"date": comments.c.date, "id": comments.c.id}
SEARCHED = (comments.c.content, comments.c.author_name, comments.c.author_url)
MAX_WORDS = 20
WITH_ITEM = select(
    comments, items.c.path, items.c.type.label("item_type"), items.c.status.label("item_status")
).join_from(comments, items, items.c.id == comments.c.post)


def select_found(query: CommentQuery) -> Select[Any]:
    """The rows of one page."""
    keys = (ORDERS[query.orderby], comments.c.id)
    order = [key.desc() if query.order == "desc" else key.asc() for key in keys]
    found = WITH_ITEM.where(*_list_conditions(query)).order_by(*order)
    return found.limit(query.per_page).offset((query.page - 1) * query.per_page)


def count_found(query: CommentQuery) -> Select[Any]:
    """How many comments fit."""
    return select(func.count()).select_from(comments).where(*_list_conditions(query))


def _list_conditions(query: CommentQuery) -> Iterator[ColumnElement[bool]]:
    yield comments.c.type == query.type
    yield comments.c.status.in_(("approved", "hold") if query.status == "all" else (query.status,))
    for name in ("post", "parent"):
        if values := getattr(query, name):
            yield comments.c[name].in_(values)
    if query.include:
        yield comments.c.id.in_(query.include)
    if query.exclude:
        yield comments.c.id.not_in(query.exclude)
    if query.after is not None:
        yield comments.c.date > iso(query.after)
    if query.before is not None:
        yield comments.c.date < iso(query.before)
    for word in query.search.split()[:MAX_WORDS]:
        yield or_(*(column.icontains(word, autoescape=True) for column in SEARCHED))
