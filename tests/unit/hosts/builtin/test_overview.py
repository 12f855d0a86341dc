"""Tests of the briefing's reads, of the site's settings and of the sample content."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import insert

from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.sample import add_sample_content
from sitehand.hosts.builtin.tables import menu_entries, menus
from sitehand.site.content import PageFields, PageQuery, PostQuery
from sitehand.site.settings import SiteSettingsFields
from sitehand.store.database import Database
from tests.statements import execute

NOW = datetime(2026, 7, 28, 9, 30, tzinfo=UTC)
SITE_URL = "https://hill.example"
FRONT = {"show_on_front": "posts", "page_on_front": 0, "page_for_posts": 0}
SITE = {"description": "", "language": "en-US", "locales": [], "logo": 0, **FRONT}


async def test_the_sample_is_a_small_site(database: Database) -> None:
    """A tree of pages, posts with terms, a draft and a scheduled post; a second call adds nothing."""
    host = build_host(database, SITE_URL, lambda: NOW)
    assert await add_sample_content(database, host, NOW)
    assert not await add_sample_content(database, host, NOW)
    assert await host.overview.counts() == {"page": {"draft": 1, "publish": 7}, "post": {"future": 1, "publish": 6}}
    assert {page["depth"] for page in await host.overview.page_tree(50)} == {0, 1}
    posts = (await host.posts.find(PostQuery(status=["publish"]))).items
    assert all(post["categories"] and post["content"]["rendered"].startswith("<p>") for post in posts)
    assert (await host.settings.get())["name"] == "Mill Lane Bakery"
    assert await host.overview.problems(10) == []
    assert [term["name"] for term in await host.overview.categories(1)] == ["News"]
    assert [(term["name"], term["count"]) for term in await host.overview.tags(1)] == [("rye", 3)]


async def test_a_site_that_has_something_gets_no_sample(database: Database) -> None:
    """The sample never mixes with somebody's own pages."""
    host = build_host(database, SITE_URL, lambda: NOW)
    await host.pages.create(PageFields(title="Mine"), "key:1")
    assert not await add_sample_content(database, host, NOW)
    assert (await host.pages.find(PageQuery())).total == 1


async def test_the_tree_keeps_upper_levels_when_it_is_cut(database: Database) -> None:
    """Pages come each before what is below it; with too little room the deepest are left out, the trash always."""
    host = build_host(database, SITE_URL, lambda: NOW)
    ids: dict[str, int] = {}
    for name, parent, order in (("a", "", 2), ("b", "", 1), ("a1", "a", 0), ("a11", "a1", 0), ("b1", "b", 0)):
        fields = PageFields(title=name, parent=ids.get(parent, 0), menu_order=order)
        ids[name] = (await host.pages.create(fields, "key:1"))["id"]
    gone = await host.pages.create(PageFields(title="gone"), "key:1")
    await host.pages.trash(gone["id"], "key:1")
    tree = [(node["title"], node["depth"]) for node in await host.overview.page_tree(10)]
    assert tree == [("b", 0), ("b1", 1), ("a", 0), ("a1", 1), ("a11", 2)]
    assert [node["title"] for node in await host.overview.page_tree(4)] == ["b", "b1", "a", "a1"]
    assert [node["title"] for node in await host.overview.page_tree(1)] == ["b"]


async def test_recent_changes_name_each_item_once(database: Database) -> None:
    """An item that changed often stands there once, with its last change."""
    host = build_host(database, SITE_URL, lambda: NOW)
    first = await host.pages.create(PageFields(title="First"), "key:1")
    await host.pages.create(PageFields(title="Second"), "key:1")
    for number in range(5):
        await host.pages.update(first["id"], PageFields(title=f"First {number}"), "key:2")
    changes = [(change["title"], change["by"], change["at"]) for change in await host.overview.recent_changes(10)]
    assert changes == [("First 4", "key:2", "2026-07-28T09:30:00Z"), ("Second", "key:1", "2026-07-28T09:30:00Z")]
    assert len(await host.overview.recent_changes(1)) == 1


async def test_problems_are_named(database: Database) -> None:
    """Published pages without title or content, or below a draft, and what is overdue."""
    host = build_host(database, SITE_URL, lambda: NOW)
    parent = await host.pages.create(PageFields(title="Draft"), "key:1")
    page = await host.pages.create(PageFields(title=" ", status="publish", parent=parent["id"]), "key:1")
    due = NOW + timedelta(hours=1)
    await host.pages.create(PageFields(title="Due", content="x", status="future", date=due), "key:1")
    found = await build_host(database, SITE_URL, lambda: due + timedelta(hours=1)).overview.problems(10)
    assert len(found) == 4
    assert found[0].startswith("The page 3 was due 2026-07-28T10:30:00Z")
    assert found[1:] == [
        f"The page {page['id']} is published without a title.",
        f"The page {page['id']} is published without content.",
        f"The page {page['id']} is published, but its parent {parent['id']} is not.",
    ]
    assert len(await host.overview.problems(2)) == 2


async def test_menus_show_their_top_level(database: Database) -> None:
    """An untitled entry shows its page's title, a draft's none; a deleted page's entry goes, those below move up."""
    host = build_host(database, SITE_URL, lambda: NOW)
    page = await host.pages.create(PageFields(title="Page", status="publish"), "key:1")
    entries = [
        {"id": number, "menu_id": 1, "position": number, "title": title, "parent": parent, "item_id": item_id}
        for number, title, parent, item_id in ((1, "", 0, page["id"]), (2, "Below", 1, 0), (3, "Last", 0, 0))
    ]
    menu = insert(menus).values(id=1, slug="main", name="Main")
    await execute(database, menu, *(insert(menu_entries).values(entry) for entry in entries))
    assert await host.overview.menus(5) == [{"name": "Main", "items": ["Page", "Last"]}]
    await host.pages.update(page["id"], PageFields(status="draft"), "key:1")
    assert await host.overview.menus(5) == [{"name": "Main", "items": ["Last"]}]
    await host.pages.delete(page["id"], "key:1")
    assert await host.overview.menus(5) == [{"name": "Main", "items": ["Below", "Last"]}]


async def test_settings_have_defaults_and_keep_what_is_not_given(database: Database) -> None:
    """A new site has a name; a change leaves the other settings."""
    host = build_host(database, SITE_URL)
    assert await host.settings.get() == {**SITE, "name": "My site", "timezone": "UTC"}
    changed = await host.settings.update(SiteSettingsFields(name="Näme", timezone="Europe/Berlin"))
    assert changed == {**SITE, "name": "Näme", "timezone": "Europe/Berlin"}
    assert await host.settings.get() == changed
