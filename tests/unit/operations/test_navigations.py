"""Navigations through REST: items whose blocks are links, edited as blocks, for designers and admins alone."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.service import Service, open_service

BASE = "/sitehand/v1"
HOME = '<!-- wp:navigation-link {"label":"Home","url":"/"} /-->'
ABOUT = {"name": "core/navigation-link", "attributes": {"label": "About \\u0041 -- us", "url": "/about/"}}


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with keys."""
    async with open_service(tmp_path, roles=("admin", "designer", "editor", "author")) as opened:
        yield opened


async def send(
    service: Service, method: str, path: str, body: Any = None, status: int = 200, role: str = "designer"
) -> Any:
    """The body of an answer with that status."""
    answer = await service.http.request(method, BASE + path, json=body, headers={"X-API-Key": service.keys[role]})
    assert answer.status_code == status, answer.text
    return answer.json()


async def make(service: Service, markup: str = HOME, **more: Any) -> int:
    """The id of a navigation."""
    body = {"title": "Main menu", "markup": markup, **more}
    return int((await send(service, "POST", "/navigations", body, 201))["id"])


async def read(service: Service, navigation: int) -> str:
    """The blocks of a navigation as they are stored."""
    found = await send(service, "GET", f"/navigations/{navigation}?context=edit")
    return str(found["content"]["raw"])


async def test_links_are_edited_as_blocks_and_taken_back(service: Service) -> None:
    """A link stands in no other block there; what an edit changes, an undo puts back byte for byte."""
    navigation = await make(service)
    added = await send(service, "POST", f"/items/{navigation}/blocks", {"at": "end", "blocks": [ABOUT]})
    assert [block["path"] for block in added["blocks"]] == ["1"]
    stored = await read(service, navigation)
    moved = await send(service, "POST", f"/items/{navigation}/blocks/1/move", {"at": "start"})
    changed = await send(service, "PATCH", f"/items/{navigation}/blocks/0", {"attributes": {"url": "/us/"}})
    now = await read(service, navigation)
    assert now.index("/us/") < now.index("Home")
    for change, before in ((changed, None), (moved, stored), (added, HOME)):
        await send(service, "POST", "/changes/undo", {"id": change["change_id"]})
        assert before in (None, await read(service, navigation))


@pytest.mark.parametrize("new", [{"name": "core/paragraph", "text": "x"}, {"name": "core/block"}])
async def test_what_no_navigation_holds_is_refused(service: Service, new: dict[str, Any]) -> None:
    """In a new one, inserted, and among all blocks; the hint names what it holds."""
    navigation = await make(service)
    for method, path in (("POST", "/navigations"), ("POST", "/items/{}/blocks"), ("PUT", "/items/{}/blocks")):
        title = {"title": "x"} if path == "/navigations" else {}
        refused = await send(service, method, path.format(navigation), {**title, "blocks": [new]}, 400)
        assert "core/navigation-link" in refused["data"]["hint"]
    assert await read(service, navigation) == HOME


async def test_a_link_belongs_into_a_navigation(service: Service) -> None:
    """On a page it is refused, as in WordPress's editor."""
    page = (await send(service, "POST", "/pages", {"title": "Page", "content": ""}, 201, "admin"))["id"]
    refused = await send(service, "POST", f"/items/{page}/blocks", {"blocks": [ABOUT]}, 400)
    assert refused["data"]["hint"] == "core/navigation-link stands directly in core/navigation."


async def test_a_list_shows_all_but_the_trash(service: Service) -> None:
    """By title; of one in the trash a query with its status tells."""
    made = [await make(service, title=title) for title in ("Second", "First", "Third")]
    await send(service, "DELETE", f"/navigations/{made[2]}")
    assert [one["title"] for one in await send(service, "GET", "/navigations")] == ["First", "Second"]
    (gone,) = await send(service, "GET", "/navigations?status=trash")
    assert (gone["id"], gone["status"]) == (made[2], "trash")
    await send(service, "POST", f"/trash/{made[2]}/restore", {"status": "publish"}, role="admin")
    assert len(await send(service, "GET", "/navigations?search=third")) == 1


async def test_one_in_use_stays(service: Service) -> None:
    """Its uses are named; without them it goes for good, and an undo brings it back as it was."""
    navigation = await make(service)
    content = f'<!-- wp:navigation {{"ref":{navigation}}} /-->'
    page = (await send(service, "POST", "/pages", {"title": "Page", "content": content}, 201, "admin"))["id"]
    refused = await send(service, "DELETE", f"/navigations/{navigation}", status=409)
    assert [use["id"] for use in refused["data"]["uses"]] == [page]
    await send(service, "PATCH", f"/pages/{page}", {"content": ""}, role="admin")
    gone = await send(service, "DELETE", f"/navigations/{navigation}?force=true")
    await send(service, "GET", f"/navigations/{navigation}", status=404)
    await send(service, "POST", "/changes/undo", {"id": gone["change_id"]})
    assert await read(service, navigation) == HOME


async def test_no_operation_lets_an_editor_change_one(service: Service) -> None:
    """By whatever name the operation reaches it; what visitors see an editor may read."""
    navigation = await make(service)
    writes: list[tuple[str, str, Any]] = [
        ("PATCH", f"/navigations/{navigation}", {"title": "x"}),
        ("DELETE", f"/navigations/{navigation}", None),
        ("POST", f"/items/{navigation}/blocks", {"blocks": [ABOUT]}),
        ("PUT", f"/items/{navigation}/blocks", {"blocks": [ABOUT]}),
        ("POST", f"/items/{navigation}/clone", {}),
        ("POST", "/batch", {"mode": "atomic", "requests": [{"method": "POST", "path": f"/items/{navigation}/clone"}]}),
    ]
    for method, path, body in writes:
        refused = await send(service, method, path, body, 403, "editor")
        assert refused["code"] == "category_forbidden", path
    assert (await send(service, "GET", f"/items/{navigation}/blocks", role="editor"))["total"] == 1
    refused = await send(service, "POST", f"/items/{navigation}/clone", {}, 403, "author")
    assert refused["code"] == "not_own_object"
    (line,) = await send(service, "GET", "/navigations")
    assert (line["title"], await read(service, navigation)) == ("Main menu", HOME)


async def test_visitors_find_no_page_of_a_navigation(service: Service) -> None:
    """Nor has it comments, a featured image, SEO fields or an Elementor document."""
    navigation = await make(service)
    for path in ("/main-menu/", f"/?p={navigation}"):
        assert (await service.http.get(path, follow_redirects=True)).status_code == 404
    await send(service, "POST", "/comments", {"post": navigation, "content": "x"}, 400, "admin")
    await send(service, "PUT", f"/items/{navigation}/featured-media", {"media": 0}, 409, "admin")
    for method, path, body in (("PATCH", "seo", {"title": "x"}), ("PUT", "elementor", {"content": []})):
        refused = await send(service, method, f"/items/{navigation}/{path}", body, 404, "admin")
        assert refused["code"] == "not_found"


async def test_a_clone_is_a_draft_with_the_same_links(service: Service) -> None:
    """With a title of its own."""
    clone = await send(service, "POST", f"/items/{await make(service)}/clone", {}, 201, "admin")
    assert (clone["status"], await read(service, clone["id"])) == ("draft", HOME)
