"""Items of custom types of a real WordPress, whose plugins have registered three types."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.capabilities import list_capabilities
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.facts import read_facts
from sitehand.hosts.wordpress.host import WordPressHost, build_host
from sitehand.hosts.wordpress.life import Life
from sitehand.hosts.wordpress.site_version import SiteVersion
from sitehand.site.comments import NewComment
from sitehand.site.connection import Connection
from sitehand.site.content import ItemFields, PageFields
from sitehand.site.custom_items import CustomItemFields, CustomItemQuery
from sitehand.site.search import SearchQuery
from sitehand.site.types import TypeFields
from sitehand.store.broker import SecretSeal
from sitehand.store.connection import ConnectionTable
from sitehand.store.database import Database
from tests.wordpress.conftest import add_plugin, restore
from tests.wordpress.proxy import Proxy
from tests.wordpress.site import WordPress
from tests.wordpress.test_media import upload
from tests.wordpress.test_service import Service, open_with_types

BY = "key:1"
WHALE = "<p>Blue whale</p>"
STRAY = ("hidden", "stray", "deep", "shop", "nope")


@pytest.fixture
def types(wordpress: WordPress) -> Iterator[Path]:
    """A plugin registers types."""
    with add_plugin(wordpress, "types.php") as file:
        yield file


@pytest.fixture
async def site(wordpress: WordPress, ledger: Database, types: Path) -> AsyncIterator[WordPressHost]:
    """The host, as it is built from what WordPress says of itself."""
    client = Client(f"{wordpress.url}/?rest_route=/", wordpress.user, wordpress.password)
    facts = await read_facts(client)
    assert [each["slug"] for each in facts.types] == ["recipe", "quote", "note"]
    assert list_capabilities(facts).offers("custom_items")
    yield build_host(client, ledger, "secret", facts=facts)
    await client.close()


def recipe(**fields: object) -> CustomItemFields:
    """A published recipe."""
    return CustomItemFields.model_validate({"type": "recipe", "title": "Soup", "status": "publish", **fields})


async def test_an_item_has_all_that_pages_have(site: WordPressHost) -> None:
    """Terms by name, a parent, custom fields, revisions, the trash, and an undo that brings it back."""
    items = site.custom_items
    soup = await items.create(recipe(content="<p>One</p>", terms={"genre": ["Winter"]}, fields={"servings": 4}), BY)
    assert (soup["type"], soup["fields"], len(soup["terms"]["genre"])) == ("recipe", {"servings": 4}, 1)
    assert await site.items.kind_of(soup["id"]) == "custom_item"
    below = await items.create(recipe(title="Stew", parent=soup["id"]), BY)
    changed = await items.rewrite(soup["id"], lambda text: text.replace("One", "Two"), BY)
    assert changed["revision"] != soup["revision"]
    assert (await site.revisions.find("custom_item", soup["id"], 1, 10)).total >= 1
    found = await items.find(CustomItemQuery(type="recipe", taxonomy="genre", terms=soup["terms"]["genre"]))
    assert [each["id"] for each in found.items] == [soup["id"]]
    under = await items.find(CustomItemQuery(type="recipe", parent=[soup["id"]], search="stew"))
    assert [each["id"] for each in under.items] == [below["id"]]
    hits = await site.search.find(SearchQuery(search="two", subtype=["recipe"]))
    assert [hit["id"] for hit in hits.items] == [soup["id"]]
    async with site.transactions.open() as transaction:
        await items.delete(soup["id"], BY)
        done = await transaction.commit(lambda _, objects: objects)
    assert {(each.kind, each.action) for each in done} == {("custom_item", "delete"), ("custom_item", "update")}
    async with site.transactions.open() as transaction:
        await restore(transaction, done)
        made = await transaction.commit(lambda _, objects: objects)
    again = next(int(each.object) for each in made if each.action == "create")
    back = await items.get(again, "edit")
    assert (back["content"]["raw"], back["terms"], back["fields"]) == ("<p>Two</p>", soup["terms"], soup["fields"])
    assert (await items.get(below["id"], "view"))["parent"] == again


async def test_a_type_without_content_takes_none(site: WordPressHost) -> None:
    """What WordPress would leave out without a word is refused before anything is sent."""
    quote = await site.custom_items.create(CustomItemFields(type="quote", title="Brief", status="publish"), BY)
    assert (quote["content"]["rendered"], quote["parent"]) == ("", 0)
    trashed = await site.custom_items.trash(quote["id"], BY)
    assert trashed["status"] == "trash"
    await site.store("custom_item").update(quote["id"], ItemFields(status="draft"), BY)
    for fields in (CustomItemFields(content="Long"), CustomItemFields(parent=1), CustomItemFields(terms={"genre": []})):
        with pytest.raises(Problem) as refusal:
            await site.custom_items.update(quote["id"], fields, BY)
        assert refusal.value.code is Code.INVALID_ARGUMENTS
    with pytest.raises(Problem) as refusal:
        await site.custom_items.find(CustomItemQuery(type="quote", parent=[1]))
    assert refusal.value.code is Code.INVALID_ARGUMENTS


async def test_other_types_are_not_there(site: WordPressHost) -> None:
    """Neither those of WordPress and of designs, nor what visitors do not see, nor what has another's route."""
    for name in ("wp_block", "wp_template", "nav_menu_item", "attachment", "page", "elementor_library", *STRAY):
        with pytest.raises(Problem) as refusal:
            await site.custom_items.find(CustomItemQuery(type=name))
        assert refusal.value.code is Code.NOT_FOUND


async def test_items_that_lack_texts_are_read_with_all_others(site: WordPressHost, wordpress: WordPress) -> None:
    """Types without a title, an excerpt or an image stand in no other's way; what they lack is refused."""
    note = await site.custom_items.create(CustomItemFields(type="note", title="", content=WHALE, status="publish"), BY)
    assert (note["title"]["rendered"], note["excerpt"]["rendered"]) == ("", "")
    hits = await site.search.find(SearchQuery(search="whale"))
    assert [(hit["id"], hit["title"]) for hit in hits.items] == [(note["id"], "")]
    counted = await site.items.count(["whale"], lambda text: text.count("whale"))
    assert [each.id for each in counted.items] == [note["id"]]
    picture = await upload(wordpress, "whale.png")
    assert await site.media.find_uses(picture) == {"uses": [], "complete": True}
    with pytest.raises(Problem, match="Comments are closed"):
        await site.comments.create(NewComment(post=note["id"], content="Hello"))
    for fields in (CustomItemFields(title="Named"), CustomItemFields(author=1), CustomItemFields(menu_order=2)):
        with pytest.raises(Problem) as refusal:
            await site.custom_items.update(note["id"], fields, BY)
        assert refusal.value.code is Code.INVALID_ARGUMENTS
    with pytest.raises(Problem) as refusal:
        await site.custom_items.find(CustomItemQuery(type="note", author=[1]))
    assert refusal.value.code is Code.INVALID_ARGUMENTS


async def test_a_type_whose_plugin_is_switched_off_stands_in_no_way(
    site: WordPressHost,
    types: Path,
    wordpress: WordPress,
    ledger: Database,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Its items are gone, as visitors see it, and the log says so; all else is read as before."""
    made = await site.custom_items.create(recipe(content="<p>Parsnip</p>"), BY)
    page = await site.pages.create(PageFields(title="Parsnip", status="publish"), BY)
    await asyncio.to_thread(types.unlink)
    hits = await site.search.find(SearchQuery(search="parsnip"))
    assert [hit["id"] for hit in hits.items] == [page["id"]]
    with pytest.raises(Problem) as refusal:
        await site.items.kind_of(made["id"])
    assert refusal.value.code is Code.NOT_FOUND
    client = Client(f"{wordpress.url}/?rest_route=/", wordpress.user, wordpress.password)
    facts, table = await read_facts(client), ConnectionTable(ledger, SecretSeal(tmp_path, ""))
    await table.save(Connection(facts, "2026-01-01T00:00:00Z", "word", "mark"))
    await Life(client, table, site, list_capabilities(facts), SiteVersion(facts.root)).look()
    await client.close()
    others = "note, quote, recipe"
    assert caplog.messages == [f"WordPress has other types of content now: {others}. Restart Sitehand to use them."]


async def test_of_a_type_that_is_switched_off_nobody_says_that_nothing_was_made(
    site: WordPressHost, types: Path
) -> None:
    """A call that was cut off there is settled when the type is back."""
    items = site.transactions.settling.resources["custom_item"]
    newest = await items.read_newest()
    made = await site.custom_items.create(recipe(title="Found"), BY)
    sent = {"type": "recipe", "title": "Found"}
    assert [each["id"] for each in (await items.find_made(newest, sent)).objects] == [made["id"]]
    await asyncio.to_thread(types.unlink)
    with pytest.raises(Problem):
        await items.find_made(newest, sent)


async def test_an_item_stays_of_its_type(site: WordPressHost) -> None:
    """It is not found under another; and no call registers a type."""
    made = await site.custom_items.create(recipe(), BY)
    with pytest.raises(Problem) as refusal:
        await site.custom_items.update(made["id"], CustomItemFields(type="quote", title="Other"), BY)
    assert refusal.value.code is Code.NOT_FOUND
    with pytest.raises(Problem) as refusal:
        await site.types.register("book", TypeFields(name="Books"))
    assert refusal.value.code is Code.NOT_SUPPORTED


@pytest.fixture
async def service(wordpress: WordPress, proxy: Proxy, types: Path, tmp_path: Path) -> AsyncIterator[Service]:
    """The REST door over a WordPress with these types."""
    async with open_with_types(wordpress, proxy, tmp_path, "custom_items", "type_registration") as opened:
        yield opened


async def make(service: Service, item_type: str, role: str = "editor", **fields: Any) -> Any:
    """A new item."""
    status, made = await service.call("POST", f"/types/{item_type}/items", {"title": "", **fields}, role)
    assert status == 201, made
    return made


async def test_operations_take_items_that_lack_texts(service: Service) -> None:
    """Revisions, their differences, clones and types are told of what there is."""
    told = (await service.call("GET", "/types/note"))[1]
    assert {"editor", "revisions"} <= set(told["supports"]) and "title" not in told["supports"]
    assert (told["has_archive"], told["labels"]["name"]) == (False, "Notes")
    note = await make(service, "note", content="<p>One</p>")
    one = f"/types/note/items/{note['id']}"
    for text in ("<p>Two</p>", "<p>Three</p>"):
        assert (await service.call("PATCH", one, {"content": text}))[0] == 200
    listed = (await service.call("GET", f"/items/{note['id']}/revisions"))[1]
    below = f"/items/{note['id']}/revisions/{listed[-1]['id']}"
    assert (await service.call("GET", below))[1]["excerpt"] == {"raw": "", "rendered": ""}
    (changed,) = (await service.call("GET", f"{below}/diff"))[1]["objects"]
    assert [each["field"] for each in changed["fields"]] == ["content"]
    assert (await service.call("POST", f"{below}/restore"))[0] == 200
    quote = await make(service, "quote", title="Brief")
    assert (await service.call("GET", f"/items/{quote['id']}/revisions"))[:2] == (200, [])
    assert (await service.call("GET", f"/items/{quote['id']}/revisions/9"))[1]["code"] == "not_found"
    status, copy = await service.call("POST", f"/items/{quote['id']}/clone", {})
    assert (status, copy["title"]["rendered"]) == (201, "Brief (copy)")
    assert (await service.call("POST", f"/items/{note['id']}/clone", {}))[0] == 201


async def test_an_author_changes_its_own_items_alone(service: Service, proxy: Proxy) -> None:
    """It adds no terms by name, a dry run sends nothing, and what it deletes for good it brings back."""
    theirs = await make(service, "recipe", title="Theirs")
    own = await make(service, "recipe", "author", title="Own", content="<p>Own</p>")
    proxy.sent.clear()
    for method, item_id, body in (
        ("PATCH", theirs["id"], {"title": "Mine"}),
        ("DELETE", theirs["id"], None),
        ("PATCH", own["id"], {"terms": {"genre": ["New"]}}),
    ):
        status, refused = await service.call(method, f"/types/recipe/items/{item_id}", body, "author")
        assert (status, refused["code"]) == (403, "not_own_object")
    dry = await service.call("PATCH", f"/types/recipe/items/{own['id']}?dry_run=true", {"title": "Later"}, "author")
    assert (dry[0], {each.method for each in proxy.sent}) == (200, {"GET"})
    status, gone = await service.call("DELETE", f"/types/recipe/items/{own['id']}?force=true", None, "author")
    assert status == 200
    status, undone = await service.call("POST", "/changes/undo", {"id": gone["change_id"]}, "author")
    assert (status, [each["code"] for each in undone["notices"]]) == (200, ["new_id"])
