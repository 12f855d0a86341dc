"""An export that a real WordPress writes, imported: whatever it has comes over, or the report says why it did not."""

from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.hosts.builtin.schema import SITE
from sitehand.site.values import utc_now
from sitehand.store.database import Database
from tests.databases import migrate
from tests.exports import import_export
from tests.statements import fetch
from tests.wordpress.connecting import run_php
from tests.wordpress.site import WordPress
from tests.wordpress.test_moving import source

__all__ = ["source"]
EXPORT = "require_once ABSPATH . 'wp-admin/includes/export.php'; export_wp();"
WP = "{http://wordpress.org/export/1.2/}"
CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"
COUNTED = {"page": "pages", "post": "posts", "attachment": "media", "nav_menu_item": "menu entries"}
COUNTED |= {"wp_block": "patterns", "wp_navigation": "navigations", "elementor_library": "Elementor templates"}


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """An empty site of our own."""
    opened = Database(tmp_path / "site", SITE)
    await migrate(opened)
    yield opened
    await opened.close()


def read_items(file: Path) -> list[ElementTree.Element]:
    """The items of an export as the standard library reads them."""
    return [*ElementTree.parse(file).iter("item")]


def count_left_out(report: ImportReport, *subjects: str) -> int:
    """How many of these the report says to be left out."""
    return sum(remark.count for remark in report.left_out if remark.what in subjects)


async def test_an_export_comes_over_or_is_reported(source: WordPress, database: Database, tmp_path: Path) -> None:
    """Every item, text and term use of the file; a second time nothing changes."""
    file = tmp_path / "export.xml"
    file.write_text(run_php(source, EXPORT))
    found = read_items(file)
    report = await import_export(database, file, report_progress=lambda *_: None, now=utc_now())
    types = Counter(item.findtext(f"{WP}post_type") or "" for item in found)
    assert types.keys() >= {"page", "post", "recipe", "wp_block", "wp_navigation", "nav_menu_item", "elementor_library"}
    for name, number in types.items():
        counted = report.counts.get(COUNTED.get(name, ""))
        here = counted.created if counted else 0
        assert here + count_left_out(report, f"items of type {name}", f"{name}s") == number, name
    rows = await fetch(database, "SELECT title, content FROM items WHERE type IN ('page', 'post')")
    assert len(rows) == types["page"] + types["post"]
    (template,) = await fetch(database, "SELECT title, type, content FROM elementor_templates")
    document = '[{"id":"b1","elType":"container","settings":{},"elements":[]}]'
    assert template == {"title": "Top", "type": "header", "content": document}
    terms = "SELECT terms.taxonomy, terms.slug FROM item_terms JOIN terms ON terms.id = term_id"
    used = Counter((row["taxonomy"], row["slug"]) for row in await fetch(database, terms))
    assert used == Counter(
        (use.get("domain"), use.get("nicename"))
        for item in found
        if item.findtext(f"{WP}post_type") in ("page", "post")
        for use in item.findall("category")
    )
    comments = sum(len(item.findall(f"{WP}comment")) for item in found)
    assert report.counts["comments"].created + count_left_out(report, "comments", "notes") == comments > 0
    again = await import_export(database, file, report_progress=lambda *_: None, now=utc_now())
    assert not again.changed
