"""The rules of registered types: which names they may have, and what their items follow."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, text

from sitehand.errors import Code, Detail, Problem
from sitehand.hosts.builtin.locales import is_home
from sitehand.site.item_kinds import OWN_TYPES, PART_KINDS
from sitehand.site.terms import FIELDS
from sitehand.site.types import refuse_taken, refuse_used
from sitehand.store.prepared import Prepared
from sitehand.store.sqlite.hints import by_index

CORE = frozenset(
    {
        *("attachment", "revision", "nav_menu_item", "custom_css", "customize_changeset", "oembed_cache"),
        *("user_request", "wp_block", "wp_template", "wp_template_part", "wp_global_styles", "wp_navigation"),
        *("wp_font_family", "wp_font_face", "action", "author", "order", "theme"),
    }
)
"""Names that WordPress keeps for itself. Source: `register_post_type`, "Reserved post type names"."""
OURS = frozenset(
    {*OWN_TYPES, "pages", "posts", "patterns", "navigations", "media", "custom_item", "item", "items", "any"}
)
ADDRESSES = frozenset({"category", "tag", "author", "feed", "page", "files"})
"""Where other public addresses of the site begin."""
MAX_TYPES = 100
"""Every list of types has them all, and what looks through all items goes from type to type."""
OTHERS = Prepared(text("SELECT count(*) FROM content_types WHERE slug <> :slug"))
SELECT = Prepared(text("SELECT * FROM content_types WHERE slug = :slug"))
USED = Prepared(text(f"SELECT id FROM items {by_index('ix_items_id')} WHERE type = :slug ORDER BY id LIMIT 1"))  # noqa: S608
PAGE_AT = Prepared(
    text("SELECT id, path FROM items WHERE type = 'page' AND slug = :slug AND slug <> '' AND parent = 0 LIMIT 1")
)
FIXED = ("public", "hierarchical")
"""What the addresses and the tree of a type's items follow from."""
Row = Mapping[str, Any]


def find_row(connection: Connection, name: str) -> Row | None:
    """A registered type as it is stored."""
    return SELECT.first(connection, {"slug": name})


def has_path(connection: Connection, item_type: str) -> bool:
    """Whether the items of a type have a page of their own. What is not registered has none."""
    if item_type in OWN_TYPES:
        return item_type not in PART_KINDS
    row = find_row(connection, item_type)
    return row is not None and bool(row["public"])


def check_new(connection: Connection, name: str, reserved: frozenset[str]) -> None:
    """Raise Problem(conflict) for the name of a new type that would hide something, or be hidden; for one too many."""
    if name in CORE | OURS:
        raise refuse_taken(name, "this name is reserved.")
    if name in ADDRESSES | reserved or is_home(connection, name):
        raise refuse_taken(name, f"the site itself answers at /{name}/.")
    if OTHERS.scalar(connection, {"slug": name}) >= MAX_TYPES:
        message = f"The site has {MAX_TYPES} registered types, and takes no more."
        raise Problem(Code.CONFLICT, message, hint="Remove one that has no items with delete_type.")
    page = PAGE_AT.first(connection, {"slug": name})
    if page is not None:
        raise refuse_taken(name, f"page {page['id']} has the address {page['path']}.")


def check_taxonomies(new: Row) -> None:
    """Raise Problem(invalid_arguments) for a taxonomy by another name, whose terms nothing would find."""
    for taxonomy, field in FIELDS.items():
        if field in json.loads(new["taxonomies"]):
            detail = Detail(path="taxonomies", expected=taxonomy, got=field)
            message = f"The taxonomy {field} is called {taxonomy}."
            raise Problem(Code.INVALID_ARGUMENTS, message, hint=f"Send {taxonomy} instead.", details=[detail])


def check_change(connection: Connection, old: Row, new: Row) -> None:
    """Raise Problem(conflict) for another address or tree of items that are there."""
    changed = [name for name in FIXED if bool(old[name]) != bool(new[name])]
    if changed:
        check_unused(connection, old["slug"], f"cannot change {changed[0]}")


def check_unused(connection: Connection, name: str, what: str) -> None:
    """Raise Problem(conflict) for a type that has items."""
    item = USED.scalar(connection, {"slug": name})
    if item is not None:
        raise refuse_used(name, what, item)


def is_type(connection: Connection, slug: str) -> bool:
    """Whether the addresses of a type begin with this word."""
    return SELECT.first(connection, {"slug": slug}) is not None
