"""The way to a page or post, however many others the site has."""

import re

import pytest
from sqlalchemy import insert

from sitehand.hosts.builtin.public.rendering import reads
from sitehand.hosts.builtin.tables import item_terms, terms
from tests.statements import execute
from tests.unit.hosts.builtin.public.rendering.test_page import show
from tests.unit.hosts.builtin.public.site import Site

WAY = "<!-- wp:breadcrumbs /-->"
IN_LIST = (
    '<!-- wp:query {"query":{"postType":"post"}} --><!-- wp:post-template -->'
    f"{WAY}<!-- /wp:post-template --><!-- /wp:query -->"
)


def list_steps(html: str) -> list[str]:
    """The words of the steps of the block."""
    way = re.search(r"<nav[^>]*wp-block-breadcrumbs.*?</nav>", html, re.DOTALL)
    assert way
    return re.findall(r"<li><[^>]*>(.*?)<", way[0])


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Menus and lists of terms hold one entry, so that everything else is beyond them."""
    monkeypatch.setattr(reads, "MAX_PAGES", 1)
    monkeypatch.setattr(reads, "MAX_TERMS", 1)


async def test_pages_above_a_page_are_found(site: Site) -> None:
    """The highest first, without those that are not public."""
    await site.add("page", title="A first page")
    top = await site.add("page", title="Top")
    draft = await site.add("page", title="Draft", parent=top, status="draft")
    middle = await site.add("page", title="Middle", parent=draft)
    assert list_steps(await show(site, WAY, parent=middle, title="Here")) == ["Home", "Top", "Middle", "Here"]


async def test_categories_above_a_category_are_found(site: Site) -> None:
    """Also of a post in a list."""
    rows = [("a", "A first", 0), ("food", "Food", 0), ("bread", "Bread", 2)]
    told = [
        {"id": number, "taxonomy": "category", "slug": slug, "name": name, "description": "", "parent": parent}
        for number, (slug, name, parent) in enumerate(rows, 1)
    ]
    await execute(site.database, insert(terms).values(told))
    post = await site.add(title="Rye")
    await execute(site.database, insert(item_terms).values(item_id=post, term_id=3))
    assert list_steps(await show(site, IN_LIST)) == ["Home", "Food", "Bread", "Rye"]
