"""Reads that take too long, and pages on a larger site."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, text

from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.tables import item_terms, terms
from sitehand.store.database import READERS, Database
from sitehand.store.reading import list_rows
from tests.statements import execute
from tests.unit.hosts.builtin.public.site import Site, open_site

COLUMNS = """type, status, modified, author, title, title_rendered, excerpt, excerpt_rendered,
    content, content_rendered, revision"""
COPY = f"""
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :number)
    INSERT INTO items ({COLUMNS}, date, slug, path)
    SELECT {COLUMNS}, strftime('%Y-%m-%dT%H:%M:%SZ', date, '-' || i || ' minutes'), slug || '-' || i,
        '/' || slug || '-' || i || '/'
    FROM items, n WHERE items.id = :id"""


async def _copy(site: Site, item: int, number: int) -> None:
    """Add that many items like one that is there."""
    await execute(site.database, text(COPY).bindparams(number=number, id=item))


@pytest.fixture
async def hasty(tmp_path: Path) -> AsyncIterator[Site]:
    """A site of 3,000 posts whose reads have no time at all: any that needs a thread is stopped."""
    async with open_site(tmp_path) as site:
        await _copy(site, await site.add(slug="brook", title="Brook"), 3000)
        hasty = Site(Database(tmp_path, SITE, read_seconds=1e-9))
        yield hasty
        await hasty.database.close()


async def test_a_search_that_takes_too_long_has_a_page_of_its_own(hasty: Site) -> None:
    """503 in the site's frame, kept by nobody; what an index answers is served as ever."""
    answer = await hasty.visit("/?s=brook")
    assert answer.status_code == 503
    assert "search for other words" in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert "content-security-policy" in answer.headers
    for path in ("/", "/brook-7/", "/feed/"):
        assert (await hasty.visit(path)).status_code == 200
    assert (await hasty.visit("/sitemap.xml")).status_code == 503


ENDLESS = text("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")


async def test_visitors_are_served_while_callers_read_for_long(site: Site) -> None:
    """Pages and searches come while every reading thread of the API is busy with an endless read."""
    await site.add(slug="brook", title="Brook")
    busy: list[sqlite3.Connection] = []
    event.listen(site.database._callers._engine, "connect", lambda connection, _record: busy.append(connection))
    long = [asyncio.create_task(site.database.read(list_rows(ENDLESS))) for _ in range(READERS)]
    for path in ("/", "/?s=brook", "/2026/03/brook/", "/sitemap.xml"):
        assert (await site.visit(path)).status_code == 200
    while not all(task.done() for task in long):
        assert all(task.exception() for task in long if task.done())
        for connection in busy:
            connection.interrupt()
        await asyncio.wait(long, timeout=0.01)


PATHS = ["/", "/page/2/", "/2026/03/brook/", "/feed/", "/author/ada/", "/2026/03/", "/category/few/", "/?s=rare"]


@pytest.mark.parametrize("path", PATHS)
async def test_pages_cost_the_same_on_a_larger_site(site: Site, path: str) -> None:
    """Ten times as many posts: SQLite takes at most one and a half times as many steps."""
    brook = await site.add(slug="brook", title="Brook", date="2026-03-31T23:00:00Z")
    category = await site.insert(terms, taxonomy="category", slug="few", name="Few")
    for number in range(20):
        last = await site.add(slug=f"rare{number}", title="Rare")
        await site.insert(item_terms, item_id=last, term_id=category)
    await _copy(site, brook, 200)
    small = await _count_steps(site, path)
    await _copy(site, last + 1, 2000)
    assert await _count_steps(site, path) <= 1.5 * small


@pytest.mark.parametrize("path", ["/de/", "/de/author/ada/"])
async def test_a_small_locale_costs_the_same_on_a_larger_site(site: Site, path: str) -> None:
    """Its navigation and its lists pass by none of the pages and posts in the language of the site."""
    site.settings.values["locales"] = ["de"]
    own = [await site.add(slug="brook"), await site.add("page", slug="about", path="/about/")]
    for number in range(3):
        await site.add(slug=f"bach-{number}", locale="de", path=f"/de/2026/03/bach-{number}/")
        await site.add("page", slug=f"wir-{number}", locale="de", path=f"/de/wir-{number}/")
    small = await _count_steps(site, path)
    for item in own:
        await _copy(site, item, 1000)
    assert await _count_steps(site, path) <= 1.5 * small


async def _count_steps(site: Site, path: str) -> int:
    """Instructions of SQLite's machine that a page takes, on whichever connection."""
    visited = Site(Database(site.database.path.parent, SITE))
    visited.settings.values = site.settings.values
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1

    def watch(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        driver.set_progress_handler(count, 1)

    visited.database.state()
    assert visited.database._lookups
    visited.database._lookups[0].set_progress_handler(count, 1)
    await visited.database.visitors.read(watch)
    assert (await visited.visit(path)).status_code == 200
    await visited.database.close()
    return steps
