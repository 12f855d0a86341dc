"""Elementor documents as a real WordPress draws them; a plugin of ours draws headings where Elementor does."""

from collections.abc import AsyncIterator

import pytest

from sitehand.errors import Code, Problem
from sitehand.files.chromium import Chromium
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.elementor_previews import WordPressElementorPreviews
from sitehand.hosts.wordpress.host import WordPressHost
from sitehand.hosts.wordpress.public_pages import WordPressPublicPages
from sitehand.site.content import PageFields
from sitehand.site.elementor import ElementorDocument
from sitehand.site.page_pictures import View
from tests.wordpress.site import WordPress
from tests.wordpress.test_elementor import write
from tests.wordpress.test_elementor_companion import BY, build, runtime, visited

__all__ = ["runtime", "visited"]


@pytest.fixture
async def pages(wordpress: WordPress, visited: WordPressHost) -> AsyncIterator[WordPressPublicPages]:
    """Its public pages."""
    client = Client(f"{wordpress.url}/?rest_route=/", wordpress.user, wordpress.password)
    pages = WordPressPublicPages(client, visited.items, wordpress.url)
    yield pages
    await pages.close()
    await client.close()


async def test_a_wordpress_draws_what_it_has_stored(
    visited: WordPressHost, wordpress: WordPress, pages: WordPressPublicPages, chromium_path: str
) -> None:
    """Drafts as HTML, public pages as an image; what is not stored is refused, and a draft has no image."""
    client = Client(f"{wordpress.url}/?rest_route=/", wordpress.user, wordpress.password)
    previews = WordPressElementorPreviews(client, visited.items, pages)
    page = await visited.pages.create(PageFields(title="Drawn", content="<p>Not these.</p>"), BY)
    assert visited.elementor
    await visited.elementor.edit(page["id"], write(build("Drawn words")), BY)
    html = await previews.read(page["id"], None)
    assert ("<h2>Drawn words</h2>" in html, "Not these" in html) == (True, False)
    with pytest.raises(Problem) as hidden:
        await previews.open(page["id"], None)
    with pytest.raises(Problem) as unsaved:
        await previews.read(page["id"], ElementorDocument("[]"))
    assert (hidden.value.code, unsaved.value.code) == (Code.CONFLICT, Code.NOT_SUPPORTED)
    await visited.pages.update(page["id"], PageFields(status="publish"), BY)
    shown = await previews.open(page["id"], None)
    assert (shown.status, "Drawn words" in shown.body) == (200, True)
    taken = await Chromium(chromium_path).take(shown.address, pages.read, View(390))
    assert (taken.width, taken.page_height > 300, len(taken.content) > 5_000) == (390, True, True)
    await client.close()
