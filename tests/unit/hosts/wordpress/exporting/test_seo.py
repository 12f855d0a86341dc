"""SEO fields of items to move: those that mean the same here."""

from typing import Any

from sitehand.hosts.wordpress.exporting.seo import read_seo
from sitehand.site.export import Absent


def item(**meta: Any) -> dict[str, Any]:
    """A page with custom fields."""
    return {"id": 3, "type": "page", "meta": meta}


def test_fields_of_a_plugin_become_those_of_the_item() -> None:
    """And are no custom fields any more; without a plugin nothing is known of any."""
    absent: list[Absent] = []
    shown = item(_seopress_titles_title="Whole", _seopress_robots_index="yes", _seopress_titles_desc="", servings=4)
    assert read_seo(shown, absent) == ({"title": "Whole", "robots": ["noindex"]}, {"servings": 4})
    assert read_seo(item(servings=4), absent) == (None, {"servings": 4})
    assert read_seo({"id": 3, "type": "page", "meta": []}, absent) == (None, {})
    assert absent == []


def test_what_means_something_else_here_is_named() -> None:
    """A placeholder, which visitors would be shown, and a value that the site refuses."""
    absent: list[Absent] = []
    shown = item(_seopress_titles_title="%%title%% %%sep%%", _seopress_robots_canonical="no address")
    assert read_seo(shown, absent) == ({}, {})
    assert [(each.what, each.name) for each in absent] == [
        ("SEO fields", "title of page 3"),
        ("SEO fields", "canonical of page 3"),
    ]
