"""A list of media in SQL: which files fit a query, and in which order."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import ColumnElement, Select, func, or_, select

from sitehand.hosts.builtin.tables import media
from sitehand.site.media import MediaQuery
from sitehand.site.values import iso

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
    keys = (ORDERS[query.orderby], media.c.id)
    order = [key.desc() if query.order == "desc" else key.asc() for key in keys]
    found = select(media).where(*_list_conditions(query)).order_by(*order)
    return found.limit(query.per_page).offset((query.page - 1) * query.per_page)


def count_found(query: MediaQuery) -> Select[Any]:
    """How many files fit."""
    return select(func.count()).select_from(media).where(*_list_conditions(query))


def _list_conditions(query: MediaQuery) -> Iterator[ColumnElement[bool]]:
    for name in ("slug", "author", "parent"):
        if values := getattr(query, name):
            yield media.c[name].in_(values)
    if query.include:
        yield media.c.id.in_(query.include)
    if query.exclude:
        yield media.c.id.not_in(query.exclude)
    if query.after is not None:
        yield media.c.date > iso(query.after)
    if query.before is not None:
        yield media.c.date < iso(query.before)
    if query.media_type is not None:
        yield media.c.mime_type.startswith(f"{query.media_type}/")
    if query.mime_type is not None:
        yield media.c.mime_type == query.mime_type
    for word in query.search.split()[:MAX_WORDS]:
        yield or_(*(column.icontains(word, autoescape=True) for column in SEARCHED))
