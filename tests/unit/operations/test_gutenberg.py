"""Blocks of pages and posts, through REST and as tools."""

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.blocks.editor import edit_blocks
from sitehand.blocks.release import read_release
from sitehand.operation.caller import Role
from sitehand.operations.gutenberg import validity
from sitehand.operations.gutenberg.texts import StoredText
from sitehand.operations.gutenberg.validity import ValidityQuery
from tests.samples.gutenberg import CONTENT, GROUP, HEADING, TABLE, paragraph
from tests.service import Service, open_service

BASE = "/sitehand/v1"
ROLES: tuple[Role, ...] = ("admin", "editor", "designer", "author")
MAX_TOKENS = 1_500
BYTES_OF_TOKEN = 4


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with a key of each role that may write all HTML, whose tools answer as models read them."""
    async with open_service(tmp_path, roles=ROLES, output_schemas=False, unfiltered_html=True) as opened:
        yield opened


async def call(service: Service, method: str, path: str, body: Any = None, role: str = "admin") -> Any:
    """The body of an answer, with its status."""
    answer = await service.http.request(method, BASE + path, json=body, headers={"X-API-Key": service.keys[role]})
    body = answer.json()
    return {**body, "status_code": answer.status_code} if isinstance(body, dict) else body


async def make_page(service: Service, content: str, kind: str = "pages") -> int:
    """The id of a page with a text."""
    return int((await call(service, "POST", f"/{kind}", {"title": "Blocks", "content": content}))["id"])


async def read_raw(service: Service, page: int, kind: str = "pages") -> str:
    """The text as it is stored."""
    return str((await call(service, "GET", f"/{kind}/{page}?context=edit"))["content"]["raw"])


class Model:
    """Calls tools, and counts what it reads."""

    def __init__(self, service: Service, page: int) -> None:
        self._service = service
        self._page = page
        self.calls = self.read = 0

    async def call(self, tool: str, /, **arguments: Any) -> Any:
        """What the tool answers."""
        result = await self._service.tool(tool, {"id": self._page, **arguments}, role="editor")
        (content,) = result["content"]
        assert not result["isError"], content["text"]
        self.calls += 1
        self.read += len(content["text"].encode())
        return json.loads(content["text"])


def write_long_page() -> str:
    """A page of 300 blocks: 30 sections of a heading, a table or a group among paragraphs."""
    parts = []
    for number in range(30):
        middle = TABLE.replace("Monday", f"Row {number}") if number % 2 else GROUP
        parts += [HEADING.replace("Brook", f"Section {number}"), middle]
        parts += [paragraph(f"Paragraph {number}.{each}. " + "It flows. " * 20) for each in range(7 + number % 2)]
    return "\n\n".join(parts)


TASKS = ("heading", "section", "row", "group", "delete")


@pytest.mark.parametrize("task", TASKS)
async def test_an_everyday_task_takes_two_calls(service: Service, task: str) -> None:
    """And at most 1,500 tokens of answers, on a page of 300 blocks."""
    source = write_long_page()
    model = Model(service, await make_page(service, source))
    if task == "heading":
        (found,) = (await model.call("find_blocks", text="Section 17"))["items"]
        await model.call("update_block", block=found["fingerprint"], attributes={"level": 3})
        old = HEADING.replace("Brook", "Section 17")
        expected = source.replace(old, old.replace("heading -->", 'heading {"level":3} -->', 1).replace("h2", "h3"))
    elif task == "section":
        items = (await model.call("find_blocks", name=["heading"]))["items"]
        first, following = int(items[4]["path"]), int(items[5]["path"])
        await model.call("move_block", block=items[4]["path"], count=following - first, at={"before": items[1]["path"]})
        blocks = source.split(HEADING.split("Brook")[0])
        expected = HEADING.split("Brook")[0].join([*blocks[:2], blocks[5], *blocks[2:5], *blocks[6:]])
    elif task == "row":
        (found,) = (await model.call("find_blocks", name=["table"], text="Row 7"))["items"]
        await model.call("edit_table", block=found["fingerprint"], action="insert_row", cells=["Tuesday", "8"])
        old = TABLE.replace("Monday", "Row 7")
        expected = source.replace(old, old.replace("</tbody>", "<tr><td>Tuesday</td><td>8</td></tr></tbody>"))
    elif task == "group":
        items = (await model.call("find_blocks", text="Paragraph 12."))["items"]
        await model.call("wrap_blocks", blocks=[item["fingerprint"] for item in items[:3]])
        three = "\n\n".join(paragraph(f"Paragraph 12.{each}. " + "It flows. " * 20) for each in range(3))
        expected = source.replace(three, GROUP.replace(paragraph("Three"), three))
    else:
        (found,) = (await model.call("find_blocks", text="Paragraph 20.3."))["items"]
        await model.call("remove_block", block=found["fingerprint"])
        expected = source.replace(paragraph("Paragraph 20.3. " + "It flows. " * 20) + "\n\n", "")
    assert expected != source
    assert await read_raw(service, model._page) == expected
    assert (model.calls, model.read <= MAX_TOKENS * BYTES_OF_TOKEN) == (2, True), model.read


async def test_five_edits_in_a_row_need_one_read(service: Service) -> None:
    """Each answer names what it touched, and what is around that, as it is called then."""
    model = Model(service, await make_page(service, CONTENT))
    items = (await model.call("get_blocks"))["items"]
    group = items[3]["fingerprint"]
    inner = items[3]["inner"][0]["fingerprint"]
    done = await model.call("update_block", block=inner, text="Changed")
    (inner,), (around,) = [each["fingerprint"] for each in done["blocks"]], done["around"]
    assert around["fingerprint"] != group
    done = await model.call("move_block", block=around["fingerprint"], at="start")
    done = await model.call("duplicate_block", block=inner)
    done = await model.call("wrap_blocks", blocks=[done["blocks"][0]["fingerprint"]], name="quote")
    done = await model.call("remove_block", block=done["around"][0]["fingerprint"])
    assert await read_raw(service, model._page) == CONTENT.replace(f"{GROUP}\n\n", "")


async def test_a_stale_address_is_refused_with_the_nearest_block(service: Service) -> None:
    """And nothing is changed."""
    page = await make_page(service, CONTENT)
    (found,) = (await call(service, "POST", f"/items/{page}/blocks/find", {"text": "One"}))["items"]
    await call(service, "PATCH", f"/items/{page}/blocks/{found['path']}", {"text": "One more"})
    refused = await call(service, "DELETE", f"/items/{page}/blocks/{found['fingerprint']}")
    assert (refused["status_code"], refused["code"]) == (409, "conflict")
    assert refused["data"]["nearest"]["path"] == found["path"]


@pytest.mark.parametrize("kind", ["pages", "posts"])
async def test_bytes_outside_an_edit_stay(service: Service, kind: str) -> None:
    """Spaces, escapes, half a character, broken entities, text between blocks, in pages and posts alike."""
    attributes = '{"a" :"\\u003c\\\\--é\\ud83d\\u0022"}'
    odd = f"  <!-- wp:core/x   {attributes} --><b>x &copy &bad;</b>\r\n<!-- /wp:core/x -->\ttext \\ 🎉 ש\n\n"
    page = await make_page(service, f"{odd}{HEADING}{odd}", kind)
    changed = await call(service, "PATCH", f"/items/{page}/blocks/2", {"text": "Bach"})
    assert changed["status_code"] == 200
    assert await read_raw(service, page, kind) == f"{odd}{HEADING.replace('Brook', 'Bach')}{odd}"
    undone = await call(service, "POST", "/changes/undo", {"id": changed["change_id"]})
    assert undone["status_code"] == 200
    assert await read_raw(service, page, kind) == f"{odd}{HEADING}{odd}"


async def test_a_row_of_edits_is_all_or_nothing(service: Service) -> None:
    """The refusal says which edit it was, counted from 0."""
    page = await make_page(service, CONTENT)
    row = [{"op": "remove", "block": "0"}, {"op": "update", "block": "2", "attributes": {"nonsense": 1}}]
    refused = await call(service, "POST", f"/items/{page}/blocks/operations", {"operations": row})
    assert (refused["status_code"], refused["data"]["edit"]) == (400, 1)
    assert await read_raw(service, page) == CONTENT


async def test_a_lock_is_respected(service: Service) -> None:
    """And told."""
    locked = GROUP.replace("wp:group -->", 'wp:group {"templateLock":"all"} -->', 1)
    page = await make_page(service, locked)
    shown = await call(service, "GET", f"/items/{page}/blocks/0.0")
    assert shown["template_lock"] == "all"
    refused = await call(service, "DELETE", f"/items/{page}/blocks/0.0")
    assert (refused["status_code"], refused["data"]["locked_by"]) == (409, "0")


async def test_who_may_edit_blocks(service: Service) -> None:
    """Designers too, who cannot read pages otherwise; authors may not."""
    page = await make_page(service, CONTENT)
    for role, status in (("editor", 200), ("designer", 200), ("author", 403)):
        answer = await call(service, "PATCH", f"/items/{page}/blocks/0", {"text": role}, role)
        assert answer["status_code"] == status


async def test_an_edit_of_what_somebody_changes_meanwhile_loses_nothing(service: Service) -> None:
    """Twenty at once, each of its own paragraph, all stand in the end."""
    page = await make_page(service, "\n\n".join(paragraph(f"P{number}") for number in range(20)))

    def edit(number: int) -> Any:
        return call(service, "PATCH", f"/items/{page}/blocks/{number}", {"text": f"Changed {number}"})

    answers = await asyncio.gather(*map(edit, range(20)))
    assert {answer["status_code"] for answer in answers} == {200}
    assert await read_raw(service, page) == "\n\n".join(paragraph(f"Changed {number}") for number in range(20))


async def test_designers_find_their_pages(service: Service) -> None:
    """Pages and posts by search, each with the number of its blocks; classic ones have none."""
    page, post = await make_page(service, CONTENT), await make_page(service, "<p>classic</p>", "posts")
    found = await call(service, "GET", "/block-pages?search=Blocks", role="designer")
    assert [(item["id"], item["title"], item["blocks"]) for item in found] == [(page, "Blocks", 6)]
    found = await call(service, "GET", "/block-pages?type=post", role="designer")
    assert [(item["id"], item["type"], item["blocks"]) for item in found] == [(post, "post", 0)]


async def test_broken_blocks_are_told_with_their_repairs(service: Service) -> None:
    """The repairs leave nothing to repair; what cannot be repaired by an edit says so."""
    broken = HEADING.replace(' class="wp-block-heading"', "")
    outer = GROUP.replace("<div", "<section").replace("</div>", "</section>")
    page = await make_page(
        service, f"{broken}\n\n{outer}\n\n{TABLE}\n\n<!-- wp:paragraph {{x}} --><p>a</p><!-- /wp:paragraph -->"
    )
    found = await call(service, "GET", f"/items/{page}/blocks/problems")
    told = [(each["path"], each["fault"], "repair" in each) for each in found["items"]]
    assert told == [("0", "html", True), ("1", "html", False), ("3", "attributes", False)]
    repairs = [each["repair"] for each in found["items"] if "repair" in each]
    done = await call(service, "POST", f"/items/{page}/blocks/operations", {"operations": repairs})
    assert done["status_code"] == 200
    assert (await read_raw(service, page)).count('<h2 class="wp-block-heading">Brook</h2>') == 1
    again = await call(service, "GET", f"/items/{page}/blocks/problems")
    assert [each["path"] for each in again["items"]] == ["1", "3"]
    await call(service, "PUT", f"/items/{page}/blocks", {"markup": CONTENT})
    assert (await call(service, "GET", f"/items/{page}/blocks/problems"))["total"] == 0


async def test_a_batch_edits_what_its_parts_before_have_made(service: Service) -> None:
    """A page is made and filled in one transaction, each edit on the text of the one before."""
    parts = [
        {"method": "POST", "path": "/pages", "body": {"title": "New", "content": CONTENT}},
        {"method": "DELETE", "path": "/items/{#0.id}/blocks/0"},
        {"method": "DELETE", "path": "/items/{#0.id}/blocks/0"},
    ]
    done = await call(service, "POST", "/batch", {"requests": parts, "mode": "atomic"})
    assert [each["status"] for each in done["responses"]] == [201, 200, 200], done
    page = done["responses"][0]["body"]["id"]
    assert await read_raw(service, page) == CONTENT.removeprefix(f"{HEADING}\n\n{paragraph('One')}\n\n")


async def test_reading_stores_nothing_and_agrees_with_the_revision(service: Service) -> None:
    """The revision is that of the page."""
    page = await make_page(service, CONTENT)
    before = await call(service, "GET", f"/pages/{page}")
    shown = await call(service, "GET", f"/items/{page}/blocks")
    assert (shown["revision"], shown["total"]) == (before["revision"], 6)
    assert await call(service, "GET", f"/pages/{page}") == before


HOSTILE = {
    "never closed": "<!-- wp:group -->" * 20_000,
    "half delimiters": "<!-- wp:p {" * 40_000,
    "deep": "<!-- wp:group -->" * 20_000 + "<!-- /wp:group -->" * 20_000,
    "scripts": "<!-- wp:html --><script>" * 30_000,
    "tags": f"<!-- wp:paragraph --><p>{'<b>' * 300_000}</p><!-- /wp:paragraph -->",
    "attributes": f'<!-- wp:paragraph {{"a":{"[" * 9000}{"]" * 9000}}} --><p>x</p><!-- /wp:paragraph -->',
    "surrogates": '<!-- wp:paragraph {"a":"\\ud83d"} --><p>x</p><!-- /wp:paragraph -->' * 3,
}


@pytest.mark.parametrize("name", HOSTILE)
async def test_hostile_text_is_read_and_refused_in_bounded_time(service: Service, name: str) -> None:
    """No fault of ours, no answer beyond its bound, and other calls are answered meanwhile."""
    page = await make_page(service, HOSTILE[name])
    for method, path, body in (
        ("GET", f"/items/{page}/blocks", None),
        ("GET", f"/items/{page}/blocks?view=outline", None),
        ("GET", f"/items/{page}/blocks?view=markup&max_bytes=1000", None),
        ("GET", f"/items/{page}/blocks/0", None),
        ("GET", f"/items/{page}/blocks/problems", None),
        ("POST", f"/items/{page}/blocks/find", {"text": "x", "attributes": {"level": 2}}),
        ("PATCH", f"/items/{page}/blocks/0", {"attributes": {"className": "x"}}),
        ("POST", f"/items/{page}/blocks/replace", {"find": "x", "replacement": "y", "dry_run": True}),
        ("DELETE", f"/items/{page}/blocks/0", None),
    ):
        begin = time.process_time()
        answer = await call(service, method, path, body)
        assert answer["status_code"] in (200, 400, 409), answer
        assert time.process_time() - begin < 15, (method, path)


async def test_a_long_edit_is_made_before_the_transaction(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Inside, where others wait, it is not made again."""
    made: list[str] = []

    def count(*arguments: Any, **more: Any) -> Any:
        made.append(threading.current_thread().name)
        return edit_blocks(*arguments, **more)

    monkeypatch.setattr("sitehand.operations.gutenberg.writing.edit_blocks", count)
    page = await make_page(service, CONTENT)
    await call(service, "PATCH", f"/items/{page}/blocks/0", {"text": "Bach"})
    assert len(made) == 1
    assert "writ" not in made[0]


def test_repairs_of_a_long_text_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each costs an edit of the whole text: as many are looked for as make bounded work, and always the first."""
    wrong = '<!-- wp:heading {"level":3} --><h2>Bread</h2><!-- /wp:heading -->'
    looked: list[object] = []

    def look(*arguments: Any) -> None:
        looked.append(arguments)

    monkeypatch.setattr(validity, "find_repair", look)
    for work, number in ((len(wrong) * 40, 4), (1, 1)):
        monkeypatch.setattr(validity, "MAX_WORK", work)
        looked.clear()
        found = validity._validate(
            StoredText("page", {"id": 1}, wrong * 10, "1", read_release("7.1")), ValidityQuery(id=1), {}
        )
        assert (found["total"], len(looked)) == (10, number)


@pytest.mark.parametrize(("part", "said"), [({"op": "add"}, "op as one of"), ({"block": "0"}, "an object with op")])
async def test_an_unknown_edit_is_told_of_the_known_ones(service: Service, part: Any, said: str) -> None:
    """In our words."""
    page = await make_page(service, "<!-- wp:paragraph --><p>Bread</p><!-- /wp:paragraph -->")
    answer = await call(service, "POST", f"/items/{page}/blocks/operations", {"operations": [part]})
    (detail,) = answer["data"]["details"]
    assert (answer["code"], detail["path"]) == ("invalid_arguments", "body.operations[0]")
    assert said in detail["expected"]
    assert ("'update'" in detail["expected"]) is ("op" in part)
