"""Writes that WordPress refuses after it has stored a part of them, as it does at a custom field without the right."""

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pictures import draw
from tests.wordpress.conftest import add_plugin
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_service import Service, open_rest, service

__all__ = ["service"]

UNDONE = "What was done before it was undone."
LOCKED = {"fields": {"locked": "open"}}


@pytest.fixture(autouse=True)
def refusing(wordpress: WordPress) -> Iterator[None]:
    """The WordPress has a field that nobody may write."""
    with add_plugin(wordpress, "refuse.php"):
        yield


async def count_entries(service: Service) -> int:
    """How many changes the journal has."""
    _, changes = await service.call("GET", "/changes")
    return len(changes)


async def test_an_update_that_is_refused_in_the_middle_leaves_nothing(service: Service) -> None:
    """The title was stored before the field was refused: it is as it was, and the answer says so."""
    _, page = await service.call("POST", "/pages", {"title": "Before", "content": "x"})
    entries = await count_entries(service)
    status, refusal = await service.call("PATCH", f"/pages/{page['id']}", {"title": "After", **LOCKED})
    assert (status, refusal["code"]) == (403, "host_refused")
    assert UNDONE in refusal["message"]
    _, now = await service.call("GET", f"/pages/{page['id']}?context=edit")
    assert (now["title"]["raw"], now["revision"]) == ("Before", page["revision"])
    assert await count_entries(service) == entries
    status, _ = await service.call("PATCH", f"/pages/{page['id']}", {"title": "Later"})
    assert status == 200


async def test_a_page_that_is_refused_in_the_middle_is_in_the_trash(service: Service, wordpress: WordPress) -> None:
    """However often it is sent under one idempotency key, no draft of it stays."""
    entries = await count_entries(service)
    for _ in range(3):
        body = {"title": "Twice", "content": "x", **LOCKED}
        status, refusal = await service.call("POST", "/pages", body, Idempotency_Key="one")
        assert (status, refusal["code"]) == (403, "host_refused")
        assert UNDONE in refusal["message"]
    kept = "SELECT DISTINCT post_status FROM wp_posts WHERE post_type = 'page' AND post_title = 'Twice'"
    statuses = wordpress.run_sql(kept)
    assert statuses.split() == ["trash"]
    assert await count_entries(service) == entries


async def test_an_atomic_batch_that_is_refused_in_the_middle_leaves_nothing(service: Service) -> None:
    """Neither the part that was done nor what was stored of the part that was refused."""
    _, first = await service.call("POST", "/pages", {"title": "One"})
    _, second = await service.call("POST", "/pages", {"title": "Two"})
    parts = [
        {"method": "PATCH", "path": f"/pages/{first['id']}", "body": {"title": "One changed"}},
        {"method": "PATCH", "path": f"/pages/{second['id']}", "body": {"title": "Two changed", **LOCKED}},
        {"method": "POST", "path": "/pages", "body": {"title": "Unmakeable", "content": "x", **LOCKED}},
    ]
    status, refusal = await service.call("POST", "/batch", {"mode": "atomic", "requests": parts})
    assert (status, refusal["code"]) == (403, "host_refused")
    assert UNDONE in refusal["message"]
    for page in (first, second):
        _, now = await service.call("GET", f"/pages/{page['id']}?context=edit")
        assert (now["title"]["raw"], now["revision"]) == (page["title"]["rendered"], page["revision"])
    _, listed = await service.call("GET", "/pages?status=any&search=Unmakeable")
    assert listed == []


async def test_a_file_that_is_refused_in_the_middle_stays_and_is_named(
    wordpress: WordPress, proxy: Proxy, tmp_path: Path
) -> None:
    """A file has no trash, and might be somebody else's: of two in a batch the first is deleted again."""
    address = "data:image/png;base64," + base64.b64encode(draw("PNG", (40, 30))).decode()
    bodies = [{"filename": "first.png"}, {"filename": "second.png", "title": "Half stored", "alt_text": "A hill"}]
    parts = [{"method": "POST", "path": "/media", "body": {"data": address, **body}} for body in bodies]
    async with open_rest(wordpress, proxy, tmp_path, "uploads") as service:
        status, refusal = await service.call("POST", "/batch", {"mode": "atomic", "requests": parts})
        _, left = await service.call("GET", "/media?search=Half stored")
        _, gone = await service.call("GET", "/media?search=first")
    assert (status, refusal["code"], gone) == (403, "host_refused", [])
    assert "The file is second.png." in refusal["message"]
    assert f"WordPress may have stored media:{left[0]['id']} for this call, or for somebody else." in refusal["message"]


async def test_a_refusal_that_stored_nothing_takes_nothing_back(service: Service, proxy: Proxy) -> None:
    """Nothing but the refused request was sent, and the page has its revision."""
    _, page = await service.call("POST", "/pages", {"title": "Before", "content": "x"})
    proxy.sent.clear()
    status, refusal = await service.call("PATCH", f"/pages/{page['id']}", LOCKED)
    assert (status, UNDONE in refusal["message"]) == (403, False)
    assert [sent.method for sent in proxy.writes if sent.method != "OPTIONS"] == ["POST"]
    _, now = await service.call("GET", f"/pages/{page['id']}?context=edit")
    assert now["revision"] == page["revision"]


async def test_a_refusal_that_nobody_can_look_behind_is_settled_later(service: Service, proxy: Proxy) -> None:
    """When the reading fails that would tell what was stored, the answer says so, and the claim stays."""
    _, page = await service.call("POST", "/pages", {"title": "Before", "content": "x"})
    for _ in range(2):  # the second reads no more than the one that counts
        proxy.sent.clear()
        await service.call("PATCH", f"/pages/{page['id']}", LOCKED)
    methods = [sent.method for sent in proxy.sent]
    proxy.fail("gateway_before", "GET", number=methods[: methods.index("POST")].count("GET") + 1)
    status, refusal = await service.call("PATCH", f"/pages/{page['id']}", {"title": "After", **LOCKED})
    assert (status, refusal["code"]) == (503, "host_unavailable")
    assert "Nobody can see yet whether it was done." in refusal["message"]
