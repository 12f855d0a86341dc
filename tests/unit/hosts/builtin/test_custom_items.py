"""Registered types of the built-in site, and what visitors see of their items."""

from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.type_rules import MAX_TYPES
from sitehand.site.content import PageFields
from sitehand.site.custom_items import CustomItem, CustomItemFields, CustomItemQuery
from sitehand.site.host import Host
from sitehand.site.redirects import NewRedirect
from sitehand.site.settings import SiteSettingsFields
from sitehand.site.terms import TermFields
from sitehand.site.types import TypeFields
from sitehand.store.database import Database
from tests.databases import migrate

BY = "key:1"
NAMES = ("page", "wp_block", "category", "feed", "sitehand", "about")


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[Host]:
    """A site with the hierarchical type recipe, and a page."""
    database = Database(tmp_path, SITE)
    await migrate(database)
    host = build_host(database, "https://hill.example")
    await host.types.register("recipe", TypeFields(name="Recipes", hierarchical=True, has_archive=True))
    await host.pages.create(PageFields(title="About", status="publish"), BY)
    yield host
    await database.close()


async def make(host: Host, title: str, **fields: object) -> dict[str, object]:
    """A published recipe."""
    given = {"type": "recipe", "title": title, "status": "publish", **fields}
    return dict(await host.custom_items.create(CustomItemFields.model_validate(given), BY))


async def find(host: Host, wanted: Mapping[str, object]) -> Sequence[CustomItem]:
    """The first items of a list."""
    return (await host.custom_items.find(CustomItemQuery.model_validate(wanted))).items


async def test_what_stands_below_an_item_moves_with_it(host: Host) -> None:
    """Addresses begin with the type, and follow the slug of the item above."""
    soup = await make(host, "Soup")
    stew = await make(host, "Stew", parent=soup["id"])
    assert stew["link"] == "https://hill.example/recipe/soup/stew/"
    await host.custom_items.update(int(str(soup["id"])), CustomItemFields(slug="broth"), BY)
    moved = await host.custom_items.get(int(str(stew["id"])), "view")
    assert moved["link"] == "https://hill.example/recipe/broth/stew/"
    await host.custom_items.delete(int(str(soup["id"])), BY)
    moved = await host.custom_items.get(int(str(stew["id"])), "view")
    assert (moved["parent"], moved["link"]) == (0, "https://hill.example/recipe/stew/")


@pytest.mark.parametrize("name", NAMES)
async def test_a_type_takes_no_address_of_the_site(host: Host, name: str) -> None:
    """Nor that of a page; and a page takes none of a type."""
    with pytest.raises(Problem) as refusal:
        await host.types.register(name, TypeFields(name="Other"))
    assert refusal.value.code is Code.CONFLICT
    page = await host.pages.create(PageFields(title="Recipe", status="publish"), BY)
    assert (page["slug"], page["notices"][0]["code"]) == ("recipe-2", "slug_changed")


async def test_a_type_in_use_stays(host: Host) -> None:
    """With its addresses and its tree, for as long as it has items; its words may change."""
    made = await make(host, "Soup")
    for change in (TypeFields(name="Recipes", public=False), TypeFields(name="Recipes", hierarchical=False)):
        with pytest.raises(Problem) as refusal:
            await host.types.register("recipe", change)
        assert refusal.value.extra["items"] == [made["id"]]
    await host.custom_items.trash(int(str(made["id"])), BY)
    with pytest.raises(Problem):
        await host.types.unregister("recipe")
    await host.types.register("recipe", TypeFields(name="Dishes"))
    await host.custom_items.delete(int(str(made["id"])), BY)
    assert (await host.types.unregister("recipe"))["name"] == "Dishes"
    assert await host.types.custom() == []


async def test_items_have_what_their_type_supports(host: Host) -> None:
    """Another field is refused, in a write of blocks too; slugs are free among the items of one type."""
    await host.types.register("quote", TypeFields(name="Quotes", supports=[], public=False))
    quote = await host.custom_items.create(CustomItemFields(type="quote", title="Soup", status="publish"), BY)
    assert (quote["slug"], (await make(host, "Soup"))["slug"]) == ("soup", "soup")
    assert quote["link"] == f"https://hill.example/?p={quote['id']}"
    with pytest.raises(Problem) as refusal:
        await host.custom_items.rewrite(quote["id"], lambda _: "<p>Long</p>", BY)
    assert refusal.value.code is Code.INVALID_ARGUMENTS
    for fields in (CustomItemFields(parent=1), CustomItemFields(excerpt="x"), CustomItemFields(terms={"genre": [1]})):
        with pytest.raises(Problem) as refusal:
            await host.custom_items.update(quote["id"], fields, BY)
        assert refusal.value.code is Code.INVALID_ARGUMENTS


async def test_a_type_and_a_page_share_no_address_below_a_locale(host: Host) -> None:
    """Archives stand below each locale too, and a type is shown in all of them."""
    await host.settings.update(SiteSettingsFields(locales=["de"]))
    page = await host.pages.create(PageFields(title="Recipe", locale="de", status="publish"), BY)
    assert page["slug"] == "recipe-2"
    await host.pages.create(PageFields(title="Reise", locale="de", status="publish"), BY)
    with pytest.raises(Problem, match="has the address /de/reise/"):
        await host.types.register("reise", TypeFields(name="Reisen"))


async def test_a_site_has_so_many_types_and_no_more(host: Host) -> None:
    """Those that are there may change."""
    for number in range(1, MAX_TYPES):
        await host.types.register(f"type-{number}", TypeFields(name="Other"))
    with pytest.raises(Problem, match="takes no more"):
        await host.types.register("last", TypeFields(name="Last"))
    await host.types.register("type-1", TypeFields(name="Changed"))


async def test_a_type_may_be_called_like_another_kind(host: Host) -> None:
    """Its items have the fields of items."""
    await host.types.register("term", TypeFields(name="Terms"))
    made = await make(host, "Soup", type="term", menu_order=3)
    wanted: dict[str, Any] = {"type": "term", "where": [{"field": "menu_order", "op": "eq", "value": 3}]}
    assert [each["id"] for each in await find(host, wanted)] == [made["id"]]
    wanted["where"] = [{"field": "count", "op": "eq", "value": 0}]
    with pytest.raises(Problem) as refusal:
        await find(host, wanted)
    assert refusal.value.code is Code.INVALID_ARGUMENTS


async def test_no_redirect_begins_where_the_site_has_an_archive(host: Host) -> None:
    """Of a type, a term or an author: the archive answers there. Where nothing is, one may."""
    assert host.redirects and host.terms
    await host.terms.create("category", TermFields(name="Soups"))
    for source in ("/recipe", "/recipe/", "/recipe/feed", "/category/soups"):
        with pytest.raises(Problem) as refusal:
            await host.redirects.create(NewRedirect(source=source, target="/about/"))
        assert refusal.value.code is Code.CONFLICT
    for source in ("/recipes", "/category/stews", "/1998"):
        assert (await host.redirects.create(NewRedirect(source=source, target="/about/")))["target"] == "/about/"


async def test_a_list_takes_the_taxonomies_of_its_type_alone(host: Host) -> None:
    """One that the type does not have is refused, as a WordPress refuses it."""
    with pytest.raises(Problem, match="taxonomies") as refusal:
        await find(host, {"type": "recipe", "taxonomy": "genre", "terms": [1]})
    assert refusal.value.code is Code.INVALID_ARGUMENTS
