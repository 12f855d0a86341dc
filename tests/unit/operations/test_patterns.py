"""Patterns through REST: items of their own, referred to or copied, with overrides and bindings."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.samples.gutenberg import CONTENT, HEADING, paragraph
from tests.service import Service, open_service

BASE = "/sitehand/v1"
BOUND = (
    '<!-- wp:paragraph {"metadata":{"bindings":{"content":{"source":"core/post-meta","args":{"key":"price"}}}}} -->\n'
    "<p>10</p>\n<!-- /wp:paragraph -->"
)


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with keys."""
    async with open_service(tmp_path, roles=("admin", "designer")) as opened:
        yield opened


async def send(service: Service, method: str, path: str, body: Any = None, status: int = 200) -> Any:
    """The body of an answer with that status."""
    answer = await service.http.request(method, BASE + path, json=body, headers={"X-API-Key": service.keys["designer"]})
    assert answer.status_code == status, answer.text
    return answer.json()


async def make_page(service: Service, content: str) -> int:
    """The id of a page."""
    body = {"title": "Page", "content": content, "status": "publish"}
    answer = await service.http.post(f"{BASE}/pages", json=body, headers={"X-API-Key": service.keys["admin"]})
    return int(answer.json()["id"])


async def make_pattern(service: Service, **body: Any) -> int:
    """The id of a pattern."""
    return int((await send(service, "POST", "/patterns", {"title": "Card", **body}, 201))["id"])


async def read_markup(service: Service, item: int) -> str:
    """The blocks of an item as they are stored."""
    found = await send(service, "GET", f"/items/{item}/blocks?view=markup")
    return "\n\n".join(block["markup"] for block in found["items"])


async def test_a_pattern_is_made_of_a_selection_and_edited_as_an_item(service: Service) -> None:
    """The page stays as it was; the operations on blocks work on the pattern by its id, and an undo takes them back."""
    page = await make_page(service, CONTENT)
    pattern = await make_pattern(service, selection={"id": page, "blocks": ["1", "2"]})
    assert await read_markup(service, pattern) == "\n\n".join(CONTENT.split("\n\n")[1:3])
    edited = await send(service, "PATCH", f"/items/{pattern}/blocks/0", {"text": "Changed"})
    assert "Changed" in await read_markup(service, pattern)
    await send(service, "POST", "/changes/undo", {"id": edited["change_id"]})
    assert await read_markup(service, pattern) == "\n\n".join(CONTENT.split("\n\n")[1:3])
    assert await read_markup(service, page) == CONTENT
    (line,) = await send(service, "GET", "/patterns?search=card")
    assert (line["pattern"], line["title"], line["synced"], line["status"]) == (pattern, "Card", True, "publish")


async def test_a_synced_pattern_is_inserted_as_a_reference_that_names_its_uses(service: Service) -> None:
    """A pattern in use is neither removed nor made a draft; without references it goes to the trash, and comes back."""
    page, pattern = await make_page(service, HEADING), await make_pattern(service, markup=paragraph("Come."))
    inserted = await send(service, "POST", f"/items/{page}/patterns", {"pattern": pattern, "at": "start"})
    assert inserted["blocks"][0]["name"] == "core/block"
    assert await read_markup(service, page) == f'<!-- wp:block {{"ref":{pattern}}} /-->\n\n{HEADING}'
    refused = await send(service, "DELETE", f"/patterns/{pattern}", status=409)
    assert [use["id"] for use in refused["data"]["uses"]] == [page]
    draft = await send(service, "PATCH", f"/patterns/{pattern}", {"title": "New", "status": "draft"}, 409)
    assert [use["id"] for use in draft["data"]["uses"]] == [page]
    await send(service, "PATCH", f"/patterns/{pattern}", {"title": "New", "status": "publish"})
    await send(service, "DELETE", f"/items/{page}/blocks/0")
    assert (await send(service, "DELETE", f"/patterns/{pattern}"))["status"] == "trash"
    assert await send(service, "GET", "/patterns") == []
    restored = {"status": "publish"}
    answer = await service.http.post(
        f"{BASE}/trash/{pattern}/restore", json=restored, headers={"X-API-Key": service.keys["admin"]}
    )
    assert answer.json()["status"] == "publish"


async def test_a_pattern_is_kept_where_not_all_texts_were_searched(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be in use in one of the others: it is neither removed nor made a draft."""
    pattern = await make_pattern(service, markup=paragraph("Come."))
    for _ in range(2):
        await make_page(service, '<!-- wp:block {"ref":999} /-->')
    monkeypatch.setattr("sitehand.hosts.builtin.items.MAX_COUNTED", 1)
    for method, body in (("DELETE", None), ("PATCH", {"status": "draft"})):
        refused = await send(service, method, f"/patterns/{pattern}", body, 409)
        assert "may be in use" in refused["message"]
    assert (await send(service, "GET", f"/patterns/{pattern}"))["status"] == "publish"


async def test_a_copy_has_the_blocks_and_no_overrides(service: Service) -> None:
    """A draft is not inserted, since visitors would see nothing."""
    page, pattern = await make_page(service, HEADING), await make_pattern(service, markup=paragraph("Come."))
    await send(service, "POST", f"/items/{page}/patterns", {"pattern": pattern, "copy_blocks": True})
    assert await read_markup(service, page) == f"{HEADING}\n\n{paragraph('Come.')}"
    given = {"pattern": pattern, "copy_blocks": True, "overrides": {"Words": {"content": "x"}}}
    await send(service, "POST", f"/items/{page}/patterns", given, 400)
    await send(service, "PATCH", f"/patterns/{pattern}", {"status": "draft"})
    await send(service, "POST", f"/items/{page}/patterns", {"pattern": pattern}, 409)


async def test_a_pattern_never_holds_itself_through_others(service: Service) -> None:
    """The second of two that would hold each other is refused."""
    one, two = [await make_pattern(service, markup=paragraph(word)) for word in ("One", "Two")]
    await send(service, "POST", f"/items/{one}/patterns", {"pattern": two})
    refused = await send(service, "POST", f"/items/{two}/patterns", {"pattern": one}, 409)
    assert "hold itself" in refused["message"]
    await send(service, "POST", f"/items/{two}/patterns", {"pattern": two}, 409)


async def test_bound_attributes_say_where_their_value_comes_from(service: Service) -> None:
    """Writing them is refused with that reason, by text, attribute and HTML; anything else of the block is written."""
    page = await make_page(service, BOUND)
    shown = await send(service, "GET", f"/items/{page}/blocks")
    assert shown["items"][0]["bound"] == {"content": "core/post-meta price"}
    for change in ({"text": "12"}, {"attributes": {"content": "12"}}, {"html": "<p>12</p>"}):
        refused = await send(service, "PATCH", f"/items/{page}/blocks/0", change, 409)
        assert "core/post-meta" in refused["message"]
    await send(service, "PATCH", f"/items/{page}/blocks/0", {"attributes": {"dropCap": True}})
    assert '"dropCap":true' in await read_markup(service, page)


async def test_visitors_find_no_page_of_a_pattern(service: Service) -> None:
    """Nor a comment on it, nor a featured image."""
    pattern = await make_pattern(service, markup=paragraph("Come."))
    for path in ("/card/", f"/?p={pattern}", f"/?page_id={pattern}"):
        assert (await service.http.get(path, follow_redirects=True)).text.count("Come.") == 0
    headers = {"X-API-Key": service.keys["admin"]}
    comment = await service.http.post(f"{BASE}/comments", json={"post": pattern, "content": "x"}, headers=headers)
    assert comment.status_code == 400
    image = await service.http.put(f"{BASE}/items/{pattern}/featured-media", json={"media": 0}, headers=headers)
    assert image.status_code == 409


async def test_a_pattern_from_a_page_and_its_copy_name_no_notes(service: Service) -> None:
    """Notes are about the blocks that they were left on: neither their blocks nor their words are named elsewhere."""
    words = '<mark class="wp-note" data-id="5">Fresh</mark> bread'
    noted = paragraph(words).replace("<!-- wp:paragraph", '<!-- wp:paragraph {"metadata":{"noteId":5}}')
    page = await make_page(service, noted)
    pattern = await make_pattern(service, selection={"id": page, "blocks": ["0"]})
    assert await read_markup(service, pattern) == paragraph("Fresh bread")
    await send(service, "PUT", f"/items/{pattern}/blocks", {"markup": noted})
    await send(service, "POST", f"/items/{page}/patterns", {"pattern": pattern, "copy_blocks": True})
    assert await read_markup(service, page) == f"{noted}\n\n{paragraph('Fresh bread')}"
