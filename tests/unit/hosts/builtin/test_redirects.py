"""Redirects of the built-in site, and what visitors get at their addresses."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.schema import SITE
from sitehand.site.content import PageFields, PostFields
from sitehand.site.host import Host
from sitehand.site.redirects import MissingQuery, NewRedirect, Redirect, RedirectQuery
from sitehand.store.migration import upgrade
from tests.old_database import open_old_database
from tests.unit.hosts.builtin.public.site import SITE_URL, Site, open_site

BY = "key:1"


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """A site to visit."""
    async with open_site(tmp_path) as opened:
        yield opened


@pytest.fixture
def host(site: Site) -> Host:
    """The same site as callers change it."""
    return build_host(site.database, SITE_URL, lambda: site.now)


async def make_page(host: Host, slug: str, parent: int = 0) -> int:
    """A published page."""
    fields = PageFields.model_validate({"title": slug, "slug": slug, "parent": parent, "status": "publish"})
    return int((await host.pages.create(fields, BY))["id"])


async def move(host: Host, page: int, **fields: object) -> None:
    """Change where a page stands."""
    await host.pages.update(page, PageFields.model_validate(fields), BY)


async def add(host: Host, source: str, target: str | None = None, code: int = 301) -> Redirect:
    """A redirect by hand."""
    assert host.redirects
    given = {"source": source, "code": code, **({"target": target} if target else {})}
    return await host.redirects.create(NewRedirect.model_validate(given))


async def list_all(host: Host) -> list[Redirect]:
    """All redirects, oldest first."""
    assert host.redirects
    return list((await host.redirects.find(RedirectQuery(order="asc", per_page=100))).items)


async def follow(site: Site, path: str) -> tuple[int, str]:
    """Status and target of an address."""
    answer = await site.visit(path)
    return answer.status_code, answer.headers.get("Location", "")


async def test_a_page_that_moves_leaves_a_redirect_that_follows_it(site: Site, host: Host) -> None:
    """By slug, by parent, and again: each former address leads to the present one in one step."""
    page, top = await make_page(host, "first"), await make_page(host, "top")
    await move(host, page, slug="second")
    await move(host, page, parent=top)
    assert [await follow(site, path) for path in ("/first/", "/first", "/second/")] == [(301, "/top/second/")] * 3
    assert [(each["source"], each["target"], each["automatic"], each["item"]) for each in await list_all(host)] == [
        ("/first", "/top/second/", True, page),
        ("/second", "/top/second/", True, page),
    ]
    await move(host, page, parent=0, slug="first")
    assert [each["source"] for each in await list_all(host)] == ["/second", "/top/second"]
    assert [await follow(site, path) for path in ("/second/", "/top/second/")] == [(301, "/first/")] * 2
    assert (await site.visit("/first/")).status_code == 200


async def test_what_is_below_a_moved_page_is_found_too(site: Site, host: Host) -> None:
    """With one redirect for all of it, also when a page below has moved by itself."""
    top = await make_page(host, "top")
    below, other = await make_page(host, "below", top), await make_page(host, "other", top)
    await move(host, top, slug="new")
    await move(host, other, slug="another")
    assert len(await list_all(host)) == 2
    assert await follow(site, "/top/below/") == (301, "/new/below/")
    assert await follow(site, "/top/other/") == (301, "/new/another/")
    assert (await follow(site, "/top/never/"))[0] == 404
    await host.pages.trash(below, BY)
    assert (await follow(site, "/top/below/"))[0] == 404


async def test_only_what_was_published_leaves_a_redirect(site: Site, host: Host) -> None:
    """Drafts have no address that anybody knows; a post leaves one when its date moves it."""
    draft = await host.pages.create(PageFields(title="Draft", slug="draft"), BY)
    await move(host, draft["id"], slug="other")
    await move(host, draft["id"], status="publish", slug="third")
    assert await list_all(host) == []
    post = await host.posts.create(
        PostFields.model_validate({"title": "P", "slug": "p", "status": "publish", "date": "2026-01-02T00:00:00Z"}), BY
    )
    await host.posts.update(post["id"], PostFields.model_validate({"date": "2026-02-02T00:00:00Z"}), BY)
    assert await follow(site, "/2026/01/p/") == (301, "/2026/02/p/")
    await host.posts.trash(post["id"], BY)
    assert (await follow(site, "/2026/01/p/"))[0] == 404


@pytest.mark.parametrize("code", [301, 302, 307, 308])
async def test_a_redirect_by_hand_leads_on(site: Site, host: Host, code: int) -> None:
    """To a path with its query, or to another site."""
    await add(host, "/old page/", "/?s=walk", code)
    await add(host, "/far", "https://other.example/a?b=1#c", code)
    await add(host, "/here", f"{SITE_URL}/category/x/", code)
    assert await follow(site, "/old%20page") == (code, "/?s=walk")
    assert await follow(site, "/far/") == (code, "https://other.example/a?b=1#c")
    assert await follow(site, "/here/") == (code, "/category/x/")


async def test_what_is_gone_says_so(site: Site, host: Host) -> None:
    """With 410, and nothing to go to."""
    made = await add(host, "/gone", code=410)
    assert (made["target"], await follow(site, "/gone/")) == ("", (410, ""))


async def test_a_target_that_moves_is_followed(site: Site, host: Host) -> None:
    """In the same step."""
    page = await make_page(host, "place")
    await add(host, "/hand", "/place/")
    await move(host, page, slug="moved")
    assert await follow(site, "/hand/") == (301, "/moved/")


@pytest.mark.parametrize(
    ("source", "target", "code", "path"),
    [
        ("/same", "/same/", Code.INVALID_ARGUMENTS, "target"),
        ("/new", "/a", Code.INVALID_ARGUMENTS, "target"),
        ("/b", "/elsewhere", Code.CONFLICT, "source"),
        ("/a/", "/elsewhere", Code.CONFLICT, "source"),
        ("/place", "/elsewhere", Code.CONFLICT, "source"),
        ("/feed", "/elsewhere", Code.CONFLICT, "source"),
        ("/sitehand/v1", "/elsewhere", Code.CONFLICT, "source"),
    ],
)
async def test_loops_chains_and_taken_addresses_are_refused(
    host: Host, source: str, target: str, code: Code, path: str
) -> None:
    """With the argument that is at fault; nothing is stored."""
    await make_page(host, "place")
    await add(host, "/a", "/b/")
    with pytest.raises(Problem) as refusal:
        await add(host, source, target)
    assert (refusal.value.code, refusal.value.details[0]["path"]) == (code, path)
    assert len(await list_all(host)) == 1


@pytest.mark.parametrize(
    ("target", "stored"),
    [
        (f"{SITE_URL}.example.com/x", f"{SITE_URL}.example.com/x"),
        (f"{SITE_URL}//other.example/x", f"{SITE_URL}//other.example/x"),
        (SITE_URL.replace("//", "//user:word@") + "/x", None),
        (f"{SITE_URL}?s=walk", "/?s=walk"),
        (SITE_URL.replace("example", "EXAMPLE") + "/x#c", "/x#c"),
        (SITE_URL, "/"),
        ("https://[::1", None),
        ("https://?x", None),
        ("https://www.beispiel-ä.de/ü?q=%zz", "https://www.beispiel-ä.de/ü?q=%zz"),
    ],
)
async def test_addresses_of_this_site_alone_become_paths(
    site: Site, host: Host, target: str, stored: str | None
) -> None:
    """An address that only begins like the site's stays whole, and one without a host that anybody finds is refused."""
    if stored is None:
        with pytest.raises(ValueError, match="with a host"):
            NewRedirect(source="/old", target=target)
        return
    assert (await add(host, "/old", target))["target"] == stored
    assert (await follow(site, "/old/"))[0] == 301


@pytest.mark.parametrize("source", ["//old", "/a/../old", "/./old", "/a/%2E%2e/old", "/old/.."])
def test_a_source_that_no_browser_asks_for_is_refused(source: str) -> None:
    """It would be stored, and lead nobody on."""
    with pytest.raises(ValueError, match="source"):
        NewRedirect(source=source, target="/new")


async def test_a_redirect_leads_back_to_itself_over_http_too(host: Host) -> None:
    """Where both lead to the same site, as a proxy sees to it, visitors would go in a circle."""
    for scheme in ("http", "https"):
        with pytest.raises(Problem) as refusal:
            await add(host, "/old", f"{scheme}://{SITE_URL.partition('://')[2]}/old/")
        assert refusal.value.code is Code.INVALID_ARGUMENTS


async def test_a_stored_target_that_is_no_address_fails_no_visit(site: Site, host: Host) -> None:
    """As one that was stored before such targets were refused."""
    made = await add(host, "/old", "/new/")
    with closing(sqlite3.connect(site.database.path)) as connection:
        connection.execute("UPDATE redirects SET target = 'https://[::1' WHERE id = ?", (made["id"],))
        connection.commit()
    assert await follow(site, "/old/") == (301, "https://[::1")


async def test_redirects_that_lead_in_a_circle_end(site: Site, host: Host) -> None:
    """A page may come and go at a target: whoever asks then finds nothing, and soon."""
    page = await make_page(host, "b")
    await add(host, "/a", "/b/")
    await host.pages.trash(page, BY)
    await host.pages.delete(page, BY)
    other = await make_page(host, "b")
    await move(host, other, slug="c")
    await host.pages.trash(other, BY)
    assert (await follow(site, "/a/"))[0] == 404


async def test_visits_are_counted_without_a_write_each(site: Site, host: Host) -> None:
    """Of redirects and of missing addresses, which come with a page of the same name."""
    assert host.redirects
    await make_page(host, "about-us")
    await add(host, "/old", "/about-us/")
    before = site.database.state()
    for path in ("/old/", "/old", "/nowhere/", "/company/about-us-2/", "/nowhere/", "/nowhere"):
        await site.visit(path)
    assert site.database.state() == before
    await site.hits.store()
    assert [each["hits"] for each in await list_all(host)] == [2]
    found = await host.redirects.find_missing(MissingQuery())
    told = [(each["path"], each["hits"], each.get("suggestion")) for each in found.items]
    assert (told, found.total) == ([("/nowhere", 3, None), ("/company/about-us-2", 1, "/about-us/")], 2)
    await add(host, "/nowhere", "/about-us/")
    assert [each["path"] for each in (await host.redirects.find_missing(MissingQuery())).items] == [
        "/company/about-us-2"
    ]
    await site.visit("/nowhere/")
    await site.hits.store()
    assert [each["hits"] for each in await list_all(host)] == [2, 4]
    by_use = await host.redirects.find(RedirectQuery(orderby="hits"))
    assert [(each["source"], each["hits"]) for each in by_use.items] == [("/nowhere", 4), ("/old", 2)]


async def test_invented_addresses_are_kept_within_bounds(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """In memory and in the table, whoever asks for whatever."""
    monkeypatch.setattr("sitehand.hosts.builtin.address_hits.MAX_COUNTED", 5)
    monkeypatch.setattr("sitehand.hosts.builtin.address_hits.MAX_STORED", 7)
    for start in (0, 10):
        for number in range(start, start + 10):
            site.hits.count(f"/{number}/{'x' * 600}")
        await site.hits.store()
    rows = site.database.look_up("SELECT path FROM address_hits", committed=True)
    assert (len(rows), max(len(row["path"]) for row in rows)) == (7, 500)


def test_visits_of_before_stand_beside_their_redirect(tmp_path: Path) -> None:
    """The migration reads them; of an address that nobody asked for there are none."""
    path = tmp_path / "sitehand.db"
    moment = "2026-07-28T09:30:00Z"
    with open_old_database(path, "0050") as connection:
        for source in ("/asked", "/unasked"):
            row = f"INSERT INTO redirects (source, target, code, created) VALUES ('{source}', '/b/', 301, '{moment}')"
            connection.exec_driver_sql(row)
        connection.exec_driver_sql(f"INSERT INTO address_hits VALUES ('/asked', 3, '{moment}', '{moment}')")
    assert upgrade(path, SITE)
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT source, hits FROM redirects ORDER BY source").fetchall()
    assert found == [("/asked", 3), ("/unasked", 0)]
