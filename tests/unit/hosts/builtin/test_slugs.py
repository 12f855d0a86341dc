"""Tests of slugs."""

import unicodedata
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.hosts.builtin.slugs import MAX_LENGTH, find_free_slug, make_slug, settle_slug
from sitehand.hosts.builtin.states import store_item
from sitehand.store.database import Database

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


async def test_an_impossible_wish_is_answered(database: Database) -> None:
    """A wished slug without a letter gives way to the title's, and the notice names both."""
    state = {"id": 5, "type": "page", "parent": 0, "title": "Party"}
    notices = await database.transact(partial(settle_slug, state=state, wanted="🎉"))
    assert state["slug"] == "party"
    assert '"🎉"' in notices[0]["message"]
    assert '"party"' in notices[0]["message"]
