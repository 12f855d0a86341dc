"""A WordPress as the host of a running service: opened from the stored connection, looked after as long as it runs."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial

from sitehand.errors import Code, Problem
from sitehand.guard.attribution import SITE
from sitehand.guard.call import in_call
from sitehand.hosts.wordpress import companion
from sitehand.hosts.wordpress.capabilities import is_at_home, list_capabilities
from sitehand.hosts.wordpress.client import LOCKED, UNLOCK, Client
from sitehand.hosts.wordpress.elementor_previews import WordPressElementorPreviews
from sitehand.hosts.wordpress.facts import read_facts
from sitehand.hosts.wordpress.host import WordPressHost, build_host
from sitehand.hosts.wordpress.memory import Memory
from sitehand.hosts.wordpress.public_pages import WordPressPublicPages
from sitehand.hosts.wordpress.site_version import SiteVersion
from sitehand.hosts.wordpress.visitors import Visitors
from sitehand.site.capabilities import Capabilities
from sitehand.site.connection import Facts
from sitehand.site.host import Host
from sitehand.store.connection import ConnectionTable
from sitehand.store.database import Database
from sitehand.store.periodic import repeat

SETTLE_SECONDS = 60
PROVE_SECONDS = 60
LOOK_SECONDS = 3600
"""Seconds between two looks at what WordPress says about itself."""
log = logging.getLogger(__name__)


def open_host(table: ConnectionTable, database: Database, clock: Callable[[], datetime], *, look: bool = True) -> Host:
    """The WordPress that the data folder is connected with; nobody is asked yet. Raises Problem.

    `look` says that public pages are fetched after a write.
    """
    connection = table.current()
    if connection is None:
        raise Problem(
            Code.CONFLICT,
            "The data folder is not connected with a WordPress any more.",
            hint="Start the service again.",
        )
    facts = connection.facts
    version = SiteVersion(facts.root)
    client = Client(facts.root, facts.user, connection.password, memory=Memory(version) if is_at_home(facts) else None)
    capabilities = list_capabilities(facts)
    visitors = make_visitors(facts) if look else None
    host = build_host(client, database, connection.mark, clock, facts, visitors)
    pages = WordPressPublicPages(client, host.items, facts.home)
    shown = pages if is_at_home(facts) else None
    return replace(
        host,
        url=facts.home.rstrip("/"),
        capabilities=lambda: capabilities,
        run=Life(client, table, host, capabilities, version).run,
        close=partial(_close, client, pages, version, visitors),
        public_pages=shown,
        elementor_previews=WordPressElementorPreviews(client, host.items, shown),
    )


def make_visitors(facts: Facts) -> Visitors | None:
    """What looks at public pages; None where the site tells another host's address as its own."""
    return Visitors(facts.home) if is_at_home(facts) else None


async def _close(client: Client, pages: WordPressPublicPages, version: SiteVersion, visitors: Visitors | None) -> None:
    await client.close()
    await pages.close()
    await version.close()
    if visitors:
        await visitors.close()


class Life:
    """What a running service does about its WordPress."""

    def __init__(
        self,
        client: Client,
        table: ConnectionTable,
        host: WordPressHost,
        capabilities: Capabilities,
        version: SiteVersion,
    ) -> None:
        self._client = client
        self._version = version
        self._table = table
        self._host = host
        self._capabilities = capabilities

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Settle what was cut off and look at WordPress, at once and in rounds."""
        found = self._table.current()
        if found is not None and not found.password:
            log.error("%s %s", LOCKED, UNLOCK)
            yield  # the screens connect it again
            return
        if number := len(await self._host.transactions.settling.list_open()):
            log.warning("%d calls to WordPress were cut off. `sitehand doctor` says what came of them.", number)
        async with AsyncExitStack() as stack:
            stack.callback(self._host.transactions.ledger.holder.leave)
            await stack.enter_async_context(repeat(self._host.settle, SETTLE_SECONDS, "Writes were not settled."))
            await stack.enter_async_context(repeat(self.look, LOOK_SECONDS, "WordPress was not asked."))
            await stack.enter_async_context(repeat(self.prove, PROVE_SECONDS, "The version of the site is not known."))
            yield

    async def prove(self) -> None:
        """Prove the version of the site where that is pending, so that memory may be used."""
        if self._host.transactions.locks.told and self._version.needs_proof():
            await self._version.prove(self._client.read)

    async def look(self) -> None:
        """Keep what WordPress says of itself for screens, `doctor` and the next start; warn where it needs one."""
        facts = await read_facts(self._client)
        if facts.version != self._host.version:
            log.warning("WordPress has version %s now. Restart Sitehand to use it fully.", facts.version)
        if changed := list_capabilities(facts).offered ^ self._capabilities.offered:
            log.warning("WordPress offers something else now: %s. Restart Sitehand for it.", ", ".join(sorted(changed)))
        types = {each["slug"] for each in facts.types}
        if others := types ^ set(await self._host.types.custom()):
            names = ", ".join(sorted(others))
            log.warning("WordPress has other types of content now: %s. Restart Sitehand to use them.", names)
        self._host.transactions.locks.told = companion.NAMESPACE in facts.namespaces
        with in_call(by=replace(SITE, operation="note_wordpress")):
            await self._table.note_facts(facts)
