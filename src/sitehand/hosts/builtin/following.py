"""What an item's revision stands for, besides its columns: its terms, custom fields, SEO fields, document and locale.

That it follows when one of them changes, whoever writes, triggers see to (`sqlite/triggers.py`).
"""

from typing import Any

from sqlalchemy import Boolean

from sitehand.hosts.builtin.tables import items
from sitehand.store.revision import name_item
from sitehand.store.sqlite.json import gather_words

ITEM_STATE = (
    *("status", "slug", "parent", "menu_order", "date", "author", "featured_media"),
    *("sticky", "password", "title", "excerpt", "content"),
)
"""The columns of an item that its revision stands for, in the order of the token."""
BOOLEANS = [isinstance(items.c[name].type, Boolean) for name in ITEM_STATE]
TERMS_OF = f"""(SELECT {gather_words("term_id")} FROM
    (SELECT term_id FROM item_terms WHERE item_id = items.id ORDER BY term_id) AS own)"""  # noqa: S608 - names of ours
"""The ids of an item's terms, in order, in a query of items."""
COLLECTED_OF = f"""(SELECT {gather_words("term_id")} FROM
    (SELECT term_id FROM media_terms WHERE media_id = media.id ORDER BY term_id) AS own)"""  # noqa: S608
"""The ids of a file's collections, in order, in a query of media."""
ELEMENTOR_OF = "(SELECT digest FROM item_elementor WHERE item_id = items.id)"
"""The digest of an item's Elementor document, in a query of items; NULL when it has none."""
VALUES_OF = "(SELECT digest FROM item_fields WHERE item_id = items.id)"
"""The digest of the values of an item's custom fields, in a query of items; NULL when it has none."""
SEO_OF = "(SELECT digest FROM item_seo WHERE item_id = items.id)"
"""The digest of an item's SEO fields, in a query of items; NULL when it has none."""
PLACE_OF = "CASE WHEN locale <> '' OR translation_of <> 0 THEN '@' || locale || ':' || translation_of ELSE '' END"
"""The locale and the group of an item, as `name_place` has them, in a query of items."""
DIGESTS_OF = f"""(coalesce({ELEMENTOR_OF}, '') || coalesce('+' || {VALUES_OF}, '') || coalesce('*' || {SEO_OF}, '')
    || {PLACE_OF})"""
"""The digests of an item's document, custom fields and SEO fields, as `join_digests` joins them, and its place."""
PARTS_OF_ITEM = f"{TERMS_OF}, {DIGESTS_OF}"


def read_terms(listed: str | None) -> list[int]:
    """The ids that `TERMS_OF` gives."""
    return [int(term_id) for term_id in (listed or "").split(",") if term_id]


def join_digests(elementor: str, values: str, seo: str) -> str:
    """The digests of what belongs to an item, as its revision has them: those of no values are left out."""
    return elementor + (f"+{values}" if values else "") + (f"*{seo}" if seo else "")


def name_place(locale: str, translation_of: int) -> str:
    """Where an item stands among the locales, as its revision has it; empty for one that stands nowhere else."""
    return f"@{locale}:{translation_of}" if locale or translation_of else ""


def name_row(listed: str | None, digests: str, *values: Any) -> str:
    """The token of a row as SQLite has it, where truth is a number."""
    state = [bool(value) if is_truth else value for value, is_truth in zip(values, BOOLEANS, strict=True)]
    return name_item(state, read_terms(listed), digests)
