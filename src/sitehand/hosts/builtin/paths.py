"""Where items are: their paths, their links while they have no public address, and paths as addresses have them."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from sitehand.site.locales import find_home

_PLAIN = re.compile("[A-Za-z0-9/_.~-]*").fullmatch
UNLISTED_STATUSES = frozenset({"draft", "pending", "future"})
"""Statuses whose items have no public address yet."""


def build_path(state: Mapping[str, Any], parent_path: str) -> str:
    """The path of an item below the site, not quoted: `/<parent's path>/<slug>/`, or `/<yyyy>/<mm>/<slug>/` of a post,
    each below its locale where this is not the site's; below the name of its type that of a custom item.

    An item that has no slug yet stands under its id, so that what is below it has an address of its own.
    """
    name, home = state["slug"] or str(state["id"]), find_home(state["locale"])
    if state["type"] == "post":
        return f"{home}{state['date'][:4]}/{state['date'][5:7]}/{name}/"
    root = home if state["type"] == "page" else f"{home}{state['type']}/"
    return f"{parent_path or root}{name}/"


def build_link(site_path: str, *, item_id: int, item_type: str, status: str) -> str:
    """Where an item is reached below the site: its path, or the query form while it has no public address."""
    if status in UNLISTED_STATUSES or not site_path:
        return f"/?{'page_id' if item_type == 'page' else 'p'}={item_id}"
    return site_path


def quote_path(path: str) -> str:
    """The path with other characters percent-encoded. Most have none, and `quote` is slow to find that out."""
    return path if _PLAIN(path) else quote(path)
