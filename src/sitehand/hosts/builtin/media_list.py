"""A list of media in SQL: which files fit a query, and in which order."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Select, func, or_, select

from sitehand.hosts.builtin.paging import filter_dated, select_page
from sitehand.hosts.builtin.tables import media
from sitehand.site.media import MediaQuery

ORDERS: dict[str, ColumnElement[Any]] = {
    "date": media.c.date,
    "modified": media.c.modified,
    "title": media.c.title.collate("NOCASE"),
    "slug": media.c.slug,
    "id": media.c.id,
}
SEARCHED = (media.c.title, media.c.alt_text, media.c.caption, media.c.description, media.c.source_url)
MAX_WORDS = 20


def select_found(query: MediaQuery) -> Select[Any]:
    """The rows of one page."""
    rows = select(media).where(*_list_conditions(query))
    return select_page(rows, query, query.order, ORDERS[query.orderby], media.c.id)


def count_found(query: MediaQuery) -> Select[Any]:
    """How many files fit."""
    return select(func.count()).select_from(media).where(*_list_conditions(query))


def _list_conditions(query: MediaQuery) -> Iterator[ColumnElement[bool]]:
    for name in ("slug", "author", "parent"):
        if values := getattr(query, name):
            yield media.c[name].in_(values)
    yield from filter_dated(media, query)
    if query.media_type is not None:
        yield media.c.mime_type.startswith(f"{query.media_type}/")
    if query.mime_type is not None:
        yield media.c.mime_type == query.mime_type
    for word in query.search.split()[:MAX_WORDS]:
        yield or_(*(column.icontains(word, autoescape=True) for column in SEARCHED))
