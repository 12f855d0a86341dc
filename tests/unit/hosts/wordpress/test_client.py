"""Requests to WordPress end in time, are bounded in number and size, and none that changes something is sent twice."""

import asyncio
import json
from base64 import b64encode
from collections.abc import AsyncIterator

import httpx2
import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress import client as module
from sitehand.hosts.wordpress.answer import Unanswered
from sitehand.hosts.wordpress.client import Bounds, Client, join_route
from tests.unit.broker.loopback import Asked, Broker, open_broker, plain, raw

PAGES = "/wp-json/wp/v2/pages"
HALF = b"HTTP/1.1 201 Created\r\nContent-Length: 900\r\n\r\n{"


@pytest.fixture
async def server() -> AsyncIterator[Broker]:
    """A server on this machine that plays a WordPress."""
    async with open_broker() as server:
        yield server


@pytest.fixture
async def client(server: Broker) -> AsyncIterator[Client]:
    """A client with short bounds."""
    client = Client(f"{server.url}/wp-json/", "owner", "pass word", bounds=Bounds(seconds=0.5, connections=2, queue=1))
    yield client
    await client.close()


async def test_a_read_is_asked_again_once_when_the_connection_breaks(server: Broker, client: Client) -> None:
    """And no more than once."""
    server.answers[PAGES] = raw(b"", ends=True)
    with pytest.raises(Problem, match="cannot be reached"):
        await client.read("/wp/v2/pages")
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    "answer",
    [b"", b"HTTP/1.1 201 Created\r\nContent-Length: 900\r\n\r\n{", b"HTTP/1.1 502 X\r\nContent-Length: 0\r\n\r\n"],
)
async def test_a_write_that_nobody_answers_is_sent_once(server: Broker, client: Client, answer: bytes) -> None:
    """It may have been done, and is told so."""
    server.answers[PAGES] = raw(answer, ends=True)
    with pytest.raises(Unanswered):
        await client.write("POST", "/wp/v2/pages", {"title": "x"})
    assert len(server.asked) == 1
    assert json.loads(server.asked[0].body) == {"title": "x"}


async def test_a_write_that_takes_too_long_is_one_that_nobody_answered(server: Broker, client: Client) -> None:
    """The bound is on the whole exchange."""
    server.answers[PAGES] = raw(HALF)
    with pytest.raises(Unanswered, match=r"no whole answer within 0\.5 seconds"):
        await client.write("POST", "/wp/v2/pages", {})


async def test_a_write_to_nobody_was_not_done() -> None:
    """No connection, so nothing was sent."""
    client = Client("http://127.0.0.1:9/wp-json/", "owner", "x", bounds=Bounds(seconds=5))
    with pytest.raises(Problem) as refusal:
        await client.write("POST", "/wp/v2/pages", {})
    await client.close()
    assert not isinstance(refusal.value, Unanswered)
    assert refusal.value.code is Code.HOST_UNAVAILABLE


async def test_so_many_run_at_once_so_many_wait_and_the_next_is_refused(server: Broker, client: Client) -> None:
    """Of four calls with two connections and a queue of one; each place is given back."""
    go_on = asyncio.Event()

    async def wait(asked: Asked, writer: asyncio.StreamWriter) -> None:
        await go_on.wait()
        await plain(b"[]")(asked, writer)

    server.answers[PAGES] = wait
    calls = [asyncio.create_task(client.read("/wp/v2/pages")) for _ in range(3)]
    await server.arrived.wait()
    with pytest.raises(Problem, match="WordPress is busy") as refusal:
        await client.read("/wp/v2/pages")
    assert refusal.value.headers == {"Retry-After": "1"}
    go_on.set()
    assert [answer.value for answer in await asyncio.gather(*calls)] == [[], [], []]
    assert server.connections <= 2
    assert (await client.read("/wp/v2/pages")).value == []


async def test_an_answer_is_bounded(server: Broker, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """In bytes, as they come. What a write did is unknown then: it is not refused, and not sent again."""
    monkeypatch.setattr(module, "MAX_BYTES", 100)
    server.answer(PAGES, ["x" * 200])
    with pytest.raises(Problem, match="more than 100 bytes") as refusal:
        await client.read("/wp/v2/pages")
    assert not isinstance(refusal.value, Unanswered)
    with pytest.raises(Unanswered, match="more than 100 bytes"):
        await client.write("POST", "/wp/v2/pages", {})


async def test_who_asks_and_what_is_said_with_each_request(server: Broker, client: Client) -> None:
    """As Basic authentication, the password's spaces kept; lists and truth as WordPress reads them."""
    path = f"{PAGES}?per_page=10&include=3%2C4&sticky=true"
    server.answer(path, [])
    await client.read("/wp/v2/pages", {"per_page": 10, "include": [3, 4], "sticky": True})
    assert server.paths() == [path]
    assert server.asked[0].headers["authorization"] == f"Basic {b64encode(b'owner:pass word').decode()}"


@pytest.mark.parametrize(
    ("root", "address"),
    [
        ("https://e.org/wp-json/", "https://e.org/wp-json/wp/v2/pages?status=draft%2Cpublish&sticky=false"),
        ("https://e.org/a/wp-json", "https://e.org/a/wp-json/wp/v2/pages?status=draft%2Cpublish&sticky=false"),
        (
            "https://e.org/index.php?rest_route=/",
            "https://e.org/index.php?rest_route=%2Fwp%2Fv2%2Fpages&status=draft%2Cpublish&sticky=false",
        ),
        (
            "https://e.org/?lang=de&rest_route=/",
            "https://e.org/?lang=de&rest_route=%2Fwp%2Fv2%2Fpages&status=draft%2Cpublish&sticky=false",
        ),
    ],
)
def test_routes_are_joined_to_either_kind_of_root(root: str, address: str) -> None:
    """With and without pretty addresses."""
    query = {"status": ["draft", "publish"], "sticky": False}
    assert str(join_route(httpx2.URL(root), "/wp/v2/pages", query)) == address


@pytest.mark.parametrize("root", ["https://e.org/wp-json/", "https://e.org/?rest_route=/"])
@pytest.mark.parametrize(
    "name",
    ["../posts/5", "..", ".", "x/../y", "%2e%2E/x", "x%2fy", "x\\y", "x?y", "x#y", "x\n", "\0", "\ud800"],
    ids=ascii,
)
def test_no_route_is_left(root: str, name: str) -> None:
    """A path with dots that are resolved, or with what ends a path, is refused before WordPress is asked."""
    with pytest.raises(Problem) as refused:
        join_route(httpx2.URL(root), f"/wp/v2/templates/{name}", {})
    assert refused.value.code is Code.INVALID_ARGUMENTS
