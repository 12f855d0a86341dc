"""Claims are settled one by one: what is wrong with one keeps no other waiting."""

import asyncio

import pytest

from sitehand.errors import Problem
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.hosts.wordpress.sending import Unsettled
from sitehand.site.content import PageFields, PageQuery
from sitehand.site.settings import SiteSettingsFields
from sitehand.store.claims import Claim, leave_claim, take_claim
from sitehand.store.database import Database
from tests.wordpress.proxy import Fault, Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_kill import claims, kill_at, settle_at_once
from tests.wordpress.test_transactions import BY, keep, make, open_claims


async def leave(ledger: Database, *kinds: str) -> int:
    """A claim that was left behind, with a step of each of these kinds, on an object that is not there; its id."""
    step = {"action": "update", "id": 2**40, "sent": {"title": "x"}, "before": None, "newest": 0}
    wanted = Claim("gone", steps=tuple({**step, "kind": kind} for kind in kinds), by={})
    taken = await ledger.transact(lambda connection: take_claim(connection, wanted))
    await ledger.transact(lambda connection: leave_claim(connection, taken.claim.id))
    return taken.claim.id


async def test_a_claim_that_cannot_be_read_keeps_no_other_waiting(
    host: WordPressHost, ledger: Database, caplog: pytest.LogCaptureFixture
) -> None:
    """Such as one on a kind that the site does not have any more: it is named in the log, and stays open."""
    unread, settled = await leave(ledger, "kind_of_a_plugin"), await leave(ledger, "page")
    assert await settle_at_once(host) == [f"A call was cut off: update page:{2**40}: unclear."]
    assert [(each.id, each.state) for each in await claims(ledger)] == [(unread, "unknown"), (settled, "settled")]
    assert f"Claim {unread} of a call that was cut off cannot be read. It stays open." in caplog.messages


async def test_an_undo_that_breaks_leaves_a_claim_to_settle(
    host: WordPressHost, proxy: Proxy, ledger: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a fault that is no refusal: nobody waits for a restart of the service to write to the same objects."""
    one, two = await make(host, "One"), await make(host, "Two")
    proxy.fail("fail_before", "POST", "/wp/v2/settings")

    async def break_down(*_: object) -> list[str]:
        raise KeyError("title")

    monkeypatch.setattr("sitehand.hosts.wordpress.delivery.put_back", break_down)
    with pytest.raises(Problem, match=rf"could not be undone \(page:{one['id']}\)\."):
        async with host.transactions.open() as transaction:
            await host.pages.update(one["id"], PageFields(title="Changed"), BY)
            await host.settings.update(SiteSettingsFields(description="Refused"))
            await host.pages.update(two["id"], PageFields(title="Changed"), BY)
            await transaction.commit(keep)
    assert await open_claims(ledger) == ["unknown"]
    (report,) = await settle_at_once(host)
    assert report.startswith(f"A call failed, and its undo was not finished: update page:{one['id']}: done;")
    await host.pages.update(one["id"], PageFields(title="Changed again"), BY)


async def test_what_the_call_had_made_before_is_not_taken_for_what_it_was_at(
    host: WordPressHost, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two new pages of one title: the second was never made."""
    monkeypatch.setattr("sitehand.hosts.wordpress.sending.LOOK_AGAIN", (0.0,))
    proxy.fail("cut_before", "POST", "/wp/v2/pages", number=2)
    with pytest.raises(Unsettled):
        async with host.transactions.open() as transaction:
            await make(host, "Twin")
            await make(host, "Twin")
            await transaction.commit(keep)
    (made,) = (await host.pages.find(PageQuery(search="Twin", status=["any"]))).items
    report = f"A call was cut off: create page:{made['id']}: done; create a new one: not done."
    assert await settle_at_once(host) == [report]
    await host.pages.delete(made["id"], BY)


async def hold_long(fault: Fault, ledger: Database) -> None:
    """Let WordPress take more than two minutes to answer a request that is held."""
    await fault.reached.wait()
    await ledger.transact(
        lambda connection: connection.exec_driver_sql("UPDATE claims SET at = '2026-01-01T00:00:00Z'")
    )
    fault.go_on.set()


async def test_a_long_call_is_not_settled_while_wordpress_may_be_at_its_last_request(
    host: WordPressHost, proxy: Proxy, ledger: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long its requests before have taken: what is not there yet may still come."""
    monkeypatch.setattr("sitehand.hosts.wordpress.sending.LOOK_AGAIN", (0.0,))
    holding = asyncio.create_task(hold_long(proxy.fail("hold", "POST", "/wp/v2/pages"), ledger))
    proxy.fail("cut_before", "POST", "/wp/v2/pages")
    with pytest.raises(Unsettled):
        async with host.transactions.open() as transaction:
            made = await make(host, "First")
            await make(host, "Second", parent=made["id"])
            await transaction.commit(keep)
    await holding
    assert await host.settle() == []
    (made,) = (await host.pages.find(PageQuery(search="First", status=["any"]))).items
    report = f"A call was cut off: create page:{made['id']}: done; create a new one: not done."
    assert await settle_at_once(host) == [report]
    await host.pages.delete(made["id"], BY)


async def test_nor_when_the_service_was_killed_meanwhile(
    host: WordPressHost, proxy: Proxy, ledger: Database, wordpress: WordPress
) -> None:
    """Then the claim tells it as well."""
    there = await make(host, "There")
    holding = asyncio.create_task(hold_long(proxy.fail("hold", "POST", "/wp/v2/pages"), ledger))
    await kill_at(proxy.fail("hold_forever", "POST"), proxy, ledger, wordpress, there)
    await holding
    assert await host.settle() == []
    (made,) = (await host.pages.find(PageQuery(search="Made by the killed"))).items
    report = f"A call was cut off: create page:{made['id']}: done; update page:{there['id']}: not done."
    assert await settle_at_once(host) == [report]
    await host.pages.delete(made["id"], BY)
