"""Items with a password."""

import asyncio

import pytest
from starlette.types import Message

from sitehand.store.database import READERS
from tests.unit.hosts.builtin.public.site import Site

PATH = "/2026/03/locked/"


@pytest.fixture
async def locked(site: Site) -> Site:
    """A site with one post that asks for a password."""
    await site.add(
        slug="locked", title="Locked", content="<p>treasure map</p>", excerpt="<p>treasure hint</p>", password="séame"
    )
    return site


async def test_content_and_excerpt_are_nowhere(locked: Site) -> None:
    """Lists, search, feed and the page itself show the title alone."""
    for path in ("/", PATH, "/feed/", "/?s=treasure", "/?s=Locked", "/author/ada/", "/2026/03/", "/sitemap.xml"):
        text = (await locked.visit(path)).text
        assert "map" not in text.replace("sitemap", ""), path
        assert "hint" not in text, path
    assert "Locked" in (await locked.visit("/")).text
    assert "Locked" in (await locked.visit("/feed/")).text


async def test_the_right_password_opens_one_answer(locked: Site) -> None:
    """The content comes with the answer to the form, which nobody may keep."""
    answer = await locked.visit(PATH, "POST", data={"password": "séame"})
    assert answer.status_code == 200
    assert "<p>treasure map</p>" in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert "etag" not in answer.headers
    assert "set-cookie" not in answer.headers
    assert "treasure map" not in (await locked.visit(PATH)).text


@pytest.mark.parametrize("given", ["", "seame", "séame ", "SÉAME", "\0", "x" * 3000])
async def test_a_wrong_password_shows_the_form_again(locked: Site, given: str) -> None:
    """With a word about it, and not the content."""
    answer = await locked.visit(PATH, "POST", data={"password": given})
    assert answer.status_code == 403
    assert "treasure" not in answer.text
    assert 'role="alert"' in answer.text
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("body", [b"", b"password", b"\xff\xfe", b"{}", b"&" * 100, b"a=1;b=2", b"password=%ff%00"])
async def test_odd_forms_do_not_open_it(locked: Site, body: bytes) -> None:
    """Whatever is sent, the form comes back."""
    assert (await locked.visit(PATH, "POST", content=body)).status_code == 403


async def test_a_long_form_is_refused(locked: Site) -> None:
    """The body is not read past its limit."""
    assert (await locked.visit(PATH, "POST", content=b"a" * 5000)).status_code == 413


async def test_forms_go_nowhere_else(locked: Site) -> None:
    """A form to an open item, a list or nothing at all is not a method there."""
    await locked.add(slug="open")
    for path in ("/2026/03/open/", "/", "/feed/", "/nothing/", "/category/x/"):
        answer = await locked.visit(path, "POST", data={"password": "séame"})
        assert answer.status_code == 405, path
        assert answer.headers["allow"] == "GET, HEAD"


async def test_slow_forms_hold_nobody_up(locked: Site) -> None:
    """Clients that never finish sending their form take no connection from the database."""
    waiting = asyncio.Semaphore(0)

    async def receive() -> Message:
        waiting.release()
        return await asyncio.Future()

    async def send(message: Message) -> None:
        raise AssertionError(message)

    scope = {"type": "http", "method": "POST", "path": PATH, "query_string": b"", "headers": [], "root_path": ""}
    slow = [asyncio.create_task(locked.app(scope, receive, send)) for _ in range(READERS)]
    for _ in slow:
        await waiting.acquire()
    try:
        assert (await asyncio.wait_for(locked.visit("/"), 5)).status_code == 200
    finally:
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
