"""Pages made with Elementor in a real browser: every section that there is, on a desk and on a telephone."""

import json
from pathlib import Path

import pytest
from playwright.async_api import Browser, Route, expect

from sitehand.elementor.blueprints.blueprint import BLUEPRINTS, make_sections
from sitehand.elementor.blueprints.examples import EXAMPLES, IMAGE
from sitehand.elementor.catalogue.catalogue import load_catalogue
from sitehand.elementor.catalogue.examples import make_example
from sitehand.elementor.document import write
from sitehand.elementor.operations import MAX_OPERATIONS, edit
from sitehand.elementor.parsing import read_document
from sitehand.hosts.builtin.tables import item_elementor
from tests.browser import find_barriers, measure_overflow, serve
from tests.pictures import draw
from tests.unit.elementor.documents import odd_document, real_documents
from tests.unit.elementor.drawing import KINDS, SILENT
from tests.unit.hosts.builtin.public.site import Site, open_site

OUTSIDE = """[...document.querySelectorAll('.elementor *')].filter(element => {
  const box = element.getBoundingClientRect();
  return box.width && (box.right > innerWidth + 1 || box.left < -1);
}).map(element => element.outerHTML)"""
EMPTY = """[...document.querySelectorAll('.elementor > .elementor-element')].filter(
  element => element.getBoundingClientRect().height < 60).length"""
ALIGNED = "[...document.querySelectorAll('.elementor-widget-image')].map(each => getComputedStyle(each).textAlign)"
"""A picture that says no place stands in the middle, as in Elementor's own style."""
NOTHING_SEEN = """[...document.querySelectorAll('.elementor > * > .e-con-inner > *')].filter(element =>
  element.getBoundingClientRect().height < 1 || !(element.innerText.trim()
    || element.querySelector('img, svg, video, hr, .elementor-divider-line') || element.matches('img, hr'))
).map(element => element.outerHTML)"""
OVERLAPPING = """[...document.querySelectorAll('.elementor-widget')].map(
  element => element.getBoundingClientRect()).filter((one, at, all) => all.slice(at + 1).some(other =>
    one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1
  )).length"""


def build_all() -> str:
    """A document with every section."""
    root = read_document("[]")
    for section in make_sections([{"blueprint": name, "content": EXAMPLES[name]} for name in BLUEPRINTS]):
        edit(root, [{"operation": "add_element", "element": section, "at": "end"}], load_catalogue())
    return write(root)


def build_examples() -> str:
    """A document with the catalogue's example of every element that shows something by itself."""
    catalogue, kinds = load_catalogue(), [kind for kind in KINDS if kind not in SILENT]
    root = read_document('[{"id":"aaaaaa1","elType":"container","settings":{},"elements":[]}]')
    steps = [
        {"operation": "add_element", "element": make_example(kind, catalogue), "at": {"last_in": "aaaaaa1"}}
        for kind in kinds
    ]
    for start in range(0, len(steps), MAX_OPERATIONS):
        edit(root, steps[start : start + MAX_OPERATIONS], catalogue)
    assert len(root.children[0].children) == len(kinds)
    return write(root)


async def show_picture(route: Route) -> None:
    """Answer for the site that the examples have their pictures from."""
    await route.fulfill(body=draw(), content_type="image/png")


async def add_document(site: Site, data: str, slug: str = "home") -> None:
    """A page with a document, and no title above it."""
    item = await site.add("page", slug=slug, title=slug.title())
    fields = {"edit_mode": "builder", "template_type": "wp-page", "version": "", "data": data}
    columns = {f"elementor_{name}": value for name, value in fields.items()}
    settings = json.dumps({"hide_title": "yes"})
    await site.insert(item_elementor, item_id=item, digest="x", elementor_page_settings=settings, **columns)


@pytest.mark.parametrize("data", [odd_document(), *real_documents()])
async def test_a_document_of_another_site_is_laid_out(data: str, tmp_path: Path, chromium: Browser) -> None:
    """The page is as wide as its window, no widget lies on another: with `make test-real`, of real documents too."""
    async with open_site(tmp_path) as site:
        await add_document(site, data)
        async with serve(site.app) as address:
            for width in (1280, 390):
                window = await chromium.new_page(viewport={"width": width, "height": 900})
                await window.route(lambda url: not url.startswith(address), show_picture)
                await window.goto(f"{address}/home/")
                assert await window.locator(".elementor-widget").count() > 10
                assert await measure_overflow(window) == await window.evaluate(OVERLAPPING) == 0


async def test_every_section_and_every_example_is_laid_out(tmp_path: Path, chromium: Browser, axe_source: str) -> None:
    """Nothing sticks out, overlaps or is empty, contrast passes, and questions open without a script."""
    async with open_site(tmp_path) as site:
        await add_document(site, build_all())
        await add_document(site, build_examples(), "examples")
        async with serve(site.app) as address:
            for width in (1280, 390):
                window = await chromium.new_page(viewport={"width": width, "height": 900}, color_scheme="dark")
                await window.route(IMAGE["url"], show_picture)
                await window.goto(f"{address}/home/")
                assert await measure_overflow(window) == 0
                assert await window.evaluate(OUTSIDE) == []
                assert await window.evaluate(EMPTY) == await window.evaluate(OVERLAPPING) == 0
                assert await find_barriers(window, axe_source) == []
            await window.get_by_text("Is there bread without gluten?").click()
            await expect(window.get_by_text("On Thursdays.")).to_be_visible()
            await window.route(lambda url: not url.startswith(address), show_picture)
            await window.set_viewport_size({"width": 390, "height": 12_000})  # pictures load where they are seen
            await window.goto(f"{address}/examples/")
            await window.wait_for_function("[...document.images].every(each => each.complete)")
            shown = window.locator(".elementor > * > .e-con-inner > *")
            assert (await shown.count(), await window.evaluate(NOTHING_SEEN)) == (len(KINDS) - len(SILENT), [])
            assert await window.evaluate(ALIGNED) == ["center"]
            assert await measure_overflow(window) == await window.evaluate(OVERLAPPING) == 0
            assert await find_barriers(window, axe_source) == []
