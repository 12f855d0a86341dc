"""The columns of `items` that an object of each type is made of, in SQL."""

import functools

from sitehand.hosts.builtin.locales import LANGUAGE_OF, LOCALE_OF
from sitehand.hosts.builtin.translations import GROUP_OF, MEMBERS
from sitehand.site.item_kinds import OWN_TYPES, PART_KINDS
from sitehand.store.sqlite.json import build_object, gather, gather_object, parse

PLAIN = (
    *("id", "type", "date", "modified", "slug", "status", "path", "title_rendered"),
    *("author", "featured_media", "revision", "parent", "menu_order", "sticky"),
)
"""Columns of a summary that are as they are stored."""
SUMMARY = f"{', '.join(f'items.{name}' for name in PLAIN)}, items.password <> '' AS protected, {LOCALE_OF} AS locale"
OF_TRANSLATION = build_object(
    id="t.id",
    type="t.type",
    status="t.status",
    path="t.path",
    title="t.title_rendered",
    locale=f"coalesce(nullif(t.locale, ''), {LANGUAGE_OF})",
)
TRANSLATIONS = f""", (SELECT {gather(OF_TRANSLATION)}
    FROM items AS t WHERE t.id IN {MEMBERS.format(group=GROUP_OF.format(item="items"))}
        AND t.id <> items.id AND t.status <> 'trash') AS translations"""  # noqa: S608
BODIES = ("content_rendered", "excerpt_rendered")
RAW_SUMMARY = ", items.title"
RAW_BODIES = ("content", "excerpt")
TERMS = "".join(
    f""", (SELECT {gather("id")} FROM (SELECT terms.id FROM item_terms JOIN terms ON terms.id = item_terms.term_id
         WHERE item_terms.item_id = items.id AND terms.taxonomy = '{taxonomy}' ORDER BY terms.id) AS own) AS {name}"""  # noqa: S608
    for name, taxonomy in (("categories", "category"), ("tags", "post_tag"))
)

TERMS_BY_TAXONOMY = f""", (SELECT {gather_object("taxonomy", parse("ids"))} FROM (
    SELECT terms.taxonomy, {gather("terms.id")} AS ids FROM item_terms JOIN terms ON terms.id = item_terms.term_id
    WHERE item_terms.item_id = items.id GROUP BY terms.taxonomy) AS own) AS terms"""  # noqa: S608
VALUES = ", (SELECT data FROM item_fields WHERE item_id = items.id) AS fields"


@functools.lru_cache(512)
def build_columns(item_type: str, *, full: bool, raw: bool, bounded: bool = False) -> str:
    """The columns that an object of this type and detail is made of, and no other.

    When they are `bounded`, the bodies are NULL where together they have more bytes than `:fair`; `size` says how many.
    It is looked up in `item_sizes`: to measure a body is to read it whole, which for forty of 8 MB takes 0.07 s.
    """
    parts = [SUMMARY]
    if raw:
        parts.append(RAW_SUMMARY)
    if full:
        bodies = [f"items.{name}" for name in (*BODIES, *(RAW_BODIES if raw else ()))]
        if bounded:
            size = "item_sizes.rendered + item_sizes.raw" if raw else "item_sizes.rendered"
            parts.append(f", {size} AS size")
            bodies = [f"CASE WHEN {size} <= :fair THEN {name} END AS {name.removeprefix('items.')}" for name in bodies]
        parts += [f", {body}" for body in bodies]
        parts.append(VALUES)
        if item_type not in PART_KINDS:
            parts.append(TRANSLATIONS)
    if item_type == "post":
        parts.append(TERMS)
    if item_type not in OWN_TYPES:
        parts.append(TERMS_BY_TAXONOMY)
    return "".join(parts)
