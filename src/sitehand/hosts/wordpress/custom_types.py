"""Finds the types of content that a WordPress has beside pages and posts, its taxonomies, and their names in its REST
API.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.item_shape import Shape
from sitehand.hosts.wordpress.resources import EDIT
from sitehand.site.media import TYPE as FILES
from sitehand.site.types import SUPPORTED

TYPES, TAXONOMIES = "/wp/v2/types", "/wp/v2/taxonomies"
NAMESPACE = "wp/v2"
OWN = ("page", "post", FILES)
OWN_TAXONOMIES: Mapping[str, Mapping[str, str]] = {
    **{"page": {}, "post": {"category": "categories", "post_tag": "tags"}},
    FILES: {},
}
"""The taxonomies that pages, posts and files of every WordPress have, with their REST bases."""
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
RESERVED = frozenset(
    {
        *("author", "class_list", "comment_status", "content", "date", "date_gmt", "excerpt", "featured_media"),
        *("format", "generated_slug", "guid", "id", "link", "menu_order", "meta", "modified", "modified_gmt", "parent"),
        *("password", "permalink_template", "ping_status", "slug", "status", "sticky", "template", "title", "type"),
        *("after", "before", "context", "exclude", "include", "offset", "order", "orderby", "page", "per_page"),
        *("author_exclude", "modified_after", "modified_before", "parent_exclude", "tax_query", "tax_relation"),
    }
)
"""Fields of an item and parameters of its lists, which no taxonomy has. Source: `WP_REST_Posts_Controller`."""
FIELDS_OF_FILES = frozenset(
    {
        *("alt_text", "caption", "description", "media_details", "media_type", "mime_type", "missing_image_sizes"),
        *("post", "source_url"),
    }
)
"""Fields and parameters that files have beside these. Source: `WP_REST_Attachments_Controller`."""
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
        """The route of the type's items."""
        return f"/{NAMESPACE}/{self.base}"

    def list_lacking(self) -> list[str]:
        """The fields that its items do not have."""
        lacking = [name for name, support in NEEDED.items() if support not in self.supports]
        return lacking if self.hierarchical else [*lacking, "parent"]


class FoundTypes(NamedTuple):
    """Types of content as they are kept, and the REST bases of the taxonomies of pages, posts and files, by type."""

    types: list[dict[str, Any]]
    taxonomies: dict[str, dict[str, str]]


async def find_types(client: Client) -> FoundTypes:
    """The types that visitors see items of and the connected user may edit; no parts of a theme."""
    types = await _read_types(client)
    custom = [each for each in types if _is_custom(each)]
    tagged = [each for each in types if _is_tagged(each)]
    taxonomies = (await client.read(TAXONOMIES, EDIT)).value if custom or tagged else {}
    taken = find_taken(types, taxonomies)
    usable = name_usable(taxonomies, taken)
    return FoundTypes(
        [_describe(each, usable) for each in custom if _has_route(each, taken)],
        {each["slug"]: _name_bases(each, usable) for each in tagged},
    )


def find_taken(types: Iterable[Mapping[str, Any]], taxonomies: Mapping[str, Mapping[str, Any]]) -> frozenset[str]:
    """The REST bases that lead to something else than one type or one taxonomy."""
    bases = Counter(each["rest_base"] for each in (*types, *taxonomies.values()))
    return OTHERS | {base for base, number in bases.items() if number > 1}


def name_usable(taxonomies: Mapping[str, Mapping[str, Any]], taken: Collection[str]) -> dict[str, str]:
    """The taxonomies whose terms WordPress's own controller reads, with their REST bases."""
    return {name: each["rest_base"] for name, each in taxonomies.items() if is_taxonomy(each, taken)}


def is_taxonomy(value: Mapping[str, Any], taken: Collection[str] = OTHERS) -> bool:
    """Whether its terms are read and written at the route that it names, by WordPress's own controller."""
    if value.get("rest_namespace", NAMESPACE) != NAMESPACE:
        return False
    return value["slug"] in OWN_TAXONOMIES["post"] or _has_route(value, {*taken, *RESERVED})


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


def _is_tagged(value: Mapping[str, Any]) -> bool:
    """Whether a type is pages, posts or files, with more taxonomies than they have by themselves."""
    known = OWN_TAXONOMIES.get(value["slug"])
    return known is not None and not known.keys() >= set(value["taxonomies"])


def _has_route(value: Mapping[str, Any], taken: Collection[str]) -> bool:
    """Whether its route leads to its items: a plugin may choose the base of another."""
    return BASE.fullmatch(value["rest_base"]) is not None and value["rest_base"] not in taken


def _name_bases(value: Mapping[str, Any], taxonomies: Mapping[str, str]) -> dict[str, str]:
    """The REST bases of a type's taxonomies, but for those that are also the name of another field of its items."""
    taken = FIELDS_OF_FILES if value["slug"] == FILES else ()
    found = {name: taxonomies[name] for name in value["taxonomies"] if name in taxonomies}
    return {name: base for name, base in found.items() if base not in taken}


def _describe(value: Mapping[str, Any], taxonomies: Mapping[str, str]) -> dict[str, Any]:
    return {
        "slug": value["slug"],
        "base": value["rest_base"],
        "hierarchical": value["hierarchical"],
        "supports": list_supports(value),
        "taxonomies": _name_bases(value, taxonomies),
    }


def list_supports(value: Mapping[str, Any]) -> list[str]:
    """The features that items of a type have, as WordPress describes the type."""
    return sorted(name for name, has in dict(value["supports"] or {}).items() if has)


def name_taxonomies(taxonomies: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """The taxonomies of pages, posts and files: those that every WordPress has, and these, as they were found."""
    return {name: {**known, **taxonomies.get(name, {})} for name, known in OWN_TAXONOMIES.items()}


def name_bases(types: Sequence[CustomType], shapes: Mapping[str, Shape]) -> dict[str, str]:
    """The REST base of each taxonomy that a type has."""
    found = [*(each.taxonomies for each in types), *(each.taxonomies for each in shapes.values())]
    return {name: base for taxonomies in found for name, base in taxonomies.items()}
