"""Which blocks callers may add: the owner's block policy, through REST, whatever the operation."""

from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sitehand.app import assemble
from sitehand.errors import Problem
from sitehand.guard import blocks as guard_blocks
from sitehand.guard.call import in_call
from sitehand.guard.texts import list_long_texts
from sitehand.operation.block_policy import BlockPolicy, BlockRule
from sitehand.operation.caller import Caller
from sitehand.operation.markup import blocks as markup_blocks
from sitehand.site.changes import ObjectChange
from sitehand.site.content import PageFields
from sitehand.site.kinds import KINDS
from tests.service import Service, open_service

BASE = "/sitehand/v1"
PLAIN = '<!-- wp:html -->\n<div class="row"><p>Words</p></div>\n<!-- /wp:html -->'
FRAME = '<!-- wp:html -->\n<iframe src="https://a.example/"></iframe>\n<!-- /wp:html -->'
HERO = '<!-- wp:acme/hero {"size":1} /-->'
WORDS = "<!-- wp:paragraph -->\n<p>Words</p>\n<!-- /wp:paragraph -->"
REFUSED = (400, "block_not_allowed")


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with keys that may write all HTML."""
    async with open_service(tmp_path, roles=("admin", "editor"), unfiltered_html=True) as opened:
        yield opened


async def send(service: Service, method: str, path: str, body: Any = None) -> Any:
    """The status and the body of an answer."""
    answer = await service.http.request(method, BASE + path, json=body, headers={"X-API-Key": service.keys["editor"]})
    return answer.status_code, answer.json()


async def make(service: Service, content: str) -> int:
    """The id of a new page."""
    status, made = await send(service, "POST", "/pages", {"title": "One", "content": content})
    assert status == 201, made
    return int(made["id"])


async def set_rules(service: Service, *rules: BlockRule) -> None:
    """Let the owner set rules."""
    parts = assemble(service.settings)
    for rule in rules:
        await parts.choices.blocks.set(rule)
    await parts.close()


async def read(service: Service, page: int) -> str:
    """The stored content of a page."""
    return str((await send(service, "GET", f"/pages/{page}?context=edit"))[1]["content"]["raw"])


async def test_html_that_needs_no_block_of_its_own_is_refused_by_every_write(service: Service) -> None:
    """With its path and what to send instead; the page stays as it was, and HTML that needs the block is stored."""
    page = await make(service, f"{WORDS}\n\n{FRAME}")
    before = await read(service, page)
    writes = [
        ("POST", "/pages", {"title": "x", "content": PLAIN}),
        ("PATCH", f"/pages/{page}", {"content": before + PLAIN}),
        ("POST", f"/items/{page}/blocks", {"markup": PLAIN}),
        ("POST", f"/items/{page}/blocks", {"blocks": [{"name": "core/html", "text": "Words"}]}),
        ("PUT", f"/items/{page}/blocks", {"markup": f"{FRAME}\n\n{PLAIN}"}),
        ("POST", f"/items/{page}/text", {"append": PLAIN}),
        ("POST", f"/items/{page}/blocks/operations", {"operations": [{"op": "insert", "markup": PLAIN}]}),
    ]
    for method, path, body in writes:
        status, answer = await send(service, method, path, body)
        assert (status, answer["code"]) == REFUSED, (path, answer)
        assert answer["data"]["details"][0]["path"].startswith("content, block ")
        assert answer["data"]["details"][0]["expected"].startswith("core/")
    assert await read(service, page) == before


async def test_what_is_there_stays_and_may_be_edited_copied_and_brought_back(service: Service) -> None:
    """A rule is about new blocks: those from before it are edited, moved, cloned, restored, and undone."""
    page = await make(service, f"{HERO}\n\n{WORDS}")
    await set_rules(service, BlockRule(block="acme/*", action="refuse", replacement="core/cover"))
    assert (await send(service, "PATCH", f"/items/{page}/blocks/0", {"attributes": {"size": 2}}))[0] == 200
    assert (await send(service, "POST", f"/items/{page}/blocks/0/move", {"at": "end"}))[0] == 200
    assert (await send(service, "POST", f"/items/{page}/clone"))[0] == 201
    status, removed = await send(service, "DELETE", f"/items/{page}/blocks/1")
    assert status == 200
    assert (await send(service, "POST", "/changes/undo", {"id": removed["change_id"]}))[0] == 200
    assert HERO.replace("1", "2") in await read(service, page)
    status, answer = await send(service, "POST", f"/items/{page}/blocks/1/duplicate")
    assert (status, answer["code"]) == REFUSED
    assert "core/cover" in answer["data"]["hint"]


async def test_a_rule_for_a_block_counts_before_one_for_its_namespace(service: Service) -> None:
    """And a block that is discouraged is stored, with a notice."""
    await set_rules(
        service,
        BlockRule(block="acme/*", action="refuse"),
        BlockRule(block="acme/hero", action="warn", replacement="core/cover"),
        BlockRule(block="core/html", action="allow"),
    )
    status, made = await send(service, "POST", "/pages", {"title": "x", "content": f"{HERO}{PLAIN}"})
    assert status == 201
    assert [notice["code"] for notice in made["notices"]] == ["block_discouraged"]
    assert "core/cover" in made["notices"][0]["message"]
    blocks = f"/items/{made['id']}/blocks"
    status, answer = await send(service, "POST", blocks, {"markup": "<!-- wp:acme/tile /-->"})
    assert (status, answer["code"]) == REFUSED


@pytest.mark.parametrize(
    "content",
    [
        "<!-- wp:x {--><!--nextpage--><!-- wp:acme/hero --><!-- wp:x {} /-->",
        "<!--more--><!-- wp:more --><<!-- wp:more -->!-- wp:acme/hero /-->",
        "<!--\vwp:acme/hero /-->",
    ],
)
async def test_a_block_that_is_one_on_its_page_counts(service: Service, content: str) -> None:
    """WordPress splits a text into pages before it looks for blocks, and old versions take more spaces."""
    await set_rules(service, BlockRule(block="acme/*", action="refuse"))
    status, answer = await send(service, "POST", "/pages", {"title": "x", "content": content})
    assert (status, answer["code"]) == REFUSED, answer
    assert "acme/hero" in answer["message"]


async def test_a_long_text_is_read_before_the_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the check needs of it is worked out when the call is prepared, where nobody waits for that."""
    rule = guard_blocks.NewBlockRule(KINDS, lambda: BlockPolicy((BlockRule(block="acme/*", action="refuse"),)))
    caller, long = Caller("key", "key:1", "Editor", "editor"), f"{WORDS * 100}{HERO}"
    await rule.prepare(caller, list_long_texts(PageFields(content=long)))
    read: list[str] = []
    for module, name in ((guard_blocks, "read_outline"), (markup_blocks, "find_delimiters")):
        monkeypatch.setattr(module, name, partial(note, read, getattr(module, name)))
    with in_call(), pytest.raises(Problem, match="The new block 100 is refused"):
        change = ObjectChange("page", "1", "One", {"content": ""}, {"content": long})
        rule.check(caller, [change], rule.read_policy())
    assert long not in read


def note(read: list[str], work: Callable[..., Any], text: str, *others: Any) -> Any:
    """What the work makes of a text, which is noted."""
    read.append(text)
    return work(text, *others)


async def test_a_block_that_another_becomes_is_new(service: Service) -> None:
    """So is one that is put around others."""
    await set_rules(
        service, BlockRule(block="core/quote", action="refuse"), BlockRule(block="core/group", action="refuse")
    )
    page = await make(service, WORDS)
    for path, body in (("0/transform", {"name": "core/quote"}), ("wrap", {"blocks": ["0"]})):
        status, answer = await send(service, "POST", f"/items/{page}/blocks/{path}", body)
        assert (status, answer["code"]) == REFUSED


async def test_a_block_type_says_what_the_owner_says_of_it(service: Service) -> None:
    """So that nobody has to be refused to know it."""
    await set_rules(service, BlockRule(block="core/verse", action="warn", replacement="core/paragraph"))
    assert "policy" not in (await send(service, "GET", "/block-type?name=core/heading"))[1]
    assert (await send(service, "GET", "/block-type?name=core/verse"))[1]["policy"] == (
        "core/verse: warn, use core/paragraph instead"
    )
    _, listed = await send(service, "GET", "/block-types?search=core/html")
    assert "only layout or text" in listed[0]["policy"]


@pytest.mark.parametrize(
    "markup",
    [
        '<!-- wp:heading {"level":3} -->\n<h2 class="wp-block-heading">A</h2>\n<!-- /wp:heading -->',
        '<!-- wp:heading -->\n<h3 class="wp-block-heading">A</h3>\n<!-- /wp:heading -->',
        '<!-- wp:paragraph {"backgroundColor":"accent"} -->\n<p>A</p>\n<!-- /wp:paragraph -->',
        '<!-- wp:paragraph {"anchor":"top"} -->\n<p>A</p>\n<!-- /wp:paragraph -->',
        '<!-- wp:list {"ordered":true} -->\n<ul class="wp-block-list"></ul>\n<!-- /wp:list -->',
    ],
)
async def test_what_is_stored_twice_has_to_agree_in_new_blocks(service: Service, markup: str) -> None:
    """Attributes that the HTML has too are refused where it says another thing; on a page that has it, it stays."""
    page = await make(service, markup)
    for method in ("POST", "PUT"):
        status, answer = await send(service, method, f"/items/{page}/blocks", {"markup": f"{WORDS}{markup}{markup}"})
        assert (status, answer["code"]) == (400, "invalid_arguments")
        assert answer["data"]["details"][0]["path"].split(".")[0] in ("1", "2")
    assert (await send(service, "PUT", f"/items/{page}/blocks", {"markup": f"{WORDS}{markup}"}))[0] == 200
