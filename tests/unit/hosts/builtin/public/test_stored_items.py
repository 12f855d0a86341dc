"""Items as the host itself stores them: what it writes is what visitors get."""

from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.routing import Mount

from sitehand.hosts.builtin.states import store_item
from tests.unit.hosts.builtin.public.site import Site

AT = "2026-03-04T10:00:00Z"
HOSTILE = (
    '<p>Hello <b>there</b></p><script>steal()</script><img src="x" onerror="steal()"><iframe src="//evil"></iframe>'
)


async def store(site: Site, **values: Any) -> int:
    """Store an item in the way of every door."""
    values = {"status": "publish", **values}
    stored = await site.database.transact(partial(store_item, values=values, by="test", at=AT, action="create"))
    return stored.id


async def test_stored_pages_and_posts_are_at_their_paths(site: Site) -> None:
    """With the sanitised content, an excerpt, and in the search."""
    top = await store(site, type="page", slug="über", title="Über <i>uns</i><script>x</script>", content=HOSTILE)
    await store(site, type="page", slug="team", title="Team", parent=top, content="We")
    await store(site, type="post", slug="news", title="News", content="Plain words\n\nin paragraphs")
    page = (await site.visit("/über/")).text
    assert "<h1>Über <i>uns</i></h1>" in page
    assert "<p>Hello <b>there</b></p>" in page
    for fragment in ("<script", "steal", "onerror", "<iframe"):
        assert fragment not in page.replace('<script type="application/ld+json">', "")
    assert '<a href="/%C3%BCber/team/">Team</a>' in page
    assert (await site.visit("/über/team/")).status_code == 200
    assert "<p>in paragraphs</p>" in (await site.visit("/2026/03/news/")).text
    assert '<p class="excerpt">Plain words in paragraphs</p>' in (await site.visit("/")).text
    assert 'href="/2026/03/news/"' in (await site.visit("/?s=paragraphs words")).text


async def test_the_site_works_below_any_path_of_another(site: Site) -> None:
    """Mounted in a Starlette site, pages, redirects and the theme are found below the mount point."""
    await store(site, type="page", slug="about", title="About")
    site.app = Starlette(routes=[Mount("/my/site", app=site.app)])
    assert 'href="/my/site/about/"' in (await site.visit("/my/site/")).text
    assert (await site.visit("/my/site/about")).headers["location"] == "/my/site/about/"
    assert (await site.visit("/my/site/theme.css")).status_code == 200
    assert (await site.visit("/about/")).status_code == 404
