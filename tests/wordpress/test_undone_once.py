"""What is created again on a WordPress has a new id: the journal tells it, and not the state of the old one."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.hosts.wordpress import claiming
from sitehand.store.claims import Claim
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_service import Service, open_rest


@pytest.fixture
async def service(wordpress: WordPress, proxy: Proxy, tmp_path: Path) -> AsyncIterator[Service]:
    """The REST door over a WordPress."""
    async with open_rest(wordpress, proxy, tmp_path) as opened:
        yield opened


async def delete_page(service: Service, title: str) -> int:
    """The change that deleted a page permanently."""
    _, page = await service.call("POST", "/pages", {"title": title})
    _, gone = await service.call("DELETE", f"/pages/{page['id']}?force=true")
    return int(gone["change_id"])


async def undo(service: Service, change: int) -> tuple[int, Any]:
    """The status and the body of the answer."""
    status, body = await service.call("POST", "/changes/undo", {"id": change})
    return status, body


async def count_pages(service: Service, title: str) -> int:
    """How many pages are called so."""
    _, found = await service.call("GET", f"/pages?search={title}&status=any")
    return len(found)


def list_sent(proxy: Proxy) -> list[str]:
    """The methods of what was sent to change the site."""
    return [sent.method for sent in proxy.writes if sent.method != "OPTIONS"]


async def test_a_deleted_page_comes_back_once(service: Service, proxy: Proxy) -> None:
    """Whoever asks again is told which undo did it, and nothing is sent; an undone undo can be done again."""
    gone = await delete_page(service, "Oncegone")
    _, back = await undo(service, gone)
    proxy.sent.clear()
    status, refused = await undo(service, gone)
    assert (status, refused["data"]["undone_by"], list_sent(proxy)) == (409, back["change_id"], [])
    assert await count_pages(service, "Oncegone") == 1
    assert (await undo(service, back["change_id"]))[0] == 200
    assert (await undo(service, gone))[0] == 200
    assert await count_pages(service, "Oncegone") == 1


async def test_two_undos_at_once_bring_one_page_back(
    service: Service, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second found it not undone yet, waits for the first, and is told what that did."""
    gone = await delete_page(service, "Twiceasked")
    waits, wait = asyncio.Event(), claiming._Turn.wait

    async def note(turn: claiming._Turn, other: Claim) -> None:
        waits.set()
        await wait(turn, other)

    monkeypatch.setattr(claiming._Turn, "wait", note)
    fault = proxy.fail("hold", "POST", "/wp/v2/pages")
    first = asyncio.create_task(undo(service, gone))
    await fault.reached.wait()
    second = asyncio.create_task(undo(service, gone))
    told = asyncio.create_task(waits.wait())
    await asyncio.wait({second, told}, return_when=asyncio.FIRST_COMPLETED)
    assert waits.is_set(), await second
    fault.go_on.set()
    status, back = await first
    assert status == 200, back
    status, refused = await second
    assert (status, refused["data"]["undone_by"]) == (409, back["change_id"])
    assert await count_pages(service, "Twiceasked") == 1


async def test_a_batch_brings_a_page_back_once(service: Service, proxy: Proxy) -> None:
    """Two undos of one deletion in one atomic batch are refused before anything is sent."""
    gone = await delete_page(service, "Inabatch")
    part = {"method": "POST", "path": "/changes/undo", "body": {"id": gone}}
    proxy.sent.clear()
    status, refused = await service.call("POST", "/batch", {"mode": "atomic", "requests": [part, part]})
    assert (status, refused["data"]["part"], list_sent(proxy)) == (409, 1, [])
    assert "already undone in this batch" in refused["message"]


async def test_an_undo_that_was_cut_off_is_known_as_one(
    service: Service, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can do it again while WordPress may still be at it, nor when what it did has come to light."""
    monkeypatch.setattr("sitehand.hosts.wordpress.sending.LOOK_AGAIN", (0.0,))
    gone = await delete_page(service, "Cutoff")
    proxy.sent.clear()
    fault = proxy.fail("cut_before", "POST", "/wp/v2/pages")
    assert (await undo(service, gone))[0] == 503
    assert fault.reached.is_set()
    assert (await undo(service, gone))[1]["code"] == "in_progress"
    (late,) = [sent.json for sent in proxy.writes if (sent.method, sent.path) == ("POST", "/wp/v2/pages")]
    await service.host.transactions.client.write("POST", "/wp/v2/pages", late)
    status, refused = await undo(service, gone)
    _, listed = await service.call("GET", "/changes?per_page=1")
    assert (status, refused["data"]["undone_by"], listed[0]["outcome"]) == (409, listed[0]["id"], "interrupted")
    assert await count_pages(service, "Cutoff") == 1
