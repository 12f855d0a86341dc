"""Slugs that WordPress did not take as they were asked for, or could not make of the title alone."""

import re
from urllib.parse import unquote

from sitehand.hosts.wordpress.resources import Fields, Json
from sitehand.site.content import TRASHED, Notice


def tell_slug(before: Json | None, sent: Fields, after: Json) -> list[Notice]:
    """The notice that an item has another slug than it was to have."""
    if wanted := sent.get("slug"):
        # WordPress stores letters beyond ASCII percent-encoded.
        return [] if wanted in (after["slug"], unquote(after["slug"])) else [_changed(after, wanted)]
    old = before["slug"] if before is not None else ""
    if old.endswith(TRASHED):
        kept = old.removesuffix(TRASHED)
        return [] if after["slug"] in (old, kept) else [_changed(after, kept)]
    if not old and _is_numbered(after["title"]["raw"], unquote(after["slug"])):
        return [_changed(after, after["slug"].rpartition("-")[0])]
    return []


def _changed(after: Json, wanted: str) -> Notice:
    return Notice(code="slug_changed", message=f'WordPress took the slug "{after["slug"]}", not "{wanted}".')


def _is_numbered(title: str, slug: str) -> bool:
    """Whether a slug has one number more than its title, at its end: "about-2" is that of a second About."""
    numbers = re.findall(r"\d+", slug)
    return bool(re.search(r"-\d+$", slug)) and numbers[:-1] == re.findall(r"\d+", title)
