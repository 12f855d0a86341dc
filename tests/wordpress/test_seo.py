"""What a WordPress offers of SEO, by what it says of itself."""

from sitehand.hosts.wordpress.capabilities import list_capabilities
from sitehand.site.connection import Facts


def test_a_wordpress_offers_no_seo_fields() -> None:
    """And says whose they are, and who makes titles and robots.txt."""
    found = list_capabilities(Facts("https://hill.example/wp-json/", "https://hill.example", "Hill", "sitehand"))
    assert not found.offers("seo")
    assert not found.offers("seo_settings")
    assert "SEO plugins" in found.explain("seo")
    assert "robots.txt" in found.explain("seo_settings")
