"""Tests of what a WordPress offers by what it says of itself."""

import pytest

from sitehand.hosts.wordpress.capabilities import list_capabilities
from sitehand.site.connection import Facts


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
    found = list_capabilities(Facts("https://hill.example/wp-json/", home, "Hill", "sitehand"))
    assert found.offers("audits") is offered
    assert offered or "another host" in found.explain("audits")
