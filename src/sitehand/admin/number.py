"""A number that a form or an address gives."""

MAX_PER_MINUTE = 100_000
MAX_PAGE = 1_000_000


def read_per_minute(text: str) -> int | None:
    """Requests a minute, from 1 to 100,000; None for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_PER_MINUTE))):
        return None
    number = int(text)
    return number if 1 <= number <= MAX_PER_MINUTE else None


def read_page(text: str) -> int:
    """The page of a list that an address asks for; the first for anything that is no such number."""
    if not (text.isascii() and text.isdecimal() and len(text) < len(str(MAX_PAGE))):
        return 1
    return max(1, int(text))
