"""Pictures of public pages, for who cannot open them."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

from sitehand.site.public_pages import Reading

MIN_WIDTH, MAX_WIDTH = 320, 1600
MAX_HEIGHT = 1600
"""Height of one picture, in CSS pixels: models shrink larger ones until nobody can read what they show."""
MAX_BYTES = 500_000
"""Bytes of one picture: some clients take a megabyte in one answer, in base64."""
Fetch = Callable[[str], Awaitable[Reading]]
"""Answers each request of a page. A page is shown nothing else: there is no network."""


class View(NamedTuple):
    """A window so many CSS pixels wide, and how far down the page its picture begins."""

    width: int
    top: int = 0


class PagePicture(NamedTuple):
    """A picture at most `MAX_HEIGHT` high and `MAX_BYTES` long, and how high the whole page is; in CSS pixels."""

    content: bytes
    mime_type: str
    width: int
    height: int
    page_height: int


class Camera(Protocol):
    """Draws pages as a browser does."""

    async def take(self, address: str, fetch: Fetch, view: View) -> PagePicture:
        """A picture of a page.

        Raises Problem: not_supported where there is no browser that starts, conflict for a page that leads to another
        site, invalid_arguments for one that ends above `top`, read_timeout for one that takes too long or too much
        memory.
        """
