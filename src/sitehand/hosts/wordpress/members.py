"""Members of listed items that WordPress can answer without rendering their texts, which is half of the cost."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sitehand.hosts.wordpress.states import NEW
from sitehand.site.content import Item

PLAIN: Mapping[str, str] = {
    "id": "id",
    "date": "date_gmt",
    "modified": "modified_gmt",
    "slug": "slug",
    "status": "status",
    "type": "type",
    "link": "link",
    "title": "title",
    "author": "author",
    "featured_media": "featured_media",
}
"""What WordPress calls each. The revision is none of them: it follows from the texts."""


def list_asked(members: Iterable[str]) -> list[str]:
    """What WordPress is asked for when the caller wants these alone; nothing where that is not enough."""
    heads = {name.partition(".")[0] for name in members}
    return sorted({"id", "type", *(PLAIN[name] for name in heads)}) if heads and heads <= PLAIN.keys() else []


def fill(value: Mapping[str, Any]) -> dict[str, Any]:
    """An object of which a part was read, with nothing in place of the rest."""
    return {**NEW, **value}


def keep(item: Item, members: Sequence[str]) -> dict[str, Any]:
    """The members of an item that were read."""
    heads = {name.partition(".")[0] for name in members}
    return {name: value for name, value in item.items() if name in heads}
