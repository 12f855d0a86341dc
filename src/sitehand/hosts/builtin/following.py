"""What follows from a change, whoever makes it: temporary triggers of the connections that write.

An item's revision stands for its terms, custom fields, SEO fields, Elementor document and locale too, and one whose
picture is gone has none. So no code that writes these or media can leave an item with a revision that says that nothing
has changed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Boolean, Connection, text

from sitehand.hosts.builtin.tables import items
from sitehand.store.prepared import Prepared
from sitehand.store.revision import name_item
from sitehand.store.sqlite.json import gather_words

ITEM_STATE = (
    *("status", "slug", "parent", "menu_order", "date", "author", "featured_media"),
    *("sticky", "password", "title", "excerpt", "content"),
)
"""The columns of an item that its revision stands for, in the order of the token."""
BOOLEANS = [isinstance(items.c[name].type, Boolean) for name in ITEM_STATE]
TERMS_OF = f"""(SELECT {gather_words("term_id")} FROM
    (SELECT term_id FROM main.item_terms WHERE item_id = items.id ORDER BY term_id))"""  # noqa: S608 - names of ours
"""The ids of an item's terms, in order, in a query of items."""
ELEMENTOR_OF = "(SELECT digest FROM main.item_elementor WHERE item_id = items.id)"
"""The digest of an item's Elementor document, in a query of items; NULL when it has none."""
VALUES_OF = "(SELECT digest FROM main.item_fields WHERE item_id = items.id)"
"""The digest of the values of an item's custom fields, in a query of items; NULL when it has none."""
SEO_OF = "(SELECT digest FROM main.item_seo WHERE item_id = items.id)"
"""The digest of an item's SEO fields, in a query of items; NULL when it has none."""
PLACE_OF = "CASE WHEN locale <> '' OR translation_of <> 0 THEN '@' || locale || ':' || translation_of ELSE '' END"
"""The locale and the group of an item, as `name_place` has them, in a query of items."""
DIGESTS_OF = f"""(coalesce({ELEMENTOR_OF}, '') || coalesce('+' || {VALUES_OF}, '') || coalesce('*' || {SEO_OF}, '')
    || {PLACE_OF})"""
"""All of them, as `join_digests` joins the three, and the place."""
PARTS_OF_ITEM = f"{TERMS_OF}, {DIGESTS_OF}"
STATE = ", ".join(ITEM_STATE)
STATE_WITHOUT_MEDIA = STATE.replace("featured_media", "0")
REVISED = f"UPDATE items SET revision = name_item({PARTS_OF_ITEM}, {STATE}) WHERE id ="  # noqa: S608 - names of columns
TOGETHER = "CREATE TEMP TABLE IF NOT EXISTS revised_together (item_id INTEGER PRIMARY KEY)"
"""Items of which several terms are being changed: their revisions follow at the end, see `revise_once`."""
APART = "NOT EXISTS (SELECT 1 FROM temp.revised_together WHERE item_id ="
BEGIN = Prepared(text("INSERT INTO temp.revised_together VALUES (:item_id)"))
END = Prepared(text("DELETE FROM temp.revised_together WHERE item_id = :item_id"))
REVISE = Prepared(text(f"{REVISED} :item_id"))
TRIGGERS = (
    f"""CREATE TEMP TRIGGER IF NOT EXISTS revise_with_term AFTER INSERT ON main.item_terms
        WHEN {APART} NEW.item_id) BEGIN {REVISED} NEW.item_id; END""",
    f"""CREATE TEMP TRIGGER IF NOT EXISTS revise_without_term AFTER DELETE ON main.item_terms
        WHEN {APART} OLD.item_id) BEGIN {REVISED} OLD.item_id; END""",
    f"""CREATE TEMP TRIGGER IF NOT EXISTS release_media AFTER DELETE ON main.media BEGIN
        UPDATE items SET featured_media = 0, revision = name_item({PARTS_OF_ITEM}, {STATE_WITHOUT_MEDIA})
        WHERE featured_media = OLD.id AND featured_media <> 0; END""",  # noqa: S608
    *(
        f"""CREATE TEMP TRIGGER IF NOT EXISTS revise_{table}_{event} AFTER {event} ON main.{table}
        WHEN {APART} {row}.item_id) BEGIN {REVISED} {row}.item_id; END"""
        for table in ("item_elementor", "item_fields", "item_seo")
        for event, row in (("INSERT", "NEW"), ("UPDATE", "NEW"), ("DELETE", "OLD"))
    ),
)


def follow(connection: Any) -> None:
    """Put the triggers on a connection of `sqlite3`."""
    connection.create_function("name_item", len(ITEM_STATE) + 2, name_row, deterministic=True)
    for statement in (TOGETHER, *TRIGGERS):
        connection.execute(statement)


@contextmanager
def revise_once(connection: Connection, item_id: int) -> Iterator[None]:
    """Change terms of an item inside this block: its revision, which stands for all of its text, follows once."""
    BEGIN.run(connection, {"item_id": item_id})
    try:
        yield
    finally:
        END.run(connection, {"item_id": item_id})
    REVISE.run(connection, {"item_id": item_id})


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
