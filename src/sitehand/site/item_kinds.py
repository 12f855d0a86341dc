"""The kinds of items, and which of them items of a type have."""

from sitehand.site.kinds import CUSTOM_ITEM, KINDS

ITEM_KINDS = tuple(kind.name for kind in KINDS if kind.is_item)
PAGE_KINDS = tuple(kind.name for kind in KINDS if kind.is_item and not kind.is_part)
"""Kinds whose items have a page of their own, and so an image, SEO fields and a document."""
PART_KINDS = tuple(kind.name for kind in KINDS if kind.is_part)
OWN_TYPES = tuple(name for name in ITEM_KINDS if name != CUSTOM_ITEM.name)
"""The types of items that every site has; each is a kind of its own. All others are custom items."""


def kind_of_type(item_type: str) -> str:
    """The kind of the items of a type."""
    return item_type if item_type in OWN_TYPES else CUSTOM_ITEM.name
