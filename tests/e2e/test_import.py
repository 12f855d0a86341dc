"""The real export of WordPress's theme unit test, imported and compared with another reading of the same file."""

import random
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote
from xml.etree import ElementTree

import pytest

from sitehand.errors import Problem
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.hosts.builtin.passwords import password_matches
from sitehand.site.content import PageQuery, PostQuery
from tests.exports import import_export
from tests.statements import fetch
from tests.unit.hosts.builtin.public.site import NOW, SITE_URL, Site, open_site

EXPORT = Path(__file__).resolve().parents[3] / "shared" / "data" / "themeunittestdata.wordpress.xml"
WP = "{https://wordpress.org/export/1.2/}"
SOURCE = "wpthemetestdata.wordpress.com"
pytestmark = pytest.mark.skipif(not EXPORT.exists(), reason=f"the real export is not here ({EXPORT.name})")


class Imported(NamedTuple):
    """A site after the import, what the import said, and the items of the file as the standard library reads them."""

    site: Site
    report: ImportReport
    elements: dict[str, ElementTree.Element]

    async def fetch(self, statement: str, **values: Any) -> list[dict[str, Any]]:
        """The rows of a query."""
        return await fetch(self.site.database, statement, **values)

    async def fetch_items(self) -> dict[str, dict[str, Any]]:
        """The imported pages and posts by their ids in the export."""
        rows = await self.fetch("SELECT * FROM items")
        return {row["import_source"].removeprefix(f"{SOURCE}#"): row for row in rows}


def read_elements(*types: str) -> dict[str, ElementTree.Element]:
    """The export's items of some types by id."""
    found = ElementTree.parse(EXPORT).iter("item")
    return {field(item, "post_id"): item for item in found if field(item, "post_type") in types}


def field(item: ElementTree.Element, name: str) -> str:
    """The text of one of WordPress's own elements."""
    return item.findtext(WP + name) or ""


def meta(item: ElementTree.Element, key: str) -> str:
    """The value of a custom field."""
    return next(
        (field(each, "meta_value") for each in item.iter(WP + "postmeta") if field(each, "meta_key") == key), ""
    )


async def run_import(site: Site, path: Path = EXPORT) -> ImportReport:
    """Import a file into a site."""
    return await import_export(site.database, path, report_progress=lambda *_: None, now=NOW)


@pytest.fixture
async def imported(tmp_path: Path) -> AsyncIterator[Imported]:
    """The site that has the real export."""
    async with open_site(tmp_path) as site:
        yield Imported(site, await run_import(site), read_elements("page", "post"))


async def test_every_page_and_post_is_stored_as_the_file_says(imported: Imported) -> None:
    """Title, content and excerpt byte for byte, dates, status, slug, order, password, stickiness and picture."""
    rows = await imported.fetch_items()
    pictures = {row["id"]: row["import_source"] for row in await imported.fetch("SELECT * FROM media")}
    assert rows.keys() == imported.elements.keys()
    assert len(rows) == 72
    for number, element in imported.elements.items():
        row, thumbnail = rows[number], meta(element, "_thumbnail_id")
        assert row["type"] == field(element, "post_type")
        assert row["title"] == (element.findtext("title") or "")
        assert row["content"] == (element.findtext("{http://purl.org/rss/1.0/modules/content/}encoded") or "")
        assert row["excerpt"] == (element.findtext("{https://wordpress.org/export/1.2/excerpt/}encoded") or "")
        assert row["date"] == field(element, "post_date_gmt").replace(" ", "T") + "Z"
        assert row["status"] == field(element, "status")
        assert row["slug"] == unquote(field(element, "post_name"))
        assert row["menu_order"] == int(field(element, "menu_order"))
        given = field(element, "post_password")
        assert password_matches(row["password"], given) == bool(given)
        assert bool(row["password"]) == bool(given)
        assert bool(row["sticky"]) == (field(element, "is_sticky") == "1")
        assert pictures.get(row["featured_media"], "") == (f"{SOURCE}#{thumbnail}" if thumbnail else "")


async def test_every_page_and_post_is_readable_through_the_host(imported: Imported) -> None:
    """Operations see what the file has: raw text, parent and terms by their new ids, and the right totals."""
    host = build_host(imported.site.database, SITE_URL, lambda: NOW)
    rows = await imported.fetch_items()
    for number, element in imported.elements.items():
        is_page = field(element, "post_type") == "page"
        item: Any = await (host.pages if is_page else host.posts).get(rows[number]["id"], "edit")
        assert item["title"]["raw"] == (element.findtext("title") or "")
        assert item["content"]["raw"] == (element.findtext("{http://purl.org/rss/1.0/modules/content/}encoded") or "")
        assert item["status"] == field(element, "status")
        uses = {(use.get("domain"), use.get("nicename")) for use in element.findall("category")}
        if not is_page:
            named = [len([use for use in uses if use[0] == taxonomy]) for taxonomy in ("category", "post_tag")]
            assert [len(item[name]) for name in ("categories", "tags")] == named
    totals = [(await host.pages.find(PageQuery())).total, (await host.posts.find(PostQuery())).total]
    assert totals == [21, 51]


async def test_hierarchy_authors_and_terms_are_those_of_the_file(imported: Imported) -> None:
    """Each item has the same parent, author and terms as there."""
    rows = await imported.fetch_items()
    authors = {row["id"]: row["name"] for row in await imported.fetch("SELECT * FROM authors")}
    logins = {"themedemos": "Theme Buster", "themereviewteam": "Theme Reviewer"}
    for number, element in imported.elements.items():
        parent = field(element, "post_parent")
        assert rows[number]["parent"] == (rows[parent]["id"] if parent != "0" else 0)
        creator = (element.findtext("{http://purl.org/dc/elements/1.1/}creator") or "").lstrip(">")
        assert authors[rows[number]["author"]] == logins[creator]
        used = await imported.fetch(
            "SELECT taxonomy, slug FROM item_terms JOIN terms ON terms.id = term_id WHERE item_id = :id",
            id=rows[number]["id"],
        )
        named = {(use.get("domain"), use.get("nicename")) for use in element.findall("category")}
        assert {(row["taxonomy"], row["slug"]) for row in used} == named


async def test_terms_and_their_parents_are_those_of_the_file(imported: Imported) -> None:
    """Sixty-seven categories, nested three deep, and every tag, with name and description."""
    query = """SELECT t.*, coalesce(p.slug, '') AS above FROM terms t LEFT JOIN terms p ON p.id = t.parent
        WHERE t.taxonomy <> 'post_format'"""
    rows = {(row["taxonomy"], row["slug"]): row for row in await imported.fetch(query)}
    tree = ElementTree.parse(EXPORT)
    for element in tree.iter(WP + "category"):
        row = rows.pop(("category", field(element, "category_nicename")))
        assert row["name"] == field(element, "cat_name")
        assert row["description"] == field(element, "category_description")
        assert row["above"] == field(element, "category_parent")
    for element in tree.iter(WP + "tag"):
        row = rows.pop(("post_tag", field(element, "tag_slug")))
        assert (row["name"], row["description"]) == (field(element, "tag_name"), field(element, "tag_description"))
    assert rows.keys() == {("post_tag", "content"), ("post_tag", "columns")}


async def test_attachments_become_media(imported: Imported) -> None:
    """All thirty-eight, with address, alt text, caption, date and the item that they hang on."""
    elements, items = read_elements("attachment"), await imported.fetch_items()
    rows = {row["import_source"].removeprefix(f"{SOURCE}#"): row for row in await imported.fetch("SELECT * FROM media")}
    assert rows.keys() == elements.keys()
    for number, element in elements.items():
        row, parent = rows[number], field(element, "post_parent")
        assert row["source_url"] == field(element, "attachment_url")
        assert row["title"] == (element.findtext("title") or "")
        assert row["alt_text"] == meta(element, "_wp_attachment_image_alt")
        assert row["caption"] == (element.findtext("{https://wordpress.org/export/1.2/excerpt/}encoded") or "")
        assert row["date"] == field(element, "post_date_gmt").replace(" ", "T") + "Z"
        assert row["parent"] == (items[parent]["id"] if parent != "0" else 0)


async def test_every_menu_item_comes_over(imported: Imported) -> None:
    """Six menus, one of them empty; the two that share ids stay apart; ten levels stay ten levels."""
    found = [item for item in ElementTree.parse(EXPORT).iter("item") if field(item, "post_type") == "nav_menu_item"]
    expected = {}
    for item in found:
        menu = next(use.get("nicename") for use in item.findall("category"))
        parent = meta(item, "_menu_item_menu_item_parent")
        expected[f"{SOURCE}#{menu}/{field(item, 'post_id')}"] = "" if parent == "0" else f"{SOURCE}#{menu}/{parent}"
    rows = {row["id"]: row for row in await imported.fetch("SELECT * FROM menu_entries")}
    sources = {0: ""} | {number: row["import_source"] for number, row in rows.items()}
    assert {row["import_source"]: sources[row["parent"]] for row in rows.values()} == expected
    menus = await imported.fetch(
        "SELECT slug, count(e.id) AS entries FROM menus LEFT JOIN menu_entries e ON menu_id = menus.id GROUP BY slug"
    )
    assert {row["slug"]: row["entries"] for row in menus} == {
        "all-pages": 18,
        "all-pages-flat": 18,
        "empty-menu": 0,
        "short": 6,
        "social-menu": 5,
        "testing-menu": 23,
    }


async def test_every_public_item_is_visible_to_visitors(imported: Imported) -> None:
    """Its page answers and shows its title; what is not published, or not yet, is not there."""
    for row in (await imported.fetch_items()).values():
        answer = await imported.site.visit(quote(row["path"]))
        assert answer.status_code == (200 if row["status"] == "publish" else 404), row["path"]
        if row["status"] == "publish":
            assert row["title_rendered"] in answer.text


async def test_posts_keep_their_formats(imported: Imported) -> None:
    """All nine that there are; each post's page says its own, and those without one are standard."""
    rows, found = await imported.fetch_items(), Counter[str]()
    for number, element in imported.elements.items():
        uses = [use.get("nicename") or "" for use in element.findall("category") if use.get("domain") == "post_format"]
        form = uses[0].removeprefix("post-format-") if uses else "standard"
        if field(element, "post_type") == "post" and rows[number]["status"] == "publish":
            shown = (await imported.site.visit(quote(rows[number]["path"]))).text
            assert f'<article class="item format-{form}">' in shown
            assert (f'<span class="format">{form.capitalize()}</span>' in shown) == (form != "standard")
            found[form] += 1
    assert (len(found), found.total() - found["standard"]) == (10, 13)


async def test_comments_and_sticky_posts_are_shown(imported: Imported) -> None:
    """Each approved comment stands on the page of its item unless that is protected; what is held does not."""
    rows = await imported.fetch(
        "SELECT comments.id, comments.status, path, password FROM comments JOIN items ON items.id = post"
    )
    shown = Counter[str]()
    for row in rows:
        page = (await imported.site.visit(quote(row["path"]))).text
        is_open = row["status"] == "approved" and not row["password"]
        assert (f'id="comment-{row["id"]}"' in page) == is_open
        shown[row["status"]] += is_open
    assert (len(rows), shown["approved"]) == (32, 28)
    (sticky,) = await imported.fetch("SELECT path FROM items WHERE sticky = 1")
    home = (await imported.site.visit("/")).text
    assert home.index("<h2>") == home.index(f'<h2><a href="{sticky["path"]}">')


async def test_the_report_accounts_for_all_of_it(imported: Imported) -> None:
    """The 180 items, their comments and formats are all counted, and custom fields are said to be left out."""
    counts = {name: each.created for name, each in imported.report.counts.items()}
    assert [counts[name] for name in ("pages", "posts", "media", "menu entries", "comments")] == [21, 51, 38, 70, 32]
    left_out = {remark.what for remark in imported.report.left_out}
    assert (counts["post formats"], left_out & {"comments", "post formats"}) == (9, set())
    fields = next(remark for remark in imported.report.left_out if remark.what == "custom fields")
    assert "_wp_page_template" in fields.names


async def test_a_second_import_changes_nothing(imported: Imported) -> None:
    """Every row of every table is the same afterwards."""
    tables = ("items", "item_terms", "revisions", "terms", "media", "menus", "menu_entries", "authors", "comments")
    before = [await imported.fetch(f"SELECT * FROM {table}") for table in tables]
    report = await run_import(imported.site)
    assert all(not counts.created and not counts.updated for counts in report.counts.values())
    assert [await imported.fetch(f"SELECT * FROM {table}") for table in tables] == before


async def test_no_cut_of_the_file_is_imported(tmp_path: Path) -> None:
    """Wherever the real file is cut, there is one clear error and nothing is written."""
    whole, chance = EXPORT.read_bytes().rstrip(), random.Random(7)
    async with open_site(tmp_path) as site:
        for length in [0, 1, 40, len(whole) - 1, *(chance.randrange(len(whole)) for _ in range(20))]:
            path = tmp_path / "cut.xml"
            path.write_bytes(whole[:length])
            with pytest.raises(Problem, match=r"cut\.xml.*Nothing was imported"):
                await run_import(site, path)
        for table in ("items", "terms", "media", "menus"):
            assert await fetch(site.database, f"SELECT * FROM {table}") == []
