"""The companion in a real WordPress: what it tells to whom, and what Sitehand makes of it."""

import re
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress import companion
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.diagnosis import diagnose
from sitehand.hosts.wordpress.facts import read_facts
from sitehand.hosts.wordpress.host import WordPressHost, build_host
from sitehand.site.content import Page, PageFields
from sitehand.store.database import Database
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_transactions import BY, keep, open_claims

LOCKS = "/sitehand/v1/locks"


@pytest.fixture
async def accompanied(
    plugin: Path, wordpress: WordPress, proxy: Proxy, ledger: Database
) -> AsyncIterator[WordPressHost]:
    """The site as it is found when it is connected."""
    client = Client(f"{proxy.url}/?rest_route=/", wordpress.user, wordpress.password)
    yield build_host(client, ledger, "secret", facts=await read_facts(client))
    await client.close()


def open_editor(site: WordPress, page: Page, seconds_ago: int = 0) -> str:
    """Let the administrator have a page open, as their browser says it; the moment in words."""
    moment = int(time.time()) - seconds_ago
    site.run_sql(
        f"DELETE FROM wp_postmeta WHERE post_id = {page['id']} AND meta_key = '_edit_lock'; "
        f"INSERT INTO wp_postmeta (post_id, meta_key, meta_value) VALUES ({page['id']}, '_edit_lock', '{moment}:1')"
    )
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


async def autosave(site: WordPress, page: Page) -> None:
    """What the editor does every minute; the page itself was saved a minute earlier."""
    site.run_sql(
        "UPDATE wp_posts SET post_modified = post_modified - INTERVAL 1 MINUTE, "
        f"post_modified_gmt = post_modified_gmt - INTERVAL 1 MINUTE WHERE ID = {page['id']}"
    )
    client = Client(f"{site.url}/?rest_route=/", site.user, site.password)
    await client.write("POST", f"/wp/v2/pages/{page['id']}/autosaves", {"content": "not saved"})
    await client.close()


def put(file: Path, text: str | None) -> None:
    """Have the plugin be this; None takes it away."""
    if text is None:
        file.unlink()
    else:
        file.write_text(text)


async def publish(host: WordPressHost, title: str) -> Page:
    """A page that visitors see."""
    return await host.pages.create(PageFields(title=title, status="publish"), BY)


async def test_a_page_that_is_open_is_changed_with_a_notice(accompanied: WordPressHost, wordpress: WordPress) -> None:
    """The notice says who and when; a lock that is two and a half minutes old, or no lock, says nothing."""
    page = await publish(accompanied, "Open")
    at = open_editor(wordpress, page)
    changed = await accompanied.pages.update(page["id"], PageFields(title="Changed"), BY)
    told = {each["code"]: each["message"] for each in changed["notices"]}
    said = f"admin has the page {page['id']} open in WordPress's editor, last active at {at}: tell them."
    assert told == {"open_in_editor": said}
    open_editor(wordpress, page, seconds_ago=200)
    assert "notices" not in await accompanied.pages.update(page["id"], PageFields(title="Again"), BY)


async def test_a_page_with_unsaved_changes_is_left_alone(
    accompanied: WordPressHost, wordpress: WordPress, proxy: Proxy, ledger: Database
) -> None:
    """Nothing of the call is sent, also of its other parts; whoever closes the editor lets the write through."""
    page, other = await publish(accompanied, "Open"), await publish(accompanied, "Beside the open one")
    at = open_editor(wordpress, page)
    await autosave(wordpress, page)
    page = await accompanied.pages.get(page["id"], "edit")
    proxy.sent.clear()
    with pytest.raises(Problem, match="that are not saved") as refusal:
        async with accompanied.transactions.open() as transaction:
            await accompanied.pages.update(other["id"], PageFields(title="Changed"), BY)
            await accompanied.pages.trash(page["id"], BY)
            await transaction.commit(keep)
    editor = refusal.value.extra["editor"]
    assert (refusal.value.code, editor["user"], editor["active_at"]) == (
        Code.BEING_EDITED,
        {"id": 1, "name": "admin"},
        at,
    )
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", editor["autosaved_at"])
    assert (proxy.writes, await open_claims(ledger)) == ([], [])
    assert sum(sent.path == LOCKS for sent in proxy.sent) == 1
    open_editor(wordpress, page, seconds_ago=200)
    assert (await accompanied.pages.trash(page["id"], BY))["status"] == "trash"


async def test_a_new_page_asks_for_no_lock(accompanied: WordPressHost, proxy: Proxy) -> None:
    """Nobody has it open."""
    proxy.sent.clear()
    await publish(accompanied, "New")
    assert not [sent for sent in proxy.sent if sent.path == LOCKS]


async def test_locks_are_for_who_may_edit(plugin: Path, wordpress: WordPress, accompanied: WordPressHost) -> None:
    """Visitors and subscribers are refused, an author is told of their own posts alone; answers have the version."""
    page = await publish(accompanied, "Open")
    open_editor(wordpress, page)
    asked = {"rest_route": LOCKS, "include": str(page["id"])}
    answers = {}
    for role in ("", "subscriber", "author", "administrator"):
        auth = await make_user(wordpress, role) if role else None
        async with httpx2.AsyncClient(auth=auth, trust_env=False) as http:
            answers[role] = await http.get(wordpress.url, params=asked)
    assert [each.status_code for each in answers.values()] == [401, 403, 200, 200]
    assert answers["author"].json() == []
    assert [each["id"] for each in answers["administrator"].json()] == [page["id"]]
    assert answers["author"].headers[companion.HEADER] == companion.VERSION


async def make_user(site: WordPress, role: str) -> tuple[str, str]:
    """A new user of a role, and its application password."""
    client, name = Client(f"{site.url}/?rest_route=/", site.user, site.password), f"user{secrets.token_hex(4)}"
    body = {"username": name, "email": f"{name}@example.org", "password": secrets.token_hex(8), "roles": [role]}
    user = (await client.write("POST", "/wp/v2/users", body)).value["id"]
    made = await client.write("POST", f"/wp/v2/users/{user}/application-passwords", {"name": "Tests"})
    await client.close()
    return name, made.value["password"]


async def test_doctor_says_whether_it_is_there(plugin: Path, wordpress: WordPress) -> None:
    """With its version and what it adds; another version, a broken file and a refusal are told; none at all is fine."""
    client = Client(f"{wordpress.url}/?rest_route=/", wordpress.user, wordpress.password)
    facts = await read_facts(client)
    await client.close()

    async def look(subject: str = "companion") -> tuple[bool, str]:
        found = [check async for check in diagnose(facts, wordpress.password) if check.subject == subject]
        return found[0].good, found[0].text

    text = companion.FILE.read_text()
    assert await look() == (True, f"{companion.VERSION}: locks, version, purge, fields, elementor")
    assert await look("memory") == (True, "used: reads are answered from memory until the site changes")
    put(plugin, text.replace(companion.VERSION, "0.9.0"))
    assert await look() == (False, "0.9.0: locks, version, purge, fields, elementor")
    put(plugin, text.replace("'offers' => OFFERS", ""))
    assert await look() == (False, "answers something else")
    put(plugin, text.replace("current_user_can( 'edit_posts' ) || current_user_can( 'edit_pages' )", "false"))
    assert await look() == (False, "refuses the WordPress user")
    put(plugin, None)
    good, told = await look()
    assert (good, told.startswith("not installed; it adds edit locks")) == (True, True)


async def test_without_it_all_is_as_ever(
    accompanied: WordPressHost, plugin: Path, wordpress: WordPress, proxy: Proxy
) -> None:
    """Also when it was there: it is asked once, and not again."""
    page = await publish(accompanied, "Open")
    open_editor(wordpress, page)
    put(plugin, None)
    proxy.sent.clear()
    for title in ("One", "Two"):
        assert "notices" not in await accompanied.pages.update(page["id"], PageFields(title=title), BY)
    assert sum(sent.path == LOCKS for sent in proxy.sent) == 1


def test_the_file_says_what_it_is() -> None:
    """Its version is the one that `doctor` compares with, and its licence is its own."""
    head = companion.FILE.read_text().partition("*/")[0]
    assert f"Version: {companion.VERSION}\n" in head
    assert "License: GPL-2.0-or-later\n" in head
    assert f"const VERSION = '{companion.VERSION}';" in companion.FILE.read_text()


@pytest.fixture
def named(plugin: Path, wordpress: WordPress) -> Iterator[None]:
    """The owner has named protected fields, and keys that are none."""
    good = "'_region' => 'string', '_stars' => 'integer'"
    foreign = "'_wp_page_template' => 'string', '_thumbnail_id' => 'integer'"
    named = f"[{good}, {foreign}, '_odd' => 'object', 'open' => 'string']"
    file = plugin.with_name("named.php")
    file.write_text(f"<?php add_filter('sitehand_fields', fn () => {named});")
    yield
    file.unlink()


@pytest.mark.usefixtures("named")
async def test_protected_fields_that_the_owner_names_are_custom_fields(
    accompanied: WordPressHost, wordpress: WordPress
) -> None:
    """Without the underscore, of their types, stored at their keys; WordPress's own keys and odd types are none."""
    page = await accompanied.pages.create(PageFields(title="Wine", fields={"region": "Rioja", "stars": 4}), BY)
    assert (await accompanied.pages.get(page["id"], "view"))["fields"] == {"region": "Rioja", "stars": 4}
    stored = f"SELECT meta_value FROM wp_postmeta WHERE post_id = {page['id']} AND meta_key = '_region'"
    assert wordpress.run_sql(stored).strip() == "Rioja"
    for name in ("_region", "wp_page_template", "thumbnail_id", "odd", "open"):
        with pytest.raises(Problem) as refused:
            await accompanied.pages.update(page["id"], PageFields(fields={name: "x"}), BY)
        assert refused.value.code is Code.INVALID_ARGUMENTS
    with pytest.raises(Problem) as refused:
        await accompanied.pages.update(page["id"], PageFields(fields={"stars": "many"}), BY)
    assert refused.value.details[0]["path"] == "fields.stars"


@pytest.mark.usefixtures("named")
async def test_visitors_see_no_protected_field(accompanied: WordPressHost, wordpress: WordPress) -> None:
    """Neither in the REST API of the site nor by asking for them."""
    page = await accompanied.pages.create(PageFields(title="Wine", fields={"region": "Rioja"}, status="publish"), BY)
    async with httpx2.AsyncClient(base_url=wordpress.url) as visitor:
        shown = await visitor.get(f"/?rest_route=/wp/v2/pages/{page['id']}&_fields=title,meta")
        asked = await visitor.get(f"/?rest_route=/wp/v2/pages/{page['id']}&_fields=meta.region&context=edit")
    assert ("Wine" in shown.text, "Rioja" in shown.text) == (True, False)
    assert ("Rioja" in asked.text, asked.status_code) == (False, 401)
