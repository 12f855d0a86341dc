"""The journal as a list: paged, counted and cut like every other list, through REST and as a tool."""

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.promises.walk import Walk
from tests.service import open_service

CHANGES = 6
"""The key that the test calls with, and five pages."""


@pytest.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Walk]:
    """A service with some changes."""
    async with open_service(tmp_path) as service:
        walk = Walk(service)
        for number in range(CHANGES - 1):
            assert (await walk.rest("POST", "/pages", {"title": f"Page {number}"})).status == 201
        yield walk


async def list_tool(walk: Walk, **arguments: Any) -> dict[str, Any]:
    """What the tool answers."""
    answer: dict[str, Any] = (await walk.service.tool("list_changes", arguments))["structuredContent"]
    return answer


async def test_the_cursor_leads_through_all_while_others_write(walk: Walk) -> None:
    """Link by link: each change that was there is met once, newest first, and what comes meanwhile is not."""
    path, met = "/changes?per_page=2", []
    while path:
        answer = await walk.rest("GET", path)
        met += [each["id"] for each in answer.body]
        assert (await walk.rest("POST", "/pages", {"title": "Meanwhile"})).status == 201
        following = re.search(r"/sitehand/v1(/changes[^>]*)>; rel=\"next\"", answer.headers.get("link", ""))
        path = following[1] if following else ""
    assert met == list(range(CHANGES, 0, -1))


async def test_totals_pages_and_fields_are_those_of_every_list(walk: Walk) -> None:
    """By number or by cursor, the same page says the same of itself; `_fields` chooses members of each change."""
    answer = await walk.rest("GET", "/changes?per_page=4&page=2&_fields=id")
    assert answer.body == [{"id": 2}, {"id": 1}]
    assert (answer.headers["x-wp-total"], answer.headers["x-wp-totalpages"]) == ("6", "2")
    assert 'rel="prev"' in answer.headers["link"]
    first = await list_tool(walk, per_page=4)
    assert {name: first[name] for name in first if name != "items"} == {
        **{"total": 6, "page": 1, "pages": 2},
        **{"next_cursor": "3", "shown": 4, "next": {"cursor": "3"}},
    }
    second = await list_tool(walk, per_page=4, cursor=first["next_cursor"])
    assert second == await list_tool(walk, per_page=4, page=2)
    assert ([each["id"] for each in second["items"]], second["page"], "next_cursor" in second) == ([2, 1], 2, False)
    nobody = await list_tool(walk, caller="key:99")
    assert nobody == {"items": [], "total": 0, "page": 1, "pages": 0}


async def test_a_line_names_fifty_objects_and_a_damaged_one_takes_no_list_with_it(walk: Walk) -> None:
    """Of a large change the first fifty are there; a status that is not text is left out, and no other with it."""
    listed = (await walk.rest("GET", "/changes?per_page=1")).body
    assert [len(each["objects"]) for each in listed] == [1]
    trashed = await walk.rest("DELETE", "/pages/1")
    with closing(sqlite3.connect(walk.data / "sitehand.db", isolation_level=None)) as connection:
        copied = "INSERT INTO changed_objects (change_id, kind, object, label, before, after)"
        many = f"{copied} SELECT change_id, kind, object, label, before, after FROM changed_objects WHERE change_id = ?"
        for _ in range(6):
            connection.execute(many, [trashed.change_id])
        (line,) = (await walk.rest("GET", "/changes?per_page=1")).body
        assert [each["status"] for each in line["objects"]] == ["trash"] * 50
        broken = "UPDATE changed_objects SET after = CAST(x'7b22737461747573223a2022ff227d' AS TEXT)"
        first = "(SELECT min(id) FROM changed_objects WHERE change_id = ?)"
        connection.execute(f"{broken} WHERE id = {first}", [trashed.change_id])
    (line,) = (await walk.rest("GET", "/changes?per_page=1")).body
    assert ["status" in each for each in line["objects"]] == [False] + [True] * 49


async def test_a_status_is_shown_beside_large_fields(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Custom fields are in the row with it; past the bound of one list no more statuses are looked for."""
    names = [f"fact_{number}" for number in range(30)]
    group = {"title": "Facts", "types": ["page"], "fields": [{"name": name} for name in names]}
    assert (await walk.rest("POST", "/field-groups", group)).status == 201
    draft = await walk.rest("POST", "/pages", {"title": "Draft"})
    given = {"status": "publish", "fields": dict.fromkeys(names, "x" * 190)}
    assert (await walk.rest("PATCH", f"/pages/{draft.body['id']}", given)).status == 200
    (line,) = (await walk.rest("GET", "/changes?per_page=1")).body
    assert line["objects"][0]["status"] == "publish"
    monkeypatch.setattr("sitehand.store.changes.MAX_STATED", 5_000)
    (line,) = (await walk.rest("GET", "/changes?per_page=1")).body
    assert "status" not in line["objects"][0]


async def test_a_long_journal_is_not_counted_to_its_end(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Past the bound a list says so, and the cursor leads on all the same."""
    monkeypatch.setattr("sitehand.store.changes.MAX_COUNTED", 3)
    answer = await walk.rest("GET", "/changes?per_page=2")
    assert (answer.headers["x-wp-total"], answer.headers["x-wp-total-relation"]) == ("3", "gte")
    told = await list_tool(walk, per_page=2)
    assert (told["total"], told["total_is"], told["next_cursor"], "pages" in told) == (3, "at_least", "5", False)
    assert [each["id"] for each in (await list_tool(walk, per_page=2, cursor="3"))["items"]] == [2, 1]
