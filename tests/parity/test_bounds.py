"""Every operation as a tool on a site with many pages and one of 500 KB: no answer fills a model's context."""

from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest
from bench.site import copy_first_page
from rich.console import Console

from sitehand.operation.declaration import Operation
from tests.hosts import find_lacking
from tests.parity.test_parity import prepare
from tests.promises.walk import Walk, open_walk
from tests.samples.sample import Example
from tests.samples.table import EXAMPLES, OPERATIONS
from tests.service import MCP

MAX_BYTES = 6_000 * 4
"""Of an answer on the wire: a token is four bytes."""
BLOCK = '<!-- wp:paragraph -->\n<p class="has-text">Ötter & "brook" \\ otters swim.</p>\n<!-- /wp:paragraph -->\n\n'
TEXT = BLOCK * (500_000 // len(BLOCK))
PAGES = 10_000
LONG = {"orderby": "id", "order": "asc", "per_page": 100}
ASKING = [
    ("list_pages", LONG),
    ("list_pages", {**LONG, "page": 2, "detail": "full", "context": "edit"}),
    ("search", {"search": "otters", "per_page": 50}),
    ("list_changes", {"per_page": 100}),
]
ABOUT_ONE: list[tuple[str, dict[str, Any]]] = [
    ("get_page", {"context": "edit", "detail": "full"}),
    ("get_page", {}),
    ("get_content", {"context": "edit"}),
    ("get_blocks", {}),
    ("get_outline", {}),
    ("list_revisions", {"per_page": 100}),
    ("update_page", {"title": "Renamed", "detail": "full"}),
    ("edit_text", {"find": "brook", "replace": "stream", "dry_run": True}),
    ("edit_text", {"find": "brook", "replace": "stream", "detail": "full"}),
    ("delete_page", {"detail": "full", "dry_run": True}),
]
CALLS = [
    pytest.param(wanted, call, id=f"{wanted.name} {number}")
    for wanted, number, call in EXAMPLES
    if call.code is None and not wanted.whole and wanted.name not in find_lacking()
]


@pytest.fixture(scope="module")
async def walk(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Walk]:
    """A site with these pages; the first becomes the large one when the others are copies of it."""
    async with open_walk(tmp_path_factory.mktemp("bounds")) as opened:
        words = {"title": "A page with a title of some length", "content": "<p>otters</p>", "excerpt": "Short. " * 20}
        await opened.rest("POST", "/pages", {**words, "status": "publish"})
        copy_first_page(opened.data / "sitehand.db", PAGES, Console(quiet=True))
        changed = await opened.rest("PATCH", "/pages/1", {"title": "Large", "content": TEXT})
        assert changed.status == 200
        yield opened


async def call(walk: Walk, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The structured content of a tool's answer, which is small enough on the wire."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    answer = await walk.service.http.post(MCP, json=message, headers={"X-API-Key": walk.service.keys["admin"]})
    result = answer.json()["result"]
    assert not result["isError"], result
    assert len(answer.content) <= MAX_BYTES, f"{len(answer.content)} bytes"
    content: dict[str, Any] = result["structuredContent"]
    return content


@pytest.mark.parametrize(("wanted", "example"), CALLS)
async def test_no_answer_is_too_large(walk: Walk, wanted: Operation, example: Example) -> None:
    """Every read and write, with the arguments of its samples."""
    await call(walk, wanted.name, await prepare(walk, example))


@pytest.mark.parametrize(("name", "arguments"), [*ASKING, *((name, {"id": 1, **more}) for name, more in ABOUT_ONE)])
async def test_no_answer_about_much_is_too_large(walk: Walk, name: str, arguments: Mapping[str, Any]) -> None:
    """Long lists, and reads and writes of the large page; each is cut, and says so, or is small by itself."""
    assert OPERATIONS[name]
    await call(walk, name, arguments)


async def test_a_long_list_is_read_by_its_next_calls(walk: Walk) -> None:
    """Each answer names the arguments of the next; together they have every page once."""
    asked: dict[str, Any] = dict(LONG)
    seen: list[int] = []
    while asked:
        answer = await call(walk, "list_pages", asked)
        seen += [page["id"] for page in answer["items"]]
        asked = {**asked, **answer["next"]} if "next" in answer else {}
    assert len(seen) == len(set(seen)) == answer["total"] >= PAGES


async def test_a_large_page_is_got_whole_when_asked(walk: Walk) -> None:
    """By its pieces, or by naming the member."""
    answer = await call(walk, "get_page", {"id": 1, "context": "edit"})
    following = next(cut["next"] for cut in answer["truncated"] if cut["path"] == "content.raw")
    piece = await call(walk, "get_page", {"id": 1, "context": "edit", **following})
    whole = await walk.service.tool("get_page", {"id": 1, "context": "edit", "_fields": "content.raw"})
    text = whole["structuredContent"]["content"]["raw"]
    assert len(text) > 400_000
    assert text.startswith(answer["content"]["raw"] + piece["content"]["raw"])
