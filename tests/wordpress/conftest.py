"""A host over a real WordPress, with a proxy of ours in between."""

import shutil
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from sitehand.hosts.wordpress import companion
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.host import WordPressHost, build_host
from sitehand.site.changes import ObjectChange, PastChange
from sitehand.site.content import Notice
from sitehand.site.transactions import Transaction
from sitehand.store.database import Database
from sitehand.store.journal import OBJECTS
from sitehand.store.ledger_schema import LEDGER
from tests.databases import migrate
from tests.processes import run_sitehand
from tests.wordpress.proxy import Proxy, open_proxy
from tests.wordpress.site import WordPress


@pytest.fixture
async def proxy(wordpress: WordPress) -> AsyncIterator[Proxy]:
    """Before the newest release."""
    async with open_proxy(wordpress.url) as proxy:
        yield proxy


@pytest.fixture
def plugin(wordpress: WordPress) -> Iterator[Path]:
    """The companion, as the command prints it, where it says."""
    file = wordpress.root / companion.PLACE
    file.parent.mkdir(exist_ok=True)
    file.write_text(run_sitehand("wordpress", "companion").stdout)
    yield file
    file.unlink(missing_ok=True)


@contextmanager
def add_plugin(wordpress: WordPress, name: str) -> Iterator[Path]:
    """Put a file of this folder among the plugins of a WordPress, for as long as the block runs."""
    folder = wordpress.root / "wp-content" / "mu-plugins"
    folder.mkdir(exist_ok=True)
    file = Path(shutil.copy(Path(__file__).with_name(name), folder))
    try:
        yield file
    finally:
        file.unlink(missing_ok=True)


@pytest.fixture
async def ledger(tmp_path: Path) -> AsyncIterator[Database]:
    """An empty data folder."""
    database = Database(tmp_path, LEDGER)
    await migrate(database)
    yield database
    await database.close()


@pytest.fixture
async def host(wordpress: WordPress, proxy: Proxy, ledger: Database) -> AsyncIterator[WordPressHost]:
    """The site, through the proxy; what was asked to connect it is not on the record."""
    client = Client(f"{proxy.url}/?rest_route=/", wordpress.user, wordpress.password)
    yield connect_cleanly(client, ledger, proxy)
    await client.close()


def connect_cleanly(client: Client, ledger: Database, proxy: Proxy) -> WordPressHost:
    """A host, with an empty record of requests."""
    host = build_host(client, ledger, "secret")
    proxy.sent.clear()
    return host


async def restore(transaction: Transaction, objects: Sequence[ObjectChange]) -> list[Notice]:
    """Put objects back as they were before; the notices."""
    told: list[Notice] = []

    async def tell(_: Sequence[ObjectChange], notices: Sequence[Notice]) -> None:
        told[:] = notices

    await transaction.restore([PastChange(1, objects, OBJECTS)], tell)
    return told
