"""Internal links of the built-in site: looked up by where they lead, and judged by what is there now."""

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Connection, RowMapping, text

from sitehand.hosts.builtin.link_places import find_made
from sitehand.hosts.builtin.link_queries import COUNT, FIND, LINKING, ORPHANS, write_conditions
from sitehand.site.content import MAX_COUNTED, Listing
from sitehand.site.links import Link, LinkedItem, LinkQuery, LinkState
from sitehand.site.values import Paging
from sitehand.store.database import Database

PORTION = 500
"""Links that are judged at once."""


class BuiltinLinks:
    """Implements `site.links.LinkStore`. `reserved` are the first parts of paths that the site itself answers."""

    def __init__(self, database: Database, site_url: str, reserved: frozenset[str]) -> None:
        parts = urlsplit(site_url)
        self._database = database
        self._reserved = reserved
        self._site = {"host": parts.netloc.lower(), "prefix": parts.path.rstrip("/")}

    async def find(self, query: LinkQuery) -> Listing[Link]:
        """One page of the links, by the items that they are in."""
        return await self._database.read(lambda connection: self._find(connection, query))

    async def find_linking(self, item_id: int, among: Sequence[int]) -> frozenset[int]:
        """The items, of those given, that link to an item."""
        values = {**self._site, "target": item_id, "among": json.dumps(among)}

        def read(connection: Connection) -> frozenset[int]:
            return frozenset(connection.execute(text(LINKING), values).scalars())

        return await self._database.read(read)

    async def find_orphans(self, query: Paging) -> Listing[LinkedItem]:
        """One page of the items that nothing links to, by their ids."""

        def read(connection: Connection) -> Listing[LinkedItem]:
            values = {**self._site, "limit": MAX_COUNTED + 1}
            found = connection.execute(text(ORPHANS), values).mappings().all()
            shown = [_tell(row, "source") for row in found[query.offset : query.offset + query.per_page]]
            return _list(shown, len(found), query)

        return await self._database.read(read)

    def _find(self, connection: Connection, query: LinkQuery) -> Listing[Link]:
        where, values = write_conditions(query)
        values |= self._site
        if query.broken:
            broken = [*islice(self._find_broken(connection, where, values), MAX_COUNTED + 1)]
            return _list(broken[query.offset : query.offset + query.per_page], len(broken), query)
        page = {"limit": query.per_page, "offset": query.offset}
        rows = connection.execute(text(FIND.format(where=where)), values | page).mappings().all()
        total = connection.execute(text(COUNT.format(where=where)), {**values, "limit": MAX_COUNTED + 1}).scalar_one()
        return _list(self._build_all(connection, rows), total, query)

    def _find_broken(self, connection: Connection, where: str, values: Mapping[str, Any]) -> Iterator[Link]:
        """Links that lead to nothing that visitors see. Each link is looked at, so this is slow."""
        suspects = f"{where} AND coalesce(target.status, '') <> 'publish'"
        statement = text(FIND.format(where=suspects)).execution_options(yield_per=PORTION)
        found = connection.execute(statement, {**values, "limit": -1, "offset": 0}).mappings()
        for rows in found.partitions(PORTION):
            yield from (link for link in self._build_all(connection, rows) if link["state"] != "ok")

    def _build_all(self, connection: Connection, rows: Sequence[RowMapping]) -> list[Link]:
        made = find_made(connection, {row["at"] for row in rows if row["target_id"] is None})
        return [self._build(row, made) for row in rows]

    def _build(self, row: RowMapping, made: Set[str]) -> Link:
        there = row["target_id"] is not None
        return Link(
            source=_tell(row, "source"),
            url=row["url"],
            text=row["text"],
            target=_tell(row, "target") if there else None,
            state=_judge(row["target_status"]) if there else self._judge_path(row, made),
        )

    def _judge_path(self, row: RowMapping, made: Set[str]) -> LinkState:
        """What visitors find where no item is: a redirect, a file, what the site makes, or nothing."""
        at = row["at"]
        if row["item"]:
            return "missing"
        return "ok" if row["elsewhere"] or at in made or at.split("/")[1] in self._reserved else "missing"


def _judge(status: str) -> LinkState:
    return "ok" if status == "publish" else "trash" if status == "trash" else "unpublished"


def _tell(row: RowMapping, end: str) -> LinkedItem:
    return LinkedItem(
        id=row[f"{end}_id"], type=row[f"{end}_type"], status=row[f"{end}_status"], title=row[f"{end}_title"]
    )


def _list(shown: list[Any], total: int, query: Paging) -> Listing[Any]:
    relation = "exact" if total <= MAX_COUNTED else "at_least"
    return Listing(shown, min(total, MAX_COUNTED), query.page, query.per_page, relation)  # type: ignore[arg-type]
