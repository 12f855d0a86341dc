"""Tests of which types of a WordPress are used, by what it answers."""

from typing import Any

import orjson

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.custom_types import FoundTypes, find_types
from tests.web import Web, answer, web

__all__ = ["web"]
TYPES, TAXONOMIES = "/wp-json/wp/v2/types?context=edit", "/wp-json/wp/v2/taxonomies?context=edit"


KNOWN = {
    "mood": {"slug": "mood", "rest_base": "moods"},
    "post_tag": {"slug": "post_tag", "rest_base": "tags"},
    "state": {"slug": "state", "rest_base": "status"},
    "user": {"slug": "user", "rest_base": "users/1"},
    "size": {"slug": "size", "rest_base": "sizes", "rest_namespace": "shop/v1"},
}
"""Taxonomies, of which the last three have no route or no field of their own."""


def describe(slug: str, base: str, **more: Any) -> dict[str, Any]:
    """A type as WordPress describes it."""
    known = {"viewable": True, "hierarchical": False, "supports": {"title": True, "notes": False}, "taxonomies": []}
    return {"slug": slug, "rest_base": base, "rest_namespace": "wp/v2", **known, **more}


async def find(web: Web, *types: dict[str, Any]) -> FoundTypes:
    """What is found among these."""
    web.answers[TYPES] = answer(orjson.dumps({each["slug"]: each for each in types}))
    web.answers[TAXONOMIES] = answer(orjson.dumps(KNOWN))
    client = Client(f"http://127.0.0.1:{web.port}/wp-json", "sitehand", "x")
    found = await find_types(client)
    await client.close()
    return found


async def test_a_type_is_kept_with_its_route_its_terms_and_what_it_supports(web: Web) -> None:
    """Taxonomies that the user may not give terms of are left out."""
    ((song,), _) = await find(web, describe("song", "songs", taxonomies=["mood", "secret"]))
    assert song == {
        **{"slug": "song", "base": "songs", "hierarchical": False, "supports": ["title"]},
        "taxonomies": {"mood": "moods"},
    }


async def test_a_route_of_something_else_is_not_used(web: Web) -> None:
    """Of users, of another type or taxonomy, in another namespace, or one that leads elsewhere."""
    bases = ("users", "songs", "moods", "a/b", "..", "songs?x=", "(?P<id>[0-9]+)", "songs\n", "")
    stray = [describe(f"stray-{number}", base) for number, base in enumerate(bases)]
    assert await find(web, describe("song", "songs"), *stray) == ([], {})
    assert await find(web, describe("song", "songs", rest_namespace="shop/v1")) == ([], {})
    assert await find(web, describe("song", "songs", viewable=False), describe("page", "pages")) == ([], {})


async def test_pages_and_posts_have_taxonomies_beside_their_own(web: Web) -> None:
    """Those with a field and a route of their own, which WordPress's controller serves."""
    post = describe("post", "posts", taxonomies=["category", *KNOWN])
    page = describe("page", "pages", taxonomies=["post_tag"])
    found = {"post": {"mood": "moods", "post_tag": "tags"}, "page": {"post_tag": "tags"}}
    assert await find(web, post, page) == ([], found)
    own = describe("post", "posts", taxonomies=["category", "post_tag"])
    assert (await find(web, own, describe("page", "pages"))).taxonomies == {}


async def test_a_user_who_may_edit_nothing_has_no_types(web: Web) -> None:
    """So that what the user lacks is told, and not that types cannot be read."""
    refused = orjson.dumps({"code": "rest_cannot_view", "message": "No", "data": {"status": 403}})
    web.answers[TYPES] = answer(refused, "403 Forbidden")
    client = Client(f"http://127.0.0.1:{web.port}/wp-json", "sitehand", "x")
    assert await find_types(client) == ([], {})
    await client.close()
