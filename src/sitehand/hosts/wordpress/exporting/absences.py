"""What a WordPress has and the built-in site has no counterpart for: named, counted, and left where it is."""

from collections import Counter
from collections.abc import Mapping, Sequence

from sitehand.errors import Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.custom_types import BASE, NAMESPACE, OTHERS, TYPES, CustomType
from sitehand.hosts.wordpress.exporting.collection import Collections
from sitehand.hosts.wordpress.resources import EDIT, Json
from sitehand.site.elementor_templates import LIBRARY
from sitehand.site.export import Absent

READ = ("attachment", "nav_menu_item")
"""Types that are read by routes of their own."""
PARTS = ("wp_template", "wp_template_part", "wp_global_styles", "wp_font_family", "wp_font_face")
"""The parts of a theme, which stays behind as a whole."""
ALWAYS = (
    Absent("former slugs", "WordPress does not show them over REST; a file of its export has them", count=1),
    Absent("theme, plugins and widgets", "they are programs of WordPress", count=1),
)
CONDITIONS = Absent("display conditions of Elementor's templates", "WordPress does not show them over REST", count=1)


async def find_absent(client: Client, collections: Collections, read: Sequence[CustomType]) -> list[Absent]:
    """What stays behind, as far as WordPress shows it over REST."""
    types = (await client.read(TYPES, EDIT)).value
    known = {each.slug for each in read} | {*READ, *PARTS}
    bases = Counter(value["rest_base"] for value in types.values())
    found = [*ALWAYS, *([CONDITIONS] if LIBRARY in known else ())]
    for slug, value in types.items():
        if slug in known:
            continue
        if value.get("rest_namespace", NAMESPACE) != NAMESPACE or not _has_route(slug, value["rest_base"], bases):
            found.append(Absent(f"items of type {slug}", "a plugin keeps them behind a route of its own", count=1))
        else:
            found.append(await _count_items(collections, slug, f"/{NAMESPACE}/{value['rest_base']}"))
    return [*found, *_find_terms(types, read)]


async def _count_items(collections: Collections, slug: str, path: str) -> Absent:
    """The items of a type that stay behind. A plugin that does not let them be counted keeps nothing else here."""
    what, reason = f"items of type {slug}", "visitors see no pages of this type"
    try:
        return Absent(what, reason, count=await collections.count(path, status="any"))
    except Problem as problem:
        return Absent(what, f"{reason}; how many there are is not known: {problem.message.rstrip('.')}")


def _find_terms(types: Mapping[str, Json], read: Sequence[CustomType]) -> list[Absent]:
    """The taxonomies of items that move, whose terms do not."""
    names = {name for each in read for name in types[each.slug]["taxonomies"] if name not in each.taxonomies}
    return [Absent(f"terms of {name}", "a plugin keeps them behind a route of its own") for name in sorted(names)]


def _has_route(slug: str, base: str, bases: Mapping[str, int]) -> bool:
    """Whether a route leads to items of this type, and not to those of another."""
    is_own = slug.startswith("wp_") or base not in OTHERS
    return is_own and BASE.fullmatch(base) is not None and bases[base] == 1
