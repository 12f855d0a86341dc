"""Where on the site a block is used, and locks of a text that is written anew."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.blocks.delimiters import MAX_DELIMITERS
from sitehand.blocks.finding import Wanted
from sitehand.blocks.release import read_release
from sitehand.operations.gutenberg.usage import Counter
from tests.samples.gutenberg import CONTENT, GROUP, HEADING, paragraph
from tests.service import Service, open_service

LOCKED = '<!-- wp:paragraph {"lock":{"remove":true}} -->\n<p>Stays</p>\n<!-- /wp:paragraph -->'


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with the key of an admin."""
    async with open_service(tmp_path) as opened:
        yield opened


async def call(service: Service, method: str, path: str, body: Any = None) -> Any:
    """The body of an answer, with its status."""
    headers = {"X-API-Key": service.keys["admin"]}
    answer = await service.http.request(method, f"/sitehand/v1{path}", json=body, headers=headers)
    return {**answer.json(), "status_code": answer.status_code}


async def make(service: Service, content: str, kind: str = "pages") -> int:
    """The id of a new item with a text."""
    return int((await call(service, "POST", f"/{kind}", {"title": "Used", "content": content}))["id"])


async def test_a_block_is_found_on_every_item_that_has_it(service: Service) -> None:
    """With its namespace or without, in pages and posts, and by its attributes; not in the trash, nor in words."""
    first, second = await make(service, CONTENT), await make(service, GROUP + paragraph("x") + GROUP, "posts")
    third = await make(service, HEADING.replace("wp:heading", "wp:core/heading"))
    trashed = await make(service, HEADING)
    await call(service, "DELETE", f"/pages/{trashed}")
    await make(service, "We write wp:heading and &lt;!-- wp:group --&gt; about it.")
    headings = await call(service, "POST", "/blocks/usage", {"name": "heading"})
    assert [(use["id"], use["count"]) for use in headings["uses"]] == [(first, 1), (third, 1)]
    assert (headings["name"], headings["items"], headings["complete"]) == ("core/heading", 2, True)
    groups = await call(service, "POST", "/blocks/usage", {"name": "core/group"})
    assert [(use["id"], use["type"], use["count"]) for use in groups["uses"]] == [
        (first, "page", 1),
        (second, "post", 2),
    ]
    assert groups["blocks"] == 3
    none = await call(service, "POST", "/blocks/usage", {"name": "heading", "attributes": {"level": 1}})
    assert (none["items"], none["uses"]) == (0, [])


def test_a_text_that_cannot_be_read_is_counted_apart() -> None:
    """It may have the block, so that what is found is not complete. No write stores such a text; an import may have."""
    counter = Counter(Wanted(["core/heading"]), read_release("7.1"))
    assert (counter.number(HEADING), counter.unread) == (1, 0)
    assert (counter.number("<!-- wp:heading /-->" * (MAX_DELIMITERS + 1)), counter.unread) == (0, 1)


async def test_locked_blocks_survive_a_new_text(service: Service) -> None:
    """A text without them is refused, and the stored one stays."""
    page = await make(service, LOCKED + paragraph("Goes"))
    revision = (await call(service, "GET", f"/items/{page}/blocks"))["revision"]
    body = {"markup": paragraph("New"), "expected_revision": revision}
    refused = await call(service, "PUT", f"/items/{page}/blocks", body)
    assert (refused["status_code"], refused["data"]["locked_by"]) == (409, "0")
    done = await call(service, "PUT", f"/items/{page}/blocks", {**body, "markup": paragraph("New") + LOCKED})
    assert done["status_code"] == 200


async def test_a_new_text_has_blocks_where_they_may_be(service: Service) -> None:
    """The refusal says what would fit."""
    page = await make(service, CONTENT)
    revision = (await call(service, "GET", f"/items/{page}/blocks"))["revision"]
    markup = "<!-- wp:list-item -->\n<li>Item</li>\n<!-- /wp:list-item -->"
    refused = await call(service, "PUT", f"/items/{page}/blocks", {"markup": markup, "expected_revision": revision})
    assert refused["status_code"] == 400
    assert "core/list-item stands directly in core/list." in str(refused)
