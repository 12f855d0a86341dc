"""The order of terms among their siblings."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.service import Service, open_service

OF = {"taxonomy": "category"}
BLOCK = '<!-- wp:categories {"showEmpty":true,"showHierarchy":true} /-->'


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """An empty site."""
    async with open_service(tmp_path) as opened:
        yield opened


async def call(service: Service, tool: str, **arguments: Any) -> Any:
    """What a tool answers."""
    return (await service.tool(tool, {**OF, **arguments}))["structuredContent"]


async def make(service: Service, *names: str, **fields: Any) -> list[int]:
    """The ids of new categories."""
    return [(await call(service, "create_term", name=name, **fields))["id"] for name in names]


async def read_tree(service: Service, top: int = 0) -> list[str]:
    """The names of the terms below one, in tree order."""
    return [each["name"] for each in (await call(service, "get_term_tree", top=top))["items"]]


async def test_terms_are_put_in_an_order_that_trees_lists_and_pages_have(service: Service) -> None:
    """Those that are left out follow by name; and one undo takes all of it back."""
    apples, bread, cheese, dates = await make(service, "Apples", "Bread", "Cheese", "Dates")
    await make(service, "Rye", "Wheat", parent=bread)
    done = await call(service, "order_terms", ids=[cheese, apples])
    assert (done["ids"], done["parent"], done["changed"]) == ([cheese, apples], 0, True)
    ordered = ["Cheese", "Apples", "Bread", "Rye", "Wheat", "Dates"]
    assert await read_tree(service) == ordered
    found = (await call(service, "list_terms", orderby="menu_order"))["items"]
    assert [each["name"] for each in found] == ["Cheese", "Apples", "Bread", "Dates", "Rye", "Wheat"]
    assert [each.get("menu_order") for each in found] == [-2, -1, None, None, None, None]
    assert [each["name"] for each in (await call(service, "list_terms"))["items"]] == sorted(ordered)
    page = await service.tool("create_page", {"title": "All", "status": "publish", "content": BLOCK})
    shown = (await service.http.get(page["structuredContent"]["link"])).text
    assert re.findall(r"cat-item-[0-9]+.><a href=.[^>]*>([^<]+)", shown) == ordered
    assert (await call(service, "order_terms", ids=[cheese, apples]))["changed"] is False
    await call(service, "order_terms", ids=[dates])
    assert (await read_tree(service))[:2] == ["Dates", "Apples"]
    undo = await service.tool("undo_change", {"id": done["change_id"]})
    assert undo.get("isError")


async def test_one_undo_takes_an_order_back(service: Service) -> None:
    """And an empty order is the one by name."""
    apples, bread, cheese = await make(service, "Apples", "Bread", "Cheese")
    await call(service, "order_terms", ids=[cheese, bread])
    done = await call(service, "order_terms", ids=[])
    assert await read_tree(service) == ["Apples", "Bread", "Cheese"]
    await service.tool("undo_change", {"id": done["change_id"]})
    assert await read_tree(service) == ["Cheese", "Bread", "Apples"]
    shown = await call(service, "order_terms", ids=[apples], dry_run=True)
    assert len(shown["changes"]) == 3
    assert await read_tree(service) == ["Cheese", "Bread", "Apples"]


async def test_a_place_is_one_among_siblings(service: Service) -> None:
    """A term that gets another parent, by itself or since its parent ends, follows there by name."""
    food, drink = await make(service, "Food", "Drink")
    rye, wheat = await make(service, "Rye", "Wheat", parent=food)
    tea, _ = await make(service, "Tea", "Ale", parent=drink)
    await call(service, "order_terms", parent=food, ids=[wheat, rye])
    await call(service, "order_terms", parent=drink, ids=[tea])
    assert await read_tree(service, food) == ["Wheat", "Rye"]
    await call(service, "update_term", id=wheat, parent=drink)
    assert await read_tree(service, drink) == ["Tea", "Ale", "Wheat"]
    await call(service, "delete_term", id=drink)
    assert await read_tree(service) == ["Ale", "Food", "Rye", "Tea", "Wheat"]
    assert "menu_order" in await call(service, "get_term", id=rye)
    assert "menu_order" not in await call(service, "get_term", id=tea)


async def test_only_siblings_are_put_in_an_order(service: Service) -> None:
    """Not a term from elsewhere, nor one twice; and nothing is changed."""
    food, drink = await make(service, "Food", "Drink")
    (rye,) = await make(service, "Rye", parent=food)
    for parent, ids, path in ((0, [drink, rye], "ids[1]"), (food, [drink], "ids[0]"), (0, [drink, drink], "ids")):
        refused = await service.tool("order_terms", {**OF, "parent": parent, "ids": ids})
        assert refused["isError"]
        assert path in str(refused["structuredContent"])
    refused = await service.tool("order_terms", {**OF, "parent": 999, "ids": []})
    assert "not_found" in str(refused["structuredContent"])
    assert await read_tree(service) == ["Drink", "Food", "Rye"]
