"""Pages made with Elementor as blocks, and as a document again, in a real browser: on a desk and on a telephone."""

from pathlib import Path

from playwright.async_api import Browser

from sitehand.blocks.release import read_release
from sitehand.elementor.blueprints.examples import IMAGE
from sitehand.elementor.kit import DEFAULT_COLORS
from sitehand.elementor.parsing import read_document
from sitehand.elementor.seed import seeded
from sitehand.exchange.site import Site
from sitehand.exchange.to_blocks.converting import convert_to_blocks
from sitehand.exchange.to_elements.converting import convert_to_elements
from sitehand.hosts.builtin.tables import item_elementor
from tests.browser import find_barriers, measure_overflow, serve
from tests.e2e.test_elementor_pages import OUTSIDE, build_all, show_picture
from tests.unit.hosts.builtin.public.site import open_site

INVISIBLE = """[...document.querySelectorAll('a')].map(link => [link.innerText, getComputedStyle(link)]).filter(
  ([text, style]) => style.color === style.backgroundColor).map(([text]) => text)"""
"""Links in the colour of their own ground, of which axe says nothing."""
SITE = Site(read_release("7.1"), colors=DEFAULT_COLORS, width="60rem")


async def test_every_section_is_laid_out_as_blocks_and_back(tmp_path: Path, chromium: Browser, axe_source: str) -> None:
    """Nothing sticks out, every text can be read, and each title of the document stands on both pages."""
    data = build_all()
    markup, report = convert_to_blocks(read_document(data), SITE)
    with seeded(markup):
        back, _ = convert_to_elements(markup, SITE)
    assert report.unmatched == []
    async with open_site(tmp_path) as site:
        await site.add("page", slug="blocks", title="Home", content=markup)
        item = await site.add("page", slug="back", title="Home")
        columns = {"elementor_edit_mode": "builder", "elementor_template_type": "wp-page", "elementor_version": ""}
        given = {**columns, "elementor_page_settings": '{"hide_title": "yes"}', "elementor_data": back}
        await site.insert(item_elementor, item_id=item, digest="x", **given)
        async with serve(site.app) as address:
            titles = []
            for slug, width in (("blocks", 1280), ("blocks", 390), ("back", 1280), ("back", 390)):
                window = await chromium.new_page(viewport={"width": width, "height": 900}, color_scheme="light")
                await window.route(IMAGE["url"], show_picture)
                await window.goto(f"{address}/{slug}/")
                assert await measure_overflow(window) == 0
                assert await window.evaluate(OUTSIDE) == []
                assert await window.evaluate(INVISIBLE) == []
                assert await find_barriers(window, axe_source) == [], (slug, width)
                titles.append(await window.locator("main h1, main h2, main h3").all_inner_texts())
                await window.close()
    assert all(set(titles[2]) <= set(each) for each in titles) and len(titles[2]) > 10
