"""Terms for many posts at once."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.service import Service, open_service


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """An empty site."""
    async with open_service(tmp_path) as opened:
        yield opened


async def call(service: Service, name: str, arguments: dict[str, Any]) -> Any:
    """What a tool answers."""
    return (await service.tool(name, arguments))["structuredContent"]


async def make_posts(service: Service, number: int) -> tuple[list[int], int]:
    """Posts on rye, and a category for them."""
    made = [await call(service, "create_post", {"title": f"Rye {each}"}) for each in range(number)]
    term = await call(service, "create_term", {"taxonomy": "category", "name": "Rye"})
    return [each["id"] for each in made], term["id"]


async def read_categories(service: Service, ids: list[int]) -> list[Any]:
    """The categories of each post."""
    return [(await call(service, "get_post", {"id": each}))["categories"] for each in ids]


async def test_posts_that_fit_get_terms_and_lose_others(service: Service) -> None:
    """A dry run tells which and changes nothing; what fits already is no change; one undo takes all of it back."""
    ids, term = await make_posts(service, 3)
    other = await call(service, "create_post", {"title": "Wheat"})
    wanted = {"search": "rye", "add_categories": [term]}
    shown = await call(service, "assign_terms", {**wanted, "dry_run": True})
    assert len(shown["changes"]) == 3
    assert await read_categories(service, ids) == [[]] * 3
    done = await call(service, "assign_terms", wanted)
    assert ([each["id"] for each in done["items"]], done["total"]) == (ids, 3)
    assert await read_categories(service, [*ids, other["id"]]) == [[term]] * 3 + [[]]
    again = await call(service, "assign_terms", wanted)
    assert (again["items"], again["total"], again["changed"]) == ([], 3, False)
    await call(service, "undo_change", {"id": done["change_id"]})
    assert await read_categories(service, ids) == [[]] * 3


async def test_more_posts_than_fit_into_one_call_are_refused(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """None of them is changed."""
    monkeypatch.setattr("sitehand.operations.taxonomy.assignment.MAX_POSTS", 2)
    ids, term = await make_posts(service, 3)
    answer = await service.tool("assign_terms", {"search": "rye", "add_categories": [term]})
    assert "More than 2 items fit (3)" in str(answer)
    assert await read_categories(service, ids) == [[]] * 3


ITEMS: dict[str, Any] = {"type": "recipe", "status": "publish"}


async def make_recipes(service: Service) -> tuple[int, int, dict[str, int]]:
    """A soup and a stew of a type with categories and genres, and genres by name."""
    await call(service, "register_type", {"type": "recipe", "name": "Recipes", "taxonomies": ["genre", "category"]})
    soup = await call(service, "create_item", {**ITEMS, "title": "Soup", "terms": {"genre": ["Winter", "Quick"]}})
    stew = await call(service, "create_item", {**ITEMS, "title": "Stew"})
    found = await call(service, "list_terms", {"taxonomy": "genre"})
    return soup["id"], stew["id"], {each["name"]: each["id"] for each in found["items"]}


async def read_terms(service: Service, item: int) -> Any:
    """The terms of a recipe."""
    return (await call(service, "get_item", {"type": "recipe", "id": item}))["terms"]


async def test_terms_of_a_custom_taxonomy_are_set_by_id_or_name(service: Service) -> None:
    """Added, removed and replaced; those of its other taxonomies stay, and one that its type lacks is refused."""
    soup, _, genres = await make_recipes(service)
    await call(service, "set_terms", {"id": soup, "terms": {"genre": ["Slow"]}, "mode": "add"})
    assert len((await read_terms(service, soup))["genre"]) == 3
    await call(service, "set_terms", {"id": soup, "terms": {"genre": ["winter", "slow"]}, "mode": "remove"})
    assert await read_terms(service, soup) == {"genre": [genres["Quick"]]}
    news = await call(service, "create_term", {"taxonomy": "category", "name": "News"})
    await call(service, "set_terms", {"id": soup, "categories": [news["id"]]})
    assert await read_terms(service, soup) == {"category": [news["id"]], "genre": [genres["Quick"]]}
    refused = await service.tool("set_terms", {"id": soup, "tags": ["Rye"]})
    assert "do not have the taxonomy post_tag" in str(refused["structuredContent"])


async def test_the_tag_cloud_has_tags_of_custom_items(service: Service) -> None:
    """Also those that no post has, as WordPress has it: tests/wordpress/test_custom_terms.py shows its own."""
    await call(service, "register_type", {"type": "recipe", "name": "Recipes", "taxonomies": ["post_tag"]})
    await call(service, "create_item", {**ITEMS, "title": "Soup", "terms": {"post_tag": ["Cloudy"]}})
    block = '<!-- wp:tag-cloud {"showTagCounts":true} /-->'
    page = await call(service, "create_page", {"title": "Cloud", "content": block, "status": "publish"})
    assert 'aria-label="Cloudy (1 item)"' in (await service.http.get(page["link"])).text


async def test_items_of_a_type_get_terms_of_its_taxonomies(service: Service) -> None:
    """All that a term has, by one filter; and what another type is filtered by is refused."""
    soup, stew, genres = await make_recipes(service)
    wanted = {"type": "recipe", "terms": {"genre": [genres["Winter"]]}, "remove_terms": {"genre": [genres["Winter"]]}}
    done = await call(service, "assign_terms", {**wanted, "add_terms": {"genre": [genres["Quick"]]}})
    assert (done["total"], [each["terms"] for each in done["items"]]) == (1, [{"genre": [genres["Quick"]]}])
    winter = {"type": "recipe", "include": [soup, stew], "add_terms": {"genre": [genres["Winter"]]}}
    both = await call(service, "assign_terms", winter)
    assert [(each["id"], len(each["terms"]["genre"])) for each in both["items"]] == [(soup, 2), (stew, 1)]
    for wrong in ({"genre": [1], "category": [1]}, {"planet": [1]}):
        refused = await service.tool("assign_terms", {**wanted, "terms": wrong})
        assert refused["isError"]
        assert "terms" in str(refused["structuredContent"]) or "taxonomy" in str(refused["structuredContent"])


async def test_writes_at_once_keep_the_terms_of_each_other(service: Service) -> None:
    """Each adds to what the item has when it is written, and removes from it, whatever it had when it was read."""
    post = (await call(service, "create_post", {"title": "Rye"}))["id"]
    tags = [(await call(service, "create_term", {"taxonomy": "post_tag", "name": f"T{n}"}))["id"] for n in range(9)]
    await call(service, "set_terms", {"id": post, "tags": tags[6:]})
    await asyncio.gather(
        *[call(service, "set_terms", {"id": post, "tags": [each], "mode": "add"}) for each in tags[:3]],
        *[call(service, "assign_terms", {"include": [post], "add_tags": [each]}) for each in tags[3:6]],
        call(service, "set_terms", {"id": post, "tags": ["t6"], "mode": "remove"}),
        call(service, "assign_terms", {"include": [post], "remove_tags": [tags[7]]}),
    )
    assert (await call(service, "get_post", {"id": post}))["tags"] == [*tags[:6], tags[8]]


async def test_a_name_is_removed_from_an_item_with_many_terms(service: Service) -> None:
    """Also where more terms than one page of their list stand before it; a name that the item has not is no change."""
    post = (await call(service, "create_post", {"title": "Rye"}))["id"]
    await call(service, "set_terms", {"id": post, "tags": [f"T{n:03}" for n in range(110)]})
    removed = await call(service, "set_terms", {"id": post, "tags": ["t109", "None such"], "mode": "remove"})
    again = await call(service, "set_terms", {"id": post, "tags": ["t109"], "mode": "remove"})
    assert (removed["changed"], again["changed"]) == (True, False)
    assert len((await call(service, "get_post", {"id": post}))["tags"]) == 109


async def test_pages_and_posts_are_named_by_their_rest_base_too(service: Service) -> None:
    """As custom types are."""
    ids, term = await make_posts(service, 1)
    done = await call(service, "assign_terms", {"type": "posts", "include": ids, "add_categories": [term]})
    assert [each["id"] for each in done["items"]] == ids
    none = await call(service, "assign_terms", {"type": "pages", "include": ids, "add_categories": [term]})
    assert (none["items"], none["total"]) == ([], 0)


@pytest.mark.parametrize(
    ("name", "arguments", "path"),
    [
        ("set_terms", {"categories": [999]}, "categories"),
        ("set_terms", {"terms": {"category": [999]}}, "terms.category"),
        ("set_terms", {"tags": [999], "mode": "add"}, "tags"),
        ("set_terms", {"terms": {"genre": [1]}}, "terms.genre"),
        ("assign_terms", {"include": ["{id}"], "add_categories": [999]}, "add_categories"),
        ("assign_terms", {"include": ["{id}"], "add_terms": {"post_tag": [999]}}, "add_terms.post_tag"),
        ("assign_terms", {"include": ["{id}"], "type": "page", "add_tags": [999]}, "add_tags"),
        ("assign_terms", {"include": ["{id}"], "add_terms": {"genre": [1]}}, "add_terms.genre"),
    ],
)
async def test_a_refusal_names_the_argument_that_gave_the_terms(
    service: Service, name: str, arguments: dict[str, Any], path: str
) -> None:
    """Whether it is refused for the term, or for a taxonomy that items of the type do not have."""
    kind = "page" if arguments.get("type") == "page" else "post"
    made = await call(service, f"create_{kind}", {"title": "Rye"})
    given = {**arguments, "include": [made["id"]]} if "include" in arguments else {**arguments, "id": made["id"]}
    answer = await service.tool(name, given)
    assert answer["isError"] and f'"path":"{path}"' in str(answer["content"]).replace(" ", ""), answer
