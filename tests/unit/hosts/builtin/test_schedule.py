"""Tests of scheduled publishing."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text

from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.schedule import Schedule, publish_due
from sitehand.site.content import PageFields, PageQuery, PostFields
from sitehand.store.database import Database

NOW = datetime(2026, 7, 28, 9, 30, tzinfo=UTC)


async def test_what_is_due_is_published(database: Database) -> None:
    """At its moment and not before; with a revision by `schedule`; once, although two look at the same time."""
    host = build_host(database, "https://hill.example", lambda: NOW)
    soon = NOW + timedelta(hours=1)
    page = await host.pages.create(PageFields(title="Page", status="future", date=soon), "key:1")
    await host.posts.create(PostFields(title="Post", status="future", date=soon + timedelta(hours=1)), "key:1")
    assert await publish_due(database, soon - timedelta(seconds=1)) == 0
    assert sum(await asyncio.gather(publish_due(database, soon), publish_due(database, soon))) == 1
    published = await host.pages.get(page["id"], "view")
    assert (published["status"], published["link"]) == (
        "publish",
        "https://hill.example/page/".replace("page", "page-2"),
    )
    (revision,) = await database.fetch(text('SELECT action, "by" FROM revisions ORDER BY id DESC LIMIT 1'))
    assert revision == ("publish", "schedule")
    (change,) = await database.fetch(text("SELECT at, caller, door, operation FROM changes ORDER BY id DESC LIMIT 1"))
    assert change == ("2026-07-28T10:30:00Z", "site", "site", "publish_scheduled")
    assert await host.overview.counts() == {"page": {"publish": 1}, "post": {"future": 1}}


async def test_hundreds_at_once(database: Database) -> None:
    """More than one batch is published in one call."""
    host = build_host(database, "https://hill.example", lambda: NOW)
    for number in range(101):
        fields = PageFields(title=f"P{number}", status="future", date=NOW + timedelta(hours=1))
        await host.pages.create(fields, "key:1")
    assert await publish_due(database, NOW + timedelta(hours=1)) == 101
    assert (await host.pages.find(PageQuery(status=["publish"]))).total == 101


async def test_the_background_task_survives_a_fault(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look that fails is followed by the next one, and the task ends with the block."""
    looks = 0
    third = asyncio.Event()

    async def fail_once(*_: Any) -> int:
        nonlocal looks
        looks += 1
        if looks == 1:
            raise OSError
        if looks == 3:
            third.set()
        return 0

    monkeypatch.setattr("sitehand.hosts.builtin.schedule.publish_due", fail_once)
    before = asyncio.all_tasks()
    async with Schedule(database, lambda: NOW, interval_seconds=0.001).run():
        await asyncio.wait_for(third.wait(), 10)
    assert asyncio.all_tasks() == before
