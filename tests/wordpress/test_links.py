"""What a WordPress offers of links, by what it says of itself."""

from sitehand.hosts.wordpress.capabilities import list_capabilities
from sitehand.site.connection import Facts


def test_a_wordpress_offers_no_links() -> None:
    """And says why."""
    found = list_capabilities(Facts("https://hill.example/wp-json/", "https://hill.example", "Hill", "sitehand"))
    assert not found.offers("links")
    assert "cannot be looked up yet" in found.explain("links")
