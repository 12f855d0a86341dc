"""A small built-in site to visit: its own database, settings and clock, items written row by row."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from httpx2 import ASGITransport, AsyncClient, Response
from limits.aio.storage import MemoryStorage
from sqlalchemy import insert, update
from starlette.types import ASGIApp, Message

from sitehand.guard.limits import RateLimits
from sitehand.hosts.builtin.address_hits import AddressHits
from sitehand.hosts.builtin.passwords import hash_password
from sitehand.hosts.builtin.previews import BuiltinPreviewLinks
from sitehand.hosts.builtin.public.app import build_public
from sitehand.hosts.builtin.public.visit import PublicServices
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.tables import authors, items
from sitehand.site.settings import SiteSettings, SiteSettingsFields
from sitehand.store.database import Database
from sitehand.store.limits import LimitTable
from sitehand.store.media_files import MediaFiles
from tests.databases import migrate
from tests.statements import execute

SITE_URL = "https://hill.example"
PREVIEWS = "/sitehand/previews"
KEPT_BYTES = 400_000
NOW = datetime(2026, 7, 28, 9, 30, tzinfo=UTC)


class FixedSettings:
    """Settings that live as long as the test."""

    def __init__(self) -> None:
        self.values: SiteSettings = {
            "name": "Hill & Dale",
            "description": "Walks <and> views",
            "language": "en-GB",
            "locales": [],
            "timezone": "Europe/Berlin",
            "logo": 0,
            "show_on_front": "posts",
            "page_on_front": 0,
            "page_for_posts": 0,
        }

    async def get(self) -> SiteSettings:
        """The settings as they are."""
        return self.values

    async def update(self, fields: SiteSettingsFields) -> SiteSettings:
        """Change some."""
        self.values.update(fields.model_dump(include=fields.model_fields_set))  # type: ignore[typeddict-item]
        return self.values


class Site:
    """The site under test: write rows into it, visit it."""

    def __init__(self, database: Database, now: datetime = NOW) -> None:
        self.database = database
        self.settings = FixedSettings()
        self.now = now
        self.guesses = RateLimits(MemoryStorage(), MemoryStorage(), LimitTable(database), 30)
        self.hits = AddressHits(database, lambda: self.now)
        self.previews = BuiltinPreviewLinks(database, SITE_URL, PREVIEWS, lambda: self.now)
        services = PublicServices(self.guesses, self.hits, self.previews, MediaFiles(database.path.parent))
        self.app: ASGIApp = build_public(database, SITE_URL, self.settings, services, lambda: self.now, KEPT_BYTES)
        self._last_id = 0

    def take_number(self) -> int:
        """A number that no other item of this site has."""
        self._last_id += 1
        return self._last_id

    async def add(self, type_: str = "post", **values: Any) -> int:
        """Write an item; what is left out gets a plain value, and a path as permalinks have it."""
        row = _fill(self.take_number(), type_, values)
        return await self.database.transact(lambda opened: int(opened.execute(insert(items).values(row)).lastrowid))

    async def insert(self, table: Any, **values: Any) -> int:
        """Write a row of any table."""
        return await self.database.transact(lambda opened: int(opened.execute(insert(table).values(values)).lastrowid))

    async def visit(
        self,
        path: str,
        method: str = "GET",
        *,
        root: str = "",
        headers: Mapping[str, str] | None = None,
        address: str = "127.0.0.1",
        **more: Any,
    ) -> Response:
        """One request from an address, redirects not followed."""
        transport = ASGITransport(app=self.app, root_path=root, client=(address, 1))
        async with AsyncClient(transport=transport, base_url=SITE_URL) as client:
            return await client.request(method, root + path, headers=headers, **more)

    async def ask(self, path: str, method: str = "GET", query: bytes = b"") -> tuple[int, dict[str, str]]:
        """Status and headers for a path that no client would send as it is: decoded, and not made simpler."""
        sent: list[Message] = []
        scope = {"type": "http", "method": method, "path": path, "query_string": query, "headers": [], "root_path": ""}

        async def receive() -> Message:
            return {"type": "http.request", "body": b""}

        async def send(message: Message) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        return sent[0]["status"], {name.decode(): value.decode("latin-1") for name, value in sent[0]["headers"]}


def _fill(number: int, type_: str, values: dict[str, Any]) -> dict[str, Any]:
    slug = values.get("slug", f"{type_}-{number}")
    date = values.get("date", f"2026-03-{number % 28 + 1:02}T12:00:00Z")
    title = values.get("title", f"Title {number}")
    content = values.get("content", f"<p>Content {number}</p>")
    excerpt = values.get("excerpt", "")
    return {
        "type": type_,
        "status": "publish",
        "slug": slug,
        "date": date,
        "modified": date,
        "author": 1,
        "title": title,
        "title_rendered": title,
        "excerpt": excerpt,
        "excerpt_rendered": excerpt,
        "content": content,
        "content_rendered": content,
        "path": f"/{date[:4]}/{date[5:7]}/{slug}/" if type_ == "post" else f"/{slug}/",
        "revision": "0" * 16,
        **values,
        "password": hash_password(values.get("password", "")),
    }


@asynccontextmanager
async def open_site(folder: Path) -> AsyncIterator[Site]:
    """A new site in a folder, with one author."""
    database = Database(folder, SITE)
    try:
        await migrate(database)
        await execute(database, update(authors).values(name="Ada Lovelace", slug="ada", bio="Writes <programs>."))
        yield Site(database)
    finally:
        await database.close()
