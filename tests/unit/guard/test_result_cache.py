"""Kept results: never older than a committed change, bounded in memory, never shared between roles."""

import itertools
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from sitehand.guard.result_cache import MAX_RESULT_BYTES, ResultCache
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.tables import items
from sitehand.store.database import Database
from tests.service import Service, open_service
from tests.statements import execute

BASE = "/sitehand/v1"


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with one published page."""
    async with open_service(tmp_path, roles=("admin", "editor", "designer")) as opened:
        await opened.tool("create_page", {"title": "first", "status": "publish"})
        yield opened


async def read(service: Service, path: str, role: str = "editor") -> Any:
    """The body of a read."""
    return (await service.http.get(f"{BASE}{path}", headers={"X-API-Key": service.keys[role]})).json()


async def test_a_change_through_any_door_is_seen_at_once(service: Service) -> None:
    """Read, change, read: the second read tells the change, however often the first was asked."""
    for number in range(5):
        for _ in range(3):
            before = await read(service, "/pages/1")
        title = f"title {number}"
        if number % 2:
            await service.tool("update_page", {"id": 1, "title": title})
        else:
            headers = {"X-API-Key": service.keys["admin"]}
            await service.http.patch(f"{BASE}/pages/1", json={"title": title}, headers=headers)
        after = await read(service, "/pages/1")
        assert before["title"]["rendered"] != title
        assert after["title"]["rendered"] == title
        assert (await read(service, "/pages"))[0]["title"]["rendered"] == title
        assert (await read(service, "/onboard"))["page_tree"][0]["title"] == title


async def test_a_change_by_another_process_is_seen_at_once(service: Service) -> None:
    """A second Database on the same file stands for another worker, or the command line."""
    other = Database(service.settings.data, SITE)
    for number in range(5):
        await read(service, "/pages/1")
        await execute(other, update(items).values(title_rendered=f"by another {number}"))
        assert (await read(service, "/pages/1"))["title"]["rendered"] == f"by another {number}"
    await other.close()


async def test_a_rolled_back_change_is_never_seen(service: Service) -> None:
    """Nor does a read in the middle of another's transaction keep what is not committed."""
    with closing(sqlite3.connect(service.settings.data / "sitehand.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE items SET title_rendered = 'never'")
        assert (await read(service, "/pages/1"))["title"]["rendered"] == "first"
        other.execute("ROLLBACK")
    assert (await read(service, "/pages/1"))["title"]["rendered"] == "first"


async def test_roles_do_not_share(service: Service) -> None:
    """A briefing that was made for an editor is not told to a designer, who may not read content."""
    for _ in range(2):
        assert (await read(service, "/onboard", "editor"))["page_tree"] != []
        assert (await read(service, "/onboard", "designer"))["page_tree"] == []
        assert (await read(service, "/pages", "designer"))["code"] == "category_forbidden"


async def test_other_arguments_are_other_results(service: Service) -> None:
    """Every argument is part of what a result is kept under."""
    await service.tool("create_page", {"title": "second", "status": "draft"})
    for _ in range(2):
        assert len(await read(service, "/pages")) == 2
        assert len(await read(service, "/pages?status=draft")) == 1
        assert len(await read(service, "/pages?per_page=1")) == 1
        assert set((await read(service, "/pages?_fields=id"))[0]) == {"id"}
        assert "content" in (await read(service, "/pages"))[0]
        assert "raw" not in (await read(service, "/pages/1"))["title"]
        assert "raw" in (await read(service, "/pages/1?context=edit"))["title"]


def test_a_result_is_found_in_its_state_alone() -> None:
    """Another state, an unknown one, or another key finds nothing."""
    cache = ResultCache(lambda: 1, 1000)
    cache.keep("key", 1, {"a": 1})
    assert cache.find("key", 1) == {"a": 1}
    assert cache.find("key", 2) is None
    assert cache.find("key", None) is None
    assert cache.find("other", 1) is None
    cache.keep("unknown", None, {"a": 1})
    assert cache.find("unknown", None) is None


def test_the_oldest_unused_result_goes_first() -> None:
    """When all together are too large; a result that is used stays."""
    cache = ResultCache(lambda: 1, 30)
    for key in "abc":
        cache.keep(key, 1, "x" * 8)
    assert cache.find("a", 1)
    cache.keep("d", 1, "x" * 8)
    assert [key for key in "abcd" if cache.find(key, 1)] == ["a", "c", "d"]


def test_a_huge_result_is_not_kept() -> None:
    """It would push out all others; nor is anything kept when the owner gives no memory."""
    cache = ResultCache(lambda: 1, 100 * MAX_RESULT_BYTES)
    cache.keep("huge", 1, "x" * MAX_RESULT_BYTES)
    assert cache.find("huge", 1) is None
    assert ResultCache(lambda: 1, 0).token() is None


def test_a_cache_may_keep_larger_results() -> None:
    """Up to a limit of its own, and never more than all together may take."""
    for all_together, each, kept in (
        (2_000_000, 1_000_000, True),
        (2_000_000, 999_999, False),
        (999_999, 2**30, False),
    ):
        cache = ResultCache(lambda: 1, all_together, each)
        cache.keep("large", 1, "x", size=1_000_000)
        assert (cache.find("large", 1) is not None) == kept


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3), st.integers(0, 60)), max_size=80),
    st.integers(1, 200),
)
def test_memory_is_bounded_and_results_are_right(steps: list[tuple[int, int, int]], limit: int) -> None:
    """After any sequence of keeping and finding: never more than the limit, never a result of another state."""
    cache = ResultCache(lambda: 1, limit)
    kept: dict[tuple[int, int], str] = {}
    numbers = itertools.count()
    for key, state, size in steps:
        result = f"{next(numbers)}{'x' * size}"
        cache.keep(key, state, result)
        kept[key, state] = result
        found = {(k, s): cache.find(k, s) for k in range(10) for s in range(4)}
        held = [value for value in found.values() if value is not None]
        assert sum(len(value) + 2 for value in held) <= limit
        assert all(value is None or value == kept[place] for place, value in found.items())
