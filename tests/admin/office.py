"""The admin screens for tests: the whole service over a folder of the test's own, with a clock that the test moves."""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
from starlette.types import ASGIApp

from sitehand.admin.services import AdminServices
from sitehand.app import assemble, build, connect
from sitehand.beside import make_admin_services
from sitehand.doors.routes import RouteTable
from sitehand.parts import Parts
from sitehand.settings import Settings
from tests.databases import migrate
from tests.passwords import hash_cheaply
from tests.service import run_lifespan

PASSWORD = "a plain short sentence"
ROOT = "/sitehand/admin"
URL = "http://127.0.0.1:8000"


@dataclass
class Clock:
    """The present, which a test may move."""

    ahead: timedelta = field(default_factory=timedelta)

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead


@dataclass(frozen=True, slots=True)
class Office:
    """A running service, its parts for a look behind the screens, and its clock."""

    app: ASGIApp
    parts: Parts
    clock: Clock

    @property
    def services(self) -> AdminServices:
        """What the screens are given."""
        return make_admin_services(self.parts, *connect(self.parts, RouteTable(self.parts.catalog)))

    def visitor(self, outer: str = "", url: str = URL) -> "Visitor":
        """Somebody with a cookie jar of their own, not logged in; `outer` is where another site mounts the service."""
        return make_visitor(self.app, outer, outer + ROOT, url)


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser without a window: keeps cookies, fills the token of the page it saw last into its forms."""

    http: httpx2.AsyncClient
    root: str

    async def get(self, path: str) -> httpx2.Response:
        """A screen, without following redirects."""
        return await self.http.get(self.root + path)

    async def send(self, page: str, path: str, form: Mapping[str, str] | None = None) -> httpx2.Response:
        """Load a page and post a form with the tokens found there."""
        html = (await self.get(page)).text
        tokens = {name: find_hidden(html, name) for name in ("csrf", "once")}
        return await self.http.post(self.root + path, data={**tokens, **(form or {})})

    async def log_in(self, password: str = PASSWORD, **form: str) -> httpx2.Response:
        """Log in, from the form."""
        return await self.send("/login", "/login", {"password": password, **form})


def make_visitor(app: ASGIApp, outer: str, root: str, url: str = URL) -> Visitor:
    """A visitor of an application that is mounted at `outer` and has its screens at `root`."""
    transport = httpx2.ASGITransport(app=app, root_path=outer)
    return Visitor(httpx2.AsyncClient(transport=transport, base_url=url), root)


def find_hidden(html: str, name: str) -> str:
    """The value of the first hidden field with this name; empty when there is none."""
    found = re.search(rf'<input type="hidden" name="{name}" value="([^"]*)"', html)
    return found[1] if found else ""


@asynccontextmanager
async def open_office(folder: Path, **settings: str) -> AsyncIterator[Office]:
    """Start the service with a known password; stop it when the block ends."""
    chosen = Settings.model_validate({"data": folder / "site", "log": "off", "url": URL, **settings})
    clock = Clock()
    with hash_cheaply():
        parts, app = assemble(chosen, clock=clock), build(chosen, clock=clock)
    await migrate(parts.database)
    await parts.owner.set_password(PASSWORD)
    try:
        async with run_lifespan(app):
            yield Office(app, parts, clock)
    finally:
        await parts.close()
