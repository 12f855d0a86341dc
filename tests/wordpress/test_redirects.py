"""What a WordPress offers, by what it says of itself."""

from dataclasses import replace

from sitehand.hosts.wordpress.capabilities import list_capabilities
from sitehand.site.connection import Facts


def test_a_wordpress_offers_no_redirects() -> None:
    """And says why."""
    found = list_capabilities(Facts("https://hill.example/wp-json/", "https://hill.example", "Hill", "sitehand"))
    assert found.offers("terms")
    assert not found.offers("redirects")
    assert "by itself" in found.explain("redirects")


def test_a_wordpress_offers_no_elementor_templates() -> None:
    """Not with Elementor either, and says where they are."""
    facts = Facts("https://hill.example/wp-json/", "https://hill.example", "Hill", "sitehand")
    found = list_capabilities(replace(facts, namespaces=["elementor/v1"]))
    assert found.offers("elementor")
    assert not found.offers("elementor_templates")
    assert "use Templates in WordPress" in found.explain("elementor_templates")
