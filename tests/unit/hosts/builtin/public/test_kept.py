"""Answers that are given again: as long as they are right, and not a moment longer."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from sitehand.hosts.builtin.public.app import build_public
from sitehand.hosts.builtin.public.visit import PublicServices
from sitehand.store.database import Database
from sitehand.store.faults import storage_unavailable
from sitehand.store.media_files import MediaFiles
from tests.unit.hosts.builtin.public.site import KEPT_BYTES, NOW, SITE_URL, Site

WALK = "/2026/03/walk/"
COMMIT = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("UPDATE items SET title_rendered = 'Written elsewhere' WHERE slug = 'walk'")
connection.commit()
"""


@pytest.fixture
async def small(site: Site) -> Site:
    """A site with a page, a post and a protected post."""
    await site.add("page", slug="about")
    await site.add(slug="walk", title="Walk", content="<p>brook</p>", date="2026-03-05T10:00:00Z")
    await site.add(slug="locked", title="Locked", password="key", date="2026-03-06T10:00:00Z")
    return site


@contextmanager
def asked(site: Site) -> Iterator[list[str]]:
    """The statements that the loop's connection is asked in the block, beside whether anything was committed."""
    statements: list[str] = []
    site.database.state()
    assert site.database._lookups
    connection, _, _ = site.database._lookups
    connection.set_trace_callback(lambda sql: statements.append(sql) if "data_version" not in sql else None)
    yield statements
    connection.set_trace_callback(None)


async def test_a_long_page_is_kept_too(small: Site) -> None:
    """Up to an eighth of the memory; a longer one would push out the others."""
    for slug, size in (("long", KEPT_BYTES // 16), ("longer", KEPT_BYTES // 8)):
        await small.add("page", slug=slug, content=f"<p>{'word ' * (size // 5)}</p>")
    await small.visit("/long/")
    await small.visit("/longer/")
    with asked(small) as statements:
        await small.visit("/long/")
    assert statements == []
    with asked(small) as statements:
        await small.visit("/longer/")
    assert statements != []


def commit_elsewhere(site: Site) -> None:
    """Change the title of the walk in a process of its own."""
    subprocess.run([sys.executable, "-c", COMMIT, str(site.database.path)], check=True)


@pytest.mark.parametrize(
    "route", ["/", "/about/", WALK, "/feed/", "/sitemap.xml", "/?s=brook", "/author/ada/", "/2026/"]
)
async def test_an_answer_is_built_once(small: Site, route: str) -> None:
    """The same bytes and headers come again, also for HEAD and 304, and nothing is read for them."""
    first = await small.visit(route)
    with asked(small) as statements:
        again, head = await small.visit(route), await small.visit(route, "HEAD")
        unchanged = await small.visit(route, headers={"If-None-Match": first.headers["etag"]})
    assert statements == []
    assert (again.content, dict(again.headers)) == (first.content, dict(first.headers))
    assert (head.content, dict(head.headers)) == (b"", dict(first.headers))
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert "content-length" not in unchanged.headers
    assert (await small.visit(route)).content == first.content


async def test_a_commit_of_another_process_shows_at_once(small: Site) -> None:
    """The first visit after it gets the new answer, with another ETag, on every page that shows it."""
    routes = ("/", WALK, "/feed/", "/?s=brook")
    first = {route: await small.visit(route) for route in routes}
    commit_elsewhere(small)
    for route in routes:
        known = {"If-None-Match": first[route].headers["etag"]}
        answer = await small.visit(route, headers=known)
        assert answer.status_code == 200, route
        assert "Written elsewhere" in answer.text, route


async def test_what_is_dated_ahead_shows_at_its_second(small: Site) -> None:
    """A kept list is right until the very moment of the next item, and wrong from then on; so with the one after."""
    for seconds in (90, 30):
        await small.add(slug=f"in-{seconds}", title=f"In {seconds}", date=f"2026-07-28T09:3{seconds // 60}:30Z")
    shown = []
    for seconds in (0, 29, 30, 89, 90):
        small.now = NOW + timedelta(seconds=seconds)
        html = (await small.visit("/")).text
        shown.append(("In 30<" in html, "In 90<" in html))
    assert shown == [(False, False), (False, False), (True, False), (True, False), (True, True)]


async def test_a_clock_that_is_set_back_is_believed(small: Site) -> None:
    """What was shown too early goes again."""
    await small.add(slug="later", title="Later", date="2026-07-28T10:00:00Z")
    small.now = NOW + timedelta(hours=1)
    assert "Later" in (await small.visit("/")).text
    small.now = NOW
    assert "Later" not in (await small.visit("/")).text


async def test_what_a_password_protects_is_never_kept(small: Site) -> None:
    """Neither its form nor the content that the right password opens; nor do others get it."""
    path = "/2026/03/locked/"
    assert (await small.visit(path)).headers["cache-control"] == "no-store"
    assert (await small.visit(path, "POST", data={"password": "key"})).status_code == 200
    with asked(small) as statements:
        assert "unlock" in (await small.visit(path)).text
    assert statements != []


@pytest.mark.parametrize("route", ["/nothing/", "/about", "/?p=2", "/?page_id=1&s=brook", "/?s=&p=2"])
async def test_only_pages_are_kept(small: Site, route: str) -> None:
    """What is missing or leads elsewhere is asked each time, also when the page beside it is kept."""
    for kept in ("/", "/about/", "/?s=brook", "/?s="):
        await small.visit(kept)
    first = await small.visit(route)
    assert first.status_code in (301, 302, 404)
    with asked(small) as statements:
        assert (await small.visit(route)).status_code == first.status_code
    assert statements != []


async def test_searches_are_told_apart_and_campaigns_are_not(small: Site) -> None:
    """Of a query only the words of a search matter, and on a page nothing."""
    assert "walk" in (await small.visit("/?s=brook")).text
    assert "walk" not in (await small.visit("/?s=river")).text
    assert (await small.visit("/?s=river&s=brook")).text == (await small.visit("/?s=brook")).text
    home, page = await small.visit("/"), await small.visit(WALK)
    with asked(small) as statements:
        assert (await small.visit("/?utm_source=x")).content == home.content
        assert (await small.visit(f"{WALK}?s=river")).content == page.content
    assert statements == []


async def test_mounts_are_told_apart(small: Site) -> None:
    """A page below one mount point is not that of another: its links differ."""
    plain, mounted = await small.visit("/about/"), await small.visit("/about/", root="/cms")
    assert 'href="/cms/"' not in plain.text
    assert 'href="/cms/"' in mounted.text


async def test_the_memory_is_bounded(small: Site) -> None:
    """Past the bound the answers that were given longest ago go; a bound of zero keeps nothing."""
    await small.visit("/about/")
    size = len((await small.visit("/?s=word")).content)
    for number in range(KEPT_BYTES // size + 1):
        await small.visit(f"/?s=word{number}")
    with asked(small) as statements:
        await small.visit(f"/?s=word{KEPT_BYTES // size}")
    assert statements == []
    with asked(small) as statements:
        await small.visit("/about/")
    assert statements != []
    small.app = build_public(
        small.database,
        SITE_URL,
        small.settings,
        PublicServices(small.guesses, small.hits, small.previews, MediaFiles(small.database.path.parent)),
        lambda: NOW,
        0,
    )
    await small.visit("/about/")
    with asked(small) as statements:
        await small.visit("/about/")
    assert statements != []


async def test_what_a_visitor_looks_for_is_cut_and_counted(small: Site) -> None:
    """Beyond what is looked for, words change nothing, and no answer or key grows with them."""
    first = await small.visit("/?s=" + "w" * 200 + "a" * 5_000)
    assert "w" * 200 in first.text
    assert "wwa" not in first.text
    with asked(small) as statements:
        assert (await small.visit("/?s=" + "w" * 200 + "b" * 5_000)).text == first.text
    assert statements == []


async def test_a_fault_of_the_storage_has_the_page_of_the_site(small: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody can say whether a kept answer still holds, a visitor gets no answer of the API, and no old page."""
    await small.visit("/about/")

    def refuse(_: Database) -> int:
        raise storage_unavailable("The disk reports errors.")

    monkeypatch.setattr(Database, "state", refuse)
    answer = await small.visit("/about/")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert answer.text == "Something went wrong on this site. Try again."
    assert "content-security-policy" in answer.headers
