"""Blocks that the site draws, in a real browser: laid out, readable in both schemes, and usable without a script."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from sitehand.hosts.builtin.tables import comments, item_fields, item_terms, media, terms
from tests.browser import find_barriers, measure_overflow, serve
from tests.e2e.arrangements import write_sections
from tests.unit.hosts.builtin.public.site import Site, open_site

PAGE = "\n".join(markup for _, markup in write_sections())

SAID = {"author_name": "Bob", "date": "2026-03-05T11:00:00Z", "content": "Well said"}


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """A small blog, and a post with every block."""
    async with open_site(tmp_path) as opened:
        await opened.insert(terms, taxonomy="category", slug="walks", name="Walks", count=3)
        await opened.insert(terms, taxonomy="category", slug="hills", name="Hills", parent=1, count=2)
        await opened.insert(terms, taxonomy="post_tag", slug="red", name="red", count=2)
        await opened.insert(media, source_url="/icon.svg", alt_text="A hill", date="2026-01-01T00:00:00Z")
        for number in range(1, 6):
            words = f"<p>{'Some words of a walk ' * 12} […]</p>"
            post = await opened.add(title=f"Walk {number}", excerpt_rendered=words, featured_media=number % 2)
            await opened.insert(item_terms, item_id=post, term_id=1 + number % 2)
            await opened.insert(comments, post=post, status="approved", **SAID)
        opened.settings.values["logo"] = await opened.insert(
            media, source_url="/icon.svg", mime_type="image/svg+xml", date="2026-01-01T00:00:00Z"
        )
        await opened.add("page", slug="about", title="About")
        whole = await opened.add(slug="all", title="Every block", content=PAGE, date="2026-07-20T10:00:00Z")
        for parent in (0, 6):
            await opened.insert(comments, post=whole, parent=parent, status="approved", **SAID)
        notes = json.dumps({"footnotes": '[{"id":"n","content":"A note"}]'})
        await opened.insert(item_fields, item_id=whole, data=notes, digest="0")
        yield opened


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
async def test_drawn_blocks_are_laid_out(
    site: Site, chromium: Browser, axe_source: str, scheme: Any, width: int
) -> None:
    """Nothing sticks out, nothing stands in anybody's way, and nothing is asked of a stranger."""
    window = await chromium.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    asked: list[str] = []
    window.on("request", lambda request: asked.append(request.url))
    async with serve(site.app) as address:
        await window.goto(f"{address}/2026/07/all/")
        assert await measure_overflow(window) == 0
        assert await find_barriers(window, axe_source) == []
        cover = await window.locator(".wp-block-cover.alignfull").first.bounding_box()
        assert cover and (cover["x"], cover["width"]) == (0, width)
        assert [url for url in asked if not url.startswith(address)] == []


async def test_what_opens_opens_without_a_script(site: Site, chromium: Browser) -> None:
    """Sections of an accordion, tabs one at a time, a submenu."""
    window = await chromium.new_page()
    async with serve(site.app) as address:
        await window.goto(f"{address}/2026/07/all/")
        for closed, opener in (("Another.", "Second question"), ("Words of the evening.", "Evening")):
            await expect(window.get_by_text(closed)).to_be_hidden()
            await window.get_by_text(opener, exact=True).click()
            await expect(window.get_by_text(closed)).to_be_visible()
        await expect(window.get_by_text("An answer.")).to_be_visible()
        await expect(window.get_by_text("Words of the morning.")).to_be_hidden()
        await window.get_by_label("Two submenu").click()
        await expect(window.get_by_role("link", name="Three")).to_be_visible()
        await site.add("page", content=MENU, path="/menu/")
        await window.goto(f"{address}/menu/")
        for name in ("Out", "In"):
            await window.get_by_label(f"{name} submenu").click()
        await expect(window.get_by_role("link", name="Deep")).to_be_visible()


def write_menu(*names: str) -> str:
    """Submenus in each other, with a link in the innermost."""
    name, *others = names
    if not others:
        return f'<!-- wp:navigation-link {{"label":"{name}","url":"/{name}"}} /-->'
    inner = write_menu(*others)
    return f'<!-- wp:navigation-submenu {{"label":"{name}","url":"/"}} -->{inner}<!-- /wp:navigation-submenu -->'


MENU = f"<!-- wp:navigation -->{write_menu('Out', 'In', 'Deep')}<!-- /wp:navigation -->"
PHONE = """
<!-- wp:group {"layout":{"type":"grid","columnCount":3}} --><div class="wp-block-group"><p>1</p><p>2</p><p>3</p></div><!-- /wp:group -->
<!-- wp:group {"layout":{"type":"grid","columnCount":3,"minimumColumnWidth":"9rem"}} --><div class="wp-block-group"><p>1</p><p>2</p><p>3</p></div><!-- /wp:group -->
<!-- wp:media-text {"mediaPosition":"right","backgroundColor":"pale-pink"} --><div class="wp-block-media-text has-media-on-the-right is-stacked-on-mobile has-pale-pink-background-color has-background"><div class="wp-block-media-text__content"><p>Words</p></div><figure class="wp-block-media-text__media"><img src="/icon.svg" alt=""/></figure></div><!-- /wp:media-text -->
<!-- wp:group {"style":{"spacing":{"padding":{"left":"9px"}},"@mobile":{"spacing":{"padding":{"left":"1px"}}}}} --><div class="wp-block-group state" style="padding-left:9px"><p>A</p></div><!-- /wp:group -->
<!-- wp:button {"style":{":hover":{"color":{"text":"#123456"}}}} --><div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/">Look</a></div><!-- /wp:button -->
<!-- wp:tag-cloud {"taxonomy":"category","className":"is-style-outline"} /-->
"""  # noqa: E501
TOPS = "all => all.map(each => each.getBoundingClientRect().top)"


async def test_a_phone_shows_what_wordpress_shows_there(site: Site, chromium: Browser) -> None:
    """A grid of three columns keeps them, a picture stands above its words, which have room, and tags are of a size."""
    await site.add("page", content=PHONE, path="/phone/")
    window = await chromium.new_page(viewport={"width": 390, "height": 900})
    async with serve(site.app) as address:
        await window.goto(f"{address}/phone/")
        rows = [
            len(set(await window.locator(f".content .is-layout-grid >> nth={number} >> p").evaluate_all(TOPS)))
            for number in (0, 1)
        ]
        (picture,), (words,) = [
            await window.locator(f".wp-block-media-text__{part}").evaluate_all(
                "all => all.map(each => [each.getBoundingClientRect().top, getComputedStyle(each).paddingLeft])"
            )
            for part in ("media", "content")
        ]
        sizes = await window.locator(".wp-block-tag-cloud a").evaluate_all(
            "all => all.map(each => getComputedStyle(each).fontSize)"
        )
        link, group = window.get_by_role("link", name="Look"), window.locator(".state")
        await link.hover()
        colour = await link.evaluate("each => getComputedStyle(each).color")
        room = [await group.evaluate("each => getComputedStyle(each).paddingLeft")]
        await window.set_viewport_size({"width": 1280, "height": 900})
        room.append(await group.evaluate("each => getComputedStyle(each).paddingLeft"))
    assert (colour, room) == ("rgb(18, 52, 86)", ["1px", "9px"])
    assert rows == [1, 2]
    assert picture[0] < words[0] and words[1] != "0px"
    assert len(sizes) == 2 and len(set(sizes)) == 1


COLUMNS = (
    '<!-- wp:columns --><div class="wp-block-columns">'
    '<!-- wp:column {"width":"60%"} --><div class="wp-block-column" style="flex-basis:60%"><p>One</p></div>'
    '<!-- /wp:column --><!-- wp:column {"width":"40%"} --><div class="wp-block-column" style="flex-basis:40%">'
    '<!-- wp:cover {"style":{"dimensions":{"aspectRatio":"1"}}} --><div class="wp-block-cover"><p>Square</p></div>'
    "<!-- /wp:cover --></div><!-- /wp:column --></div><!-- /wp:columns -->"
    '<!-- wp:group {"backgroundColor":"pale-pink"} --><div class="wp-block-group has-pale-pink-background-color '
    'has-background"><p><a href="/about/">About us</a></p></div><!-- /wp:group -->'
)


async def test_what_authors_lay_out_and_colour(tmp_path: Path, chromium: Browser, axe_source: str) -> None:
    """Columns that fill the width with a gap stand side by side, a cover is square, and a link on a colour is read."""
    window = await chromium.new_page(viewport={"width": 1280, "height": 900})
    async with open_site(tmp_path) as site:
        await site.add("page", content=COLUMNS, path="/columns/")
        async with serve(site.app) as address:
            await window.goto(f"{address}/columns/")
            one, two = [await each.bounding_box() for each in await window.locator(".wp-block-column").all()]
            cover = await window.locator(".wp-block-cover").bounding_box()
            barriers = await find_barriers(window, axe_source)
    assert one and two and one["y"] == two["y"] and one["x"] + one["width"] < two["x"]
    assert cover and abs(cover["width"] - cover["height"]) < 1
    assert barriers == []
