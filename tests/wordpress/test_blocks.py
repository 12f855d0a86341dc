"""Blocks of a real WordPress, through the gate: edited, previewed, journaled, undone."""

import json
import re
from typing import Any

import httpx2
import pytest

from sitehand.blocks.release import read_release
from tests.samples.gutenberg import CONTENT, GROUP, HEADING, TABLE, paragraph
from tests.wordpress.connecting import run_php
from tests.wordpress.editor import tell_definitions
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_service import Service, service

__all__ = ["service"]


@pytest.fixture(autouse=True)
def known(wordpress: WordPress) -> None:
    """Pass over releases whose blocks Sitehand does not know (docs/hosts.md, "Differences")."""
    if not read_release(wordpress.version).blocks:
        pytest.skip(f"the blocks of {wordpress.release} are not known")


async def make(service: Service, content: str, kind: str = "pages") -> int:
    """The id of a page or post with a text."""
    _, made = await service.call("POST", f"/{kind}", {"title": "Blocks", "content": content})
    return int(made["id"])


async def read_raw(service: Service, item: int, kind: str = "pages") -> str:
    """The text as WordPress shows it for editing."""
    _, found = await service.call("GET", f"/{kind}/{item}?context=edit")
    return str(found["content"]["raw"])


async def edit(service: Service, method: str, path: str, body: Any = None) -> Any:
    """The answer of an edit, which has to succeed."""
    status, answer = await service.call(method, f"/items/{path}", body)
    assert status == 200, answer
    return answer


@pytest.mark.parametrize("kind", ["pages", "posts"])
async def test_a_row_of_edits_leaves_every_other_byte(service: Service, wordpress: WordPress, kind: str) -> None:
    """Its own form is stored as it is; the fingerprints and the revision that an edit answers hold for the next."""
    item = await make(service, CONTENT, kind)
    done = await edit(service, "PATCH", f"{item}/blocks/0", {"text": "Bach", "attributes": {"level": 3}})
    assert (done["changed"], "notices" in done) == (True, False)
    body = {"at": {"after": done["blocks"][0]["fingerprint"]}, "blocks": [{"name": "list", "inner": []}]}
    done = await edit(service, "POST", f"{item}/blocks", {**body, "expected_revision": done["revision"]})
    done = await edit(service, "DELETE", f"{item}/blocks/{done['blocks'][0]['fingerprint']}")
    done = await edit(service, "POST", f"{item}/blocks/4/table", {"action": "set_cells", "row": 0, "cells": ["Tue"]})
    heading = HEADING.replace("heading -->", 'heading {"level":3} -->', 1).replace("h2", "h3").replace("Brook", "Bach")
    expected = CONTENT.replace(HEADING, heading).replace(TABLE, TABLE.replace("Monday", "Tue"))
    assert await read_raw(service, item, kind) == expected
    assert wordpress.run_sql(f"SELECT post_content FROM wp_posts WHERE ID = {item}") == f"{expected}\n"
    _, shown = await service.call("GET", f"/items/{item}/blocks")
    assert (shown["type"], shown["revision"]) == (kind.removesuffix("s"), done["revision"])
    assert shown["items"][4]["fingerprint"] == done["blocks"][0]["fingerprint"]


async def test_a_preview_sends_nothing_and_an_undo_brings_the_text_back(service: Service, proxy: Proxy) -> None:
    """As with every write."""
    item = await make(service, CONTENT)
    proxy.sent.clear()
    plan = await edit(service, "DELETE", f"{item}/blocks/3?dry_run=true")
    assert (plan["dry_run"], proxy.writes) == (True, [])
    assert [field["field"] for field in plan["changes"][0]["fields"]] == ["content"]
    done = await edit(service, "DELETE", f"{item}/blocks/3")
    assert await read_raw(service, item) == CONTENT.replace(f"{GROUP}\n\n", "")
    status, _ = await service.call("POST", "/changes/undo", {"id": done["change_id"]})
    assert (status, await read_raw(service, item)) == (200, CONTENT)


async def test_an_edit_costs_few_requests(service: Service, proxy: Proxy) -> None:
    """Kind, text and revision are one read; one that changes nothing sends nothing; the first keeps what is stored.

    Which blocks its plugins have was asked before, as it is every five minutes.
    """
    item = await make(service, CONTENT)
    await service.call("GET", "/block-type?name=core/heading")
    proxy.sent.clear()
    done = await edit(service, "PATCH", f"{item}/blocks/0", {"attributes": {"level": 2}})
    assert (done["changed"], proxy.writes, len(proxy.sent)) == (False, [], 1)
    proxy.sent.clear()
    await edit(service, "PATCH", f"{item}/blocks/0", {"text": "Bach"})
    assert [sent.body for sent in proxy.writes[:-1]] == [b"{}"]
    proxy.sent.clear()
    await edit(service, "PATCH", f"{item}/blocks/0", {"text": "Beck"})
    assert (len(proxy.writes), len(proxy.sent)) == (1, 4)


async def test_what_changed_meanwhile_is_refused(service: Service) -> None:
    """By the revision, and by the fingerprint with the nearest block."""
    item = await make(service, CONTENT)
    _, shown = await service.call("GET", f"/items/{item}/blocks")
    await edit(service, "PATCH", f"{item}/blocks/1", {"text": "One more"})
    stale = {"text": "x", "expected_revision": shown["revision"]}
    status, refused = await service.call("PATCH", f"/items/{item}/blocks/0", stale)
    assert (status, refused["code"]) == (409, "revision_conflict")
    address = shown["items"][1]["fingerprint"]
    status, refused = await service.call("PATCH", f"/items/{item}/blocks/{address}", {"text": "x"})
    assert (status, refused["data"]["nearest"]["path"]) == (409, "1")


async def test_what_wordpress_writes_anew_is_said(service: Service) -> None:
    """The notice says that the text is in another form; the paths hold, and the revision is that of what is stored."""
    odd = '<!-- wp:core/x {"a" : "\\u003c"} --><b>x</b><!-- /wp:core/x -->'
    item = await make(service, f"{odd}\n\n{paragraph('One')}")
    done = await edit(service, "PATCH", f"{item}/blocks/1", {"text": "Two"})
    _, shown = await service.call("GET", f"/items/{item}/blocks/1")
    assert (shown["text"], shown["revision"]) == ("Two", done["revision"])


async def test_an_atomic_batch_edits_one_text_after_another(service: Service) -> None:
    """Each part sees the text as those before it have left it, though nothing is sent before the end."""
    item = await make(service, CONTENT)
    parts = [{"method": "DELETE", "path": f"/items/{item}/blocks/0"} for _ in range(3)]
    status, done = await service.call("POST", "/batch", {"requests": parts, "mode": "atomic"})
    assert status == 207, done
    assert await read_raw(service, item) == f"{GROUP}\n\n{TABLE}"


async def test_where_a_block_is_used_is_found(service: Service) -> None:
    """By WordPress's search, and then in the text itself."""
    page, post = await make(service, CONTENT), await make(service, GROUP + GROUP, "posts")
    await make(service, "wp:group is a word here")
    status, found = await service.call("POST", "/blocks/usage", {"name": "group"})
    counts = {use["id"]: use["count"] for use in found["uses"]}
    assert (status, found["complete"], counts[page], counts[post]) == (200, True, 1, 2)
    assert found["blocks"] == sum(counts.values())


async def test_its_pages_tell_the_editor_what_our_tests_tell_theirs(service: Service, wordpress: WordPress) -> None:
    """Of every block, by PHP. Only the variations are a site's own: they name its theme and its types of content."""
    cookies = "foreach (['auth' => AUTH_COOKIE, 'logged_in' => LOGGED_IN_COOKIE] as $scheme => $name)"
    cookies += " echo $name, '=', wp_generate_auth_cookie(1, time() + 600, $scheme), ';';"
    headers = {"Cookie": run_php(wordpress, cookies)}
    address = f"{wordpress.url}/wp-admin/post.php?post={await make(service, CONTENT)}&action=edit"
    async with httpx2.AsyncClient(trust_env=False, timeout=60) as browser:
        page = (await browser.get(address, headers=headers)).text
    told = re.search(r"unstable__bootstrapServerSideBlockDefinitions\((.*)\);", page)
    assert told, page[:1000]
    assert _list_definitions(told[1]) == _list_definitions(tell_definitions(wordpress.root))


def _list_definitions(text: str) -> list[Any]:
    """Each block and its settings in order, but for the variations."""
    blocks = json.loads(text, object_pairs_hook=list)
    return [(name, [each for each in settings if each[0] != "variations"]) for name, settings in blocks]
