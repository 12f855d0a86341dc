"""The REST API of a WordPress is found from what a person types."""

import asyncio
import json
import time
from typing import Any

import pytest

from sitehand.errors import Problem
from sitehand.hosts.wordpress import discovery
from sitehand.hosts.wordpress.discovery import (
    MAX_BYTES,
    MAX_FOLDERS,
    complete_address,
    discover,
    list_roots,
    read_index,
)
from tests.unit.broker.loopback import open_broker, plain

INDEX = {
    "name": "Bakery",
    "home": "https://bakery.example",
    "namespaces": ["oembed/1.0", "wp/v2"],
    "authentication": {"application-passwords": {"endpoints": {"authorization": "https://bakery.example/ask"}}},
}


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        (" example.org ", "https://example.org"),
        ("http://x.test/blog", "http://x.test/blog"),
        ("a:8080", "https://a:8080"),
    ],
)
def test_addresses_get_a_scheme(typed: str, address: str) -> None:
    """Encrypted unless somebody says otherwise."""
    assert complete_address(typed) == address


@pytest.mark.parametrize("typed", ["", "ftp://x.test", "https://", "https://me:secret@x.test", "file:///etc/passwd"])
def test_what_is_no_address_is_refused(typed: str) -> None:
    """With an example."""
    with pytest.raises(Problem, match="is no address of a site"):
        complete_address(typed)


def test_the_places_are_what_the_page_says_then_the_usual_ones_upwards() -> None:
    """Each once."""
    html = "<head><link rel='https://api.w.org/' href='https://x.test/api/?a=1&amp;b=2' /></head>"
    assert list_roots("https://x.test/blog/hello/", "/blog/wp-json/", html) == [
        "https://x.test/blog/wp-json/",
        "https://x.test/api/?a=1&b=2",
        "https://x.test/blog/hello/wp-json/",
        "https://x.test/blog/hello/?rest_route=%2F",
        "https://x.test/blog/?rest_route=%2F",
        "https://x.test/wp-json/",
        "https://x.test/?rest_route=%2F",
    ]


def test_what_lies_deep_is_looked_for_near_the_top() -> None:
    """Each folder costs two requests."""
    assert len(list_roots(f"https://x.test/{'a/' * 900}", None, "")) == 2 * (MAX_FOLDERS + 1)


@pytest.mark.parametrize("piece", ["<link ", "<link rel=", "<link >", "<link " + "a " * 400])
def test_a_page_full_of_what_begins_a_link_is_read_fast(piece: str) -> None:
    """The service answers nobody else meanwhile."""
    page = piece * (MAX_BYTES // 2 // len(piece))
    before = time.process_time()
    assert len(list_roots("https://x.test/", None, page)) == 2
    assert time.process_time() - before < 5


@pytest.mark.parametrize(
    "index",
    [
        *([], "x", {}, None, {"namespaces": None}, {"namespaces": 5}, {"namespaces": ["wp/v1"]}),
        {"namespaces": ["wp/v2"]},
        {"namespaces": ["wp/v2"], "home": "javascript:alert(1)"},
    ],
)
def test_other_json_is_no_wordpress(index: object) -> None:
    """Whatever it is."""
    assert read_index(json.dumps(index).encode(), "https://x.test/") is None


@pytest.mark.parametrize("address", [5, "javascript:alert(1)//", "//bakery.example", ["https://bakery.example"]])
def test_a_screen_that_is_no_address_of_the_web_is_none(address: object) -> None:
    """It would become a link."""
    passwords: dict[str, Any] = {"application-passwords": {"endpoints": {"authorization": address}}}
    others: list[Any] = [[], [1], {"application-passwords": []}]
    for authentication in (passwords, *others):
        found = read_index(json.dumps({**INDEX, "authentication": authentication}).encode(), "https://x.test/")
        assert found is not None
        assert found.authorize is None


async def test_a_site_that_never_comes_to_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it sends a byte."""
    monkeypatch.setattr(discovery, "ALL_SECONDS", 0.3)
    ended = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n")
        gone = asyncio.create_task(reader.read())
        while not gone.done():
            writer.write(b" ")
            await asyncio.wait([gone], timeout=0.01)
        writer.transport.abort()
        ended.set()

    async with await asyncio.start_server(serve, "127.0.0.1") as server:
        with pytest.raises(Problem, match=r"did not say within 0\.3 seconds"):
            await discover(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        await ended.wait()


async def test_a_site_in_a_folder_without_any_link_is_found() -> None:
    """At the usual place above the page."""
    async with open_broker() as server:
        server.answers["/blog/hello/"] = plain(b"<html>", media_type="text/html")
        server.answer("/blog/wp-json/", INDEX)
        found = await discover(f"{server.url}/blog/hello/")
        assert (found.root, found.name) == (f"{server.url}/blog/wp-json/", "Bakery")
        assert found.authorize == "https://bakery.example/ask"


async def test_what_was_tried_is_told_when_nothing_is_found() -> None:
    """With the status of each."""
    async with open_broker() as server:
        server.answers["/"] = plain(b"<html>", media_type="text/html")
        with pytest.raises(Problem) as refusal:
            await discover(server.url)
        assert f"{server.url}/wp-json/ (status 404)" in refusal.value.message


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://127.0.0.1:9", "All connection attempts failed"),
        ("http://x.invalid", "its host name cannot be resolved"),
    ],
)
async def test_nobody_there_is_said(address: str, why: str) -> None:
    """With the address, and why in words."""
    with pytest.raises(Problem) as refusal:
        await discover(address)
    assert refusal.value.message == f"{address} cannot be reached ({why})."
