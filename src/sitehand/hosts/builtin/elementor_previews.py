"""Elementor documents of the built-in site as its application for visitors draws them, without HTTP and unseen."""

import asyncio

from turbohtml import parse

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.elementor import name_columns
from sitehand.hosts.builtin.previews import BuiltinPreviewLinks
from sitehand.hosts.builtin.public_pages import BuiltinPublicPages
from sitehand.site.elementor import ElementorDocument
from sitehand.site.previews import SHORTEST_SECONDS
from sitehand.site.public_pages import Reading

ELEMENTS = "div.elementor"
OK = 200


class BuiltinElementorPreviews:
    """Implements `site.elementor_previews.ElementorPreviews`, over the pages of preview links."""

    def __init__(self, links: BuiltinPreviewLinks, pages: BuiltinPublicPages) -> None:
        self._links = links
        self._pages = pages

    async def read(self, item_id: int, draft: ElementorDocument | None) -> str:
        """The HTML of its elements."""
        page = await self.open(item_id, draft)
        return await asyncio.to_thread(_find_elements, page.body)

    async def open(self, item_id: int, draft: ElementorDocument | None) -> Reading:
        """The page behind a link to it."""
        link = await self._links.create(item_id, SHORTEST_SECONDS)
        page = await self._pages.show(link["preview_link"], name_columns(draft) if draft else {})
        if page.status != OK:
            hint = "Try again."
            raise Problem(Code.CONFLICT, f"Item {item_id} changed while it was drawn.", hint=hint)
        return page


def _find_elements(page: str) -> str:
    found = parse(page).select_one(ELEMENTS)
    return found.inner_html.strip() if found else ""
