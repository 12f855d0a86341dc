"""Preview links, which a WordPress does not have."""

from sitehand.hosts.wordpress.capabilities import list_capabilities
from sitehand.site.connection import Facts


def test_a_wordpress_offers_no_preview_links() -> None:
    """And says where its drafts are shown."""
    found = list_capabilities(Facts("https://hill.example/wp-json/", "https://hill.example", "Hill", "sitehand"))
    assert not found.offers("previews")
    assert "preview=true" in found.explain("previews")
