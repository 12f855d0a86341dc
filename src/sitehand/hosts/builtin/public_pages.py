"""Public pages of the built-in site, read from its own application for visitors, without HTTP."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from typing import Any
from urllib.parse import unquote, urlsplit

from sqlalchemy import text
from starlette.types import ASGIApp, Message, Scope

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.items import BuiltinItems
from sitehand.hosts.builtin.locales import find_locales
from sitehand.hosts.builtin.paths import quote_path
from sitehand.hosts.builtin.public.visit import UNSEEN
from sitehand.hosts.builtin.translations import GROUP_OF, MEMBERS
from sitehand.hosts.builtin.type_table import SHOWN_TYPES
from sitehand.site.public_pages import MAX_BYTES, PublicPage, Reading
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.reading import list_rows
from sitehand.store.sqlite.hints import BY_KEY
from sitehand.store.sqlite.json import gather_words

ASGI = {"version": "3.0", "spec_version": "2.4"}
"""From 2.4 on an application that streams does not ask meanwhile whether its caller has gone."""
log = logging.getLogger(__name__)
PORTION = 1000
OTHERS = f"""(SELECT {gather_words("t.revision")} FROM (SELECT t.revision FROM items AS t
    WHERE t.id IN {MEMBERS.format(group=GROUP_OF.format(item="items"))} AND t.id <> items.id ORDER BY t.id) AS t)"""  # noqa: S608
"""The revisions of the translations, which the head of a page names where the site has locales."""
QUERY = f"""SELECT id, type, slug, title, path, revision, {{others}} FROM items {BY_KEY}
    WHERE type IN {SHOWN_TYPES} AND status = 'publish' AND date <= :now AND {{wanted}}"""  # noqa: S608


class NoGuesses:
    """Counts no wrong passwords: whoever reads pages here sends no form."""

    async def check_guesses(self, address: str) -> None:
        """Refuse nobody."""

    async def note_wrong_guess(self, address: str) -> None:
        """Count nothing."""


class BuiltinPublicPages:
    """Implements `site.public_pages.PublicPages`. `make` makes the application for visitors, when it is first asked.

    `own` are the paths of the service itself, which are not looked at.
    """

    def __init__(
        self,
        database: Database,
        site_url: str,
        clock: Callable[[], datetime],
        make: Callable[[], ASGIApp],
        own: Sequence[str],
    ) -> None:
        self.home = f"{site_url}/"
        self._database = database
        self._items = BuiltinItems(database)
        self._site_url = site_url
        self._root = urlsplit(site_url).path
        self._clock = clock
        self._make = make
        self._own = tuple(f"{path.rstrip('/')}/" for path in own)

    @cached_property
    def _app(self) -> ASGIApp:
        return self._make()

    async def list(self, cursor: str) -> tuple[Sequence[PublicPage], str]:
        """List public items by id, in portions. The cursor is the last id of a portion."""
        query = self._write_query(f"id > :after ORDER BY id LIMIT {PORTION}")
        rows = await self._database.read(list_rows(text(query), {"after": int(cursor or 0), "now": iso(self._clock())}))
        pages = [self._build(row) for row in rows]
        return pages, str(pages[-1].id) if len(pages) == PORTION else ""

    async def find(self, item_id: int) -> PublicPage:
        """One item. Raises Problem: not_found, conflict for one that visitors do not see."""
        await self._items.kind_of(item_id)
        query = self._write_query("id = :id")
        rows = self._database.look_up(query, {"id": item_id, "now": iso(self._clock())})
        if not rows:
            hint = "Publish it first."
            raise Problem(Code.CONFLICT, f"Item {item_id} is not a page or post that visitors see.", hint=hint)
        return self._build(rows[0])

    async def read(self, address: str, *, body: bool = True) -> Reading:
        """The answer of the application for visitors."""
        path = address.removeprefix(self._site_url)
        if not path.startswith("/") or f"{path}/".startswith(self._own):
            return Reading(address, 0, {}, b"")
        return await self._ask(address, self._scope("GET" if body else "HEAD", path), MAX_BYTES if body else 0)

    async def show(self, link: str, fields: Mapping[str, str]) -> Reading:
        """The page behind a preview link with these fields in place of those that are stored, as nobody else sees it:
        without password, and without the words on the link.
        """
        scope = self._scope("GET", link.removeprefix(self._site_url))
        return await self._ask(link, {**scope, UNSEEN: fields}, MAX_BYTES)

    async def _ask(self, address: str, scope: Scope, most: int) -> Reading:
        answer = Answer(most)
        try:
            await self._app(scope, answer.receive, answer.send)
        except Exception:
            if not answer.status:
                raise
            log.exception("%s could not be shown.", address)  # the application raises after it has answered 500
        return Reading(address, answer.status, answer.headers, bytes(answer.body))

    def _write_query(self, wanted: str) -> str:
        """Translations are read where there may be any: they take longer than all the rest."""
        return QUERY.format(others=OTHERS if find_locales(self._database).others else "NULL", wanted=wanted)

    def _build(self, row: Iterable[Any]) -> PublicPage:
        id_, type_, slug, title, path, revision, others = row
        version = sha256(f"{revision},{others}".encode()).hexdigest()[: len(revision)] if others else revision
        return PublicPage(id_, type_, slug, title, self._site_url + quote_path(path), version)

    def _scope(self, method: str, address: str) -> Scope:
        path, _, query = address.partition("?")
        host = urlsplit(self._site_url)
        return {
            **{"type": "http", "asgi": ASGI, "http_version": "1.1", "method": method},
            **{"scheme": host.scheme, "root_path": self._root, "path": self._root + unquote(path)},
            **{"raw_path": path.encode(), "query_string": query.encode(), "client": None},
            "headers": [(b"host", host.netloc.encode())],
        }


class Answer:
    """An answer of an application, as it comes. `most` bounds the bytes of its body that are kept."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = bytearray()

    async def receive(self) -> Message:
        """The request has no body."""
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(self, message: Message) -> None:
        """Take a part of the answer."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            pairs = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
            self.headers = {name.lower(): value for name, value in pairs}
        elif message["type"] == "http.response.body":
            self.body += message.get("body", b"")[: self._most - len(self.body)]
