"""Lists of redirects and of missing addresses in SQL, with how often visitors asked for each."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, exists, func, or_, select

from sitehand.hosts.builtin.paging import select_page
from sitehand.hosts.builtin.tables import address_hits, items, redirects
from sitehand.site.redirects import MissingQuery, RedirectQuery

WITH_HITS = (
    select(redirects, items.c.path, address_hits.c.hits)
    .outerjoin_from(redirects, items, items.c.id == redirects.c.item)
    .outerjoin(address_hits, address_hits.c.path == redirects.c.source)
)
ONE = WITH_HITS.where(redirects.c.id == bindparam("redirect_id"))
ORDERS: dict[str, ColumnElement[Any]] = {
    "id": redirects.c.id,
    "source": redirects.c.source,
    "hits": func.coalesce(address_hits.c.hits, 0),
}
MAX_MISSING = 1_000
"""Missing addresses that are counted: each is looked up among the redirects."""
IS_REDIRECTED = exists().where(redirects.c.source == address_hits.c.path)


def select_found(query: RedirectQuery) -> Select[Any]:
    """The rows of one page."""
    rows = WITH_HITS.where(*_list_conditions(query))
    return select_page(rows, query, query.order, ORDERS[query.orderby], redirects.c.id)


def count_found(query: RedirectQuery) -> Select[Any]:
    """How many redirects fit."""
    return select(func.count()).select_from(redirects).where(*_list_conditions(query))


def select_missing(query: MissingQuery) -> Select[Any]:
    """The rows of one page of missing addresses."""
    order = (address_hits.c.hits.desc(), address_hits.c.path)
    rows = select(address_hits).where(~IS_REDIRECTED).order_by(*order)
    return rows.limit(query.per_page).offset(query.offset)


def count_missing() -> Select[Any]:
    """How many addresses are missing, up to one more than are counted."""
    some = select(address_hits.c.path).where(~IS_REDIRECTED).limit(MAX_MISSING + 1)
    return select(func.count()).select_from(some.subquery())


def _list_conditions(query: RedirectQuery) -> Iterator[ColumnElement[bool]]:
    if query.code is not None:
        yield redirects.c.code == query.code
    if query.automatic is not None:
        yield redirects.c.item.is_not(None) if query.automatic else redirects.c.item.is_(None)
    if words := query.search.strip():
        yield or_(*(column.icontains(words, autoescape=True) for column in (redirects.c.source, redirects.c.target)))
