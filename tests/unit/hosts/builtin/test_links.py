"""Tests of links between items: where they lead, what becomes of them, and how they are found."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, event, insert, text

from sitehand.blocks.links import MAX_LINKS, MAX_URL
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.link_queries import FIND, LINKING, ORPHANS, write_conditions
from sitehand.hosts.builtin.link_targets import render_links
from sitehand.hosts.builtin.public.addresses import FILES
from sitehand.hosts.builtin.renderings import list_forms
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.tables import authors, media, menu_entries, menus
from sitehand.site.content import PageFields, PostFields
from sitehand.site.host import Host
from sitehand.site.links import LinkQuery
from sitehand.site.seo_settings import SeoSettingsFields
from sitehand.site.settings import SiteSettingsFields
from sitehand.site.values import Paging
from sitehand.store.database import Database
from sitehand.store.migration import upgrade
from sitehand.store.reading import list_rows
from tests.old_database import open_old_database

BY = "key:1"
BASE = "/cms"
FILE = {"source_url": "/media/2026/07/rye.jpg", "sha256": "0" * 64, "date": "2026-07-28T09:30:00Z"}


@pytest.fixture
def host(database: Database) -> Host:
    """A site that is mounted below a path."""
    return build_host(database, f"https://hill.example{BASE}")


def _link(*urls: str) -> str:
    return "".join(f'<p>See <a href="{url}">the <b>page</b></a>.</p>' for url in urls)


async def _make(host: Host, title: str, *urls: str, **fields: Any) -> int:
    page = PageFields.model_validate({"title": title, "content": _link(*urls), "status": "publish", **fields})
    return (await host.pages.create(page, BY))["id"]


async def _tell(host: Host, **query: Any) -> list[tuple[str, int, str]]:
    """The address, the target and the state of each link."""
    assert host.links is not None
    found = await host.links.find(LinkQuery(**query))
    assert found.total == len(found.items)
    return [(link["url"], link["target"]["id"] if link["target"] else 0, link["state"]) for link in found.items]


async def test_links_lead_to_items_files_and_archives(host: Host, database: Database) -> None:
    """By path, whole address, id or redirect, whatever the slash, the query and the case of the host."""
    await database.transact(lambda connection: connection.execute(insert(media).values(FILE)))
    baker = insert(authors).values(name="Rye", slug="rye")
    await database.transact(lambda connection: connection.execute(baker))
    about = await _make(host, "About", slug="about")
    draft = await _make(host, "Draft", status="draft")
    to_about = [f"{BASE}/about", f"https://HILL.example{BASE}/about/?a=1#team", f"{BASE}/?page_id={about}"]
    there = [f"{BASE}/", f"{BASE}/feed/", f"{BASE}/2026/07/", f"{BASE}/author/rye/"]
    files = [f"{BASE}/media/2026/07/rye.jpg", f"{BASE}/media/2026/07/rye-300x200.jpg"]
    gone = [f"{BASE}/nowhere/", f"{BASE}/?p=99", f"{BASE}/category/none/", f"{BASE}/media/2026/07/oats.jpg"]
    others = ["/about/", "https://else.example/about/", "mailto:a@b.example", "about/", "#top", "http://[", ""]
    source = await _make(host, "Source", *to_about, *there, *files, *gone, f"{BASE}/?p={draft}", *others)
    expected = [(url, about, "ok") for url in to_about] + [(url, 0, "ok") for url in (*there, *files)]
    broken = [(url, 0, "missing") for url in gone] + [(f"{BASE}/?p={draft}", draft, "unpublished")]
    assert await _tell(host, source=source, per_page=50) == expected + broken
    assert await _tell(host, broken=True) == broken
    assert await _tell(host, target=about) == expected[:3]
    assert host.links is not None
    assert (await host.links.find(LinkQuery())).items[0]["text"] == "the page"


async def test_files_that_the_site_makes_are_there(host: Host) -> None:
    """Style sheets, robots.txt and the like; llms.txt once it is set; the Markdown of pages without a password."""
    assert host.seo_settings is not None
    await _make(host, "About", slug="about")
    await _make(host, "Members", slug="members", password="rye")
    await _make(
        host, "Source", *(f"{BASE}{name}" for name in (*FILES, "/sitemap-page-1.xml", "/about.md", "/members.md"))
    )
    gone = [(f"{BASE}{name}", 0, "missing") for name in ("/llms.txt", "/members.md", "/none.md")]
    await _make(host, "Other", f"{BASE}/none.md")
    assert await _tell(host, broken=True) == gone
    await host.seo_settings.update(SeoSettingsFields(llms_txt="# Hill"))
    assert await _tell(host, broken=True) == gone[1:]


@pytest.mark.parametrize("form", ["/category/term-{}/", "/author/baker-{}/page/2/", "/page-{}.md"])
async def test_many_links_are_judged_with_few_statements(host: Host, form: str) -> None:
    """As many for forty links as for two: those to archives and Markdown are looked up together."""
    told: list[str] = []

    async def count(links: int) -> int:
        await _make(host, "Source", *(BASE + form.format(number) for number in range(links)))
        with _watch(told.append):
            assert {state for _, _, state in await _tell(host, broken=True, per_page=100)} == {"missing"}
        return len(told)

    few = await count(2)
    told.clear()
    assert await count(40) == few


@contextmanager
def _watch(tell: Callable[[str], None]) -> Iterator[None]:
    """Tell of each statement that goes to a database inside the block."""

    def heard(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        tell(statement)

    event.listen(Engine, "before_cursor_execute", heard)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", heard)


@pytest.mark.parametrize("base", ["", "/shop/cms"])
async def test_only_the_home_page_leads_on_by_id(database: Database, base: str) -> None:
    """Wherever the site is mounted; any other page stays what it is, whatever p its query has, once or more often."""
    host = build_host(database, f"https://hill.example{base}")
    draft = await _make(host, "Draft", status="draft")
    about = await _make(host, "About", slug="about")
    by_id = [f"{base}/?p={draft}", f"{base}/?p={about}&p={draft}", f"https://hill.example{base}?page_id={draft}"]
    await _make(host, "Source", *by_id, f"{base}/about/?p={draft}", f"{base}/none/?p={draft}", f"{base}/about%00?p=1")
    assert await _tell(host, target=draft) == [(url, draft, "unpublished") for url in by_id]
    assert await _tell(host, target=about) == [(f"{base}/about/?p={draft}", about, "ok")]
    missing = [(f"{base}/none/?p={draft}", 0, "missing"), (f"{base}/about%00?p=1", 0, "missing")]
    assert (await _tell(host, broken=True))[3:] == missing


async def test_links_follow_what_becomes_of_their_target(host: Host) -> None:
    """It moves: its redirect leads there; it goes to the trash, and for good; links in the trash are none."""
    target = await _make(host, "About", slug="about")
    source = await _make(host, "Source", f"{BASE}/about/")
    await host.pages.update(target, PageFields(slug="who-we-are"), BY)
    assert await _tell(host, target=target) == [(f"{BASE}/about/", target, "ok")]
    await host.pages.trash(target, BY)
    assert await _tell(host, broken=True) == [(f"{BASE}/about/", target, "trash")]
    await host.pages.delete(target, BY)
    assert await _tell(host, broken=True) == [(f"{BASE}/about/", 0, "missing")]
    await host.pages.update(source, PageFields(content=_link(f"{BASE}/")), BY)
    assert await _tell(host) == [(f"{BASE}/", 0, "ok")]
    await host.pages.trash(source, BY)
    assert await _tell(host) == []


async def test_what_nothing_links_to_is_an_orphan(host: Host, database: Database) -> None:
    """But for what a menu has, and what is not published; a link to itself, or in the trash, is none."""
    assert host.links is not None
    linked = await _make(host, "Linked", slug="linked")
    alone = await _make(host, "Alone", f"{BASE}/alone/", f"{BASE}/linked/", slug="alone")
    chosen = await _make(host, "Chosen")
    await _make(host, "Draft", status="draft")
    trashed = await _make(host, "Trashed", f"{BASE}/alone/")
    await host.pages.trash(trashed, BY)

    def add_menu(connection: Connection) -> None:
        connection.execute(insert(menus).values(id=1, slug="main", name="Main"))
        connection.execute(insert(menu_entries).values(menu_id=1, position=1, title="Chosen", item_id=chosen))

    await database.transact(add_menu)
    found = await host.links.find_orphans(Paging())
    assert ([each["id"] for each in found.items], found.total) == ([alone], 1)
    assert await host.links.find_linking(linked, [linked, alone, chosen]) == {alone}


async def test_what_a_menu_leads_to_in_its_locale_is_no_orphan(host: Host, database: Database) -> None:
    """The translations of its items, whichever of them the group is named after."""
    await host.settings.update(SiteSettingsFields(locales=["de", "fr"]))
    english, alone = [await _make(host, title) for title in ("About", "Alone")]
    german = await _make(host, "Wir", locale="de", translation_of=english)
    await _make(host, "Nous", locale="fr", translation_of=english)

    def add_menu(connection: Connection) -> None:
        connection.execute(insert(menus).values(id=1, slug="main", name="Main"))
        connection.execute(insert(menu_entries).values(menu_id=1, position=1, title="Chosen", item_id=german))

    await database.transact(add_menu)
    assert host.links is not None
    assert [each["id"] for each in (await host.links.find_orphans(Paging())).items] == [alone]


async def test_a_post_is_linked_to_by_its_permalink(host: Host) -> None:
    """Below the year and month of its date."""
    post = await host.posts.create(PostFields(title="Rye", status="publish"), BY)
    path = post["link"].removeprefix("https://hill.example")
    await _make(host, "Source", path)
    assert await _tell(host) == [(path, post["id"], "ok")]


@pytest.mark.parametrize(
    ("statement", "query", "index"),
    [
        (FIND, LinkQuery(target=1), "ix_item_links_path (path=?)"),
        (FIND, LinkQuery(target=1), "ix_item_links_item (item=?)"),
        (FIND, LinkQuery(source=1), "link USING PRIMARY KEY (item_id=?)"),
        (FIND, LinkQuery(source=1), "ix_items_path (type=? AND path=?)"),
        (LINKING, LinkQuery(target=1), "link USING PRIMARY KEY (item_id=?)"),
        (ORPHANS, LinkQuery(), "ix_item_links_path (path=?)"),
    ],
)
async def test_links_are_looked_up(database: Database, statement: str, query: LinkQuery, index: str) -> None:
    """By where they are and where they lead, and what is there: no statement goes through all links or items."""
    where, values = write_conditions(query)
    values |= {"host": "hill.example", "prefix": BASE, "limit": 10, "offset": 0, "among": "[1]"}
    rows = await database.read(list_rows(text(f"EXPLAIN QUERY PLAN {statement.format(where=where)}"), values))
    plan = "\n".join(row.detail for row in rows)
    assert index in plan
    assert "SCAN link" not in plan
    assert "SCAN items" not in plan


PARTS = ['<a href="', '">', "</a>", "<a>", "/x?p=7", "http://[", "<script>", "é", "%zz", "&amp;", " "]


ODD = [
    "/?" + "a=1&" * 30,
    "http://h:99999/",
    "//h:x/",
    "http://[::1]:80/a",
    "http://a]b/",
    "/[x]",
    "//℀/",
    "\ud800",
    "\0",
]
ODD += ["%00", "%ed%a0%80", "?p=7", "&", "x" * MAX_URL, "/?p=" + "9" * 20]


@given(st.lists(st.sampled_from([*PARTS, *ODD])))
@example(PARTS[:1] + ODD[:1] + PARTS[1:2])
def test_any_text_has_links_that_can_be_stored(parts: list[str]) -> None:
    """Whatever it is and however odd the address: bounded, decoded, with an id or none."""
    links = json.loads(render_links("".join(parts) * 30).html)
    assert len(links) <= MAX_LINKS
    for link in links:
        assert link["path"].startswith("/")
        assert "\0" not in link["path"]
        assert len(link["url"]) <= MAX_URL
        assert link["item"] in (0, 7)


@pytest.mark.parametrize("start", ["<a href", "<A HREF", "<a/href", "<a\thref", "<a\nhref", "<a\x0chref", "<a\rhref"])
def test_a_link_is_seen_however_its_tag_is_written(start: str) -> None:
    """Whatever a parser takes for the tag of a link."""
    function, text = list_forms({"title": "", "excerpt": "", "content": f"x{start}=/there/>y</a>"})["links"]
    assert [link["path"] for link in json.loads(function(text).html)] == ["/there"]


async def test_what_an_older_site_has_is_found_after_the_start(tmp_path: Any) -> None:
    """The migration reads the links of all items."""
    database = Database(tmp_path, SITE)
    with open_old_database(database.path, "0013") as connection:
        connection.exec_driver_sql("INSERT INTO authors (id, name, slug) VALUES (9, 'A', 'a')")
        texts = ("title", "title_rendered", "excerpt", "excerpt_rendered", "content_rendered")
        row = {**dict.fromkeys(texts, ""), "type": "page", "status": "publish", "author": 9, "revision": "0" * 12}
        row |= {"date": FILE["date"], "modified": FILE["date"], "slug": "old", "path": "/old/"}
        row["content"] = _link("/old/")
        names = ", ".join(row)
        connection.exec_driver_sql(
            f"INSERT INTO items ({names}) VALUES ({', '.join('?' * len(row))})", tuple(row.values())
        )
    upgrade(database.path, SITE)
    assert [link[2] for link in await _tell(build_host(database, "https://hill.example"))] == ["ok"]
    await database.close()
