"""Old addresses of imported items: redirects, old ids, and the links of imported texts."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.guard.call import in_call
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.importing.addresses import OldSite
from sitehand.hosts.builtin.importing.links import Links
from sitehand.site.content import ListQuery, PageFields, PageQuery
from sitehand.site.host import Host
from sitehand.site.importing import ExportFile, Imported
from sitehand.site.redirects import NewRedirect
from tests.exports import OWNER
from tests.unit.hosts.builtin.importing.exports import item, write_export
from tests.unit.hosts.builtin.public.site import SITE_URL, Site, open_site

OLD = "https://small.example"


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """A site to visit."""
    async with open_site(tmp_path) as opened:
        yield opened


@pytest.fixture
def host(site: Site) -> Host:
    """The same site as callers change it."""
    return build_host(site.database, SITE_URL, lambda: site.now)


def linked(source_id: int, link: str, type_: str = "page", **fields: Any) -> str:
    """An item that was at an address of the old site."""
    return item(source_id, type_, **fields).replace("<title>", f"<link>{OLD}{link}</link><title>", 1)


async def bring_in(host: Host, site: Site, folder: Path, *parts: str) -> Imported:
    """Import an export as the owner."""

    async def ignore(*_: object) -> None:
        """Nobody watches."""

    assert host.importer
    with write_export(folder, *parts).open("rb") as stream, in_call(by=OWNER):
        return await host.importer.run(ExportFile("export.xml", stream), site.now, ignore, fetches=False)


async def follow(site: Site, address: str) -> tuple[int, str]:
    """Status and target of an address."""
    answer = await site.visit(address)
    return answer.status_code, answer.headers.get("Location", "")


async def read_text(host: Host, slug: str) -> str:
    """The stored text of a page."""
    page = next(each for each in await list_pages(host) if each["slug"] == slug)
    return str((await host.pages.get(page["id"], "edit"))["content"]["raw"])


async def list_pages(host: Host) -> list[Any]:
    """All pages."""

    return list((await host.pages.find(PageQuery(per_page=100))).items)


async def test_old_addresses_and_ids_lead_to_the_items(site: Site, host: Host, tmp_path: Path) -> None:
    """By a path that is another here, and by the id of the old site, whatever has that number here."""
    parts = [
        linked(2, "/item-2/"),
        linked(1, "/blog/item-1/"),
        linked(7, "/?p=7", "post", post_name="seven"),
        linked(8, "/blog/hidden/", status="draft"),
    ]
    await bring_in(host, site, tmp_path, *parts)
    assert await follow(site, "/blog/item-1") == (301, "/item-1/")
    assert (await follow(site, "/item-2/"))[0] == 200
    assert await follow(site, "/?p=7") == (302, "/2020/01/seven/")
    assert await follow(site, "/?page_id=2") == (302, "/item-2/")
    assert (await follow(site, "/blog/hidden/"))[0] == 404
    moved = next(each for each in await list_pages(host) if each["slug"] == "item-1")
    await host.pages.update(moved["id"], PageFields(slug="first"), "key:1")
    assert await follow(site, "/blog/item-1/") == (301, "/first/")


async def test_a_redirect_of_the_owner_stays(site: Site, host: Host, tmp_path: Path) -> None:
    """An old address that leads somewhere already is left as it is."""

    assert host.redirects
    await host.redirects.create(NewRedirect(source="/blog/item-1/", target="https://else.example/"))
    await bring_in(host, site, tmp_path, linked(1, "/blog/item-1/"))
    assert await follow(site, "/blog/item-1/") == (301, "https://else.example/")


async def test_texts_lead_to_what_came_in_later(site: Site, host: Host, tmp_path: Path) -> None:
    """By old addresses and old ids; a second import finds everything as it is to be."""
    text = (
        f'<a href="{OLD}/blog/item-2/?a=1#end">two</a> <a href="{OLD}/?page_id=2">id</a> <a href="{OLD}/gone/">gone</a>'
    )
    parts = [linked(1, "/item-1/", content=text), linked(2, "/blog/item-2/"), linked(3, "/item-3/", content="plain")]
    first = await bring_in(host, site, tmp_path, *parts)
    assert "pages: 3 created, 0 updated, 0 unchanged" in first["report"]
    wanted = f'<a href="/item-2/?a=1#end">two</a> <a href="/item-2/">id</a> <a href="{OLD}/gone/">gone</a>'
    assert await read_text(host, "item-1") == wanted
    again = await bring_in(host, site, tmp_path, *parts)
    assert "pages: 0 created, 0 updated, 3 unchanged" in again["report"]
    assert (again["changed"], await read_text(host, "item-1")) == (False, wanted)


async def test_a_text_that_somebody_changed_is_not_led(site: Site, host: Host, tmp_path: Path) -> None:
    """Where a page was changed here, an import that brings what it names leaves its text."""
    one = linked(1, "/item-1/", content=f"{OLD}/blog/item-2/")
    await bring_in(host, site, tmp_path, one)
    mine = f"Mine: {OLD}/blog/item-2/"
    page = next(each for each in await list_pages(host) if each["slug"] == "item-1")
    await host.pages.update(page["id"], PageFields(content=mine), "key:1")
    await bring_in(host, site, tmp_path, one, linked(2, "/blog/item-2/"))
    assert await read_text(host, "item-1") == mine


@pytest.mark.parametrize(
    ("source", "site_url", "address", "path"),
    [
        ("old.example", "https://new.example", "http://OLD.example/a%20b/", "/a b/"),
        ("old.example/blog", "https://new.example/blog", "https://old.example/blog/a/", "/a/"),
        ("old.example/blog", "https://new.example", "https://old.example/blog/a/", "/blog/a/"),
        ("old.example/blog", "https://new.example/blog", "https://old.example/blogs/a/", ""),
        ("old.example", "https://new.example", "https://other.example/a/", ""),
        ("old.example", "https://new.example", "https://old.example/?p=1", ""),
        ("old.example", "https://new.example", "https://[old.example/", ""),
    ],
)
def test_old_paths_are_those_that_visitors_ask_for_here(source: str, site_url: str, address: str, path: str) -> None:
    """Below the path that both sites are mounted under, and as they were where that is not the same."""
    assert OldSite.of(source, site_url).find_path(address) == path


def test_links_keep_the_mount_of_this_site() -> None:
    """A path in a text begins where the site does; longer addresses, and those of other sites, stay."""
    links = Links("https://new.example/shop", OldSite.of("old.example", "https://new.example/shop"))
    links.add_item("old.example/a", "/a/")
    assert links.rewrite('"https://old.example/a/"') == '"/shop/a/"'
    for other in ("https://old.example/a/b/", "https://old.example.net/a/", "https://else.example/a/"):
        assert links.rewrite(other) == other


async def test_texts_show_the_patterns_that_came_with_them(site: Site, host: Host, tmp_path: Path) -> None:
    """By their ids here, once: a number that is an old id and an id here is not taken twice."""
    shown = ' "content":{}} /-->'
    text = "".join(f'<!-- wp:block {{"ref":{number},{shown}' for number in (1, 2, 77))
    parts = [linked(9, "/item-9/", content=text), item(2, "wp_block"), item(1, "wp_block")]
    for outcome in ("created", "unchanged"):
        done = await bring_in(host, site, tmp_path, *parts)
        assert any(line.startswith("patterns: ") and f"2 {outcome}" in line for line in done["report"])
        found = await host.patterns.find(ListQuery(per_page=10))
        ids = {each["slug"]: each["id"] for each in found.items}
        wanted = "".join(f'<!-- wp:block {{"ref":{n},{shown}' for n in (ids["item-1"], ids["item-2"], 77))
        assert (await read_text(host, "item-9"), set(ids)) == (wanted, {"item-1", "item-2"})
