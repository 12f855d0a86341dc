"""A list of media in SQL: which files fit a query, and in which order."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, TextClause, exists, func, or_, select, text

from sitehand.hosts.builtin.conditions import compare_column
from sitehand.hosts.builtin.media_unused import find_unused
from sitehand.hosts.builtin.paging import filter_dated, select_page
from sitehand.hosts.builtin.picture_formats import with_formats
from sitehand.hosts.builtin.tables import UNDESCRIBED, media
from sitehand.site.conditions import OWN, check_conditions
from sitehand.site.media import MediaQuery
from sitehand.store.sqlite.json import select_values

ORDERS: dict[str, ColumnElement[Any]] = {
    "date": media.c.date,
    "modified": media.c.modified,
    "title": media.c.title.collate("NOCASE"),
    "slug": media.c.slug,
    "id": media.c.id,
}
SEARCHED = (media.c.title, media.c.alt_text, media.c.caption, media.c.description, media.c.source_url)
MAX_WORDS = 20
Row = Mapping[str, Any]
other = media.alias("other")
LACKS: dict[str, ColumnElement[bool] | TextClause] = {
    "missing_alt_text": text(UNDESCRIBED),
    "duplicates": (media.c.sha256 != "") & exists().where(other.c.sha256 == media.c.sha256, other.c.id != media.c.id),
}


def find_media(connection: Connection, query: MediaQuery) -> tuple[list[Row], int]:
    """The rows of one page, and how many files fit; duplicates stand beside each other."""
    fits = [*_list_conditions(query), *_list_lacks(connection, query)]
    together = [media.c.sha256] if "duplicates" in query.only else []
    found = select_page(select(media).where(*fits), query, query.order, *together, ORDERS[query.orderby], media.c.id)
    rows: list[Row] = [with_formats(connection, dict(row)) for row in connection.execute(found).mappings()]
    return rows, int(connection.execute(select(func.count()).select_from(media).where(*fits)).scalar_one())


def _list_conditions(query: MediaQuery) -> Iterator[ColumnElement[bool] | TextClause]:
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
    for condition in check_conditions(query.where, OWN["media"]):
        fit = compare_column(condition, "media")
        yield text(fit.sql).bindparams(**fit.values)


def _list_lacks(connection: Connection, query: MediaQuery) -> Iterator[ColumnElement[bool] | TextClause]:
    for lack in query.only:
        if lack == "unused":
            yield media.c.id.in_(select_values(find_unused(connection)))
        else:
            yield LACKS[lack]
