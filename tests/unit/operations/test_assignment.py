"""Terms for many posts at once."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.service import Service, open_service


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """An empty site."""
    async with open_service(tmp_path) as opened:
        yield opened


async def call(service: Service, name: str, arguments: dict[str, Any]) -> Any:
    """What a tool answers."""
    return (await service.tool(name, arguments))["structuredContent"]


async def make_posts(service: Service, number: int) -> tuple[list[int], int]:
    """Posts on rye, and a category for them."""
    made = [await call(service, "create_post", {"title": f"Rye {each}"}) for each in range(number)]
    term = await call(service, "create_term", {"taxonomy": "category", "name": "Rye"})
    return [each["id"] for each in made], term["id"]


async def read_categories(service: Service, ids: list[int]) -> list[Any]:
    """The categories of each post."""
    return [(await call(service, "get_post", {"id": each}))["categories"] for each in ids]


async def test_posts_that_fit_get_terms_and_lose_others(service: Service) -> None:
    """A dry run tells which and changes nothing; what fits already is no change; one undo takes all of it back."""
    ids, term = await make_posts(service, 3)
    other = await call(service, "create_post", {"title": "Wheat"})
    wanted = {"search": "rye", "add_categories": [term]}
    shown = await call(service, "assign_terms", {**wanted, "dry_run": True})
    assert len(shown["changes"]) == 3
    assert await read_categories(service, ids) == [[]] * 3
    done = await call(service, "assign_terms", wanted)
    assert ([each["id"] for each in done["items"]], done["total"]) == (ids, 3)
    assert await read_categories(service, [*ids, other["id"]]) == [[term]] * 3 + [[]]
    again = await call(service, "assign_terms", wanted)
    assert (again["items"], again["total"], again["changed"]) == ([], 3, False)
    await call(service, "undo_change", {"id": done["change_id"]})
    assert await read_categories(service, ids) == [[]] * 3


async def test_more_posts_than_fit_into_one_call_are_refused(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """None of them is changed."""
    monkeypatch.setattr("sitehand.operations.taxonomy.assignment.MAX_POSTS", 2)
    ids, term = await make_posts(service, 3)
    answer = await service.tool("assign_terms", {"search": "rye", "add_categories": [term]})
    assert "More than 2 posts fit (3)" in str(answer)
    assert await read_categories(service, ids) == [[]] * 3
