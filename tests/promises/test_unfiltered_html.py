"""Who may add HTML that WordPress takes away from authors: the owner, and keys to which only the owner gave it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import pytest

from sitehand.app import assemble
from sitehand.blocks.outline import Outline, read_outline
from sitehand.errors import Problem
from sitehand.guard.gate import OWNER
from sitehand.guard.html import HtmlRule
from sitehand.owner import perform
from sitehand.site.capabilities import Capabilities
from sitehand.site.changes import ObjectChange
from sitehand.site.kinds import KINDS
from tests.service import Service, make_keys, open_service

BASE = "/sitehand/v1"
EMBED = '<!-- wp:html -->\n<iframe src="https://a.example/"></iframe>\n<!-- /wp:html -->'
WORDS = "<!-- wp:paragraph -->\n<p>Words</p>\n<!-- /wp:paragraph -->"
REFUSED = (400, "html_not_allowed")


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with plain keys, and "free", an admin key of the owner's that may write all HTML."""
    async with open_service(tmp_path, roles=("admin", "editor")) as opened:
        free = (await make_keys(opened.settings, ["admin"], unfiltered_html=True))["admin"]
        yield Service(opened.app, opened.settings, opened.http, {**opened.keys, "free": free})


async def send(service: Service, method: str, path: str, body: Any = None, *, role: str = "editor") -> Any:
    """The status and the body of an answer."""
    headers = {"X-API-Key": service.keys[role]}
    answer = await service.http.request(method, f"{BASE}{path}", json=body, headers=headers)
    return answer.status_code, answer.json()


async def make(service: Service, content: str, role: str = "free") -> int:
    """The id of a new page."""
    status, made = await send(service, "POST", "/pages", {"title": "One", "content": content}, role=role)
    assert status == 201, made
    return int(made["id"])


async def read(service: Service, page: int) -> str:
    """The stored content of a page."""
    return str((await send(service, "GET", f"/pages/{page}?context=edit"))[1]["content"]["raw"])


async def test_a_key_that_the_owner_chose_stores_it_byte_for_byte(service: Service) -> None:
    """And a plain key does not, whatever its role."""
    page = await make(service, EMBED)
    assert await read(service, page) == EMBED
    for role in ("admin", "editor"):
        status, answer = await send(service, "POST", "/pages", {"title": "x", "content": EMBED}, role=role)
        assert (status, answer["code"]) == REFUSED


async def test_what_is_stored_stays_when_others_edit_the_page(service: Service) -> None:
    """By text and by block, and it may be moved and removed; one of it more, or another, is refused."""
    page = await make(service, f"{EMBED}\n\n{WORDS}")
    assert (await send(service, "PATCH", f"/pages/{page}", {"content": f"{WORDS}\n\n{EMBED}"}))[0] == 200
    assert (await send(service, "PATCH", f"/items/{page}/blocks/0", {"text": "Other words"}))[0] == 200
    assert EMBED in await read(service, page)
    before = await read(service, page)
    for more in (before + EMBED, before.replace("a.example", "b.example")):
        status, answer = await send(service, "PATCH", f"/pages/{page}", {"content": more})
        assert (status, answer["code"]) == REFUSED
    assert await read(service, page) == before
    assert (await send(service, "PATCH", f"/pages/{page}", {"content": WORDS}))[0] == 200


async def test_a_block_that_only_an_old_wordpress_reads_is_refused(service: Service) -> None:
    """A no-break space hides its delimiter from every other rule. What is stored may stay and be moved."""
    odd = "<!--\u00a0wp:verse\u00a0-->x<!--\u00a0/wp:verse\u00a0-->"
    page = await make(service, f"{odd}{WORDS}")
    assert (await send(service, "PATCH", f"/pages/{page}", {"content": f"{WORDS}{odd}"}))[0] == 200
    status, answer = await send(service, "PATCH", f"/pages/{page}", {"content": f"{odd}{WORDS}{odd}"})
    assert (status, answer["code"]) == REFUSED
    assert "only old versions of WordPress take" in answer["message"]
    status, answer = await send(service, "POST", "/pages", {"title": "x", "content": odd})
    assert (status, answer["code"]) == REFUSED


async def test_a_stored_odd_delimiter_hides_nothing_new(service: Service) -> None:
    """Neither in its attributes, nor around the place where an old WordPress takes it out."""
    page = await make(service, f"<!--\vwp:verse -->x<!--\v/wp:verse -->{WORDS}")
    before = await read(service, page)
    for hidden in (
        before.replace("wp:verse -->", 'wp:verse {"url":"javascript:x"} -->'),
        before.replace("<!--\vwp:verse -->", "<<!--\vwp:verse -->script>"),
    ):
        status, answer = await send(service, "PATCH", f"/pages/{page}", {"content": hidden})
        assert (status, answer["code"]) == REFUSED
        assert "content, as WordPress shows the text" in [each["path"] for each in answer["data"]["details"]]
    assert (await send(service, "PATCH", f"/pages/{page}", {"content": f"{WORDS}{before}"}))[0] == 200


async def test_what_joins_where_wordpress_splits_a_text_is_refused(service: Service) -> None:
    """It takes delimiters out there, and so makes a tag of what is none."""
    parts = ("<!-- wp:more --><!--more--><!-- /wp:more -->", "<<!-- wp:more! -->script>x<<!-- wp:more! -->/script>")
    for content in ("".join(parts), parts[1].replace("more!", "nextpage") + "<!--nextpage-->"):
        status, answer = await send(service, "POST", "/pages", {"title": "x", "content": content})
        assert (status, answer["code"]) == REFUSED
        assert any(each["got"].startswith("<script>") for each in answer["data"]["details"])
    await make(service, f"{WORDS}{parts[0]}{WORDS}", role="editor")


async def test_the_refusal_says_what_and_where(service: Service) -> None:
    """The field and the block, the tag or attribute, and what to do."""
    content = f"{WORDS}\n\n<!-- wp:paragraph -->\n<p onclick='x()'>y</p>\n<!-- /wp:paragraph -->"
    _, answer = await send(service, "POST", "/pages", {"title": "x", "content": content})
    (detail,) = answer["data"]["details"]
    assert detail["path"] == "content, block 1"
    assert detail["got"].startswith("onclick of <p>")
    assert "unfiltered_html" in answer["message"]
    _, answer = await send(service, "POST", "/pages", {"title": "<h1>x</h1>", "content": WORDS})
    assert answer["data"]["details"][0]["path"] == "title"


@pytest.mark.parametrize("more", [{"dry_run": True}, {}])
async def test_neither_a_preview_nor_a_batch_gets_round_it(service: Service, more: dict[str, Any]) -> None:
    """Nothing of an atomic batch with such a part stays."""
    part = {"method": "POST", "path": "/pages", "body": {"title": "x", "content": EMBED}}
    plain = {"method": "POST", "path": "/pages", "body": {"title": "y", "content": WORDS}}
    assert (await send(service, "POST", "/pages", {**part["body"], **more}))[1]["code"] == "html_not_allowed"  # type: ignore[dict-item]
    _, answer = await send(service, "POST", "/batch", {"requests": [plain, part], "mode": "atomic", **more})
    assert "html_not_allowed" in str(answer)
    assert (await send(service, "GET", "/pages?status=any"))[1] == []


async def test_an_undo_brings_back_what_was_there(service: Service) -> None:
    """A plain key that removed an embed takes that back, since the site had it."""
    page = await make(service, EMBED)
    _, changed = await send(service, "PATCH", f"/pages/{page}", {"content": WORDS})
    assert (await send(service, "POST", "/changes/undo", {"id": changed["change_id"]}))[0] == 200
    assert await read(service, page) == EMBED


async def test_only_the_owner_gives_it(service: Service) -> None:
    """No admin key gives it to a new key, or takes over one that has it, even one that has it itself."""
    new = {"label": "x", "role": "editor", "unfiltered_html": True}
    _, listed = await send(service, "GET", "/api-keys", role="admin")
    (free,) = [key["id"] for key in listed if key["unfiltered_html"]]
    for role in ("admin", "free"):
        assert (await send(service, "POST", "/api-keys", new, role=role))[1]["code"] == "admin_required"
        assert (await send(service, "POST", f"/api-keys/{free}/rotate", role=role))[1]["code"] == "admin_required"
    parts = assemble(service.settings)
    try:
        issued = await perform(parts, "create_api_key", new)
        rotated = await perform(parts, "rotate_api_key", {"id": issued["id"]})
    finally:
        await parts.close()
    assert issued["unfiltered_html"] is rotated["unfiltered_html"] is True


async def test_an_elementor_document_is_read_as_what_it_becomes(service: Service) -> None:
    """A script in a widget is refused with the element's id."""
    page = await make(service, WORDS)
    widget = {"id": "abc1234", "elType": "widget", "widgetType": "html", "settings": {"html": "<script>x</script>"}}
    document = {"content": [{"id": "top0000", "elType": "container", "settings": {}, "elements": [widget]}]}
    status, answer = await send(service, "PUT", f"/items/{page}/elementor", document)
    assert (status, answer["code"]) == REFUSED, answer
    assert answer["data"]["details"][0]["path"] == "elementor_data, element abc1234, settings.html"
    assert (await send(service, "PUT", f"/items/{page}/elementor", document, role="free"))[0] == 200


async def test_a_dynamic_tag_is_read_as_what_elementor_decodes(service: Service) -> None:
    """A script as JSON may escape it is refused, HTML that authors may write is not."""
    page = await make(service, WORDS)
    heading = {"id": "abc1234", "elType": "widget", "widgetType": "heading", "elements": []}
    plain = r"\u003cb class='x'\u003ex\u003c\/b\u003e"
    for before, statuses in ((r"\u003cscript\u003ex", (400, 200)), (plain, (200, 200))):
        settings = quote_plus(f'{{"before":"{before}"}}')
        tag = f'[elementor-tag id="1a2b3c4" name="post-title" settings="{settings}"]'
        widget = {**heading, "settings": {"title": "x", "__dynamic__": {"title": tag}}}
        document = {"content": [{"id": "top0000", "elType": "container", "settings": {}, "elements": [widget]}]}
        sent = [
            await send(service, "PUT", f"/items/{page}/elementor", document, role=role) for role in ("editor", "free")
        ]
        assert tuple(status for status, _ in sent) == statuses, sent


async def test_without_the_right_nobody_adds_it() -> None:
    """Where the site itself does not take it from the service, the owner neither: the reason is the site's."""
    rule = HtmlRule(KINDS, lambda: Capabilities(frozenset(), {"unfiltered_html": "The user lacks the right."}))
    with pytest.raises(Problem, match="The user lacks the right") as refused:
        rule.check(OWNER, [ObjectChange("page", "1", "One", {"content": ""}, {"content": EMBED})])
    assert refused.value.code == "html_not_allowed"
    rule.check(OWNER, [ObjectChange("page", "1", "One", {"content": EMBED}, {"content": WORDS})])


async def test_a_refusal_reads_the_blocks_of_a_text_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many places in it the refusal names: to read a long text takes a second."""
    read: list[str] = []

    def note(text: str) -> Outline:
        read.append(text)
        return read_outline(text)

    monkeypatch.setattr("sitehand.guard.html.read_outline", note)
    rule = HtmlRule(KINDS, lambda: Capabilities(frozenset(), {"unfiltered_html": "The user lacks the right."}))
    with pytest.raises(Problem) as refused:
        rule.check(OWNER, [ObjectChange("page", "1", "One", {"content": ""}, {"content": "\n\n".join([EMBED] * 9)})])
    assert [detail["path"] for detail in refused.value.details] == [f"content, block {at}" for at in range(5)]
    assert len(read) == 1


async def test_a_name_holds_no_tags(service: Service) -> None:
    """WordPress would take them away; `<` as a sign is fine."""
    assert (await send(service, "POST", "/tags", {"name": "<b>Bread</b>"}))[1]["code"] == "html_not_allowed"
    assert (await send(service, "POST", "/tags", {"name": "1 < 2"}))[0] == 201
