"""Paths of the site as addresses have them."""

import re
from urllib.parse import quote

_PLAIN = re.compile("[A-Za-z0-9/_.~-]*").fullmatch


def quote_path(path: str) -> str:
    """The path with other characters percent-encoded. Most have none, and `quote` is slow to find that out."""
    return path if _PLAIN(path) else quote(path)
