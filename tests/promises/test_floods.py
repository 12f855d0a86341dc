"""A flood of proposals hides nobody's: what waits is paged oldest first, and there is a bound for each caller."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.operation.policy import Rule
from tests.promises.dumps import dump_stored
from tests.promises.walk import Reply, Walk, let_wait, run_sql
from tests.service import open_service

NUMBER, SIZE = 3, 20_000


@pytest.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Walk]:
    """A service where everything waits, of each caller at most three changes and 20,000 bytes."""
    bounds: dict[str, Any] = {"pending_per_caller": NUMBER, "pending_bytes_per_caller": SIZE}
    async with open_service(tmp_path, roles=["admin", "editor", "author"], **bounds) as service:
        await let_wait(service.settings, Rule())
        yield Walk(service)


async def propose(walk: Walk, title: str, role: str = "author", **more: str) -> Reply:
    """A page that waits."""
    return await walk.rest("POST", "/pages", {"title": title, **more}, role=role)


async def test_only_so_many_changes_of_one_caller_wait(walk: Walk) -> None:
    """The next is refused with the way out, and stored nowhere; another caller's waits all the same."""
    for number in range(NUMBER):
        assert (await propose(walk, f"Flood {number}")).status == 202
    before = dump_stored(walk.data)
    refused = await propose(walk, "One more")
    assert (refused.status, refused.code) == (429, "too_many_pending")
    assert "reject_change" in refused.body["data"]["hint"]
    assert dump_stored(walk.data) == before
    assert (await propose(walk, "Another's", "editor")).status == 202


@pytest.mark.parametrize("way", ["withdrawn", "rejected", "approved", "expired"])
async def test_what_no_longer_waits_does_not_count(walk: Walk, way: str) -> None:
    """Withdrawn by its proposer, decided, or over: there is room for another."""
    ids = [(await propose(walk, f"Page {number}")).body["pending"]["id"] for number in range(NUMBER)]
    assert (await propose(walk, "One more")).status == 429
    if way == "expired":
        run_sql(walk.data, f"UPDATE pending_changes SET expires = '2020-01-01T00:00:00Z' WHERE id = {ids[0]}")
    else:
        await let_wait(walk.service.settings, Rule(role="author"))
        role, how = (
            ("author", "reject") if way == "withdrawn" else ("admin", "approve" if way == "approved" else "reject")
        )
        decided = await walk.rest("POST", f"/pending/{ids[0]}/{how}", role=role)
        assert decided.status == 200, decided.body
    assert (await walk.rest("GET", f"/pending/{ids[0]}")).body["state"] == way
    assert (await propose(walk, "One more")).status == 202


async def test_only_so_many_bytes_of_one_caller_wait(walk: Walk) -> None:
    """Counted are the stored arguments and preview, in UTF-8."""
    words = "ä" * (SIZE // 6)
    assert (await propose(walk, "Large", content=words)).status == 202
    refused = await propose(walk, "Too large", content=words)
    assert (refused.status, refused.code) == (429, "too_many_pending")
    assert (await propose(walk, "Small")).status == 202
    for row in dump_stored(walk.data)["pending_changes"]:
        assert row["size"] == len(row["arguments"].encode()) + len(row["preview"].encode())


async def test_the_list_is_paged_and_the_oldest_waits_first(walk: Walk) -> None:
    """A page has its totals; what is decided comes newest first, and every filter has its own."""
    ids = [
        (await propose(walk, f"{role} {n}", role)).body["pending"]["id"] for role in walk.service.keys for n in (0, 1)
    ]
    first = await walk.rest("GET", "/pending", query={"state": "waiting", "per_page": 4})
    last = await walk.rest("GET", "/pending", query={"state": "waiting", "per_page": 4, "page": 2})
    assert [each["id"] for each in [*first.body, *last.body]] == ids
    assert (first.headers["X-WP-Total"], first.headers["X-WP-TotalPages"]) == ("6", "2")
    for each in ids[4:]:
        assert (await walk.rest("POST", f"/pending/{each}/reject", role="author")).body["state"] == "withdrawn"
    for state, wanted in (("decided", ids[:3:-1]), ("withdrawn", ids[:3:-1]), ("waiting", ids[:4]), ("approved", [])):
        listed = await walk.service.tool("list_pending", {"state": state})
        assert [each["id"] for each in listed["structuredContent"]["items"]] == wanted, state
        assert listed["structuredContent"]["total"] == len(wanted)
    own = await walk.rest("GET", "/pending", role="author")
    assert ([each["id"] for each in own.body], own.headers["X-WP-Total"]) == (ids[:3:-1], "2")
