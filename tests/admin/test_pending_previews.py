"""Links to what a pending change would leave: from the screen Approvals, for whoever has one, until it is decided."""

import html as markup
import logging
import re
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest

from sitehand.guard.gate import OWNER
from sitehand.operation.policy import Rule
from sitehand.site.previews import ChangedItem
from tests.admin.office import URL, Office, Visitor, open_office
from tests.admin.shots import make_client
from tests.choices import set_rules

PATH = "/sitehand/previews/"


@pytest.fixture
async def editor(office: Office) -> AsyncIterator[httpx2.AsyncClient]:
    """A client of the API whose changes of public content wait."""
    await set_rules(office.parts.database, [Rule(transition="public"), Rule(operation="delete_page")])
    async with await make_client(office, "Script", "editor") as editor:
        yield editor


async def propose(editor: httpx2.AsyncClient, **fields: Any) -> int:
    """A draft with a change that waits; the page's id."""
    page = (await editor.post("/pages", json={"title": "Harvest", "content": "<p>First words.</p>"})).json()["id"]
    body = {"title": "Vintage", "content": "<p>Second words.</p>", "status": "publish", **fields}
    assert (await editor.patch(f"/pages/{page}", json=body)).status_code == 202
    return int(page)


async def find_link(owner: Visitor, number: int = 1) -> str:
    """The path of the link on the screen of a pending change; empty for none."""
    found = re.search(rf'href="{URL}({PATH}[^"]+)"', (await owner.get(f"/approvals/{number}")).text)
    return markup.unescape(found[1]) if found else ""


async def test_a_link_shows_what_waits_and_changes_nothing(
    owner: Visitor, editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    """In the site's design, without a login, for nobody's index or cache; no log tells the link or names the owner."""
    page = await propose(editor)
    link = await find_link(owner)
    caplog.set_level(logging.INFO, "sitehand.access")
    caplog.clear()
    shown = await stranger.get(link)
    assert shown.status_code == 200
    assert "<h1>Vintage</h1>" in shown.text
    assert "Second words." in shown.text
    assert "of a pending change" in shown.text
    assert shown.headers["cache-control"] == "private, no-store"
    assert shown.headers["x-robots-tag"] == "noindex, nofollow"
    assert shown.headers["referrer-policy"] == "no-referrer"
    assert 'rel="canonical"' not in shown.text
    assert link.removeprefix(PATH) not in caplog.text
    assert [vars(each)["caller"] for each in caplog.records] == [""]
    told = (await editor.get(f"/pages/{page}", params={"context": "edit"})).json()
    assert (told["title"]["raw"], told["status"]) == ("Harvest", "draft")
    assert (await editor.get("/pending/1")).json()["state"] == "waiting"
    assert (await stranger.get("/vintage/")).status_code == 404


async def test_a_link_shows_a_page_that_is_not_there_yet(
    owner: Visitor, editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient
) -> None:
    """With blocks, terms and picture as any other; the draft of another that has its number later never."""
    content = "<!-- wp:paragraph -->\n<p>New here.</p>\n<!-- /wp:paragraph -->"
    answer = await editor.post("/posts", json={"title": "Soup", "content": content, "status": "publish"})
    assert answer.status_code == 202
    link = await find_link(owner)
    assert "New here." in (await stranger.get(link)).text
    assert (await owner.send("/approvals/1", "/approvals/1/reject")).status_code == 303
    draft = (await editor.post("/posts", json={"title": "Secret", "content": "Not for you."})).json()
    assert answer.json()["preview"]["changes"][0]["id"] == str(draft["id"])
    ended = await stranger.get(link)
    assert (ended.status_code, "Not for you." in ended.text) == (410, False)


async def test_a_link_shows_its_own_new_page_when_another_has_taken_the_id(
    owner: Visitor, editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient
) -> None:
    """While it waits, somebody makes a draft, which has the id that the page was shown with."""
    answer = await editor.post("/posts", json={"title": "Soup", "content": "New here.", "status": "publish"})
    link = await find_link(owner)
    draft = (await editor.post("/posts", json={"title": "Secret", "content": "Not for you."})).json()
    assert answer.json()["preview"]["changes"][0]["id"] == str(draft["id"])
    shown = await stranger.get(link)
    assert (shown.status_code, "New here." in shown.text) == (200, True)
    assert "Not for you." not in shown.text


@pytest.mark.parametrize("named", [ChangedItem(0, 2), ChangedItem(1, 1)])
async def test_a_link_shows_nothing_that_the_change_leaves_alone(
    office: Office, owner: Visitor, editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient, named: ChangedItem
) -> None:
    """Whatever item and place it names: another's page is none of its changes."""
    page = await propose(editor)
    other = (await editor.post("/pages", json={"title": "Secret", "content": "Not for you."})).json()["id"]
    assert (page, other) == (1, 2)
    previews = office.parts.host.previews
    assert previews
    link = previews.link_pending(await office.services.operations.decisions.get(1, OWNER), named)
    assert link
    shown = await stranger.get(link["preview_link"])
    assert (shown.status_code, "Not for you." in shown.text) == (410, False)


async def test_a_page_that_is_not_there_yet_names_its_author(
    owner: Visitor, editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient
) -> None:
    """Blocks that speak of the author, and of where the page stands, find nothing stored of it."""
    names = ("avatar", "post-author", "post-author-name", "post-author-biography", "breadcrumbs", "post-comments-count")
    content = "<p>New here.</p>" + "".join(f"<!-- wp:{name} /-->" for name in names)
    answer = await editor.post("/posts", json={"title": "Soup", "content": content, "status": "publish"})
    assert answer.status_code == 202
    shown = await stranger.get(await find_link(owner))
    assert (shown.status_code, "New here." in shown.text) == (200, True)
    assert "wp-block-post-author__name" in shown.text


@pytest.mark.parametrize("decision", ["approve", "reject"])
async def test_a_link_ends_with_the_decision(
    owner: Visitor, editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient, decision: str
) -> None:
    """The page says that it has ended; the screen shows no link any more."""
    await propose(editor)
    link = await find_link(owner)
    assert (await stranger.get(link)).status_code == 200
    await owner.send("/approvals/1", f"/approvals/1/{decision}")
    ended = await stranger.get(link)
    assert (ended.status_code, "This preview has ended" in ended.text) == (410, True)
    assert "Second words." not in ended.text
    assert await find_link(owner) == ""


async def test_a_link_ends_when_the_change_no_longer_matches(
    owner: Visitor, editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient
) -> None:
    """Somebody changed the page: what the link shows could not be approved any more."""
    page = await propose(editor)
    link = await find_link(owner)
    assert (await stranger.get(link)).status_code == 200
    assert (await editor.patch(f"/pages/{page}", json={"content": "<p>Third words.</p>"})).status_code == 200
    assert (await stranger.get(link)).status_code == 410
    assert await find_link(owner) == ""


async def test_a_link_expires_after_a_day(
    office: Office, owner: Visitor, editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient
) -> None:
    """Also while the change still waits."""
    await propose(editor)
    link = await find_link(owner)
    office.clock.ahead = timedelta(hours=23)
    assert (await stranger.get(link)).status_code == 200
    office.clock.ahead = timedelta(hours=25)
    expired = await stranger.get(link)
    assert (expired.status_code, "has expired" in expired.text) == (410, True)


async def test_a_link_cannot_be_changed_into_another(
    owner: Visitor, editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient
) -> None:
    """One letter less, and the content of one with the signature of another: a guess, which shows nothing."""
    await propose(editor)
    await propose(editor, title="Other")
    first, second = await find_link(owner), await find_link(owner, 2)
    assert first
    assert second
    mixed = f"{first.partition('.')[0]}.{second.partition('.')[2]}"
    for made_up in (first[:-1], mixed):
        assert (await stranger.get(made_up)).status_code == 404


async def test_a_change_that_leaves_no_page_has_no_link(owner: Visitor, editor: httpx2.AsyncClient) -> None:
    """The screen says that the page would be gone."""
    page = (await editor.post("/pages", json={"title": "Old"})).json()["id"]
    assert (await editor.delete(f"/pages/{page}")).status_code == 202
    assert await find_link(owner) == ""


async def test_a_protected_page_asks_for_its_password(
    owner: Visitor, editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient
) -> None:
    """The one that it would have."""
    await propose(editor, password="rye")
    link = await find_link(owner)
    asked = await stranger.get(link)
    assert "Second words." not in asked.text
    assert "Second words." in (await stranger.post(link, data={"password": "rye"})).text


async def test_a_link_of_before_a_restored_backup_shows_nothing(
    office: Office, owner: Visitor, editor: httpx2.AsyncClient, stranger: httpx2.AsyncClient
) -> None:
    """Numbers come again then: the link is to what was requested at its moment."""
    await propose(editor)
    assert await find_link(owner)
    pending = await office.services.operations.decisions.get(1, OWNER)
    pending["at"] = "2020-01-01T00:00:00Z"
    previews = office.parts.host.previews
    assert previews
    link = previews.link_pending(pending, ChangedItem(0, 1))
    assert link
    assert (await stranger.get(link["preview_link"])).status_code == 410


async def test_where_the_site_shows_no_previews_the_screen_says_why(tmp_path: Path) -> None:
    """As on a WordPress, whose drafts its own theme draws."""
    async with open_office(tmp_path, public_site="false") as office:
        await set_rules(office.parts.database, [Rule(transition="public")])
        owner = office.visitor()
        await owner.log_in()
        async with await make_client(office, "Script", "editor") as editor:
            await propose(editor)
        shown = (await owner.get("/approvals/1")).text
    assert "No preview link: Preview links need the public pages" in shown
    assert PATH not in shown
