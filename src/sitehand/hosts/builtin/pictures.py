"""The images that an item shows, as they are stored: for the sitemap, which has no time to read texts.

Those of the content are worked out with its other rendered forms. Those of an Elementor document follow by triggers of
the connections that write, whoever writes it; they stand by themselves, so that nobody reads the document for them.
"""

import json
from typing import Any

from sitehand.blocks.images import read_images
from sitehand.elementor.pictures import list_pictures
from sitehand.hosts.builtin.hidden_blocks import leave_out_hidden
from sitehand.hosts.builtin.rendering import Rendered
from sitehand.site.elementor import BUILDER

WRITE = f"""DELETE FROM document_images WHERE item_id = NEW.item_id;
    INSERT INTO document_images (item_id, images)
        SELECT NEW.item_id, list_pictures(NEW.elementor_data, NEW.elementor_page_settings)
        WHERE NEW.elementor_edit_mode = '{BUILDER}' AND NEW.elementor_data NOT IN ('', '[]');"""  # noqa: S608
FIELDS = "elementor_data, elementor_page_settings, elementor_edit_mode"
TRIGGERS = tuple(
    f"CREATE TEMP TRIGGER IF NOT EXISTS {name} AFTER {event} ON main.item_elementor BEGIN {WRITE} END"
    for name, event in (("picture_document", "INSERT"), ("picture_document_anew", f"UPDATE OF {FIELDS}"))
)


def render_images(raw: str) -> Rendered:
    """The images of a text as JSON: the addresses of what visitors see of it."""
    return Rendered(json.dumps(read_images(leave_out_hidden(raw)), ensure_ascii=False))


def take_imaged(raw: str) -> str:
    """A text if it may have images; else an empty one, of which the same follows without work."""
    return raw if "<img" in raw.lower() else ""


def follow_documents(connection: Any) -> None:
    """Put the triggers on a connection of `sqlite3`."""
    connection.create_function("list_pictures", 2, _write, deterministic=True)
    for statement in TRIGGERS:
        connection.execute(statement)


def _write(data: str, page_settings: str) -> str:
    return json.dumps(list_pictures(data, page_settings, read_images))
