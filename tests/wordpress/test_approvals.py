"""Approved writes to a real WordPress: done once, whoever approves them at the same time, and whatever is cut off."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.hosts.wordpress import claiming, sending
from sitehand.operation.policy import Rule
from tests.choices import set_rules
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_kill import settle_at_once
from tests.wordpress.test_service import Service, open_rest

HELD = {"title": "Held for approval", "content": "<p>held</p>"}
WAITS = "waiting"


@pytest.fixture
async def service(wordpress: WordPress, proxy: Proxy, tmp_path: Path) -> AsyncIterator[Service]:
    """A service where what authors write needs approval; what it made is removed."""
    async with open_rest(wordpress, proxy, tmp_path) as opened:
        await set_rules(opened.database, [Rule(role="author", category="content")])
        yield opened
        for each in await list_held(opened):
            await opened.host.posts.delete(each, "key:1")


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at once what came of a request that was not answered, nor waits for others."""
    monkeypatch.setattr(sending, "LOOK_AGAIN", ())
    monkeypatch.setattr(claiming, "WAIT_SECONDS", 0.0)


async def list_held(service: Service) -> list[int]:
    """The posts that were made."""
    _, found = await service.call("GET", "/posts?search=Held for approval&status=any")
    return [post["id"] for post in found]


async def propose(service: Service, method: str = "POST", path: str = "/posts", body: Any = None) -> str:
    """A write by an author that waits; its path."""
    status, pending = await service.call(method, path, body or HELD, role="author")
    assert status == 202, pending
    return f"/pending/{pending['pending']['id']}"


async def read_state(service: Service, pending: str) -> tuple[str, str | None, str | None, str | None]:
    """Its state, and who has decided: what people call the caller, its id, its kind."""
    _, shown = await service.call("GET", pending)
    return shown["state"], shown["decided_by"], shown["decided_by_id"], shown["decided_by_kind"]


async def read_newest(service: Service) -> tuple[str, str | None, list[str]]:
    """The newest entry of the journal: its outcome, who approved it, the kinds of its objects."""
    _, listed = await service.call("GET", "/changes?per_page=1")
    _, entry = await service.call("GET", f"/changes/{listed[0]['id']}")
    return entry["outcome"], entry["approved_by"], [each["kind"] for each in entry["objects"]]


@pytest.mark.usefixtures("blind")
async def test_of_two_approvals_at_once_one_is_sent(service: Service, proxy: Proxy) -> None:
    """While WordPress is at it the other is told so, nobody rejects it, and afterwards it was decided."""
    pending = await propose(service)
    fault = proxy.fail("hold", "POST", "/wp/v2/posts")
    first = asyncio.create_task(service.call("POST", f"{pending}/approve"))
    await fault.reached.wait()
    for decision in ("approve", "reject"):
        status, refused = await service.call("POST", f"{pending}/{decision}")
        assert (status, refused["code"]) == (409, "in_progress"), refused
    fault.go_on.set()
    status, done = await first
    assert (status, [sent.path for sent in proxy.writes]) == (200, ["/wp/v2/posts"]), done
    assert await list_held(service) == [done["result"]["id"]]
    status, refused = await service.call("POST", f"{pending}/approve")
    assert (status, refused["code"]) == (409, "conflict")


@pytest.mark.usefixtures("blind")
async def test_an_approval_that_nobody_answered_is_not_done_twice(service: Service, proxy: Proxy) -> None:
    """As the approver is told: approved again it is found, is in the journal as the approver's, and was decided."""
    pending = await propose(service)
    proxy.fail("cut_after", "POST", "/wp/v2/posts")
    status, refused = await service.call("POST", f"{pending}/approve")
    assert (status, "as an approval, it is not done twice" in refused["data"]["hint"]) == (503, True), refused
    status, refused = await service.call("POST", f"{pending}/approve")
    assert (status, refused["code"]) == (409, "conflict"), refused
    assert (len(await list_held(service)), len(proxy.writes)) == (1, 1)
    assert await read_state(service, pending) == ("approved", "admin", "key:1", "key")
    assert await read_newest(service) == ("interrupted", "admin", ["post", "pending_change"])


@pytest.mark.usefixtures("blind")
async def test_an_approved_update_that_nobody_answered_is_not_taken_for_somebody_elses(
    service: Service, proxy: Proxy
) -> None:
    """Approved again, the object is at another revision by then: the approver is told that it was decided."""
    _, there = await service.call("POST", "/posts", HELD, role="author", Idempotency_Key="unused")
    _, done = await service.call("POST", f"/pending/{there['pending']['id']}/approve")
    post = f"/posts/{done['result']['id']}"
    pending = await propose(service, "PATCH", post, {"content": "<p>changed</p>"})
    proxy.fail("cut_after", "POST", "/wp/v2/posts/")
    codes = [(await service.call("POST", f"{pending}/approve"))[1]["code"] for _ in range(2)]
    assert codes == ["host_unavailable", "conflict"]
    assert (await read_state(service, pending))[0] == "approved"
    assert await read_newest(service) == ("interrupted", "admin", ["post", "pending_change"])


@pytest.mark.usefixtures("blind")
async def test_what_was_not_done_waits_for_another_approval(service: Service, proxy: Proxy) -> None:
    """Once it can be seen; until then nobody can decide."""
    pending = await propose(service)
    proxy.fail("cut_before", "POST", "/wp/v2/posts")
    for code in ("host_unavailable", "in_progress"):
        assert (await service.call("POST", f"{pending}/approve"))[1]["code"] == code
    assert (await service.call("POST", f"{pending}/reject"))[1]["code"] == "in_progress"
    assert await settle_at_once(service.host) == ["A call was cut off: create a new one: not done."]
    assert (await read_state(service, pending))[0] == WAITS
    status, done = await service.call("POST", f"{pending}/approve")
    assert (status, await list_held(service)) == (200, [done["result"]["id"]])


@pytest.mark.usefixtures("blind")
async def test_what_is_unclear_is_not_approved_again(service: Service, proxy: Proxy) -> None:
    """Two such posts are there, and nobody knows which is the approved one: the journal has the decision alone."""
    pending = await propose(service)
    proxy.fail("cut_before", "POST", "/wp/v2/posts")
    assert (await service.call("POST", f"{pending}/approve"))[1]["code"] == "host_unavailable"
    for _ in range(2):
        await service.host.transactions.client.write("POST", "/wp/v2/posts", HELD)
    assert await settle_at_once(service.host) == ["A call was cut off: create a new one: unclear."]
    assert await read_state(service, pending) == ("approved", "admin", "key:1", "key")
    assert await read_newest(service) == ("interrupted", "admin", ["pending_change"])
    assert (await service.call("POST", f"{pending}/approve"))[1]["code"] == "conflict"
