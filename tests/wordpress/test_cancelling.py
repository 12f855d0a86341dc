"""Who gives up a call while WordPress is at it: what was half sent is finished, and written down."""

import asyncio

import pytest

from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.site.content import PageFields
from sitehand.store.claims import STATES, list_claims
from sitehand.store.database import Database
from sitehand.store.journal import find_break
from tests.wordpress.proxy import Kind, Proxy

BY = "key:1"


@pytest.mark.parametrize("kind", ["hold", "hold_after"])
async def test_a_cancelled_write_is_finished_and_journaled(
    host: WordPressHost, proxy: Proxy, ledger: Database, kind: Kind
) -> None:
    """Both of its requests, although the second had not been sent; nothing of it stays claimed."""
    before = await count_entries(ledger)
    fault = proxy.fail(kind, "POST", "/wp/v2/pages")

    async def write() -> None:
        async with host.transactions.open() as transaction:
            parent = await host.pages.create(PageFields(title="Parent"), BY)
            await host.pages.create(PageFields(title="Child", parent=parent["id"]), BY)
            await transaction.commit(host.transactions.ledger.journal.enter)

    call = asyncio.create_task(write())
    await fault.reached.wait()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    fault.go_on.set()
    async with asyncio.timeout(20):
        while await ledger.read(lambda connection: list_claims(connection, *STATES)):
            pass
    assert len(proxy.writes) == 2
    assert await count_entries(ledger) == before + 1
    assert await ledger.read(find_break) is None


async def count_entries(ledger: Database) -> int:
    """How many there are in the journal."""
    rows = await ledger.read(lambda connection: connection.exec_driver_sql("SELECT id FROM changes").all())
    return len(rows)
