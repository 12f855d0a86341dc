"""Answers have a bound in bytes: a list leaves large bodies out and names them, a batch shares it among its parts."""

import sqlite3
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import orjson
import pytest

from sitehand.doors.budget import SHORT, Budget
from tests.service import Service, open_service

BASE = "/sitehand/v1"
BOUND = 256 * 1024
LARGE = "<p>" + "word " * 12_000 + "</p>"
"""With its rendered form, and as raw text, 120,000 bytes: two of them have budget."""


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with three small pages, then forty large ones, then one small one."""
    async with open_service(tmp_path, max_answer_bytes=BOUND) as opened:
        headers = {"X-API-Key": opened.keys["admin"]}
        for number in range(44):
            content = LARGE if 3 <= number < 43 else "<p>small</p>"
            page = {"title": f"Page {number}", "content": content}
            made = await opened.http.post(f"{BASE}/pages", json=page, headers=headers)
            assert made.status_code == 201
        yield opened


async def get(service: Service, path: str) -> Any:
    """The answer to a read."""
    return await service.http.get(BASE + path, headers={"X-API-Key": service.keys["admin"]})


@pytest.mark.parametrize("order", ["orderby=id&order=asc", "orderby=date", "search=Page"])
async def test_a_list_names_what_it_leaves_out(service: Service, order: str) -> None:
    """Small items come whole, large ones as long as there is room, the others as in a summary, all in their order."""
    answer = await get(service, f"/pages?per_page=100&context=edit&{order}")
    listed = answer.json()
    assert len(listed) == 44
    left_out = [page["id"] for page in listed if "omitted" in page]
    assert len(left_out) == 38
    assert answer.headers["x-sitehand-omitted"] == ", ".join(map(str, left_out))
    assert len(answer.content) < 2 * BOUND
    for page in listed:
        assert ("content" in page) == ("excerpt" in page) == ("omitted" not in page)
        assert page.get("omitted", ["content", "excerpt"]) == ["content", "excerpt"]
        assert page["title"]["raw"].startswith("Page ")
    assert {page["id"] for page in listed if page.get("content", {}).get("raw") == "<p>small</p>"} == {1, 2, 3, 44}


async def test_a_list_with_room_leaves_nothing_out(service: Service) -> None:
    """Nor says that it did; of a summary nothing is left out either."""
    for query in ("include=4,5&context=edit", "per_page=100&detail=summary"):
        answer = await get(service, f"/pages?{query}")
        assert "x-sitehand-omitted" not in answer.headers
        assert not any("omitted" in page for page in answer.json())


async def test_a_tool_says_what_it_leaves_out(service: Service) -> None:
    """In a notice, with the ids to read one by one."""
    result = await service.tool("list_pages", {"detail": "full", "context": "edit", "include": [4, 5, 6, 7]})
    (notice,) = result["structuredContent"]["notices"]
    assert notice["code"] == "omitted"
    assert "content and excerpt of 5, 4 are omitted" in notice["message"]


async def test_a_list_measures_no_body(service: Service) -> None:
    """What is kept of their sizes is believed: to measure forty bodies of 8 MB took the event loop 0.07 s."""
    with closing(sqlite3.connect(service.settings.data / "sitehand.db")) as connection, connection:
        connection.execute("UPDATE item_sizes SET rendered = 10 * :bound WHERE item_id < 3", {"bound": BOUND})
    answer = await get(service, "/pages?per_page=100&orderby=id&order=asc&include=1,2,3,44")
    assert ["omitted" in page for page in answer.json()] == [True, True, False, False]


async def test_the_memory_for_a_list_is_bounded(service: Service) -> None:
    """What has no room is never read: forty large pages take no more than their bound, some times over."""
    await get(service, "/pages?per_page=100&context=edit")
    tracemalloc.start()
    try:
        await get(service, "/pages?per_page=100&context=edit&orderby=modified")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 * BOUND
    assert peak < 40 * 2 * len(LARGE)


async def test_the_parts_of_a_batch_share_their_room(service: Service) -> None:
    """However many lists and large pages it reads, its answer stays within the bound; writes are done all the same."""
    parts: list[dict[str, Any]] = [{"method": "GET", "path": "/pages?per_page=100"}] * 4
    parts += [{"method": "GET", "path": f"/pages/{number}?context=edit"} for number in range(4, 20)]
    parts += [{"method": "POST", "path": "/pages", "body": {"title": "New", "content": LARGE}}]
    parts += [{"method": "PATCH", "path": "/pages/{#20.id}", "body": {"title": "Newer"}}]
    answer = await service.http.post(
        f"{BASE}/batch", json={"requests": parts}, headers={"X-API-Key": service.keys["admin"]}
    )
    assert len(answer.content) < 2 * BOUND
    shown = [part["body"] for part in answer.json()["responses"]]
    assert len(shown[0]) == 44
    assert all("content" in page for page in shown[0][:1])
    assert all("content" in page["omitted"] for page in shown[3] if page["id"] in range(4, 44))
    assert shown[10]["omitted"] == ["content"]
    assert (shown[20]["omitted"], shown[20]["changed"], shown[20]["id"]) == (["content"], True, 45)
    assert shown[21]["title"]["rendered"] == "Newer"


def test_what_has_no_room_keeps_its_short_members() -> None:
    """Objects lose their long members and name them; what has nothing to lose stays whole."""
    budget = Budget(3 * SHORT)
    whole = {"id": 1, "text": "x" * 2 * SHORT}
    assert budget.fit(whole) == whole
    assert budget.fit([whole, {"id": 2}]) == [{"id": 1, "omitted": ["text"]}, {"id": 2}]
    assert budget.fit({"id": 3, "omitted": ["content"], "title": "x" * 2 * SHORT}) == {
        "id": 3,
        "omitted": ["content", "title"],
    }
    assert budget.fit("x" * SHORT) == "x" * SHORT
    assert len(orjson.dumps(budget.fit({str(number): whole for number in range(100)}))) < 100 * SHORT
