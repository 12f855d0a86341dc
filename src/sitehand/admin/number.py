"""A number that a form or an address gives."""

from sitehand.site.values import MAX_ID

MAX_PAGE = 1_000_000


def read_number(text: str) -> int | None:
    """An id that a form or a filter gives; None for anything that is no such number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < len(str(MAX_ID)) else None


def read_page(text: str) -> int:
    """The page of a list that an address asks for; the first for anything that is no such number."""
    if not (text.isascii() and text.isdecimal() and len(text) < len(str(MAX_PAGE))):
        return 1
    return max(1, int(text))
