"""A page that turns from an Elementor document to blocks and back, through REST and as a tool."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.service import Service, open_service
from tests.unit.elementor.documents import widget
from tests.unit.operations.test_elementor import make_page, read_text, send

PARTS = [
    {
        "id": "aaaaaa1",
        "elType": "container",
        "settings": {},
        "elements": [
            widget("aaaaaa2", title="Welcome", title_hover_color="#ff0000", __globals__={"title_color": "x"}),
            widget("aaaaaa3", "progress", title="Half done"),
        ],
    }
]
BLOCKS = '<!-- wp:heading -->\n<h2 class="wp-block-heading">Hello</h2>\n<!-- /wp:heading -->\n\n<!-- wp:calendar /-->'


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with an admin and a designer."""
    async with open_service(tmp_path, roles=("admin", "designer")) as opened:
        yield opened


async def convert(service: Service, item: int, to: str, **query: Any) -> Any:
    """The answer of a conversion."""
    return await send(service, "POST", f"/items/{item}/elementor/conversion", {"to": to}, **query)


async def read_content(service: Service, item: int) -> str:
    """The content of a page."""
    page = await send(service, "GET", f"/pages/{item}", context="edit")
    return str(page["content"]["raw"])


async def see(service: Service, item: int) -> str:
    """The page as visitors get it."""
    link = (await send(service, "GET", f"/pages/{item}"))["link"]
    return (await service.http.get(link)).text


async def test_a_document_becomes_blocks_that_visitors_see(service: Service) -> None:
    """The document is off and kept; the report says what came of each element."""
    item = await make_page(service, PARTS)
    assert "elementor-heading-title" in await see(service, item)
    done = await convert(service, item, "blocks")
    assert done.get("changed"), done
    report = done["report"]
    assert {(each["type"], each["became"]) for each in report["became"]} == {
        ("container", "core/group"),
        ("heading", "core/heading"),
        ("progress", "core/paragraph"),
    }
    assert [each["element"] for each in report["no_counterpart"]] == ["aaaaaa3"]
    assert ("aaaaaa2", "title_hover_color") in {(each["element"], each["setting"]) for each in report["left_out"]}
    assert "Welcome</h2>" in await read_content(service, item)
    page = await see(service, item)
    assert "wp-block-heading" in page and "elementor-heading-title" not in page
    assert json.loads(await read_text(service, item)) == PARTS
    again = await convert(service, item, "blocks")
    assert (again["changed"], again["report"]["converted"]) == (False, 0)


async def test_an_undo_brings_document_and_content_back(service: Service) -> None:
    """One change, one undo."""
    item = await make_page(service, PARTS)
    await send(service, "PATCH", f"/pages/{item}", {"content": "<p>Before</p>"})
    done = await convert(service, item, "blocks")
    assert (await send(service, "POST", "/changes/undo", {"id": done["change_id"]}))["http"] == 200
    assert await read_content(service, item) == "<p>Before</p>"
    assert "elementor-heading-title" in await see(service, item)


async def test_a_preview_shows_both_parts_and_stores_neither(service: Service) -> None:
    """With the report of what would come of it."""
    item = await make_page(service, PARTS)
    shown = await convert(service, item, "blocks", dry_run="true")
    assert shown["http"] == 200, shown
    assert "wp:heading" in json.dumps(shown) and "elementor_edit_mode" in json.dumps(shown)
    assert "left_out" in json.dumps(shown)
    assert await read_content(service, item) == "" and "elementor-heading-title" in await see(service, item)


async def test_blocks_become_a_document_that_visitors_see(service: Service) -> None:
    """The blocks stay as they are, and come back where the page becomes blocks again."""
    item = int((await send(service, "POST", "/pages", {"title": "T", "status": "publish", "content": BLOCKS}))["id"])
    done = await convert(service, item, "elementor")
    assert (done["http"], done["changed"], done["visible"]) == (200, True, "yes"), done
    assert [(each["type"], each["became"]) for each in done["report"]["became"]] == [
        ("core/heading", "heading"),
        ("core/calendar", "html"),
    ]
    assert done["report"]["no_counterpart"][0]["shown"].startswith("not shown")
    assert await read_content(service, item) == BLOCKS
    assert "elementor-heading-title" in await see(service, item)
    faults = await send(service, "GET", f"/items/{item}/elementor/findings", severity="error")
    assert faults["items"] == []
    back = await convert(service, item, "blocks")
    assert back["changed"] and "<!-- wp:calendar /-->" in await read_content(service, item)


async def test_what_cannot_be_converted_is_refused(service: Service) -> None:
    """A page without a document, one that shows its document, and a part of one."""
    page = int((await send(service, "POST", "/pages", {"title": "T"}))["id"])
    assert (await convert(service, page, "blocks"))["code"] == "conflict"
    assert (await convert(service, page, "elementor"))["report"]["converted"] == 0
    item = await make_page(service, PARTS)
    refused = await convert(service, item, "elementor")
    assert (refused["code"], "Convert it to blocks" in refused["hint"]) == ("conflict", True)
    path, part = f"/items/{item}/elementor/conversion", {"to": "blocks", "element": "aaaaaa2"}
    assert (await send(service, "POST", path, part))["code"] == "invalid_arguments"
    assert await read_content(service, item) == ""


async def test_locked_blocks_are_not_lost(service: Service) -> None:
    """Content that its author has locked is not replaced by blocks of the document."""
    locked = BLOCKS.replace("wp:heading -->", 'wp:heading {"lock":{"remove":true}} -->', 1)
    item = await make_page(service, PARTS)
    await send(service, "PATCH", f"/pages/{item}", {"content": locked})
    refused = await convert(service, item, "blocks")
    assert (refused["code"], refused["locked_by"]) == ("conflict", "0")


async def test_variables_of_the_site_become_their_values(service: Service) -> None:
    """Pages of blocks declare none."""
    await send(service, "PATCH", "/elementor/variables", {"variables": [{"label": "ink", "color": "#123abc"}]})
    item = await make_page(service, [{"id": "aaaaaa1", "elType": "e-flexbox", "settings": {}, "elements": []}])
    heading = {"elType": "widget", "widgetType": "e-heading", "settings": {"title": "Hi"}, "style": "color: var(--ink)"}
    at = {"last_in": "aaaaaa1"}
    await send(service, "POST", f"/items/{item}/elementor/elements", {"element": heading, "at": at})
    report = (await convert(service, item, "blocks"))["report"]
    assert "color:#123abc" in await read_content(service, item)
    assert report["left_out"] == []
