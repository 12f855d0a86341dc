"""Lists of redirects and of missing addresses in SQL, with how often visitors asked for each."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, FromClause, RowMapping, Select, exists, func, select

from sitehand.hosts.builtin.paging import select_page
from sitehand.hosts.builtin.substrings import count_rows, find_rows, hold_word
from sitehand.hosts.builtin.tables import address_hits, items, redirects
from sitehand.site.redirects import MissingQuery, RedirectQuery

SEARCHED = ("source", "target")
MAX_MISSING = 1_000
"""Missing addresses that are counted: each is looked up among the redirects."""
IS_REDIRECTED = exists().where(redirects.c.source == address_hits.c.path)


def find_redirects(connection: Connection, query: RedirectQuery) -> tuple[Sequence[RowMapping], int]:
    """The rows of one page, and how many redirects fit; of a search up to `MAX_COUNTED` + 1."""
    words = query.search.strip()
    rows = find_rows(connection, redirects, [words])
    fits = [*_list_conditions(rows, query), *([hold_word(rows, SEARCHED, words)] if words else [])]
    found = select_page(with_path(rows).where(*fits), query, query.order, rows.c[query.orderby], rows.c.id)
    shown = connection.execute(found).mappings().all()
    return shown, count_rows(connection, select(rows.c.id).where(*fits), bounded=bool(words))


def with_path(rows: FromClause) -> Select[Any]:
    """Redirects, each with the path of what moved."""
    return select(rows, items.c.path).select_from(rows.outerjoin(items, items.c.id == rows.c.item))


def select_missing(query: MissingQuery) -> Select[Any]:
    """The rows of one page of missing addresses."""
    order = (address_hits.c.hits.desc(), address_hits.c.path)
    rows = select(address_hits).where(~IS_REDIRECTED).order_by(*order)
    return rows.limit(query.per_page).offset(query.offset)


def count_missing() -> Select[Any]:
    """How many addresses are missing, up to one more than are counted."""
    some = select(address_hits.c.path).where(~IS_REDIRECTED).limit(MAX_MISSING + 1)
    return select(func.count()).select_from(some.subquery())


def _list_conditions(rows: FromClause, query: RedirectQuery) -> Iterator[ColumnElement[bool]]:
    if query.code is not None:
        yield rows.c.code == query.code
    if query.automatic is not None:
        yield rows.c.item.is_not(None) if query.automatic else rows.c.item.is_(None)
