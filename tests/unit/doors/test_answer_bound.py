"""Lists end at a bound in bytes, through both doors: what has no room is named, and can be read by itself."""

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.service import Service, open_service

PAGES = "/sitehand/v1/pages"
SIZES = (100, 12_000, 12_000, 30_000)
"""Bytes of each page's content, the oldest first; one of the two middle ones has room, and the last never has."""


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A site whose lists may have 20,000 bytes."""
    async with open_service(tmp_path, max_answer_bytes=20_000) as opened:
        for size in SIZES:
            sent = {"title": f"{size} bytes", "content": "x" * size, "excerpt": "x", "status": "publish"}
            answer = await opened.http.post(PAGES, json=sent, headers=key_of(opened))
            assert answer.status_code == 201
        yield opened


def key_of(service: Service) -> dict[str, str]:
    """The header of a call by the admin."""
    return {"X-API-Key": service.keys["admin"]}


async def list_pages(service: Service, query: str = "") -> tuple[list[dict[str, Any]], str]:
    """The pages as REST lists them, and which it names as left out."""
    answer = await service.http.get(f"{PAGES}?orderby=id&order=asc{query}", headers=key_of(service))
    assert answer.status_code == 200
    return answer.json(), answer.headers.get("x-sitehand-omitted", "")


async def test_a_list_leaves_out_what_has_no_room(service: Service) -> None:
    """The first that fits is whole; the others have everything but their bodies, and are named in a header."""
    pages, omitted = await list_pages(service)
    assert [page["title"]["rendered"] for page in pages] == [f"{size} bytes" for size in SIZES]
    assert ["content" in page for page in pages] == [True, True, False, False]
    assert [page.get("omitted") for page in pages] == [None, None, *[["content", "excerpt"]] * 2]
    assert omitted == f"{pages[2]['id']}, {pages[3]['id']}"
    whole = (await service.http.get(f"{PAGES}/{pages[3]['id']}", headers=key_of(service))).json()
    assert len(whole["content"]["rendered"]) > 30_000


async def test_the_raw_text_counts_where_it_is_shown(service: Service) -> None:
    """For editing, a page of 12,000 bytes has twice as many."""
    pages, _ = await list_pages(service, "&context=edit")
    assert ["content" in page for page in pages] == [True, False, False, False]


async def test_a_tool_names_what_it_leaves_out(service: Service) -> None:
    """In its notices, since it has no headers."""
    result = await service.tool("list_pages", {"detail": "full", "orderby": "id", "order": "asc"})
    told = json.loads(result["content"][0]["text"])
    assert ["omitted" in page for page in told["items"]] == [False, False, True, True]
    assert [notice["code"] for notice in told["notices"]] == ["omitted"]
    assert all(str(page["id"]) in told["notices"][0]["message"] for page in told["items"][2:])


async def test_no_list_measures_a_body(service: Service) -> None:
    """What is kept of their sizes is believed: forty bodies of 8 MB took the event loop 0.07 s to measure."""
    with closing(sqlite3.connect(service.settings.data / "sitehand.db")) as connection, connection:
        connection.execute("UPDATE item_sizes SET rendered = 100000 WHERE rendered < 1000")
    pages, _ = await list_pages(service)
    assert ["content" in page for page in pages] == [False, True, False, False]
