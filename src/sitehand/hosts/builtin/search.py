"""Search over pages and posts of the built-in site, by its full-text index."""

import json
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, RowMapping, text

from sitehand.blocks.words import read_words
from sitehand.hosts.builtin.locales import find_locale
from sitehand.hosts.builtin.paths import build_link
from sitehand.hosts.builtin.relevance import RANKED_HITS, rank, weigh_by
from sitehand.hosts.builtin.type_table import SHOWN_TYPES
from sitehand.hosts.builtin.words import match_caller
from sitehand.site.content import MAX_COUNTED, Listing
from sitehand.site.search import Hit, SearchQuery
from sitehand.site.snippets import MAX_TEXT, cut_snippet
from sitehand.store.database import Database
from sitehand.store.sqlite.json import values_of

TYPES = f"items.type IN {values_of('types')}"
STATUSES = f"items.status IN {values_of('statuses')}"
NOT_TRASH = "items.status <> 'trash'"


class BuiltinSearch:
    """Implements `site.search.SearchStore`."""

    def __init__(self, database: Database, site_url: str) -> None:
        self._database = database
        self._site_url = site_url

    async def find(self, query: SearchQuery) -> Listing[Hit]:
        """One page of the hits: of whole words, else of words that begin so."""
        locale = find_locale(self._database, query.locale)
        return await self._database.read(lambda connection: self._find(connection, query, locale))

    def _find(self, connection: Connection, query: SearchQuery, locale: str | None) -> Listing[Hit]:
        statement, values = _write_statement(query, locale)
        for match in match_caller(query.search):
            found = connection.execute(text(statement), {**values, **weigh_by(connection, match)}).mappings().all()
            total = found[0]["total"] if found else 0
            if total:
                hits = [self._build(row, query.search) for row in found if row["id"] is not None]
                return Listing(
                    hits,
                    min(total, MAX_COUNTED),
                    query.page,
                    query.per_page,
                    "exact" if total <= MAX_COUNTED else "at_least",
                )
        return Listing([], 0, query.page, query.per_page)

    def _build(self, row: RowMapping, search: str) -> Hit:
        hit = Hit(
            id=row["id"],
            title=row["title"],
            type="post",
            subtype=row["type"],
            status=row["status"],
            snippet=cut_snippet(read_words(row["beginning"]), search),
        )
        if row["has_page"]:
            path = build_link(row["path"], item_id=row["id"], item_type=row["type"], status=row["status"])
            hit["url"] = self._site_url + (quote(path) if path is row["path"] else path)
        return hit


def _write_statement(query: SearchQuery, locale: str | None) -> tuple[str, dict[str, Any]]:
    """The hits in order, each with the beginning of its text, and how many there are in all.

    A page past the end of the list is one row without an item.
    """
    conditions, values = _write_conditions(query)
    if locale is not None:
        conditions.append("items.locale = :locale")
        values["locale"] = locale
    values |= {"limit": query.per_page, "offset": query.offset}
    statement = f"""WITH found AS MATERIALIZED ({rank(RANKED_HITS, " AND ".join(conditions) or "TRUE")}),
        shown AS (SELECT id, key FROM found ORDER BY key, id DESC LIMIT :limit OFFSET :offset)
        SELECT counted.total, items.id AS id, items.type AS type, items.status AS status, items.path AS path,
            items.title AS title, substr(items.content, 1, {MAX_TEXT}) AS beginning,
            items.type IN {SHOWN_TYPES} AS has_page
        FROM (SELECT count(*) AS total FROM found) AS counted LEFT JOIN shown ON TRUE
            LEFT JOIN items ON items.id = shown.id
        ORDER BY shown.key, shown.id DESC"""  # noqa: S608
    return statement, values


def _write_conditions(query: SearchQuery) -> tuple[list[str], dict[str, Any]]:
    conditions: list[str] = []
    values: dict[str, Any] = {}
    if query.subtype:
        conditions.append(TYPES)
        values["types"] = json.dumps(query.subtype)
    wanted = sorted(set(query.status) - {"any"})
    if query.status and "any" not in query.status:
        conditions.append(STATUSES)
        values["statuses"] = json.dumps(wanted)
    elif "trash" not in wanted:
        conditions.append(NOT_TRASH)
    return conditions, values
