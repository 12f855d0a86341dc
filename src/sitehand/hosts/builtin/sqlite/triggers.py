"""What follows from a change, whoever makes it: temporary triggers of the connections that write.

An item's revision stands for its terms, custom fields, SEO fields, Elementor document and locale too, and one whose
picture is gone has none; that of a file stands for its collections. So no code that writes these or media can leave an
object with a revision that says that nothing has changed. The images of an Elementor document follow in the same way,
and what it names.
Source: https://sqlite.org/lang_createtrigger.html (TEMP triggers on non-TEMP tables)
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, text

from sitehand.elementor.uses import list_content_names, list_names
from sitehand.hosts.builtin.following import COLLECTED_OF, ITEM_STATE, PARTS_OF_ITEM, name_row
from sitehand.hosts.builtin.pictures import write_pictures
from sitehand.site.elementor import BUILDER
from sitehand.store.prepared import Prepared

STATE = ", ".join(ITEM_STATE)
STATE_WITHOUT_MEDIA = STATE.replace("featured_media", "0")
REVISED = f"UPDATE items SET revision = name_item({PARTS_OF_ITEM}, {STATE}) WHERE id ="  # noqa: S608 - names of columns
TOGETHER = "CREATE TEMP TABLE IF NOT EXISTS revised_together (item_id INTEGER PRIMARY KEY)"
"""Items of which several terms are being changed: their revisions follow at the end, see `revise_once`."""
APART = "NOT EXISTS (SELECT 1 FROM temp.revised_together WHERE item_id ="
BEGIN = Prepared(text("INSERT INTO temp.revised_together VALUES (:item_id)"))
END = Prepared(text("DELETE FROM temp.revised_together WHERE item_id = :item_id"))
REVISE = Prepared(text(f"{REVISED} :item_id"))
REVISING = (
    f"""CREATE TEMP TRIGGER IF NOT EXISTS revise_with_term AFTER INSERT ON main.item_terms
        WHEN {APART} NEW.item_id) BEGIN {REVISED} NEW.item_id; END""",
    f"""CREATE TEMP TRIGGER IF NOT EXISTS revise_without_term AFTER DELETE ON main.item_terms
        WHEN {APART} OLD.item_id) BEGIN {REVISED} OLD.item_id; END""",
    f"""CREATE TEMP TRIGGER IF NOT EXISTS release_media AFTER DELETE ON main.media BEGIN
        UPDATE items SET featured_media = 0, revision = name_item({PARTS_OF_ITEM}, {STATE_WITHOUT_MEDIA})
        WHERE featured_media = OLD.id AND featured_media <> 0; END""",  # noqa: S608
    *(
        f"""CREATE TEMP TRIGGER IF NOT EXISTS collect_{event} AFTER {event} ON main.media_terms BEGIN
        UPDATE media SET collected = coalesce({COLLECTED_OF}, '') WHERE id = {row}.media_id; END"""  # noqa: S608
        for event, row in (("INSERT", "NEW"), ("DELETE", "OLD"))
    ),
    *(
        f"""CREATE TEMP TRIGGER IF NOT EXISTS revise_{table}_{event} AFTER {event} ON main.{table}
        WHEN {APART} {row}.item_id) BEGIN {REVISED} {row}.item_id; END"""
        for table in ("item_elementor", "item_fields", "item_seo")
        for event, row in (("INSERT", "NEW"), ("UPDATE", "NEW"), ("DELETE", "OLD"))
    ),
)
PICTURE = f"""DELETE FROM document_images WHERE item_id = NEW.item_id;
    INSERT INTO document_images (item_id, images)
        SELECT NEW.item_id, list_pictures(NEW.elementor_data, NEW.elementor_page_settings)
        WHERE NEW.elementor_edit_mode = '{BUILDER}' AND NEW.elementor_data NOT IN ('', '[]');"""  # noqa: S608
DOCUMENT = "elementor_data, elementor_page_settings, elementor_edit_mode"
PICTURING = tuple(
    f"CREATE TEMP TRIGGER IF NOT EXISTS {name} AFTER {event} ON main.item_elementor BEGIN {PICTURE} END"
    for name, event in (("picture_document", "INSERT"), ("picture_document_anew", f"UPDATE OF {DOCUMENT}"))
)

NAMES = """INSERT INTO document_names (kind, document_id, name)
    SELECT '{kind}', NEW.{key}, value FROM json_each(list_names(NEW.{text}));"""
NO_NAMES = "DELETE FROM document_names WHERE kind = '{kind}' AND document_id = {row}.{key};"
NAMING = tuple(
    f"CREATE TEMP TRIGGER IF NOT EXISTS name_{event.split()[0]}_{of['kind']} AFTER {event.format(**of)}"
    f" ON main.{of['table']} BEGIN {done.format(**of)} END"
    for of in (
        {"kind": "item", "table": "item_elementor", "key": "item_id", "text": "elementor_data"},
        {"kind": "elementor_template", "table": "elementor_templates", "key": "id", "text": "content"},
        {"kind": "elementor_component", "table": "elementor_components", "key": "id", "text": "content"},
    )
    for event, done in (
        ("INSERT", NAMES),
        ("UPDATE OF {text}", NO_NAMES.replace("{row}", "NEW") + NAMES),
        ("DELETE", NO_NAMES.replace("{row}", "OLD")),
    )
)
HAS_CODE = "instr(NEW.content, '[elementor-template') > 0"
HAD_CODE = "EXISTS (SELECT 1 FROM document_names WHERE kind = 'content' AND document_id = OLD.id)"
CODES = """INSERT INTO document_names (kind, document_id, name)
    SELECT 'content', NEW.id, value FROM json_each(list_content_names(NEW.content));"""
NO_CODES = NO_NAMES.format(kind="content", row="OLD", key="id")
CODING = tuple(
    f"CREATE TEMP TRIGGER IF NOT EXISTS code_{event.split()[0]} AFTER {event}"
    f" ON main.items WHEN {when} BEGIN {done} END"
    for event, when, done in (
        ("INSERT", HAS_CODE, CODES),
        ("UPDATE OF content", f"OLD.content <> NEW.content AND ({HAD_CODE} OR {HAS_CODE})", NO_CODES + CODES),
        ("DELETE", HAD_CODE, NO_CODES),
    )
)


def follow_parts(connection: Any) -> None:
    """Let revisions follow on a connection of `sqlite3`."""
    connection.create_function("name_item", len(ITEM_STATE) + 2, name_row, deterministic=True)
    for statement in (TOGETHER, *REVISING):
        connection.execute(statement)


def follow_documents(connection: Any) -> None:
    """Let images of documents, and what these and content name, follow on a connection of `sqlite3`."""
    connection.create_function("list_pictures", 2, write_pictures, deterministic=True)
    connection.create_function("list_names", 1, lambda data: json.dumps(list_names(data)), deterministic=True)
    connection.create_function(
        "list_content_names", 1, lambda content: json.dumps(list_content_names(content)), deterministic=True
    )
    for statement in (*PICTURING, *NAMING, *CODING):
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
