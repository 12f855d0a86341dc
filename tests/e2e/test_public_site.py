"""The public site in a real browser, on a telephone and on a desk."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.browser import find_barriers, measure_overflow, serve
from tests.unit.hosts.builtin.public.site import Site, open_site
from tests.unit.hosts.builtin.public.village import build_village

PAGES = {
    "home": "/",
    "page": "/about/team/deep/",
    "post": "/2026/03/awkward/",
    "locked": "/2026/03/secret/",
    "category": "/category/hills/",
    "search": "/?s=walk",
    "missing": "/nothing/here/",
}


@pytest.fixture
async def village(tmp_path: Path) -> AsyncIterator[Site]:
    """A site full of awkward content."""
    async with open_site(tmp_path) as site:
        await build_village(site)
        yield site


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_kind_of_page_fits_and_has_no_serious_barrier(
    village: Site, chromium: Browser, axe_source: str, width: int, scheme: str
) -> None:
    """No page is wider than its window, says anything on the console, or has a serious fault for axe-core."""
    window = await chromium.new_page(
        viewport={"width": width, "height": 800}, color_scheme="dark" if scheme == "dark" else "light"
    )
    complaints: list[str] = []
    window.on("console", lambda message: complaints.append(message.text))
    async with serve(village.app) as address:
        for name, path in PAGES.items():
            answer = await window.goto(address + path)
            assert answer is not None
            assert answer.status == (404 if name == "missing" else 200), name
            await window.get_by_label("More in About").click()
            await expect(window.get_by_role("link", name="The team and its friends").first).to_be_visible()
            assert await measure_overflow(window) == 0, name
            assert await find_barriers(window, axe_source) == [], name
    # The browser itself reports the one page that is missing.
    assert [text for text in complaints if "404" not in text] == []


async def test_a_visitor_walks_through_the_site(village: Site, chromium: Browser) -> None:
    """By clicks: into a sub-page through the navigation, to a post, by its tag, by a search, past a password."""
    window = await chromium.new_page(viewport={"width": 1280, "height": 800})
    async with serve(village.app) as address:
        await window.goto(address)
        await window.get_by_label("More in About").click()
        await window.get_by_role("navigation", name="Main").get_by_role("link", name="Deep").click()
        await window.wait_for_url("**/about/team/deep/")
        await window.get_by_role("navigation", name="Breadcrumbs").get_by_role("link", name="About").click()
        await window.wait_for_url("**/about/")
        await window.get_by_label("Search this site").fill("treasure")
        await window.get_by_role("button", name="Search").click()
        await window.wait_for_url("**/?s=treasure")
        await expect(window.get_by_text("Nothing was found")).to_be_visible()
        await window.goto(address + "/2026/03/secret/")
        assert not await window.get_by_text("The treasure").is_visible()
        await window.get_by_label("Password").fill("guess")
        await window.get_by_role("button", name="Read on").click()
        await expect(window.get_by_role("alert")).to_have_text("The password is wrong.")
        await window.get_by_label("Password").fill("open sesame")
        await window.get_by_role("button", name="Read on").click()
        await expect(window.get_by_text("The treasure")).to_be_visible()
