"""Where items are: their paths, and their links while they have no public address."""

from collections.abc import Mapping
from typing import Any

from sitehand.site.locales import find_home

UNLISTED_STATUSES = frozenset({"draft", "pending", "future"})
"""Statuses whose items have no public address yet."""


def build_path(state: Mapping[str, Any], parent_path: str) -> str:
    """The path of an item below the site, not quoted: `/<parent's path>/<slug>/`, or `/<yyyy>/<mm>/<slug>/` of a post,
    each below its locale where this is not the site's.

    An item that has no slug yet stands under its id, so that what is below it has an address of its own. A pattern has
    no page of its own, and no path.
    """
    if state["type"] == "pattern":
        return ""
    name, home = state["slug"] or str(state["id"]), find_home(state["locale"])
    if state["type"] == "post":
        return f"{home}{state['date'][:4]}/{state['date'][5:7]}/{name}/"
    return f"{parent_path or home}{name}/"


def build_link(site_path: str, *, item_id: int, item_type: str, status: str) -> str:
    """Where an item is reached below the site: its path, or the query form while it has no public address."""
    if status in UNLISTED_STATUSES or item_type == "pattern":
        return f"/?{'page_id' if item_type == 'page' else 'p'}={item_id}"
    return site_path
