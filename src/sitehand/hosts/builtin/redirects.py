"""Redirects of the built-in site, and the addresses at which visitors found nothing."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, RowMapping, bindparam, delete, insert, text

from sitehand.errors import not_found
from sitehand.hosts.builtin.link_places import PERIOD, find_made
from sitehand.hosts.builtin.redirect_list import (
    MAX_MISSING,
    count_missing,
    find_redirects,
    select_missing,
    with_path,
)
from sitehand.hosts.builtin.redirect_rules import check_redirect, name_source
from sitehand.hosts.builtin.substrings import list_counted
from sitehand.hosts.builtin.tables import redirects
from sitehand.hosts.builtin.tracked import REDIRECT_STATE
from sitehand.hosts.builtin.type_table import SHOWN_TYPES
from sitehand.site.content import Listing
from sitehand.site.redirects import HINT, Missing, MissingQuery, NewRedirect, Redirect, RedirectQuery, refuse_source
from sitehand.site.values import MAX_ID, iso
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.revision import name_state
from sitehand.store.sqlite import next_id_of
from sitehand.store.verification import verify_row

MINE = redirects.c.id == bindparam("redirect_id")
SELECT, INSERT = Prepared(with_path(redirects).where(MINE)), Prepared(insert(redirects))
DELETE = Prepared(delete(redirects).where(MINE))
NEXT_ID = next_id_of("redirects")
NAMED_SO = Prepared(
    text(
        f"SELECT path FROM items WHERE type IN {SHOWN_TYPES} AND status = 'publish' AND slug = :slug AND slug <> ''"  # noqa: S608
        " ORDER BY type, id LIMIT 1"
    )
)
MAX_WORDS = 8
Row = Mapping[str, Any] | RowMapping


class BuiltinRedirects:
    """Implements `site.redirects.RedirectStore`. `reserved` are the first parts of paths that the service answers."""

    def __init__(
        self, database: Database, site_url: str, clock: Callable[[], datetime], reserved: frozenset[str]
    ) -> None:
        self._database = database
        self._site_url = site_url
        self._clock = clock
        self._reserved = reserved

    async def find(self, query: RedirectQuery) -> Listing[Redirect]:
        """One page of the list; past its end an empty one, with the right total."""
        rows, total = await self._database.read(partial(find_redirects, query=query))
        return list_counted([_build(row) for row in rows], total, query, bounded=bool(query.search.strip()))

    async def find_missing(self, query: MissingQuery) -> Listing[Missing]:
        """One page of the addresses at which nothing was found, each with a page that may have been meant."""

        def read(connection: Connection) -> tuple[list[Missing], int]:
            rows = connection.execute(select_missing(query)).mappings().all()
            total = int(connection.execute(count_missing()).scalar_one())
            return [_tell_missing(connection, row) for row in rows], total

        found, total = await self._database.read(read)
        if total > MAX_MISSING:
            return Listing(found, MAX_MISSING, query.page, query.per_page, "at_least")
        return Listing(found, total, query.page, query.per_page)

    async def create(self, new: NewRedirect) -> Redirect:
        """Add a redirect."""
        now = iso(self._clock())

        def work(connection: Connection) -> Redirect:
            source = name_source(new.source)
            target = check_redirect(connection, new, self._site_url, self._reserved)
            _check_made(connection, source)
            number = int(NEXT_ID.scalar(connection))
            row = {"id": number, "source": source, "target": target, "item": None, "code": new.code, "created": now}
            INSERT.run(connection, row)
            verify_row(connection, redirects, {"id": number}, row)
            return _read(connection, number)

        return await self._database.transact(work)

    async def delete(self, redirect_id: int) -> Redirect:
        """Remove a redirect; its address shows nothing any more."""
        return await self._database.transact(partial(_delete, redirect_id=redirect_id))


def _delete(connection: Connection, redirect_id: int) -> Redirect:
    gone = _read(connection, redirect_id)
    DELETE.run(connection, {"redirect_id": redirect_id})
    verify_row(connection, redirects, {"id": redirect_id}, None)
    return gone


def _read(connection: Connection, redirect_id: int) -> Redirect:
    row = SELECT.first(connection, {"redirect_id": redirect_id}) if redirect_id <= MAX_ID else None
    if row is None:
        raise not_found("redirect", redirect_id, HINT)
    return _build(row)


def _build(row: Row) -> Redirect:
    return Redirect(
        id=row["id"],
        source=row["source"],
        target=row["target"] or row["path"] or "",
        code=row["code"],
        automatic=row["item"] is not None,
        item=row["item"] or 0,
        hits=row["hits"],
        created=row["created"],
        revision=name_state(row[name] for name in REDIRECT_STATE),
    )


def _tell_missing(connection: Connection, row: Row) -> Missing:
    missing = Missing(path=row["path"], hits=row["hits"], first=row["first"], last=row["last"])
    if suggestion := _suggest(connection, row["path"]):
        missing["suggestion"] = suggestion
    return missing


def _suggest(connection: Connection, path: str) -> str:
    """The public page or post of the same name elsewhere, or of the longest beginning of that name."""
    words = path.rpartition("/")[2].partition(".")[0].split("-")[:MAX_WORDS]
    names = ("-".join(words[:number]) for number in range(len(words), 0, -1))
    return next((found for name in names if (found := NAMED_SO.scalar(connection, {"slug": name}))), "")


def _check_made(connection: Connection, source: str) -> None:
    """Raise Problem(conflict) where the site makes something, such as an archive. A year without posts is nothing."""
    if not PERIOD.fullmatch(source) and find_made(connection, [source]):
        raise refuse_source(source, f"The site itself answers {source}.")
