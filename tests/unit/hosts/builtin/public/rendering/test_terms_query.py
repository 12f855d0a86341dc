"""Lists of terms, drawn by a template, and what blocks say of each term."""

from typing import Any

import pytest

from sitehand.blocks.attributes import write_attributes
from sitehand.hosts.builtin.public.rendering.page import LEFT_OUT
from sitehand.hosts.builtin.tables import terms
from tests.unit.hosts.builtin.public.rendering.test_page import show
from tests.unit.hosts.builtin.public.site import Site

NAME = "<!-- wp:term-name /-->"


def write_list(inner: str = NAME, **query: Any) -> str:
    """A list of terms."""
    given = write_attributes({"termQuery": query}) if query else ""
    template = f"<!-- wp:term-template -->{inner}<!-- /wp:term-template -->"
    return f'<!-- wp:terms-query {given} --><div class="wp-block-terms-query">{template}</div><!-- /wp:terms-query -->'


async def add_terms(site: Site) -> None:
    """Categories with posts below each other, an empty one, and a tag."""
    named = [(10, "Walks", 0, 0), (11, "Hills", 2, 10), (12, "boats", 5, 0), (13, "Empty", 0, 0)]
    for number, name, count, parent in named:
        values = {"slug": name.lower(), "name": name, "count": count, "parent": parent, "description": f"{name} <b>"}
        await site.insert(terms, id=number, taxonomy="category", **values)
    await site.insert(terms, id=20, taxonomy="post_tag", slug="red", name="Red & blue", count=1)


def read_names(html: str) -> list[str]:
    """The terms of the first list on a page, in its order."""
    return [part.split("</p>")[0] for part in html.split('<p class="wp-block-term-name">')[1:]]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, ["boats", "Walks"]),
        ({"showNested": True}, ["boats", "Hills", "Walks"]),
        ({"showNested": True, "orderBy": "count", "order": "desc"}, ["boats", "Hills", "Walks"]),
        ({"showNested": True, "perPage": 2, "order": "desc"}, ["Walks", "Hills"]),
        ({"hideEmpty": False, "perPage": 0}, ["boats", "Empty", "Walks"]),
        ({"include": [11, 99, 10, 13, 20, 11]}, ["Hills", "Walks"]),
        ({"taxonomy": "post_tag"}, ["Red &amp; blue"]),
        ({"taxonomy": "secret"}, []),
    ],
)
async def test_a_list_has_the_terms_that_its_author_wants(site: Site, query: dict[str, Any], found: list[str]) -> None:
    """Those with posts, or with posts below them, at the top; or those that it names, in that order."""
    await add_terms(site)
    html = await show(site, write_list(**query))
    assert read_names(html) == found
    assert ("wp-block-term-template" in html) == bool(found)


async def test_blocks_speak_of_their_term(site: Site) -> None:
    """Name, number of posts and cleaned description; the name leads to the archive."""
    await add_terms(site)
    inner = (
        '<!-- wp:term-name {"isLink":true,"level":3} /--><!-- wp:term-count {"bracketType":"angle"} /-->'
        "<!-- wp:term-count /--><!-- wp:term-description /-->"
    )
    html = await show(site, write_list(inner, include=[11]))
    assert '<li class="wp-block-term term-11 category taxonomy-category">' in html
    assert (
        '<h3 class="wp-block-term-name"><a href="/category/hills/">Hills</a></h3>'
        '<div class="wp-block-term-count">&lt;2&gt;</div><div class="wp-block-term-count">(2)</div>'
        '<div class="wp-block-term-description">Hills <b></b></div>'
    ) in html


async def test_outside_a_list_there_is_no_term(site: Site) -> None:
    """Its blocks leave nothing behind, and neither does a template that stands alone."""
    await add_terms(site)
    alone = f"{NAME}<!-- wp:term-count /--><!-- wp:term-description /--><!-- wp:term-template -->{NAME}"
    html = await show(site, f"<p>Words</p>{alone}<!-- /wp:term-template -->")
    assert "Words" in html
    assert "wp-block-term" not in html


async def test_descriptions_that_are_read_are_bounded(site: Site) -> None:
    """However little of their markup is shown: the page says that something was left out."""
    text = f"<p>Shown.</p><script>{'<b>' * 6_600}</script>"
    for number in range(110):
        name = f"term-{number}"
        await site.insert(terms, taxonomy="category", slug=name, name=name, count=1, description=text)
    fifty, every = [await show(site, write_list("<!-- wp:term-description /-->", perPage=each)) for each in (50, 0)]
    assert (fifty.count("Shown."), LEFT_OUT in fifty, LEFT_OUT in every) == (50, False, True)
