"""Stored navigations on public pages: as they are now, within the list of the block that refers to them."""

import re

from sqlalchemy import update

from sitehand.hosts.builtin.tables import items
from tests.statements import execute
from tests.unit.hosts.builtin.public.rendering.test_page import show
from tests.unit.hosts.builtin.public.site import Site

LINKS = (
    '<!-- wp:navigation-link {"label":"Bread & more","url":"/bread/"} /-->\n\n'
    '<!-- wp:navigation-link {"label":"Script","url":"javascript:run()"} /-->\n\n<!-- wp:page-list /-->'
)


def refer(navigation: int, inner: str = "") -> str:
    """A block that shows a navigation, or the links in it."""
    return f'<!-- wp:navigation {{"ref":{navigation}}} -->{inner}<!-- /wp:navigation -->'


async def test_a_reference_shows_the_navigation_as_it_is_now(site: Site) -> None:
    """Its pages are entries of the same list, and an address that runs is left out."""
    navigation = await site.add("navigation", content=LINKS, path="")
    await site.add("page", title="Mill", slug="mill")
    html = await show(site, refer(navigation))
    assert 'href="/bread/"' in html and "Bread &amp; more" in html
    assert "javascript" not in html and "Script" in html
    assert html.count("wp-block-navigation__container") == 1 and "wp-block-page-list" not in html
    assert "wp-block-pages-list__item" in html
    changed = update(items).where(items.c.id == navigation)
    await execute(site.database, changed.values(content=LINKS.replace("Bread", "Cake")))
    assert "Cake" in await show(site, refer(navigation))


async def test_a_draft_is_not_shown(site: Site) -> None:
    """Nor is another item that the number leads to: then the links in the block hold."""
    draft = await site.add("navigation", content=LINKS, path="", status="draft")
    pattern = await site.add("pattern", content=LINKS, path="")
    own = '<!-- wp:navigation-link {"label":"Own","url":"/own/"} /-->'
    for ref in (draft, pattern, 999, -1):
        html = await show(site, refer(ref, own))
        assert "Own" in html and "Bread &amp;" not in html


async def test_navigations_that_hold_each_other_end(site: Site) -> None:
    """Each is shown once within the other, and very many references have a bound."""
    one = await site.add("navigation", content="", path="")
    two = await site.add("navigation", content=f"{LINKS}{refer(one)}", path="")
    await execute(site.database, update(items).where(items.c.id == one).values(content=f"{LINKS}{refer(two)}"))
    assert (await show(site, refer(one))).count("Bread &amp;") == 2
    long = await site.add("navigation", content="<!-- -->" * 30_000, path="")
    assert "left-out" in await show(site, refer(long) * 100)


async def test_entries_stand_where_their_author_wants(site: Site) -> None:
    """By WordPress's classes, on the navigation and on its list."""
    layout = '{"layout":{"type":"flex","justifyContent":"center","flexWrap":"nowrap"}}'
    link = '<!-- wp:navigation-link {"label":"A","url":"/a"} /-->'
    html = await show(site, f"<!-- wp:navigation {layout} -->{link}<!-- /wp:navigation -->")
    assert '<ul class="wp-block-navigation__container items-justified-center no-wrap wp-block-navigation">' in html
    assert ' class="items-justified-center no-wrap wp-block-navigation ' in html


async def test_pages_below_one_are_a_submenu(site: Site) -> None:
    """As entries below an entry are: each level is a group of its own, so that one inside another leaves that open."""
    above = await site.add("page", title="Mill", slug="mill")
    below = await site.add("page", title="Wheel", slug="wheel", parent=above)
    await site.add("page", title="Spoke", slug="spoke", parent=below)
    link = '<!-- wp:navigation-link {"label":"A","url":"/a"} /-->'
    inner = f'<!-- wp:navigation-submenu {{"label":"In"}} -->{link}<!-- /wp:navigation-submenu -->'
    outer = f'<!-- wp:navigation-submenu {{"label":"Out"}} -->{inner}<!-- /wp:navigation-submenu -->'
    html = await show(site, f"<!-- wp:navigation -->{outer}<!-- wp:page-list /--><!-- /wp:navigation -->")
    assert re.findall(r'<details name="(.*?)"><summary class="[^"]*" aria-label="(.*?) submenu"', html) == [
        ("submenu", "Out"),
        ("submenu-1", "In"),
        ("submenu", "Mill"),
        (f"submenu-page-{above}", "Wheel"),
    ]
    assert "wp-block-navigation__submenu-icon" not in await show(site, "<!-- wp:page-list /-->")


async def test_a_submenu_is_named_by_the_words_of_its_page(site: Site) -> None:
    """Who hears the page hears no markup of a title."""
    above = await site.add("page", title="Bread & <em>more</em>", slug="bread")
    await site.add("page", title="Rye", slug="rye", parent=above)
    html = await show(site, "<!-- wp:navigation --><!-- wp:page-list /--><!-- /wp:navigation -->")
    assert 'aria-label="Bread &amp; more submenu"' in html
