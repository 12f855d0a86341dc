"""Many items saved in one call are a batch: a result each or all together, one undo, bounded answers."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.doors.mcp.bounds import MAX_ANSWER_BYTES
from tests.promises.dumps import count_entries, dump_journal, dump_state
from tests.promises.walk import Reply, Walk, open_walk


@pytest.fixture(scope="module")
async def walk(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Walk]:
    """A service that the tests of this module share."""
    async with open_walk(tmp_path_factory.mktemp("bulk")) as opened:
        yield opened


async def save(walk: Walk, *items: dict[str, Any], role: str = "editor", **more: Any) -> Reply:
    """POST /items/bulk."""
    return await walk.rest("POST", "/items/bulk", {"type": "page", "items": items, **more}, role=role)


def count_pages(data: Path) -> int:
    """The items that are stored."""
    return len(dump_state(data)["items"])


async def test_each_item_has_a_result_of_its_own(walk: Walk) -> None:
    """What is wrong with one, such as a stale revision, says so with the path of its field; the others are saved."""
    page = (await walk.rest("POST", "/pages", {"title": "Before"})).body
    stale = {"id": page["id"], "title": "After", "expected_revision": "0123456789ab"}
    changed, wrong = {"id": page["id"], "title": "Changed"}, {"title": "x", "tilte": "x"}
    told = await save(walk, {"title": "New"}, changed, stale, wrong)
    parts = told.body["responses"]
    assert [part["status"] for part in parts] == [201, 200, 409, 400]
    assert parts[1]["body"]["title"]["rendered"] == "Changed"
    assert parts[3]["body"]["data"]["details"][0] | {"got": ""} == {
        "path": "body.tilte",
        "expected": "'title' (the nearest known name)",
        "got": "",
    }


async def test_a_hundred_items_are_one_change_and_one_undo(walk: Walk) -> None:
    """All of them are in one entry of the journal, later items name earlier ones, and the tool's answer is bounded."""
    stored, entries = count_pages(walk.data), count_entries(walk.data)
    child = {"title": "Child", "parent": {"$ref": "#0.id"}, "content": "<p>Bread.</p>" * 200}
    items = [{"title": "Parent"}, *[child] * 99]
    result = await walk.service.tool("save_items", {"type": "page", "items": items, "mode": "atomic"}, role="editor")
    told = result["structuredContent"]
    assert len(told["responses"]) == 100
    assert len(result["content"][0]["text"].encode()) < MAX_ANSWER_BYTES
    journal = dump_journal(walk.data)
    assert [each["operation"] for each in journal[entries:]] == ["save_items"]
    assert count_pages(walk.data) == stored + 100
    assert (await walk.rest("POST", "/changes/undo", {"id": told["change_id"]})).status == 200
    assert count_pages(walk.data) == stored


async def test_an_atomic_list_with_a_wrong_item_saves_nothing(walk: Walk) -> None:
    """The refusal names the place in the list, and a preview shows what each item would become."""
    stored = count_pages(walk.data)
    for wrong, path in (({"parent": 999_999}, "parent"), ({"status": "lost"}, "status")):
        told = await save(walk, {"title": "One"}, {"title": "Two", **wrong}, mode="atomic")
        assert (told.status, told.body["data"]["details"][0]["path"]) == (400, f"items[1].{path}")
    shown = await save(walk, {"title": "One"}, mode="atomic", dry_run=True)
    assert shown.body["responses"][0]["body"]["changes"][0]["kind"] == "page"
    assert count_pages(walk.data) == stored


async def test_an_author_saves_its_own_alone(walk: Walk) -> None:
    """Each item passes the gate as a call of its own, and no batch holds a list of items."""
    page = (await walk.rest("POST", "/pages", {"title": "Another's"})).body
    told = await save(walk, {"title": "Mine"}, {"id": page["id"], "title": "Taken"}, role="author")
    assert [part["status"] for part in told.body["responses"]] == [202, 403]
    inner = {"method": "POST", "path": "/items/bulk", "body": {"type": "page", "items": [{"title": "x"}]}}
    batch = await walk.rest("POST", "/batch", {"requests": [inner]}, role="editor")
    assert batch.body["responses"][0]["status"] == 400
