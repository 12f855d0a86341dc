"""Pages with dynamic blocks: right after every change, open to nobody's secrets, and never endless."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, update

from sitehand.blocks.attributes import write_attributes
from sitehand.blocks.catalogue import read_catalogue
from sitehand.blocks.dialects import Dialect
from sitehand.hosts.builtin.public import body
from sitehand.hosts.builtin.public.queries import Article
from sitehand.hosts.builtin.public.rendering import lookups
from sitehand.hosts.builtin.public.rendering.backgrounds import PLACES, name_slot
from sitehand.hosts.builtin.public.rendering.page import Drawn, render_page
from sitehand.hosts.builtin.public.rendering.registry import load_renderers
from sitehand.hosts.builtin.public.visit import Visit
from sitehand.hosts.builtin.tables import items
from tests.statements import execute
from tests.unit.hosts.builtin.public.site import Site

LATEST = '<!-- wp:latest-posts {"displayPostContent":true} /-->'
WHOLE = '<!-- wp:latest-posts {"displayPostContent":true,"displayPostContentRadio":"full_post","postsToShow":100} /-->'
QUERY = """<!-- wp:query {"queryId":7,"query":{"perPage":2,"postType":"post","order":"asc"}} -->
<div class="wp-block-query"><!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template -->
<!-- wp:query-pagination --><!-- wp:query-pagination-next /--><!-- /wp:query-pagination --></div><!-- /wp:query -->"""

COVER = (
    '<div><div class="wp-block-cover__image-background"></div><div class="wp-block-cover__inner-container"></div></div>'
)


async def show(site: Site, content: str, **values: Any) -> str:
    """A new page with this content, as visitors get it."""
    number = await site.add("page", content=content, content_rendered="AS STORED", **values)
    return (await site.visit(f"/page-{number}/")).text


async def test_a_list_is_right_after_the_next_post(site: Site) -> None:
    """A kept page is drawn anew when a post is published, changed, or becomes visible by itself."""
    await site.add("page", slug="news", content=LATEST)
    assert "No news" not in (await site.visit("/news/")).text
    first = await site.add(title="First", date="2026-07-01T10:00:00Z")
    assert "First" in (await site.visit("/news/")).text
    await execute(site.database, update(items).where(items.c.id == first).values(title_rendered="Second"))
    assert "Second" in (await site.visit("/news/")).text
    await site.add(title="Tomorrow", date="2026-07-29T09:30:00Z")
    assert "Tomorrow" not in (await site.visit("/news/")).text
    site.now += timedelta(days=1)
    assert "Tomorrow" in (await site.visit("/news/")).text


async def test_nothing_that_is_not_public_is_shown(site: Site) -> None:
    """Neither drafts nor what stands behind a password."""
    await site.add(title="Draft", status="draft", content="secret one")
    await site.add(title="Locked", password="key", content="secret two", excerpt_rendered="secret two")
    html = await show(site, LATEST + WHOLE + "<!-- wp:post-content /-->" + QUERY)
    assert "secret" not in html
    assert "Draft" not in html


async def test_the_next_page_of_a_list(site: Site) -> None:
    """Each list has a parameter of its own in the address, and what is kept is told apart by it."""
    for number in range(3):
        await site.add(title=f"Post {number}", date=f"2026-03-0{number + 1}T10:00:00Z")
    await site.add("page", slug="list", content=QUERY)
    first, second = (await site.visit("/list/")).text, (await site.visit("/list/?query-7-page=2")).text
    assert "Post 1" in first and "Post 2" not in first and "?query-7-page=2" in first
    assert "Post 2" in second and "Post 1" not in second and "Next Page" not in second
    assert (await site.visit("/list/?other=1")).text == first


async def test_a_post_within_itself_is_drawn_once(site: Site) -> None:
    """Posts that show each other end."""
    for number in range(3):
        await site.add(
            title=f"Post {number}", content=f"<p>words</p>{WHOLE}<!-- wp:paragraph --><!-- /wp:paragraph -->"
        )
    assert (await show(site, WHOLE)).count("<p>words</p>") <= 3 + 6 + 6


async def test_a_page_has_a_bound(site: Site) -> None:
    """Lists within lists stop, and the page says so."""
    for _ in range(30):
        await site.add(content=f"<p>{'word ' * 1000}</p>{WHOLE}")
    html = await show(site, WHOLE)
    assert "Parts of this page are not shown" in html
    assert len(html) < 4_000_000


@pytest.mark.parametrize("block", ["post-content", "post-time-to-read"])
async def test_texts_that_show_nothing_count_too(site: Site, monkeypatch: pytest.MonkeyPatch, block: str) -> None:
    """Once as much was read as a page may show, no further text is read."""
    for _ in range(20):
        await site.add(content="<!-- -->" * 30_000)
    read: list[int] = []

    def count(connection: Connection, item_id: int) -> str:
        read.append(item_id)
        return read_content(connection, item_id)

    read_content = lookups.read_content
    monkeypatch.setattr(lookups, "read_content", count)
    html = await show(site, QUERY.replace("post-title", block).replace('"perPage":2', '"perPage":20'))
    assert "Parts of this page are not shown" in html
    assert len(read) == 9
    assert "Parts of this page are not shown" in await show(site, WHOLE)
    assert len(read) == 18


async def test_a_change_in_between_shows_nothing_new(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that gets a password and another text after it was found is shown as it was."""
    page = await site.add("page", slug="hours", content=f"Old{LATEST}", content_rendered="AS STORED")

    async def change_first(visit: Visit, article: Article) -> Drawn:
        changed = {"password": "x", "content": f"secret{LATEST}", "revision": "1" * 16}
        await execute(site.database, update(items).where(items.c.id == page).values(changed))
        return await render_page(visit, article)

    monkeypatch.setattr(body, "render_page", change_first)
    html = (await site.visit("/hours/")).text
    assert "AS STORED" in html
    assert "secret" not in html


@pytest.mark.parametrize(
    "value", [None, [], {}, "x", -1, 10**30, "</p><script>alert(1)</script>", True, ["x"], {"id": []}]
)
async def test_attributes_of_any_kind_are_taken(site: Site, value: Any) -> None:
    """An attribute of another type counts as left out, and none becomes markup."""
    await site.add(title="Post")
    types = read_catalogue(Dialect.V7_1)
    featured = write_attributes({"useFeaturedImage": True, "focalPoint": value, "url": value, "alt": value})
    blocks = [f"<!-- wp:cover {featured} -->{COVER}<!-- /wp:cover -->"]
    for name in load_renderers().keys() - set(map(name_slot, PLACES)):
        given = dict.fromkeys(types[name].attributes, value) | {"style": {"color": {"text": value}, "border": value}}
        blocks.append(f"<!-- wp:{name.removeprefix('core/')} {write_attributes(given)} /-->")
    html = await show(site, "".join(blocks))
    assert "<h1>" in html
    assert "<script>" not in html
