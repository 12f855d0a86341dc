"""The hosts that the contract's tests run on."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from sitehand.hosts.builtin.host import build_host
from sitehand.site.host import Host
from sitehand.store.database import Database
from sitehand.store.migration import migrate

SITE_URL = "https://hill.example"


class Clock:
    """A clock that goes when the test says so."""

    def __init__(self) -> None:
        self.now = datetime(2026, 7, 28, 9, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **span: Any) -> None:
        """Let time pass."""
        self.now += timedelta(**span)


@dataclass(frozen=True, slots=True)
class Site:
    """A host under test, empty at first."""

    host: Host
    clock: Clock


@pytest.fixture(params=["builtin"])
async def site(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Site]:
    """Each host in turn."""
    assert request.param == "builtin"
    clock = Clock()
    database = Database(tmp_path)
    await migrate(database)
    yield Site(build_host(database, SITE_URL, clock), clock)
    await database.close()


@pytest.fixture
def host(site: Site) -> Host:
    """The host alone, for tests that need no clock."""
    return site.host


@pytest.fixture
def clock(site: Site) -> Clock:
    """The clock of the host."""
    return site.clock
