"""Items of custom types of a real WordPress, whose plugins have registered three types."""

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.capabilities import list_capabilities
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.facts import read_facts
from sitehand.hosts.wordpress.host import WordPressHost, build_host
from sitehand.site.content import ItemFields
from sitehand.site.custom_items import CustomItemFields, CustomItemQuery
from sitehand.site.search import SearchQuery
from sitehand.site.types import TypeFields
from sitehand.store.database import Database
from tests.wordpress.conftest import restore
from tests.wordpress.site import WordPress

BY = "key:1"


@pytest.fixture
def types(wordpress: WordPress) -> Iterator[None]:
    """A plugin registers types."""
    folder = wordpress.root / "wp-content" / "mu-plugins"
    folder.mkdir(exist_ok=True)
    file = Path(shutil.copy(Path(__file__).with_name("types.php"), folder / "types.php"))
    yield
    file.unlink()


@pytest.fixture
async def site(wordpress: WordPress, ledger: Database, types: None) -> AsyncIterator[WordPressHost]:
    """The host, as it is built from what WordPress says of itself."""
    client = Client(f"{wordpress.url}/?rest_route=/", wordpress.user, wordpress.password)
    facts = await read_facts(client)
    assert [each["slug"] for each in facts.types] == ["recipe", "quote"]
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


@pytest.mark.parametrize("name", ["hidden", "wp_block", "wp_template", "nav_menu_item", "attachment", "page", "nope"])
async def test_other_types_are_not_there(site: WordPressHost, name: str) -> None:
    """Neither those of WordPress itself, nor what visitors do not see, nor what is not registered."""
    with pytest.raises(Problem) as refusal:
        await site.custom_items.find(CustomItemQuery(type=name))
    assert refusal.value.code is Code.NOT_FOUND


async def test_an_item_stays_of_its_type(site: WordPressHost) -> None:
    """It is not found under another; and no call registers a type."""
    made = await site.custom_items.create(recipe(), BY)
    with pytest.raises(Problem) as refusal:
        await site.custom_items.update(made["id"], CustomItemFields(type="quote", title="Other"), BY)
    assert refusal.value.code is Code.NOT_FOUND
    with pytest.raises(Problem) as refusal:
        await site.types.register("book", TypeFields(name="Books"))
    assert refusal.value.code is Code.NOT_SUPPORTED
