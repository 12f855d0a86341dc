"""Which types of content a WordPress has beside pages and posts, and how its REST API names them."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.resources import EDIT
from sitehand.site.types import SUPPORTED

TYPES, TAXONOMIES = "/wp/v2/types", "/wp/v2/taxonomies"
NAMESPACE = "wp/v2"
OWN = ("page", "post", "attachment")
PARTS = ("wp_", "elementor_", "e-floating-buttons")
"""What the names of types begin with that are parts of a design, and no content."""
OTHERS = frozenset(
    {
        *("block-directory", "block-patterns", "block-renderer", "block-types", "blocks", "categories", "comments"),
        *("font-collections", "font-families", "global-styles", "icons", "media", "menu-items", "menu-locations"),
        *("menus", "navigation", "pages", "pattern-directory", "plugins", "posts", "search", "settings", "sidebars"),
        *("statuses", "tags", "taxonomies", "template-parts", "templates", "themes", "types", "users", "view-config"),
        *("widget-types", "widgets"),
    }
)
"""Routes of WordPress that no other type has. Source: wp-includes/rest-api.php, create_initial_rest_routes."""
BASE = re.compile("[A-Za-z0-9_-]+")
NEEDED = {**SUPPORTED, "title": "title", "author": "author", "menu_order": "page-attributes"}
"""The support that a field needs; on the built-in site every item has a title, an author and an order."""


@dataclass(frozen=True, slots=True)
class CustomType:
    """A type whose items WordPress's own controller reads and writes, at `/wp/v2/{base}`.

    `supports` are the features of its items; `taxonomies` lead to the fields in which items have their terms.
    """

    slug: str
    base: str
    hierarchical: bool = False
    supports: list[str] = field(default_factory=list)
    taxonomies: dict[str, str] = field(default_factory=dict)

    @property
    def route(self) -> str:
        """Where its items are."""
        return f"/{NAMESPACE}/{self.base}"

    def list_lacking(self) -> list[str]:
        """The fields that its items do not have."""
        lacking = [name for name, support in NEEDED.items() if support not in self.supports]
        return lacking if self.hierarchical else [*lacking, "parent"]


async def find_types(client: Client) -> list[dict[str, Any]]:
    """The types that visitors see items of and the connected user may edit, as they are kept; no parts of a theme."""
    types = await _read_types(client)
    taxonomies = (await client.read(TAXONOMIES, EDIT)).value if any(map(_is_custom, types)) else {}
    bases = Counter(each["rest_base"] for each in (*types, *taxonomies.values()))
    taken = OTHERS | {base for base, number in bases.items() if number > 1}
    return [_describe(each, taxonomies) for each in types if _is_custom(each) and _has_route(each, taken)]


async def _read_types(client: Client) -> list[Mapping[str, Any]]:
    """All types; none for a user who may edit of none."""
    try:
        return list((await client.read(TYPES, EDIT)).value.values())
    except Problem as problem:
        if problem.code is not Code.HOST_REFUSED:
            raise
        return []


def _is_custom(value: Mapping[str, Any]) -> bool:
    """Types with a controller of their own have a namespace of their own."""
    internal = value["slug"] in OWN or value["slug"].startswith(PARTS) or not value.get("viewable")
    return not internal and value.get("rest_namespace", NAMESPACE) == NAMESPACE


def _has_route(value: Mapping[str, Any], taken: Collection[str]) -> bool:
    """Whether its route leads to its items: a plugin may choose the base of another."""
    return BASE.fullmatch(value["rest_base"]) is not None and value["rest_base"] not in taken


def _describe(value: Mapping[str, Any], taxonomies: Mapping[str, Any]) -> dict[str, Any]:
    named = {name: taxonomies[name]["rest_base"] for name in value["taxonomies"] if name in taxonomies}
    return {
        "slug": value["slug"],
        "base": value["rest_base"],
        "hierarchical": value["hierarchical"],
        "supports": list_supports(value),
        "taxonomies": named,
    }


def list_supports(value: Mapping[str, Any]) -> list[str]:
    """The features that items of a type have, as WordPress describes the type."""
    return sorted(name for name, has in dict(value["supports"] or {}).items() if has)


def name_bases(types: Sequence[CustomType]) -> dict[str, str]:
    """The REST base of each taxonomy that a type has."""
    return {name: base for each in types for name, base in each.taxonomies.items()}
