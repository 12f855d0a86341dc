"""Which types of content a WordPress has beside pages and posts, and how its REST API names them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.resources import EDIT

TYPES, TAXONOMIES = "/wp/v2/types", "/wp/v2/taxonomies"
NAMESPACE = "wp/v2"
OWN = ("page", "post", "attachment")


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


async def find_types(client: Client) -> list[dict[str, Any]]:
    """The types that visitors see items of and the connected user may edit, as they are kept; no parts of a theme."""
    types = (await client.read(TYPES, EDIT)).value.values()
    chosen = [each for each in types if _is_custom(each)]
    taxonomies = (await client.read(TAXONOMIES, EDIT)).value if chosen else {}
    return [_describe(each, taxonomies) for each in chosen]


def _is_custom(value: Mapping[str, Any]) -> bool:
    """Types with a controller of their own have a namespace of their own, as those of shops do."""
    internal = value["slug"] in OWN or value["slug"].startswith("wp_") or not value.get("viewable")
    return not internal and value.get("rest_namespace", NAMESPACE) == NAMESPACE


def _describe(value: Mapping[str, Any], taxonomies: Mapping[str, Any]) -> dict[str, Any]:
    named = {name: taxonomies[name]["rest_base"] for name in value["taxonomies"] if name in taxonomies}
    return {
        "slug": value["slug"],
        "base": value["rest_base"],
        "hierarchical": value["hierarchical"],
        "supports": sorted(name for name, has in dict(value["supports"] or {}).items() if has),
        "taxonomies": named,
    }


def name_bases(types: Sequence[CustomType]) -> dict[str, str]:
    """The REST base of each taxonomy that a type has."""
    return {name: base for each in types for name, base in each.taxonomies.items()}
