"""Elementor documents as visitors get them, of items that they do not see too, and before a document is stored."""

from typing import Protocol

from sitehand.site.elementor import ElementorDocument
from sitehand.site.public_pages import Reading


class ElementorPreviews(Protocol):
    """`draft` is a document to draw in place of the stored one; None: that one.

    Raises Problem: not_found; not_supported for a draft where the site draws only what it has stored; conflict for an
    item that cannot be drawn, such as one in the trash.
    """

    async def read(self, item_id: int, draft: ElementorDocument | None) -> str:
        """The HTML of its elements, without the page around them."""

    async def open(self, item_id: int, draft: ElementorDocument | None) -> Reading:
        """The whole page, for a browser."""
