"""What a WordPress offers, by what it says of itself."""

from sitehand.hosts.wordpress.capabilities import list_capabilities
from sitehand.site.connection import Facts


def test_a_wordpress_offers_no_redirects() -> None:
    """And says why."""
    found = list_capabilities(Facts("https://hill.example/wp-json/", "https://hill.example", "Hill", "sitehand"))
    assert found.offers("terms")
    assert not found.offers("redirects")
    assert "by itself" in found.explain("redirects")
