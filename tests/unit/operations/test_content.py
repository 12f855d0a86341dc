"""Operations on items of any type, through the doors of a whole service."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.service import BASE, Service, open_service


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """The built-in site with keys of two roles."""
    async with open_service(tmp_path, roles=("admin", "editor")) as opened:
        yield opened


async def call(service: Service, method: str, path: str, body: Any = None, role: str = "editor") -> Any:
    """The status and body of a REST call."""
    headers = {"X-API-Key": service.keys[role]}
    answer = await service.http.request(method, f"{BASE}{path}", json=body, headers=headers)
    return answer.status_code, answer.json()


async def make(service: Service, kind: str = "pages", **fields: Any) -> Any:
    """A new item."""
    status, made = await call(service, "POST", f"/{kind}", {"title": "Made", **fields})
    assert status == 201, made
    return made


class TestGetContent:
    """Reading an item by what names it."""

    async def test_an_item_is_found_by_each_of_its_names(self, service: Service) -> None:
        """Its id, its slug, its address, its path alone: the same item, whole as `get_page` gives it."""
        parent = await make(service, title="Visit", status="publish")
        page = await make(service, title="How to find us", status="publish", parent=parent["id"], content="<p>Go</p>")
        _, whole = await call(service, "GET", f"/pages/{page['id']}")
        path = "/visit/how-to-find-us"
        for query in (f"id={page['id']}", "slug=how-to-find-us", f"url={page['link']}", f"url={path}/", f"url={path}"):
            assert await call(service, "GET", f"/content?{query}") == (200, whole)

    async def test_a_draft_is_found_by_its_address(self, service: Service) -> None:
        """It has none but its id."""
        draft = await make(service, "posts", content="<p>Soon</p>")
        assert "?p=" in draft["link"]
        answer = await service.http.get(
            f"{BASE}/content", params={"url": draft["link"]}, headers={"X-API-Key": service.keys["editor"]}
        )
        assert answer.json()["id"] == draft["id"]

    async def test_a_slug_of_several_items_names_none(self, service: Service) -> None:
        """The refusal names them; an address is of one alone."""
        page = await make(service, title="News", status="publish")
        post = await make(service, "posts", title="News", status="publish")
        status, refusal = await call(service, "GET", "/content?slug=news")
        assert (status, refusal["code"]) == (409, "conflict")
        assert {each["id"] for each in refusal["data"]["items"]} == {page["id"], post["id"]}
        assert (await call(service, "GET", "/content?url=/news/"))[1]["id"] == page["id"]
