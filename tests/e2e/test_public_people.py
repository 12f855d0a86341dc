"""Avatars and lists of terms on the public site in a real browser."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser

from sitehand.hosts.builtin.tables import comments, terms
from tests.browser import find_barriers, measure_overflow, serve
from tests.unit.hosts.builtin.public.site import Site, open_site

BORDER = '{"borderColor":"vivid-red","style":{"border":{"width":"2px","radius":"9px"}},"isLink":true}'
PINK = "has-pale-pink-background-color has-background"
CONTENT = f"""<!-- wp:avatar {BORDER} /--><!-- wp:post-author /--><!-- wp:latest-comments /-->
<!-- wp:group {{"backgroundColor":"pale-pink"}} --><div class="wp-block-group {PINK}">
<!-- wp:avatar {{"size":40}} /--></div><!-- /wp:group -->
<!-- wp:terms-query {{"termQuery":{{"taxonomy":"category","hideEmpty":false}}}} --><div class="wp-block-terms-query">
<!-- wp:term-template {{"layout":{{"type":"grid","columnCount":2}}}} -->
<!-- wp:term-name {{"level":2,"isLink":true}} /-->
<!-- wp:term-count /--><!-- /wp:term-template --></div><!-- /wp:terms-query -->"""


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """A site with a page of them."""
    async with open_site(tmp_path) as opened:
        page = await opened.add("page", slug="people", content=CONTENT)
        said = {"author_name": "Cy", "status": "approved", "content": "Yes", "date": "2026-03-03T10:00:00Z"}
        await opened.insert(comments, post=page, **said)
        for name in ("Hills", "Walks"):
            await opened.insert(terms, taxonomy="category", slug=name.lower(), name=name)
        yield opened


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_people_and_terms_are_laid_out(site: Site, chromium: Browser, axe_source: str, scheme: Any) -> None:
    """Borders around avatars, terms beside each other, without a barrier; nothing is loaded from elsewhere."""
    window = await chromium.new_page(viewport={"width": 1280, "height": 900}, color_scheme=scheme)
    asked: list[str] = []
    window.on("request", lambda request: asked.append(request.url))
    async with serve(site.app) as address:
        await window.goto(f"{address}/people/")
        assert all(each.startswith(address) for each in asked), asked
        border = "element => getComputedStyle(element).border"
        assert await window.locator(".wp-block-avatar__image").first.evaluate(border) == "2px solid rgb(207, 46, 46)"
        tops = "elements => elements.map(each => each.getBoundingClientRect().top)"
        first, second = await window.locator(".wp-block-term").evaluate_all(tops)
        assert first == second
        assert await find_barriers(window, axe_source) == []
        await window.set_viewport_size({"width": 360, "height": 800})
        assert await measure_overflow(window) == 0
        assert await find_barriers(window, axe_source) == []
