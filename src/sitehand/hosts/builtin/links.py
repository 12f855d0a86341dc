"""Internal links of the built-in site: looked up by where they lead, and judged by what is there now."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Connection, RowMapping, text

from sitehand.hosts.builtin.link_queries import COUNT, FIND, LINKING, ORPHANS, write_conditions
from sitehand.hosts.builtin.locales import read_locales
from sitehand.hosts.builtin.public.addresses import FILES, LLMS, MARKDOWN, SITEMAP_PART
from sitehand.hosts.builtin.seo_settings import NAME as SEO
from sitehand.site.content import MAX_COUNTED, Listing
from sitehand.site.links import Link, LinkedItem, LinkQuery, LinkState
from sitehand.site.locales import find_home
from sitehand.site.values import Paging
from sitehand.store.database import Database
from sitehand.store.settings import read_setting

ARCHIVE = re.compile(r"/(?P<kind>category|tag|author)/(?P<slug>[^/]+)(?:/page/[0-9]+)?")
PERIOD = re.compile(r"/[1-9][0-9]{3}(?:/(?:0[1-9]|1[0-2]))?(?:/page/[0-9]+)?")
LOCAL = re.compile(r"/(?!tag/)[a-z]{2,3}(-[a-z0-9]{2,8})*(/.*)?")
"""What may stand below the home page of a locale."""
ARCHIVES = {
    "category": text("SELECT 1 FROM terms WHERE taxonomy = 'category' AND slug = :slug"),
    "tag": text("SELECT 1 FROM terms WHERE taxonomy = 'post_tag' AND slug = :slug"),
    "author": text("SELECT 1 FROM authors WHERE slug = :slug"),
}
HAS_MARKDOWN = text(
    """SELECT 1 FROM items WHERE type IN ('page', 'post') AND path = :path AND status = 'publish' AND password = ''"""
)


class BuiltinLinks:
    """Implements `site.links.LinkStore`. `reserved` are the first parts of paths that the site itself answers."""

    def __init__(self, database: Database, site_url: str, reserved: frozenset[str]) -> None:
        parts = urlsplit(site_url)
        self._database = database
        self._reserved = reserved
        self._site = {"host": parts.netloc.lower(), "prefix": parts.path.rstrip("/")}

    async def find(self, query: LinkQuery) -> Listing[Link]:
        """One page of the links, by the items that they are in."""
        return await self._database.read_beside(lambda connection: self._find(connection, query))

    async def find_linking(self, item_id: int, among: Sequence[int]) -> frozenset[int]:
        """Those of the items that link to one."""
        values = {**self._site, "target": item_id, "among": json.dumps(among)}

        def read(connection: Connection) -> frozenset[int]:
            return frozenset(connection.execute(text(LINKING), values).scalars())

        return await self._database.read_beside(read)

    async def find_orphans(self, query: Paging) -> Listing[LinkedItem]:
        """One page of the items that nothing links to, by their ids."""

        def read(connection: Connection) -> Listing[LinkedItem]:
            values = {**self._site, "limit": MAX_COUNTED + 1}
            found = connection.execute(text(ORPHANS), values).mappings().all()
            shown = [_tell(row, "source") for row in found[query.offset : query.offset + query.per_page]]
            return _list(shown, len(found), query)

        return await self._database.read_beside(read)

    def _find(self, connection: Connection, query: LinkQuery) -> Listing[Link]:
        where, values = write_conditions(query)
        values |= self._site
        if query.broken:
            broken = [*islice(self._find_broken(connection, where, values), MAX_COUNTED + 1)]
            return _list(broken[query.offset : query.offset + query.per_page], len(broken), query)
        page = {"limit": query.per_page, "offset": query.offset}
        rows = connection.execute(text(FIND.format(where=where)), values | page).mappings().all()
        total = connection.execute(text(COUNT.format(where=where)), {**values, "limit": MAX_COUNTED + 1}).scalar_one()
        return _list([self._build(connection, row) for row in rows], total, query)

    def _find_broken(self, connection: Connection, where: str, values: Mapping[str, Any]) -> Iterator[Link]:
        """Those that lead to nothing that visitors see. Each link is looked at, so this takes its time."""
        suspects = f"{where} AND coalesce(target.status, '') <> 'publish'"
        statement = text(FIND.format(where=suspects)).execution_options(yield_per=100)
        for row in connection.execute(statement, {**values, "limit": -1, "offset": 0}).mappings():
            link = self._build(connection, row)
            if link["state"] != "ok":
                yield link

    def _build(self, connection: Connection, row: RowMapping) -> Link:
        there = row["target_id"] is not None
        return Link(
            source=_tell(row, "source"),
            url=row["url"],
            text=row["text"],
            target=_tell(row, "target") if there else None,
            state=_judge(row["target_status"]) if there else self._judge_path(connection, row),
        )

    def _judge_path(self, connection: Connection, row: RowMapping) -> LinkState:
        """What visitors find where no item is: a redirect, a file, an archive, or what the site itself answers."""
        at = row["at"]
        if row["item"]:
            return "missing"
        place = _find_place(connection, at)
        is_answered = PERIOD.fullmatch(place) or place == "/" or place.split("/")[1] in self._reserved
        if row["elsewhere"] or is_answered or _has_file(connection, at):
            return "ok"
        archive = ARCHIVE.fullmatch(place)
        there = archive and connection.execute(ARCHIVES[archive["kind"]], {"slug": archive["slug"]}).first()
        return "ok" if there else "missing"


def _find_place(connection: Connection, at: str) -> str:
    """A path below the home page of its locale."""
    others = read_locales(connection).others if LOCAL.fullmatch(at) else ()
    home = next((each for each in map(find_home, others) if f"{at}/".startswith(each)), "/")
    return f"{at}/"[len(home) - 1 :].rstrip("/") or "/"


def _has_file(connection: Connection, at: str) -> bool:
    """Whether the public site makes the home page, or a file, of this address."""
    if at == LLMS:
        return bool(json.loads(read_setting(connection, SEO) or "{}").get("llms_txt"))
    if at.endswith(MARKDOWN):
        values = {"path": f"{at.removesuffix(MARKDOWN)}/"}
        return connection.execute(HAS_MARKDOWN, values).first() is not None
    return at in ("/", *FILES) or SITEMAP_PART.fullmatch(at) is not None


def _judge(status: str) -> LinkState:
    return "ok" if status == "publish" else "trash" if status == "trash" else "unpublished"


def _tell(row: RowMapping, end: str) -> LinkedItem:
    return LinkedItem(
        id=row[f"{end}_id"], type=row[f"{end}_type"], status=row[f"{end}_status"], title=row[f"{end}_title"]
    )


def _list(shown: list[Any], total: int, query: Paging) -> Listing[Any]:
    relation = "exact" if total <= MAX_COUNTED else "at_least"
    return Listing(shown, min(total, MAX_COUNTED), query.page, query.per_page, relation)  # type: ignore[arg-type]
