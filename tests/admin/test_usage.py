"""Counts of use: taken at the gate, added up by all workers, lost by none."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from sitehand.app import assemble
from sitehand.guard.usage import Count, Usage
from sitehand.operation.caller import Caller
from sitehand.store.reading import list_rows
from sitehand.store.tables import changed_objects
from sitehand.store.usage import UsageLine, UsageRecorder, UsageTable
from tests.admin.office import Clock
from tests.databases import migrate
from tests.service import open_service

CALLER = Caller("key", "key:1", "One", "editor")


def test_answers_say_what_a_write_was() -> None:
    """A change and a no-op count; a preview, a waiting write and what is no answer of a write do not."""
    usage, now = Usage(), Clock()()
    for result in ({"changed": True}, {"changed": False}, {"changed": None}, {}, None, [1], {"changed": True}):
        usage.count_write(CALLER, now, result)
    usage.count_call(CALLER, now)
    assert usage.take() == {(now.date().isoformat(), "key:1"): Count("One", 1, 2, 1)}
    assert usage.take() == {}


async def test_workers_add_to_the_same_rows(tmp_path: Path) -> None:
    """Two workers over one file give the sum, with the newest label; another day is another row."""
    async with open_service(tmp_path) as service:
        first, second = assemble(service.settings), assemble(service.settings)
        try:
            for parts, label in ((first, "Old"), (second, "New")):
                await UsageTable(parts.database).add({("2026-11-01", "key:9"): Count(label, 3, 2, 1)})
            await UsageTable(first.database).add({("2026-11-02", "key:9"): Count("New", 1)})
            listed = await UsageTable(second.database).list("2026-11-01", 50)
            assert [line for line in listed if line.caller == "key:9"] == [
                UsageLine("2026-11-01", "key:9", "New", 6, 4, 2),
                UsageLine("2026-11-02", "key:9", "New", 1, 0, 0),
            ]
            later = await UsageTable(second.database).list("2026-11-02", 50)
            assert later[0].day == "2026-11-02"
        finally:
            await first.close()
            await second.close()


async def test_counts_of_one_caller_need_no_writing_thread(tmp_path: Path) -> None:
    """A service that only reads starts none; while another process writes, the counts wait for their turn."""
    counts = {("2026-11-01", "key:9"): Count("Nine", 3, 2, 1)}
    async with open_service(tmp_path) as service:
        parts = assemble(service.settings)
        table = UsageTable(parts.database)
        try:
            await table.add(counts)
            assert parts.database._writer._thread is None
            with closing(sqlite3.connect(parts.database.path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                adding = asyncio.create_task(table.add(counts))
                await asyncio.sleep(0)
                assert parts.database._writer._thread
                other.execute("COMMIT")
            await adding
            assert [line.calls for line in await table.list("2026-11-01", 50) if line.caller == "key:9"] == [6]
        finally:
            await parts.close()


async def test_the_service_counts_and_stores_at_its_end(tmp_path: Path) -> None:
    """Calls, changes and no-ops through the API are there after the end; the journal has no entry for the counts."""
    async with open_service(tmp_path) as service:
        headers = {"X-API-Key": service.keys["admin"]}
        page = (await service.http.post("/sitehand/v1/pages", json={"title": "A"}, headers=headers)).json()
        address = f"/sitehand/v1/pages/{page['id']}"
        for body in ({"title": "B"}, {"title": "B"}):
            assert (await service.http.patch(address, json=body, headers=headers)).status_code == 200
        await service.http.patch(f"{address}?dry_run=true", json={"title": "C"}, headers=headers)
        parts = [{"method": "PATCH", "path": f"/pages/{page['id']}", "body": {"title": title}} for title in "DE"]
        for mode in ("atomic", "each"):
            batch = {"requests": parts, "mode": mode, "idempotency_key": mode}
            assert (await service.http.post("/sitehand/v1/batch", json=batch, headers=headers)).status_code == 207
        await service.http.get("/sitehand/v1/site-info")
    after = assemble(service.settings)
    try:
        (line,) = await UsageTable(after.database).list("2000-01-01", 50)
        assert (line.calls, line.changes, line.no_ops) == (6, 5, 1)
        kinds = await after.database.read(list_rows(select(changed_objects.c.kind).distinct()))
        assert "usage" not in {row.kind for row in kinds}
    finally:
        await after.close()


async def test_what_cannot_be_stored_is_counted_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """When the database refuses, nothing is lost, and the next attempt stores it all."""
    async with open_service(tmp_path) as service:
        parts = assemble(service.settings)
        try:
            usage, now = Usage(), Clock()()
            broken = assemble(service.settings.model_copy(update={"data": tmp_path / "nowhere"}))
            usage.count_call(CALLER, now)
            await UsageRecorder(usage, UsageTable(broken.database)).store()
            assert "could not be stored" in caplog.text
            usage.count_call(CALLER, now)
            await migrate(parts.database)
            await UsageRecorder(usage, UsageTable(parts.database)).store()
            listed = await UsageTable(parts.database).list(now.date().isoformat(), 50)
            assert [line.calls for line in listed if line.label == "One"] == [2]
            assert usage.take() == {}
            await broken.close()
        finally:
            await parts.close()
