"""Notes of a text: what is drawn of the field `footnotes`, and for whom."""

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from sitehand.hosts.builtin.tables import item_fields, items
from tests.service import open_service
from tests.statements import execute
from tests.unit.hosts.builtin.public.site import Site

BLOCK = "<!-- wp:footnotes /-->"


async def add(site: Site, footnotes: object, **values: Any) -> None:
    """A page or post with notes."""
    number = await site.add(content=BLOCK, slug="noted", **values)
    await site.insert(item_fields, item_id=number, data=json.dumps({"footnotes": footnotes}), digest="0")


@pytest.mark.parametrize("stored", ["[", "{}", "[1, null]", "7", "", "[" * 5_000, 7, None, ["a"]])
async def test_what_is_no_list_of_notes_draws_nothing(site: Site, stored: object) -> None:
    """As on a WordPress; the page is there."""
    await add(site, stored, type_="page")
    answer = await site.visit("/noted/")
    assert answer.status_code == 200
    assert "wp-block-footnotes" not in answer.text


async def test_notes_are_cleaned_and_kept_to_those_who_may_read(site: Site) -> None:
    """No script, no markup from an id; a list of posts shows none of a protected one."""
    hostile = json.dumps([{"id": '"><script>', "content": "Kept <em>words</em><script>alert(1)</script>"}])
    await add(site, hostile, password="x")
    query = '<!-- wp:query {"query":{"perPage":5,"inherit":false}} --><!-- wp:post-template -->'
    await site.add("page", slug="list", content=f"{query}{BLOCK}<!-- /wp:post-template --><!-- /wp:query -->")
    assert "Kept" not in (await site.visit("/list/")).text
    await execute(site.database, update(items).values(password=""))
    shown = (await site.visit("/list/")).text
    assert "Kept <em>words</em>" in shown
    assert "<script>" not in shown


async def test_a_note_has_the_texts_of_its_note_alone(site: Site) -> None:
    """What is no text is left out, and half a surrogate pair, which no page can hold, is a question mark."""
    notes = [{"id": None, "content": {"a": 1}}, {"id": "n-\ud800", "content": "x\udc00 \U0001f600"}]
    await add(site, json.dumps(notes), type_="page")
    shown = (await site.visit("/noted/")).text
    assert '<li> <a href="#-link" aria-label="Jump to footnote reference 1">' in shown
    assert '<li id="n-?">x? \U0001f600 <a href="#n-?-link"' in shown


async def test_every_item_has_the_field(tmp_path: Path) -> None:
    """Without any field group; an edit of the text keeps it, and a name beside it is refused with this one."""
    notes = '[{"id":"n-1","content":"See <em>there</em>"}]'
    async with open_service(tmp_path) as service:
        given = {"title": "Noted", "status": "publish", "content": BLOCK, "fields": {"footnotes": notes}}
        made = (await service.tool("create_page", given))["structuredContent"]
        edit = {"id": made["id"], "at": "start", "blocks": [{"name": "core/paragraph", "text": "More"}]}
        assert not (await service.tool("insert_blocks", edit))["isError"]
        page = (await service.tool("get_page", {"id": made["id"], "context": "edit"}))["structuredContent"]
        assert page["fields"] == {"footnotes": notes}, page
        shown = (await service.http.get("/noted/")).text
        assert '<li id="n-1">See <em>there</em>' in shown
        wrong = await service.tool("update_page", {"id": made["id"], "fields": {"footnote": notes}})
        assert "'footnotes' (the nearest registered field)" in json.dumps(wrong["structuredContent"])
