"""Tests of scheduled publishing."""

import asyncio
from datetime import UTC, datetime, timedelta

from sqlalchemy import text

from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.schedule import is_due, publish_due
from sitehand.site.content import PageFields, PageQuery, PostFields
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.reading import list_rows
from tests.jobs import FreeRun

NOW = datetime(2026, 7, 28, 9, 30, tzinfo=UTC)


async def test_what_is_due_is_published(database: Database) -> None:
    """At its moment and not before; with a revision by `schedule`; once, although two look at the same time."""
    host, run = build_host(database, "https://hill.example", lambda: NOW), FreeRun(database)
    soon = NOW + timedelta(hours=1)
    page = await host.pages.create(PageFields(title="Page", status="future", date=soon), "key:1")
    await host.posts.create(PostFields(title="Post", status="future", date=soon + timedelta(hours=1)), "key:1")
    assert await publish_due(run, iso(soon - timedelta(seconds=1))) == 0
    assert (is_due(database, soon - timedelta(seconds=1)), is_due(database, soon)) == (False, True)
    assert sum(await asyncio.gather(publish_due(run, iso(soon)), publish_due(run, iso(soon)))) == 1
    published = await host.pages.get(page["id"], "view")
    assert (published["status"], published["link"]) == (
        "publish",
        "https://hill.example/page/".replace("page", "page-2"),
    )
    (revision,) = await database.read(list_rows(text('SELECT action, "by" FROM revisions ORDER BY id DESC LIMIT 1')))
    assert revision == ("publish", "schedule")
    (change,) = await database.read(
        list_rows(text("SELECT at, caller, door, operation FROM changes ORDER BY id DESC LIMIT 1"))
    )
    assert change == ("2026-07-28T10:30:00Z", "site", "site", "publish_scheduled")
    assert await host.overview.counts() == {"page": {"publish": 1}, "post": {"future": 1}}


async def test_hundreds_at_once(database: Database) -> None:
    """More than one batch is published in one call."""
    host = build_host(database, "https://hill.example", lambda: NOW)
    for number in range(101):
        fields = PageFields(title=f"P{number}", status="future", date=NOW + timedelta(hours=1))
        await host.pages.create(fields, "key:1")
    assert await publish_due(FreeRun(database), iso(NOW + timedelta(hours=1))) == 101
    assert (await host.pages.find(PageQuery(status=["publish"]))).total == 101
