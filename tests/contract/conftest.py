"""The hosts that the contract's tests run on, each empty at first."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.host import build_host as build_wordpress
from sitehand.site.host import Host
from sitehand.store.database import Database
from tests.contract.clocks import Clock, SetClock, ShiftedClock
from tests.databases import migrate
from tests.wordpress.reset import PERMALINKS, empty_site, set_permalinks

T = TypeVar("T")
URL = "https://hill.example"


@dataclass(frozen=True, slots=True)
class Site:
    """A host under test, empty at first, at an address."""

    name: str
    host: Host
    clock: Clock
    url: str

    def by_host(self, *, builtin: T, wordpress: T) -> T:
        """What is expected where hosts differ; each use has a row in docs/hosts.md, "Differences"."""
        return {"builtin": builtin, "wordpress": wordpress}[self.name]


@asynccontextmanager
async def open_builtin(request: pytest.FixtureRequest, database: Database) -> AsyncIterator[Site]:
    """The built-in site."""
    clock = SetClock()
    yield Site("builtin", build_host(database, URL, clock), clock, URL)


@asynccontextmanager
async def open_wordpress(request: pytest.FixtureRequest, database: Database) -> AsyncIterator[Site]:
    """The newest WordPress, emptied, with addresses like those of the built-in site."""
    site = request.getfixturevalue("wordpress")
    empty_site(site)
    set_permalinks(site, PERMALINKS)
    clock = ShiftedClock(site)
    client = Client(f"{site.url}/?rest_route=/", site.user, site.password)
    host = build_wordpress(client, database, "secret", clock)
    yield Site("wordpress", host, clock, site.url)
    await client.close()
    set_permalinks(site, "")


Opening = Callable[[pytest.FixtureRequest, Database], AbstractAsyncContextManager[Site]]
HOSTS: dict[str, Opening] = {"builtin": open_builtin, "wordpress": open_wordpress}


@pytest.fixture(params=HOSTS)
async def site(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Site]:
    """Each host in turn."""
    database = Database(tmp_path, SITE)
    await migrate(database)
    async with HOSTS[request.param](request, database) as opened:
        yield opened
    await database.close()


@pytest.fixture
def host(site: Site) -> Host:
    """The host alone, for tests that need no clock."""
    return site.host


@pytest.fixture
def clock(site: Site) -> Clock:
    """The clock of the host."""
    return site.clock
