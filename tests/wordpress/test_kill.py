"""SIGKILL between two requests: the next start finds what was done, writes it down and says so."""

import asyncio
import signal
from itertools import count
from multiprocessing.connection import wait
from typing import Any, Literal

import pytest
from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.hosts.wordpress.settling import Settling
from sitehand.site.content import Page, PageFields, PageQuery
from sitehand.store.claims import STATES, Claim, list_claims
from sitehand.store.database import Database
from sitehand.store.journal import find_break
from tests.forks import fork
from tests.wordpress.proxy import Fault, Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.writer import BLOCKS, TERMS, main

How = Literal["", "together", "blocks"]


async def kill_at(fault: Fault, proxy: Proxy, ledger: Database, site: WordPress, page: Page, *, how: How = "") -> bool:
    """Run the writer, and kill it when it has come to the fault; whether it came to it. `how` is the writer's."""
    connection = (ledger.path.parent, f"{proxy.url}/?rest_route=/", site.user, site.password)
    writer = await asyncio.to_thread(fork, main, *connection, page["id"], how)
    ended: asyncio.Task[object] = asyncio.create_task(asyncio.to_thread(wait, [writer.process.sentinel]))
    event = fault.answered if fault.kind == "hold_after" else fault.reached
    waiting = asyncio.create_task(event.wait())
    await asyncio.wait({ended, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if not waiting.done():
        waiting.cancel()
        assert writer.end() == 0
        return False
    assert await asyncio.to_thread(writer.end) == -signal.SIGKILL
    await ended
    fault.go_on.set()
    return True


async def test_a_start_finds_what_was_done(
    host: WordPressHost, proxy: Proxy, ledger: Database, wordpress: WordPress
) -> None:
    """One of two requests: it is in the journal, can be undone, and the call is not sent again."""
    there = await host.pages.create(PageFields(title="Before the kill"), "key:1")
    await kill_at(proxy.fail("cut_before", "POST", number=2), proxy, ledger, wordpress, there)
    assert await host.settle() == []  # the second request may still be running
    settled = await settle_at_once(host)
    made = (await host.pages.find(PageQuery(search="Made by the killed"))).items[0]
    report = f"A call was cut off: create page:{made['id']}: done; update page:{there['id']}: not done."
    assert settled == [report]
    assert (await settle_at_once(host), await host.settle()) == ([], [])
    assert await host.pages.get(there["id"], "view") == there
    change_id, outcome, objects = await read_newest(ledger)
    assert (outcome, objects) == ("interrupted", [f"page:{made['id']}"])
    with pytest.raises(Problem, match="sent before, and cut off") as refusal:
        async with host.transactions.open(TERMS) as transaction:
            await transaction.check()
    assert (refusal.value.code, refusal.value.extra["change_id"]) == (Code.CONFLICT, change_id)
    assert await ledger.read(find_break) is None
    await host.pages.delete(made["id"], "key:1")


@pytest.mark.parametrize("how", ["together", ""])
async def test_all_that_was_done_is_found(
    host: WordPressHost, proxy: Proxy, ledger: Database, wordpress: WordPress, how: How
) -> None:
    """Killed when WordPress had done the last request, and nobody had heard of it: nothing needs to be waited for.

    In a request of its own the second write refers to what the first has made.
    """
    there = await host.pages.create(PageFields(title="Before the kill"), "key:1")
    fault = proxy.fail("hold_after", "POST", "/batch/v1") if how else proxy.fail("hold_after", "POST", number=2)
    await kill_at(fault, proxy, ledger, wordpress, there, how=how)
    reports = await host.settle()
    made = (await host.pages.find(PageQuery(search="Made by the killed"))).items[0]
    assert reports == [f"A call was cut off: create page:{made['id']}: done; update page:{there['id']}: done."]
    _, outcome, objects = await read_newest(ledger)
    assert (outcome, objects) == ("interrupted", [f"page:{made['id']}", f"page:{there['id']}"])
    await host.pages.delete(made["id"], "key:1")


async def test_what_became_of_a_batch_is_found(
    host: WordPressHost, proxy: Proxy, ledger: Database, wordpress: WordPress
) -> None:
    """Killed while WordPress was at two writes in one request: each is looked for, whatever became of the other."""
    there = await host.pages.create(PageFields(title="Before the kill"), "key:1")
    fault = proxy.fail("hold_after", "POST", "/batch/v1")
    await kill_at(fault, proxy, ledger, wordpress, there, how="together")
    made = (await host.pages.find(PageQuery(search="Made by the killed"))).items[0]
    wordpress.run_sql(f"UPDATE wp_posts SET post_title = 'Before the kill' WHERE ID = {there['id']}")
    assert await settle_at_once(host) == [
        f"A call was cut off: create page:{made['id']}: done; update page:{there['id']}: not done."
    ]
    wordpress.run_sql(f"DELETE FROM wp_posts WHERE ID = {made['id']}")
    again = proxy.fail("hold_after", "POST", "/batch/v1")
    await forget(ledger)
    await kill_at(again, proxy, ledger, wordpress, there, how="together")
    wordpress.run_sql("UPDATE wp_posts SET post_title = 'x' WHERE post_title = 'Made by the killed'")
    reports = await settle_at_once(host)
    assert reports == [f"A call was cut off: create a new one: not done; update page:{there['id']}: done."]
    assert (await read_newest(ledger))[1:] == ("interrupted", [f"page:{there['id']}"])


@pytest.mark.parametrize(("kind", "method", "least"), [("hold_forever", "", 7), ("hold_after", "POST", 2)])
async def test_whatever_request_it_was_at(
    host: WordPressHost, proxy: Proxy, ledger: Database, wordpress: WordPress, kind: Any, method: str, least: int
) -> None:
    """Killed at each request in turn, which WordPress never got or had done: the report and the journal say what is."""
    for number in count(1):
        there = await host.pages.create(
            PageFields(title="Before the kill", content=BLOCKS.replace("Changed", "Before")), "key:1"
        )
        await forget(ledger)
        fault = proxy.fail(kind, method, number=number)
        if not await kill_at(fault, proxy, ledger, wordpress, there, how="blocks"):
            proxy.faults.remove(fault)
            break
        claimed, reports = bool(await claims(ledger)), await settle_at_once(host)
        made = await find_made(host)
        title = (await host.pages.get(there["id"], "view"))["title"]["rendered"]
        changed = title == "Changed by the killed"
        parts = [f"create page:{made[0]}: done" if made else "create a new one: not done"]
        parts += [f"update page:{there['id']}: {'done' if changed else 'not done'}"]
        assert reports == ([f"A call was cut off: {'; '.join(parts)}."] if claimed else []), number
        done = [f"page:{each}" for each in (*made, *([there["id"]] if changed else []))]
        assert not done or (await read_newest(ledger))[1:] == ("interrupted", done), number
        assert (await host.transactions.settling.list_open(), await ledger.read(find_break)) == ([], None)
        for each in (there["id"], *made):
            await host.pages.delete(each, "key:1")
    for each in await find_made(host):  # by the one that nobody killed
        await host.pages.delete(each, "key:1")
    assert number > least


async def find_made(host: WordPressHost) -> list[int]:
    """Ids of pages that the writer has made."""
    return [page["id"] for page in (await host.pages.find(PageQuery(search="Made by the killed"))).items]


async def forget(ledger: Database) -> None:
    """Let the idempotency key be used again."""
    await ledger.transact(lambda connection: connection.exec_driver_sql("DELETE FROM claims"))


async def test_what_was_not_done_leaves_nothing(
    host: WordPressHost, proxy: Proxy, ledger: Database, wordpress: WordPress
) -> None:
    """Killed at its first request: the call can be sent again."""
    there = await host.pages.create(PageFields(title="Before the kill"), "key:1")
    await kill_at(proxy.fail("cut_before", "POST"), proxy, ledger, wordpress, there)
    assert [claim.objects for claim in await claims(ledger)] == [(f"page:{there['id']}",)]
    with pytest.raises(Problem) as refusal:
        await host.pages.update(there["id"], PageFields(title="Other"), "key:1")
    assert refusal.value.code is Code.IN_PROGRESS
    assert len(await settle_at_once(host)) == 1
    assert await claims(ledger) == []
    await host.pages.update(there["id"], PageFields(title="Other"), "key:1")
    async with host.transactions.open(TERMS) as transaction:
        await transaction.check()


async def settle_at_once(host: WordPressHost) -> list[str]:
    """Settle as after two minutes."""
    patient = host.transactions.settling
    return await Settling(patient.resources, patient.ledger, patient.still_running * 0).settle_all()


async def read_newest(ledger: Database) -> tuple[int, str, list[str]]:
    """The newest entry of the journal: its id, its outcome, its objects."""

    def read(connection: Connection) -> tuple[int, str, list[str]]:
        entry = connection.exec_driver_sql("SELECT id, outcome FROM changes ORDER BY id DESC").first()
        assert entry is not None
        query = "SELECT kind || ':' || object FROM changed_objects WHERE change_id = ? ORDER BY id"
        return entry.id, entry.outcome, list(connection.exec_driver_sql(query, (entry.id,)).scalars())

    return await ledger.read(read)


async def claims(ledger: Database) -> list[Claim]:
    """All that there are."""
    return await ledger.read(lambda connection: list_claims(connection, *STATES))
