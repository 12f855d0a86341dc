"""Tests of what a WordPress offers by what it says of itself."""

from dataclasses import replace

import pytest

from sitehand.hosts.wordpress.capabilities import list_capabilities
from sitehand.hosts.wordpress.client import Bounds, Client
from sitehand.hosts.wordpress.life import make_visitors
from sitehand.hosts.wordpress.version import read_version
from sitehand.site.capabilities import Need
from sitehand.site.connection import Facts
from tests.web import Web, answer, web

__all__ = ["web"]


@pytest.mark.parametrize(
    ("home", "offered"),
    [
        ("https://hill.example", True),
        ("https://HILL.example/site/", True),
        ("http://169.254.169.254", False),
        ("https://hill.example.evil.example", False),
        ("https://hill.example@evil.example", False),
    ],
)
def test_audits_stay_with_the_host_that_was_connected(home: str, offered: bool) -> None:
    """Whatever address the site tells as its home, no other host is read."""
    facts = Facts("https://hill.example/wp-json/", home, "Hill", "sitehand")
    found = list_capabilities(facts)
    assert (make_visitors(facts) is not None) is offered
    assert found.offers("audits") is offered
    assert offered or "another host" in found.explain("audits")


@pytest.mark.parametrize(
    ("right", "needs"),
    [("upload_files", {"uploads"}), ("edit_theme_options", {"design", "templates"}), ("edit_pages", set())],
)
def test_a_right_decides_what_is_offered(right: str, needs: set[Need]) -> None:
    """What the WordPress user may not do is not offered, and the reason names the right."""
    facts = Facts("https://hill.example/wp-json/", "https://hill.example", "Hill", "sitehand")
    without, found = list_capabilities(facts), list_capabilities(replace(facts, rights=[right]))
    assert found.offered - without.offered == needs
    assert all(right in without.explain(need) for need in needs)


@pytest.mark.parametrize(("root", "version"), [("127.0.0.1", "6.8"), ("localhost", "")])
async def test_the_version_is_asked_of_the_host_that_was_connected(web: Web, root: str, version: str) -> None:
    """Whatever address the site tells as its home."""
    web.answers["/"] = answer(b'<meta name="generator" content="WordPress 6.8">')
    client = Client(f"http://{root}:{web.port}/wp-json", "sitehand", "x", bounds=Bounds(seconds=2))
    assert await read_version(client, f"http://127.0.0.1:{web.port}") == version
    assert ("GET /" in web.asked) is bool(version)
    await client.close()
