"""Differences that are too long for one answer: cut, said to be cut, and whole in as many answers as it takes."""

import re
from collections.abc import AsyncIterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from sitehand.app import assemble
from sitehand.operation.difference import write_diff
from sitehand.operation.excerpt import MAX_FIELD
from sitehand.operation.policy import Rule
from tests.admin.office import PASSWORD, ROOT, make_visitor
from tests.promises.walk import Walk, let_wait, open_walk

OLD = "".join(f"<p>Line {number} of old.</p>\n" for number in range(1500))
NEW = OLD.replace("of old", "of the new text")


@pytest.fixture
async def walk(tmp_path: Path) -> AsyncIterator[Walk]:
    """A service with an editor whose writes need approval."""
    async with open_walk(tmp_path) as opened:
        await let_wait(opened.service.settings, Rule(role="editor"))
        yield opened


def find_field(objects: list[Any]) -> dict[str, Any]:
    """The content of the one page."""
    (page,) = [each for each in objects if each["kind"] == "page"]
    (found,) = [field for field in page["fields"] if field["field"] == "content"]
    return dict(found)


async def read_all(walk: Walk, path: str, role: str = "admin") -> str:
    """The difference of the content, piece by piece, as each answer of an address names the next."""
    text: str = ""
    query: dict[str, Any] = {}
    while True:
        body = (await walk.rest("GET", path, query=query, role=role)).body
        field = find_field(body["preview"]["changes"] if "preview" in body else body["objects"])
        text += field["diff"]
        assert (field["cut"]["shown"], len(text) <= field["cut"]["of"]) == (len(field["diff"]), True)
        if "next" not in field["cut"]:
            return text
        query = field["cut"]["next"]


async def test_a_change_can_be_read_whole(walk: Walk) -> None:
    """Through REST and as a tool; a part that is not there is refused."""
    page = (await walk.rest("POST", "/pages", {"title": "Long", "content": OLD})).body
    edited = await walk.rest("PATCH", f"/pages/{page['id']}", {"content": NEW})
    whole = await read_all(walk, f"/changes/{edited.change_id}")
    assert whole == write_diff(OLD, NEW)
    assert len(whole) > 4 * MAX_FIELD
    cut = find_field((await walk.rest("GET", f"/changes/{edited.change_id}")).body["objects"])["cut"]
    again = await walk.service.tool("get_change", {"id": edited.change_id, **cut["next"]})
    assert whole[cut["shown"] :].startswith(find_field(again["structuredContent"]["objects"])["diff"])
    refused = await walk.rest("GET", f"/changes/{edited.change_id}", query={"part": f"page:{page['id']}.nothing"})
    assert (refused.status, refused.code) == (404, "not_found")


async def test_what_waits_can_be_read_whole(walk: Walk) -> None:
    """By the proposer, from the answer on that says that it waits."""
    page = (await walk.rest("POST", "/pages", {"title": "Long", "content": OLD})).body
    answer = await walk.rest("PATCH", f"/pages/{page['id']}", {"content": NEW}, role="editor")
    cut = find_field(answer.body["preview"]["changes"])["cut"]
    assert cut["next"]["part"] == f"page:{page['id']}.content"
    assert await read_all(walk, f"/pending/{answer.body['pending']['id']}", "editor") == write_diff(OLD, NEW)


async def test_a_preview_says_that_it_is_cut(walk: Walk) -> None:
    """And of how much; nothing of it is kept that could be asked for."""
    page = (await walk.rest("POST", "/pages", {"title": "Long", "content": OLD})).body
    plan = (await walk.rest("PATCH", f"/pages/{page['id']}", {"content": NEW, "dry_run": True})).body
    cut = find_field(plan["changes"])["cut"]
    assert (cut["of"], "next" in cut) == (len(write_diff(OLD, NEW)), False)


async def test_the_screens_lead_to_the_rest(walk: Walk) -> None:
    """Of a change and of what waits, link by link to the end; an address that names nothing is refused."""
    page = (await walk.rest("POST", "/pages", {"title": "Long", "content": OLD})).body
    edited = await walk.rest("PATCH", f"/pages/{page['id']}", {"content": NEW})
    proposed = await walk.rest("PATCH", f"/pages/{page['id']}", {"content": OLD}, role="editor")
    parts = assemble(walk.service.settings)
    await parts.owner.set_password(PASSWORD)
    await parts.close()
    owner = make_visitor(walk.service.app, "", ROOT)
    await owner.log_in()
    waiting = f"/approvals/{proposed.body['pending']['id']}"
    for path, last in ((f"/activity/{edited.change_id}", "the new text"), (waiting, "old")):
        query: str | None = ""
        seen = 0
        while query is not None:
            text = (await owner.get(f"{path}{query}")).text
            seen += 1
            assert re.search(r"[0-9,]+ of [0-9,]+ characters are shown", text)
            found = re.search(r'href="(\?part=[^"]+)">Show more', text)
            query = unescape(found[1]) if found else None
        assert seen > 4
        assert f"Line 1499 of {last}." in unescape(text)
    assert (await owner.get(f"/activity/{edited.change_id}?part=nothing")).status_code == 400
