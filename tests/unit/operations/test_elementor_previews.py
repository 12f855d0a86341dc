"""Tests of Elementor documents as visitors get them, before anybody does."""

import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.files.chromium import open_writer
from sitehand.files.devtools import BrowserEnded
from sitehand.operations.elementor.previews import write_text
from tests.service import BASE, Service, open_service

HEADING: dict[str, Any] = {
    "id": "aaaaaa2",
    "elType": "widget",
    "widgetType": "heading",
    "settings": {"title": "Stored words", "link": {"url": "/there/"}},
    "elements": [],
}
CONTENT = [{"id": "aaaaaa1", "elType": "container", "settings": {}, "elements": [HEADING]}]
EDIT = {"operation": "update_element", "element": "aaaaaa2", "settings": {"title": "Other words"}}


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service without a browser."""
    async with open_service(tmp_path, chromium=str(tmp_path / "nothing")) as opened:
        yield opened


async def call(service: Service, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    """The status and the body of an answer."""
    answer = await service.http.request(
        method, f"{BASE}{path}", json=body, headers={"X-API-Key": service.keys["admin"]}
    )
    return answer.status_code, answer.json()


async def make_page(service: Service, **fields: Any) -> str:
    """The path of a page with a document."""
    _, page = await call(service, "POST", "/pages", {"title": "Page", **fields})
    path = f"/items/{page['id']}"
    status, answer = await call(service, "PUT", f"{path}/elementor", {"content": CONTENT})
    assert status == 200, answer
    return path


@pytest.mark.parametrize("fields", [{}, {"status": "publish"}, {"status": "publish", "password": "secret"}])
async def test_a_document_is_read_as_visitors_see_it(service: Service, fields: Any) -> None:
    """Drafts, public pages, and those behind a password: text as Markdown, HTML without the page around it."""
    path = await make_page(service, **fields)
    status, told = await call(service, "POST", f"{path}/elementor/preview", {})
    assert (status, told["text"]) == (200, "## [Stored words](/there/)")
    _, told = await call(service, "POST", f"{path}/elementor/preview", {"format": "html"})
    assert told["html"].startswith("<div") and "Stored words</a></h2>" in told["html"]
    assert "<header" not in told["html"] and set(told) == {"id", "revision", "html"}


async def test_operations_are_shown_and_stored_nowhere(service: Service) -> None:
    """The revision stays; a wrong operation is refused as its write refuses it."""
    path = await make_page(service)
    _, before = await call(service, "GET", f"{path}/elementor")
    _, told = await call(service, "POST", f"{path}/elementor/preview", {"operations": [EDIT]})
    assert (told["text"], told["revision"]) == ("## [Other words](/there/)", before["revision"])
    _, after = await call(service, "GET", f"{path}/elementor")
    assert after == before
    wrong = {"operations": [{**EDIT, "settings": {"titel": "Other"}}]}
    status, refused = await call(service, "POST", f"{path}/elementor/preview", wrong)
    assert (status, "titel" in refused["data"]["details"][0]["path"]) == (400, True), refused


async def test_a_whole_document_is_shown_before_it_is_stored(service: Service) -> None:
    """Of an item without one too; one that would damage the page is refused, and so are operations beside it."""
    _, page = await call(service, "POST", "/pages", {"title": "Page"})
    path = f"/items/{page['id']}/elementor/preview"
    _, told = await call(service, "POST", path, {"content": CONTENT})
    assert told["text"] == "## [Stored words](/there/)"
    for wrong in ({"content": [{"elType": "container"}]}, {"content": CONTENT, "operations": [EDIT]}):
        assert (await call(service, "POST", path, wrong))[1]["code"] == "invalid_arguments"
    assert (await call(service, "POST", path, {}))[1]["message"] == "This item has no Elementor document."


async def test_a_link_shows_what_is_stored(service: Service) -> None:
    """It is a preview link; operations have none."""
    path = await make_page(service)
    _, told = await call(service, "POST", f"{path}/elementor/preview", {"format": "link"})
    page = await service.http.get(told["preview_link"])
    assert (page.status_code, "Stored words" in page.text, "This is a preview" in page.text) == (200, True, True)
    asked = {"format": "link", "operations": [EDIT]}
    assert (await call(service, "POST", f"{path}/elementor/preview", asked))[1]["code"] == "invalid_arguments"


async def test_what_cannot_be_drawn_says_why(service: Service) -> None:
    """Without a browser there is no image; nothing is seen of a document that is off, or in the trash."""
    path = await make_page(service)
    _, refused = await call(service, "POST", f"{path}/elementor/preview", {"format": "image"})
    assert (refused["code"], "SITEHAND_CHROMIUM" in refused["data"]["hint"]) == ("not_supported", True)
    await call(service, "POST", f"{path}/elementor/conversion", {"to": "blocks"})
    assert (await call(service, "POST", f"{path}/elementor/preview", {}))[1]["code"] == "conflict"
    _, told = await call(service, "POST", f"{path}/elementor/preview", {"operations": [EDIT]})
    assert told["text"] == "## [Other words](/there/)"
    await call(service, "DELETE", f"/pages/{path.rpartition('/')[2]}")
    assert (await call(service, "POST", f"{path}/elementor/preview", {}))[1]["code"] == "conflict"


async def test_a_browser_that_does_not_start_is_not_a_page_that_takes_too_long(tmp_path: Path) -> None:
    """As in a container without its sandbox: nobody is told to try again."""
    ends = shutil.which("false")
    async with open_service(tmp_path, chromium=ends) as service:
        path = await make_page(service)
        status, refused = await call(service, "POST", f"{path}/elementor/preview", {"format": "image"})
    assert (status, refused["message"]) == (501, "The Chromium of this server does not start.")
    assert "Try again" not in refused["data"]["hint"]


def test_why_a_browser_ended_is_told_when_words_for_it_are_left() -> None:
    """That they cannot be written any more is nothing new."""
    reading, writing = os.pipe()
    os.close(reading)
    with pytest.raises(BrowserEnded), open_writer(writing) as writer:
        writer.write(b"Draw this")
        raise BrowserEnded
    assert writer.closed


async def test_a_batch_has_no_previews(service: Service) -> None:
    """A picture would hold up who writes, and fill a model's context with its bytes."""
    path = await make_page(service)
    part = {"method": "POST", "path": f"{path}/elementor/preview", "body": {"format": "image"}}
    _, answer = await call(service, "POST", "/batch", {"requests": [part]})
    assert answer["responses"][0]["body"]["message"] == "A batch cannot contain preview_elementor."


async def test_a_site_without_public_pages_draws_nothing(tmp_path: Path) -> None:
    """The operation is not there, and says why."""
    async with open_service(tmp_path, public_site=False) as service:
        _, refused = await call(service, "POST", "/items/1/elementor/preview", {})
        assert (refused["code"], "public pages" in refused["message"]) == ("not_supported", True)


def test_text_is_what_people_read() -> None:
    """Styles, scripts and drawings have no words."""
    html = "<style>a{}</style><script>b()</script><h2>Words</h2><svg><title>A star</title></svg><p>More</p>"
    assert write_text(html) == "## Words\n\nMore"
