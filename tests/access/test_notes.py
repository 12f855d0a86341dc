"""Who sees and writes notes: who may edit blocks, and a key with the role author on what it made. Visitors never."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from sitehand.app import assemble
from sitehand.owner import perform
from tests.service import Service, open_service

BASE = "/sitehand/v1"
PARAGRAPHS = "\n\n".join(f"<!-- wp:paragraph -->\n<p>{text}</p>\n<!-- /wp:paragraph -->" for text in ("One", "Two"))
PAGE = {"title": "Notable", "status": "publish", "content": PARAGRAPHS}
WORDS = "Between us alone"


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with a key of each role."""
    async with open_service(tmp_path, roles=("admin", "editor", "designer", "author")) as opened:
        yield opened


async def send(service: Service, method: str, path: str, body: Any = None, *, role: str = "editor") -> Any:
    """The answer to a call: its status and its body."""
    headers = {"X-API-Key": service.keys.get(role, role)}
    answer = await service.http.request(method, f"{BASE}{path}", json=body, headers=headers)
    return answer.status_code, answer.json()


async def make(service: Service, path: str, body: Any, *, role: str = "editor") -> Any:
    """A new object."""
    status, made = await send(service, "POST", path, body, role=role)
    assert status == 201, made
    return made


@pytest.mark.parametrize("role", ["editor", "designer"])
async def test_a_note_on_a_block_is_an_edit_of_the_item(service: Service, role: str) -> None:
    """The block names it wherever it goes; the expected revision is checked; an undo takes back both."""
    page = await make(service, "/pages", PAGE)
    path, read = f"/items/{page['id']}/notes", {"expected_revision": page["revision"]}
    plain = await make(service, path, {"content": WORDS, **read}, role=role)
    on_block = await make(service, path, {"content": "Rewrite", "block": "1", **read}, role=role)
    assert on_block["item"]["blocks"][0]["path"] == "1"
    status, refused = await send(service, "POST", path, {"content": "Late", "block": "0", **read}, role=role)
    assert (status, refused["code"]) == (409, "revision_conflict")
    assert (await send(service, "POST", f"/items/{page['id']}/blocks/1/move", {"at": "start"}))[0] == 200
    for view in ("outline", "tree"):
        _, found = await send(service, "GET", f"/items/{page['id']}/blocks?view={view}")
        assert [each.get("notes") for each in found["items"]] == [[on_block["id"]], None]
    second = await make(service, path, {"content": "Shorter", "block": "0"}, role=role)
    _, found = await send(service, "GET", f"/items/{page['id']}/blocks")
    assert found["items"][0]["notes"] == [on_block["id"], second["id"]]
    status, undone = await send(service, "POST", "/changes/undo", {"id": second["change_id"]}, role=role)
    assert (status, (await send(service, "GET", f"/notes/{second['id']}"))[0]) == (200, 404), undone
    _, found = await send(service, "GET", f"/items/{page['id']}/blocks")
    assert found["items"][0]["notes"] == [on_block["id"]]
    _, listed = await send(service, "GET", f"/notes?post={page['id']}&order=asc")
    assert [each["id"] for each in listed] == [plain["id"], on_block["id"]]


async def test_a_copy_of_a_block_or_an_item_has_no_notes(service: Service) -> None:
    """They are about the original, which keeps them."""
    page = await make(service, "/pages", PAGE)
    note = await make(service, f"/items/{page['id']}/notes", {"content": WORDS, "block": "0"})
    clone = await make(service, f"/items/{page['id']}/clone", {})
    assert (await send(service, "POST", f"/items/{page['id']}/blocks/0/duplicate"))[0] == 200
    for item, expected in ((page, [[note["id"]], None, None]), (clone, [None, None])):
        _, found = await send(service, "GET", f"/items/{item['id']}/blocks")
        assert [each.get("notes") for each in found["items"]] == expected
    _, copied = await send(service, "GET", f"/pages/{clone['id']}?context=edit")
    assert copied["content"]["raw"] == PARAGRAPHS


async def test_a_note_and_what_stands_on_it(service: Service) -> None:
    """An undo of a note that was answered is refused; one of its deletion brings all of it back."""
    page = await make(service, "/pages", PAGE)
    note = await make(service, f"/items/{page['id']}/notes", {"content": WORDS})
    await make(service, f"/notes/{note['id']}/replies", {"content": "Indeed"})
    status, refused = await send(service, "POST", "/changes/undo", {"id": note["change_id"]})
    assert (status, refused["code"]) == (409, "conflict")
    _, before = await send(service, "GET", f"/notes?post={page['id']}&context=edit")
    status, gone = await send(service, "DELETE", f"/notes/{note['id']}")
    assert (status, (await send(service, "GET", "/notes"))[1]) == (200, [])
    assert (await send(service, "POST", "/changes/undo", {"id": gone["change_id"]}))[0] == 200
    assert (await send(service, "GET", f"/notes?post={page['id']}&context=edit"))[1] == before


async def test_an_author_works_with_the_notes_on_its_own_items(service: Service) -> None:
    """Whoever wrote them; of others' items it sees and changes none."""
    own, others = await make(service, "/pages", PAGE, role="author"), await make(service, "/pages", PAGE)
    note = await make(service, f"/items/{own['id']}/notes", {"content": WORDS})
    hidden = await make(service, f"/items/{others['id']}/notes", {"content": WORDS})
    await make(service, f"/items/{own['id']}/notes", {"content": "Mine"}, role="author")
    await make(service, f"/notes/{note['id']}/replies", {"content": "Done"}, role="author")
    assert (await send(service, "POST", f"/notes/{note['id']}/resolve", role="author"))[0] == 200
    status, listed = await send(service, "GET", f"/notes?post={own['id']}", role="author")
    assert (status, len(listed)) == (200, 4)
    for method, path, body in (
        ("GET", f"/notes?post={others['id']}", None),
        ("GET", f"/notes?post={own['id']},{others['id']}", None),
        ("GET", f"/notes/{hidden['id']}", None),
        ("POST", f"/items/{others['id']}/notes", {"content": "Mine"}),
        ("POST", f"/notes/{hidden['id']}/replies", {"content": "Mine"}),
        ("POST", f"/notes/{hidden['id']}/resolve", None),
        ("DELETE", f"/notes/{hidden['id']}", None),
    ):
        status, refused = await send(service, method, path, body, role="author")
        assert (status, refused["code"]) == (403, "not_own_object"), (method, path, refused)
    status, refused = await send(service, "GET", "/notes", role="author")
    assert (status, refused["code"], refused["data"]["details"][0]["path"]) == (400, "invalid_arguments", "post"), (
        refused
    )
    assert (await send(service, "DELETE", f"/notes/{note['id']}", role="author"))[0] == 200


@pytest.mark.parametrize("mode", ["atomic", "each"])
async def test_an_author_notes_on_what_the_same_batch_made(service: Service, mode: str) -> None:
    """In a preview too; on others' items it does not."""
    others = await make(service, "/pages", PAGE)
    own: list[dict[str, Any]] = [
        {"method": "POST", "path": "/pages", "body": PAGE},
        {"method": "POST", "path": "/items/{#0.id}/notes", "body": {"content": "Mine", "block": "0"}},
        {"method": "POST", "path": "/notes/{#1.id}/resolve"},
    ]
    for dry_run, made in ((True, 200), (False, 201)):
        batch = {"mode": mode, "dry_run": dry_run, "requests": own}
        _, answer = await send(service, "POST", "/batch", batch, role="author")
        assert [each["status"] for each in answer["responses"]] == [made, made, 200], answer
    foreign = {"method": "POST", "path": f"/items/{others['id']}/notes", "body": {"content": "Mine"}}
    batch = {"mode": mode, "requests": [own[0], foreign]}
    _, answer = await send(service, "POST", "/batch", batch, role="author")
    assert "not_own_object" in str(answer)


@pytest.mark.parametrize(
    ("role", "without", "expected"),
    [
        ("designer", ["gutenberg"], 403),
        ("author", ["content"], 403),
        ("editor", ["content", "gutenberg"], 403),
        ("editor", ["gutenberg"], 200),
        ("editor", ["content"], 200),
    ],
)
async def test_a_key_loses_notes_with_the_last_category_that_opens_them(
    service: Service, role: str, without: list[str], expected: int
) -> None:
    """Calls are refused, and lists of tools do not show them."""
    parts = assemble(service.settings)
    given = {"label": "narrow", "role": role, "without": without, "requests_per_minute": 1000}
    try:
        key = (await perform(parts, "create_api_key", given))["value"]
    finally:
        await parts.close()
    page = await make(service, "/pages", PAGE)
    status, answer = await send(service, "GET", f"/notes?post={page['id']}", role=key)
    assert (status, answer == [] or answer["code"]) == (expected, expected == 200 or "key_narrowed")
    _, told = await send(service, "GET", "/introspect", role=key)
    assert ("list_notes" in str(told)) == (expected == 200)


async def test_visitors_see_nothing_of_notes(service: Service) -> None:
    """Neither on the page nor in feeds, as Markdown, in the sitemap or among comments."""
    page = await make(service, "/posts", PAGE)
    note = await make(service, f"/items/{page['id']}/notes", {"content": WORDS, "block": "0"})
    await make(service, f"/notes/{note['id']}/replies", {"content": WORDS})
    address = urlsplit(page["link"]).path
    seen = 0
    for path in ("/", address, f"{address}index.md", "/feed/", "/comments/feed/", "/sitemap.xml", "/llms.txt"):
        answer = await service.http.get(path)
        seen += "One" in answer.text
        assert WORDS not in answer.text, path
        assert "noteId" not in answer.text, path
    assert seen >= 2
    _, listed = await send(service, "GET", f"/comments?post={page['id']}")
    assert listed == []
    assert (await send(service, "GET", f"/comments/{note['id']}"))[0] == 404
