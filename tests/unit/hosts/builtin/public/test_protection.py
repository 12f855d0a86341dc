"""Items with a password."""

import asyncio

import pytest
from httpx2 import Response
from starlette.types import Message

from sitehand.guard.limits import GUESSES_PER_MINUTE
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


async def guess(site: Site, password: str, address: str = "192.0.2.1", path: str = PATH) -> Response:
    """A visitor's form with a password."""
    return await site.visit(path, "POST", data={"password": password}, address=address)


async def test_guesses_run_out_by_address(locked: Site) -> None:
    """After ten wrong ones a minute even the right password is not looked at: 429, when to come back, the form."""
    await locked.add(slug="other", content="<p>other map</p>", password="open")
    wrong = [await guess(locked, f"guess {number}") for number in range(GUESSES_PER_MINUTE)]
    assert [answer.status_code for answer in wrong] == [403] * 10
    for path, password in ((PATH, "séame"), (PATH, "guess"), ("/2026/03/other/", "open")):
        answer = await guess(locked, password, path=path)
        assert answer.status_code == 429
        assert 1 <= int(answer.headers["retry-after"]) <= 60
        assert answer.headers["cache-control"] == "no-store"
        assert "Too many wrong passwords. Wait a minute, then try again." in answer.text
        assert " map" not in answer.text
    assert (await guess(locked, "séame", "192.0.2.2")).status_code == 200
    assert (await locked.visit("/", address="192.0.2.1")).status_code == 200


async def test_guesses_of_a_network_are_those_of_one_client(locked: Site) -> None:
    """The addresses of an IPv6 /64 share their ten."""
    for number in range(GUESSES_PER_MINUTE):
        assert (await guess(locked, "guess", f"2001:db8::{number:x}")).status_code == 403
    assert (await guess(locked, "séame", "2001:db8::ffff:1")).status_code == 429
    assert (await guess(locked, "séame", "2001:db8:0:1::1")).status_code == 200


async def test_right_guesses_are_not_counted(locked: Site) -> None:
    """A whole class behind one address reads the item, and a wrong guess more or less ends that for nobody."""
    for _ in range(3 * GUESSES_PER_MINUTE):
        assert (await guess(locked, "séame")).status_code == 200
    assert (await guess(locked, "guess")).status_code == 403
    assert (await guess(locked, "séame")).status_code == 200


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
    slow = [asyncio.ensure_future(locked.app(scope, receive, send)) for _ in range(READERS)]
    for _ in slow:
        await waiting.acquire()
    try:
        assert (await asyncio.wait_for(locked.visit("/"), 5)).status_code == 200
    finally:
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
