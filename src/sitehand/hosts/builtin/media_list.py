"""A list of media in SQL: which files fit a query, and in which order."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, FromClause, TextClause, exists, select, text

from sitehand.hosts.builtin.collection_table import media_terms
from sitehand.hosts.builtin.conditions import compare_column
from sitehand.hosts.builtin.paging import filter_dated, select_page
from sitehand.hosts.builtin.picture_formats import with_formats
from sitehand.hosts.builtin.substrings import MAX_WORDS, count_rows, find_rows, hold_word
from sitehand.hosts.builtin.tables import UNDESCRIBED, UNUSED, media
from sitehand.site.conditions import OWN, check_conditions
from sitehand.site.media import MediaQuery

SEARCHED = ("title", "alt_text", "caption", "description", "source_url")
Row = Mapping[str, Any]
other = media.alias("other")


def find_media(connection: Connection, query: MediaQuery) -> tuple[list[Row], int]:
    """The rows of one page, and how many files fit; of a search up to `MAX_COUNTED` + 1.

    Duplicates stand beside each other.
    """
    words = query.search.split()[:MAX_WORDS]
    rows = find_rows(connection, media, words)
    fits = [
        *_list_conditions(rows, query),
        *_list_lacks(rows, query),
        *(hold_word(rows, SEARCHED, word) for word in words),
    ]
    together = [rows.c.sha256] if "duplicates" in query.only else []
    found = select_page(select(rows).where(*fits), query, query.order, *together, _order(rows, query), rows.c.id)
    shown: list[Row] = [with_formats(connection, dict(row)) for row in connection.execute(found).mappings()]
    return shown, count_rows(connection, select(rows.c.id).where(*fits), bounded=bool(words))


def _order(rows: FromClause, query: MediaQuery) -> ColumnElement[Any]:
    column = rows.c[query.orderby]
    return column.collate("NOCASE") if query.orderby == "title" else column


def _list_conditions(rows: FromClause, query: MediaQuery) -> Iterator[ColumnElement[bool] | TextClause]:
    for name in ("slug", "author", "parent"):
        if values := getattr(query, name):
            yield rows.c[name].in_(values)
    if query.collections:
        yield rows.c.id.in_(select(media_terms.c.media_id).where(media_terms.c.term_id.in_(query.collections)))
    yield from filter_dated(rows, query)
    if query.media_type is not None:
        yield rows.c.mime_type.startswith(f"{query.media_type}/")
    if query.mime_type is not None:
        yield rows.c.mime_type == query.mime_type
    for condition in check_conditions(query.where, OWN["media"]):
        fit = compare_column(condition, "media")
        yield text(fit.sql).bindparams(**fit.values)


def _list_lacks(rows: FromClause, query: MediaQuery) -> Iterator[ColumnElement[bool] | TextClause]:
    for lack in query.only:
        if lack == "unused":
            yield text(UNUSED)
        elif lack == "missing_alt_text":
            yield text(UNDESCRIBED)
        else:
            same = exists().where(other.c.sha256 == rows.c.sha256, other.c.id != rows.c.id)
            yield (rows.c.sha256 != "") & same
