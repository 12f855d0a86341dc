"""What belongs to an item, a menu or a file: an item's terms, custom fields, SEO fields and Elementor document,
the entries of a menu, the collections of a file.

A post has `categories` and `tags`, a menu has `entries`, a file has `collections`, each a list that is told whole,
before and after; a page has `elementor_data` as text, and `fields` and `seo` as objects.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import unquote

from sqlalchemy import Connection, case, literal, select

from sitehand.hosts.builtin.collection_table import media_terms
from sitehand.hosts.builtin.seo_table import item_seo
from sitehand.hosts.builtin.sqlite.triggers import revise_once
from sitehand.hosts.builtin.tables import (
    item_elementor,
    item_fields,
    item_terms,
    items,
    media,
    menu_entries,
    menus,
    terms,
)
from sitehand.site.item_kinds import OWN_TYPES, PAGE_KINDS
from sitehand.site.kinds import CUSTOM_ITEM
from sitehand.store.parts import READ_AT_ONCE, Context, Fields, Objects, Part, Row
from sitehand.store.revision import name_state

TERM_FIELDS = {"category": "categories", "post_tag": "tags"}
KIND_OF_ITEM = case((items.c.type.in_(OWN_TYPES), items.c.type), else_=CUSTOM_ITEM.name)
OTHER_TERMS = "other_terms"
"""The field with terms of every other taxonomy."""
# SQLAlchemy's names are a class of their own, which orjson refuses: long documents would take the slow way.
ELEMENTOR_FIELDS = tuple(str(column.name) for column in item_elementor.c if column.name not in ("item_id", "digest"))


def join_terms(rows: Iterable[Row], taxonomies: Context) -> Fields:
    """The ids of an item's terms, in order, by the field that their taxonomy has."""
    found: Fields = {name: [] for name in (*TERM_FIELDS.values(), OTHER_TERMS)}
    for term_id in sorted(row["term_id"] for row in rows):
        found[TERM_FIELDS.get(taxonomies.get(term_id, ""), OTHER_TERMS)].append(term_id)
    return found


def split_terms(item_id: int, fields: Mapping[str, Any]) -> list[Row]:
    """The rows of an item's terms."""
    return [{"item_id": item_id, "term_id": term_id} for some in fields.values() for term_id in some]


def join_collections(rows: Iterable[Row], _taxonomies: Context) -> Fields:
    """The ids of the collections that a file is in, in order."""
    return {"collections": sorted(row["term_id"] for row in rows)}


def split_collections(media_id: int, fields: Mapping[str, Any]) -> list[Row]:
    """The rows of a file's collections."""
    return [{"media_id": media_id, "term_id": term_id} for term_id in fields["collections"]]


def join_entries(rows: Iterable[Row], _taxonomies: Context) -> Fields:
    """The entries of a menu, in their order."""
    ordered = sorted(rows, key=lambda row: (row["position"], row["id"]))
    return {"entries": [{name: value for name, value in row.items() if name != "menu_id"} for row in ordered]}


def split_entries(menu_id: int, fields: Mapping[str, Any]) -> list[Row]:
    """The rows of a menu's entries."""
    return [{**entry, "menu_id": menu_id} for entry in fields["entries"]]


def join_elementor(rows: Iterable[Row], _taxonomies: Context) -> Fields:
    """The Elementor document of an item; empty texts for none."""
    found: Row = next(iter(rows), {})
    return {name: found.get(name, "") for name in ELEMENTOR_FIELDS}


def split_elementor(item_id: int, fields: Mapping[str, Any]) -> list[Row]:
    """The row of an item's Elementor document, if it has one."""
    values = [fields[name] for name in ELEMENTOR_FIELDS]
    known = dict(zip(ELEMENTOR_FIELDS, values, strict=True))
    return [{"item_id": item_id, **known, "digest": name_state(values)}] if any(values) else []


def join_values(rows: Iterable[Row], _taxonomies: Context) -> Fields:
    """The values of an item's custom fields, by name."""
    return {"fields": next((json.loads(row["data"]) for row in rows), {})}


def split_values(item_id: int, fields: Mapping[str, Any]) -> list[Row]:
    """The row of the values of an item's custom fields, if it has any."""
    if not fields["fields"]:
        return []
    data = write_values(fields["fields"])
    return [{"item_id": item_id, "data": data, "digest": name_state([data])}]


def join_seo(rows: Iterable[Row], _taxonomies: Context) -> Fields:
    """The SEO fields of an item, by name."""
    return {"seo": next((json.loads(row["data"]) for row in rows), {})}


def split_seo(item_id: int, fields: Mapping[str, Any]) -> list[Row]:
    """The row of an item's SEO fields, if it has any."""
    if not fields["seo"]:
        return []
    data, seo = write_values(fields["seo"]), fields["seo"]
    found = {"noindex": "noindex" in seo.get("robots", ()), "canonical": unquote(seo.get("canonical", ""))}
    return [{"item_id": item_id, "data": data, **found, "digest": name_state([data])}]


def write_values(values: Mapping[str, Any]) -> str:
    """Values as they are stored: the same text for the same values."""
    return json.dumps(values, ensure_ascii=False, sort_keys=True)


def read_taxonomies(connection: Connection, rows: Iterable[Row], noted: Objects) -> Context:
    """The taxonomy of each term that rows name; of those that are gone, as it was noted."""
    wanted = sorted({row["term_id"] for row in rows if "term_id" in row})
    gone = [each for each in noted.values() if each.kind == "term" and each.before]
    known = {int(each.object): (each.before or {}).get("taxonomy", "") for each in gone}
    for start in range(0, len(wanted), READ_AT_ONCE):
        query = select(terms.c.id, terms.c.taxonomy).where(terms.c.id.in_(wanted[start : start + READ_AT_ONCE]))
        known |= {row.id: row.taxonomy for row in connection.execute(query)}
    return known


PARTS = (
    Part(
        *("item_term", item_terms, item_terms.c.item_id, PAGE_KINDS, items, KIND_OF_ITEM, items.c.title),
        fields=(*TERM_FIELDS.values(), OTHER_TERMS),
        join=join_terms,
        split=split_terms,
        read_context=read_taxonomies,
        together=revise_once,
    ),
    Part(
        *("menu_entry", menu_entries, menu_entries.c.menu_id, ("menu",), menus, literal("menu"), menus.c.name),
        fields=("entries",),
        join=join_entries,
        split=split_entries,
    ),
    Part(
        *("item_elementor", item_elementor, item_elementor.c.item_id, PAGE_KINDS, items, KIND_OF_ITEM),
        label=items.c.title,
        fields=ELEMENTOR_FIELDS,
        join=join_elementor,
        split=split_elementor,
        together=revise_once,
    ),
    Part(
        *("item_field", item_fields, item_fields.c.item_id, PAGE_KINDS, items, KIND_OF_ITEM, items.c.title),
        fields=("fields",),
        join=join_values,
        split=split_values,
        together=revise_once,
    ),
    Part(
        *("item_seo", item_seo, item_seo.c.item_id, PAGE_KINDS, items, KIND_OF_ITEM, items.c.title),
        fields=("seo",),
        join=join_seo,
        split=split_seo,
        together=revise_once,
    ),
    Part(
        *("media_term", media_terms, media_terms.c.media_id, ("media",), media, literal("media"), media.c.title),
        fields=("collections",),
        join=join_collections,
        split=split_collections,
    ),
)
TERMS, ENTRIES, ELEMENTOR, VALUES, SEO, COLLECTIONS = PARTS
