"""The REST API of a WordPress is found from what a person types."""

import json

import pytest

from sitehand.errors import Problem
from sitehand.hosts.wordpress.discovery import complete_address, discover, list_roots, read_index
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


@pytest.mark.parametrize("index", [[], "x", {}, {"namespaces": None}, {"namespaces": ["wp/v1"]}, None])
def test_other_json_is_no_wordpress(index: object) -> None:
    """Whatever it is."""
    assert read_index(json.dumps(index).encode(), "https://x.test/") is None


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


async def test_nobody_there_is_said() -> None:
    """With the address."""
    with pytest.raises(Problem, match=r"http://127\.0\.0\.1:9 cannot be reached"):
        await discover("http://127.0.0.1:9")
