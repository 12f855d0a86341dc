"""What lists of an author's making find, and how many."""

from typing import Any

import pytest

from sitehand.blocks.attributes import write_attributes
from sitehand.hosts.builtin.tables import item_terms, terms
from tests.unit.hosts.builtin.public.rendering.test_page import show
from tests.unit.hosts.builtin.public.site import Site


def write_list(inner: str, **query: Any) -> str:
    """A list of posts."""
    given = write_attributes({"queryId": 1, "query": {"postType": "post", "perPage": 2, **query}})
    return f"<!-- wp:query {given} --><div>{inner}</div><!-- /wp:query -->"


@pytest.mark.parametrize("words", ["!!!", '"', " ? "])
async def test_a_search_without_a_word_finds_nothing(site: Site, words: str) -> None:
    """As the search of visitors does; a list without a search shows all."""
    await site.add(title="Found")
    titles = "<!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template --><!-- wp:query-total /-->"
    assert "0 results found" in await show(site, write_list(titles, search=words))
    assert "Found" not in await show(site, write_list(titles, search=words))
    assert "Found" in await show(site, write_list(titles, search=" "))


async def test_what_a_list_passes_over_makes_no_page(site: Site) -> None:
    """It is among the results, as WordPress counts them, and not among the pages."""
    for _ in range(5):
        await site.add()
    inner = (
        '<!-- wp:query-total /--><!-- wp:query-total {"displayType":"range-display"} /-->'
        "<!-- wp:query-pagination --><!-- wp:query-pagination-numbers /--><!-- /wp:query-pagination -->"
    )
    html = await show(site, write_list(inner, offset=3))
    assert "5 results found" in html
    assert "Displaying 1 – 2 of 5" in html
    assert "page-numbers" not in html
    assert "page-numbers" not in await show(site, write_list(inner, offset=9))


@pytest.mark.parametrize(
    ("slug", "form"),
    [("post-format-aside", "aside"), ("quote", "quote"), ("post-format-x", "standard"), ('"><script>', "standard")],
)
async def test_a_post_is_marked_with_its_format(site: Site, slug: str, form: str) -> None:
    """In lists as WordPress marks it, one that WordPress does not know as standard; feeds have no formats."""
    post = await site.add()
    term = await site.insert(terms, taxonomy="post_format", slug=slug, name="Its format")
    await site.insert(item_terms, item_id=post, term_id=term)
    html = await show(site, write_list("<!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template -->"))
    assert f" hentry format-{form}" in html
    assert "<script>" not in html
    assert f'<article class="card format-{form}">' in (await site.visit("/")).text
    assert "Its format" not in (await site.visit("/feed/")).text


async def test_numbers_may_be_digits(site: Site) -> None:
    """As editors store an offset; other words count as left out."""
    for number in range(4):
        await site.add(title=f"Number {number}", date=f"2026-03-0{number + 1}T10:00:00Z")
    titles = "<!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template -->"
    html = await show(site, write_list(titles, perPage="1", offset="2"))
    assert "Number 1" in html
    assert "Number 3" not in html
    assert "Number 3" in await show(site, write_list(titles, offset="2 "))
