"""The parts of a batch in one transaction keep nobody waiting: what takes long is done before it begins, or refused."""

import json
from base64 import b64encode
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.operation.late import MAX_LATE
from tests.pdfs import print_text
from tests.promises.test_batches import batch, create, part
from tests.promises.walk import Walk, open_walk

BLOCK = "<!-- wp:paragraph --><p>Bread</p><!-- /wp:paragraph -->"
TEXT = BLOCK * (MAX_LATE // 4 // len(BLOCK))
HEADING = {"elType": "widget", "widgetType": "heading", "settings": {"title": "Bread"}}
DOCUMENT = json.dumps([{"id": "1a2b3c4", **HEADING}, {"id": "1a2b3c5", **HEADING, "note": "x" * (MAX_LATE // 2)}])
ELEMENTOR = "/items/{}/elementor"
UNDONE = 8
NOUNS = pytest.mark.parametrize("noun", ["blocks", "elementor"])


@pytest.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Walk]:
    """A service."""
    async with open_walk(tmp_path) as opened:
        yield opened


async def make_long(walk: Walk, **fields: Any) -> int:
    """The id of a page with a long text and a long Elementor document."""
    page = (await walk.rest("POST", "/pages", {"title": "Long", "content": TEXT, **fields})).body["id"]
    assert (await walk.rest("PUT", f"/items/{page}/elementor", {"content": DOCUMENT})).status == 200
    return int(page)


def edit(noun: str, item: Any, number: int) -> dict[str, Any]:
    """A part that edits a text."""
    if noun == "blocks":
        return part("PATCH", f"/items/{item}/blocks/{number}", text=f"Rye {number}")
    return part("PATCH", f"/items/{item}/elementor/elements/1a2b3c4", settings={"title": f"Rye {number}"})


@NOUNS
@pytest.mark.parametrize("dry_run", [False, True])
async def test_edits_of_one_text_build_on_each_other_before(walk: Walk, noun: str, dry_run: bool) -> None:
    """Ten of them take more than may be worked out while others wait, and none is."""
    page = await make_long(walk)
    reply = await batch(walk, *(edit(noun, page, number) for number in range(10)), mode="atomic", dry_run=dry_run)
    assert reply.status in (200, 207), reply.body
    assert all(answer["status"] == 200 for answer in reply.body.get("responses", []))
    path = f"/items/{page}/blocks/9" if noun == "blocks" else f"/items/{page}/elementor?element=1a2b3c4"
    assert ("Rye 9" in str((await walk.rest("GET", path)).body)) is not dry_run


@NOUNS
async def test_edits_that_nobody_could_foresee_are_bounded(walk: Walk, noun: str) -> None:
    """A reference hides which item it is until the transaction runs: several long texts are too much."""
    page = await make_long(walk)
    find = create("Finder", menu_order=page)
    hidden = [edit(noun, "{#0.menu_order}", number) for number in range(3)]
    reply = await batch(walk, find, hidden[0], mode="atomic")
    assert reply.status == 207, reply.body
    before = (await walk.rest("GET", f"/pages/{page}")).body["revision"]
    reply = await batch(walk, find, *hidden, mode="atomic")
    assert (reply.status, reply.body["code"]) == (400, "invalid_arguments"), reply.body
    assert reply.body["data"]["part"] > 1
    assert "mode=each" in reply.body["data"]["hint"]
    assert (await walk.rest("GET", f"/pages/{page}")).body["revision"] == before
    assert (await batch(walk, find, *hidden)).status == 207


async def test_an_undo_that_nobody_could_foresee_is_bounded(walk: Walk) -> None:
    """It renders the texts that it brings back."""
    page = await make_long(walk)
    changes = [(await walk.rest("PATCH", f"/pages/{page}", {"content": ""})).body["change_id"]]
    for _ in range(2):
        other = await make_long(walk)
        changes.append((await walk.rest("PATCH", f"/pages/{other}", {"content": ""})).body["change_id"])
    finders = [create("Finder", menu_order=change) for change in changes]
    undoing = [part("POST", "/changes/undo", id={"$ref": f"#{number}.menu_order"}) for number in range(3)]
    reply = await batch(walk, *finders, *undoing, mode="atomic")
    assert (reply.status, reply.body["code"]) == (400, "invalid_arguments"), reply.body
    assert "too much text" in reply.body["message"]


async def test_no_file_is_fetched_while_others_wait(walk: Walk) -> None:
    """An address that another part tells is refused without a look at it."""
    hidden = part("POST", "/media", url={"$ref": "#0.title.rendered"})
    reply = await batch(walk, create("https://127.0.0.1/bread.txt"), hidden, mode="atomic")
    assert (reply.status, reply.body["code"]) == (400, "invalid_arguments"), reply.body
    assert "mode=each" in reply.body["data"]["hint"]


@pytest.mark.parametrize("path", ["/items/{}/blocks", "/items/{}/blocks/problems", "/items/{}/outline", ELEMENTOR])
async def test_long_texts_are_not_read_again_and_again(walk: Walk, path: str) -> None:
    """What a read works out of a stored text counts as what a write does."""
    page = await make_long(walk)
    read = part("GET", path.format(page))
    assert (await batch(walk, create("Bread"), read, mode="atomic")).status == 207
    reply = await batch(walk, create("Bread"), *[read] * 9, mode="atomic")
    assert (reply.status, reply.body["code"]) == (400, "invalid_arguments"), reply.body
    assert "mode=each" in reply.body["data"]["hint"]
    assert (await batch(walk, create("Bread"), *[read] * 9)).status == 207


async def test_what_may_take_seconds_is_read_by_itself(walk: Walk) -> None:
    """The text of a PDF, an audit, a count over all texts: each takes long, whatever it is about."""
    data = f"data:application/pdf;base64,{b64encode(print_text('Rye')).decode()}"
    file = (await walk.rest("POST", "/media", {"data": data})).body["id"]
    page = (await walk.rest("POST", "/pages", {"title": "Bread", "status": "publish"})).body["id"]
    for read in (
        part("GET", f"/media/{file}/text"),
        part("GET", f"/items/{page}/seo/audit"),
        part("POST", "/blocks/usage", name="core/table"),
    ):
        reply = await batch(walk, create("Bread"), read, mode="atomic")
        assert (reply.status, reply.body["code"]) == (400, "invalid_arguments"), reply.body
        assert "mode=each" in reply.body["data"]["hint"]
        whole = await batch(walk, create("Bread"), read)
        assert [answer["status"] for answer in whole.body["responses"]] == [201, 200], whole.body


async def test_undos_share_what_their_differences_may_take(walk: Walk) -> None:
    """However many parts a batch has, others wait no longer for the differences of all than for those of one."""
    old, new = ("\n".join(f"{side}{line}\nsame {line}" for line in range(330)) for side in "ab")
    page = (await walk.rest("POST", "/pages", {"title": "Long", "content": old})).body["id"]
    changes = [
        (await walk.rest("PATCH", f"/pages/{page}", {"content": (new, old)[number % 2]})).body["change_id"]
        for number in range(UNDONE)
    ]
    undoing = [part("POST", "/changes/undo", id=change) for change in reversed(changes)]
    reply = await batch(walk, *undoing, mode="atomic")
    told = [answer["body"]["objects"][0]["fields"][0]["diff"] for answer in reply.body["responses"]]
    assert [each.startswith("Too large") for each in (told[0], told[-1])] == [False, True]
