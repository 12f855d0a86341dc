"""The settings of a WordPress to move, and its types of content."""

from collections.abc import Sequence
from typing import Any

from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.custom_types import (
    NAMESPACE,
    TAXONOMIES,
    TYPES,
    CustomType,
    find_taken,
    find_types,
    name_usable,
)
from sitehand.hosts.wordpress.resources import EDIT, Fields
from sitehand.hosts.wordpress.settings import ALL, ROUTE, Options
from sitehand.site.elementor_templates import LIBRARY
from sitehand.site.export import Absent
from sitehand.site.media import TYPE as FILES
from sitehand.site.types import SUPPORTED

OWN = ("page", "post", "wp_block", "wp_navigation", LIBRARY)
BROUGHT = ("name", "description", "language", "timezone")


async def read_settings(client: Client, absent: list[Absent]) -> Fields:
    """The settings in this service's words; the icon goes to `absent`."""
    value, options = (await client.read(ROUTE)).value, Options(client)
    if value.get("site_icon"):
        why = "this site has none; the file comes over"
        absent.append(Absent("the icon of the site", why, f"file {value['site_icon']}"))
    return options.fields(await options.read(ALL) or {})


def find_front(settings: Fields) -> dict[str, int]:
    """The ids of the front page and the posts page of a site that shows a page at `/`."""
    if settings["show_on_front"] != "page" or not settings["page_on_front"]:
        return {}
    return {name: settings[name] for name in ("page_on_front", "page_for_posts") if settings[name]}


async def read_all_types(client: Client) -> list[CustomType]:
    """Pages, posts, patterns, navigations, templates of Elementor, and the types that visitors see items of, with the
    taxonomies whose terms REST shows.
    """
    shown = (await client.read(TYPES, EDIT)).value
    taxonomies = (await client.read(TAXONOMIES, EDIT)).value
    bases = name_usable(taxonomies, find_taken(shown.values(), taxonomies))
    own = [
        CustomType(
            slug,
            shown[slug]["rest_base"],
            hierarchical=shown[slug]["hierarchical"],
            taxonomies={name: bases[name] for name in shown[slug]["taxonomies"] if name in bases},
        )
        for slug in OWN
        if slug in shown and shown[slug].get("rest_namespace", NAMESPACE) == NAMESPACE
    ]
    return [*own, *(CustomType(**each) for each in (await find_types(client)).types)]


async def read_file_type(client: Client) -> CustomType:
    """The type of files, with the taxonomies that plugins give them."""
    return CustomType(FILES, "media", taxonomies=(await find_types(client)).taxonomies.get(FILES, {}))


async def read_types(client: Client, types: Sequence[CustomType]) -> dict[str, dict[str, Any]]:
    """The types of content that a plugin has registered, in the fields with which they are registered here."""
    custom = [each for each in types if each.slug not in OWN]
    shown = (await client.read(TYPES, EDIT)).value if custom else {}
    return {each.slug: _describe(each, shown[each.slug]) for each in custom if each.slug in shown}


def _describe(of: CustomType, value: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": value["name"],
        "singular_name": value["labels"]["singular_name"],
        "description": value["description"],
        "hierarchical": of.hierarchical,
        "has_archive": bool(value["has_archive"]),
        "supports": [each for each in SUPPORTED.values() if each in of.supports],
        "taxonomies": list(of.taxonomies),
    }
