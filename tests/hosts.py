"""The hosts that suites run on: the built-in site, and a real WordPress that is emptied first."""

from datetime import UTC, datetime
from functools import cache
from typing import Literal

import pytest

from sitehand.app import assemble
from sitehand.guard.capabilities import Requirements
from sitehand.hosts.builtin.host import list_capabilities as list_offered
from sitehand.hosts.wordpress.capabilities import list_capabilities
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.facts import read_facts
from sitehand.operation.catalog import collect
from sitehand.operations.modules import OPERATION_MODULES
from sitehand.settings import Settings
from sitehand.site.connection import Connection
from sitehand.site.values import iso
from sitehand.store.ledger_schema import LEDGER
from tests.databases import migrate
from tests.wordpress.reset import empty_site
from tests.wordpress.site import WordPress

HostName = Literal["builtin", "wordpress"]
HOSTS: tuple[HostName, ...] = ("builtin", "wordpress")


def find_wordpress(request: pytest.FixtureRequest) -> WordPress | None:
    """The emptied WordPress, when the fixture's parameter names it; None for the built-in site."""
    if request.param == "builtin":
        return None
    site: WordPress = request.getfixturevalue("wordpress")
    empty_site(site)
    return site


@cache
def find_lacking() -> frozenset[str]:
    """Operations that the built-in site cannot run, whatever a test lets it offer."""
    return Requirements(collect(OPERATION_MODULES), lambda: list_offered(public=True)).unmet()


async def connect_folder(settings: Settings, site: WordPress) -> frozenset[str]:
    """Connect a new data folder with the WordPress, as `sitehand connect` does it; operations that it cannot run."""
    client = Client(f"{site.url}/?rest_route=/", site.user, site.password)
    parts = assemble(settings, schema=LEDGER)
    try:
        await migrate(parts.database)
        facts = await read_facts(client)
        await parts.connections.save(Connection(facts, iso(datetime.now(UTC)), site.password, "secret"))
        return Requirements(parts.catalog, lambda: list_capabilities(facts)).unmet()
    finally:
        await parts.close()
        await client.close()
