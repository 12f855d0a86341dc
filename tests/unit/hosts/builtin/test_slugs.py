"""Tests of slugs."""

import unicodedata
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.hosts.builtin.slugs import MAX_LENGTH, assign_slug, find_free_slug, make_slug
from sitehand.hosts.builtin.states import store_item
from sitehand.store.database import Database
from tests.service import open_service

AT = "2026-07-28T09:30:00Z"


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
def test_a_slug_is_safe_in_an_address(title: str) -> None:
    """Only letters, digits, marks, `_` and single hyphens inside; at most 200 characters; the same when made again."""
    slug = make_slug(title)
    assert len(slug) <= MAX_LENGTH
    assert "--" not in slug
    assert slug == slug.strip("-")
    assert all(character in "-_" or unicodedata.category(character)[0] in "LNM" for character in slug)
    assert make_slug(slug) == slug


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("About us", "about-us"),
        ("  Ça <b>va</b> &amp; bien?! ", "ca-va-bien"),
        ("Straße & Übergröße", "strasse-ubergrosse"),
        ("It's 50% off", "its-50-off"),
        ("会社 概要", "会社-概要"),
        ("हिन्दी", "हिन्दी"),
        ("a/b\\c.d", "a-b-c-d"),
        ("%E4%BC%9A", "会"),
        ("🎉", ""),
        ("x" * 300, "x" * 200),
    ],
)
def test_slugs_of_titles(title: str, slug: str) -> None:
    """Latin letters lose their accents, other scripts stay."""
    assert make_slug(title) == slug


async def test_numbers_are_counted_up(database: Database) -> None:
    """The smallest free number is taken, gaps are used, and long slugs are shortened for it."""
    for slug in ("a", *(f"a-{number}" for number in range(2, 120) if number != 50), "b" * 200):
        values = {"type": "page", "slug": slug}
        await database.transact(partial(store_item, values=values, by="x", at=AT, action="create"))
    state = {"id": 0, "type": "page", "parent": 0, "title": "A"}
    for slug, free in (("a", "a-50"), ("c", "c"), ("feed", "feed-2"), ("b" * 200, "b" * 198 + "-2")):
        assert await database.transact(partial(find_free_slug, state=state, slug=slug)) == free
    assert await database.transact(partial(find_free_slug, state={**state, "type": "post"}, slug="feed")) == "feed"


@pytest.mark.parametrize(
    ("path", "slugs"),
    [
        ("/sitehand/v1", {"Sitehand": "sitehand-2", "Feed": "feed-2", "Api": "api", "Admin": "admin"}),
        ("/api/v1", {"Api": "api-2", "Feed": "feed-2", "V1": "v1"}),
        ("/a/b/v1", {"A": "a-2", "B": "b"}),
        ("/v1", {"V1": "v1-2", "Admin": "admin-2"}),
    ],
)
async def test_no_page_hides_behind_the_api(tmp_path: Path, path: str, slugs: dict[str, str]) -> None:
    """Wherever the API and the admin screens are: a page that is made, renamed, moved up or left gets another slug."""
    async with open_service(tmp_path, path=path) as service:
        admin = {"X-API-Key": service.keys["admin"]}

        async def save(address: str, **fields: Any) -> Any:
            method = "PATCH" if address else "POST"
            answer = await service.http.request(method, f"{path}/pages{address}", json=fields, headers=admin)
            assert answer.is_success, answer.text
            return answer.json()

        for title, slug in slugs.items():
            page = await save("", title=title, status="publish")
            assert page["slug"] == slug
            assert (await service.http.get(f"/{slug}/")).headers["content-type"].startswith("text/html")
            assert (await save(f"/{page['id']}", slug=title.lower()))["slug"] == slug
            below = await save("", title=title, status="publish", parent=page["id"])
            assert below["slug"] == title.lower()
            assert (await save(f"/{below['id']}", parent=0))["slug"] not in (slug, slug.removesuffix("-2"))


async def test_a_page_that_moves_up_when_its_parent_goes_hides_nowhere(tmp_path: Path) -> None:
    """Deleting the page above gives the one below a slug that is free at the top level."""
    async with open_service(tmp_path, path="/api/v1") as service:
        admin = {"X-API-Key": service.keys["admin"]}
        pages = "/api/v1/pages"
        above = await service.http.post(pages, json={"title": "Above", "status": "publish"}, headers=admin)
        fields = {"title": "Api", "status": "publish", "parent": above.json()["id"]}
        below = await service.http.post(pages, json=fields, headers=admin)
        assert below.json()["slug"] == "api"
        gone = await service.http.delete(f"{pages}/{above.json()['id']}?force=true", headers=admin)
        assert gone.is_success, gone.text
        left = await service.http.get(f"{pages}/{below.json()['id']}", headers=admin)
        assert left.json()["slug"] == "api-2"


async def test_an_impossible_wish_is_answered(database: Database) -> None:
    """A wished slug without a letter gives way to the title's, and the notice names both."""
    state = {"id": 5, "type": "page", "parent": 0, "title": "Party"}
    notices = await database.transact(partial(assign_slug, state=state, wanted="🎉"))
    assert state["slug"] == "party"
    assert '"🎉"' in notices[0]["message"]
    assert '"party"' in notices[0]["message"]
