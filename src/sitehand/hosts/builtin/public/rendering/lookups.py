"""What dynamic blocks look up of one thing by its id."""

import json
from typing import Any, NamedTuple

from sqlalchemy import Connection

from sitehand.hosts.builtin.public.rendering.reads import fetch


class ImageRow(NamedTuple):
    """A picture."""

    address: str
    alt: str


def read_image(connection: Connection, media_id: int) -> ImageRow | None:
    """A picture of the media; None when it is gone."""
    statement = "SELECT source_url, alt_text FROM media WHERE id = :id AND mime_type LIKE 'image/%'"
    rows = fetch(connection, statement, {"id": media_id})
    return ImageRow(rows[0]["source_url"], rows[0]["alt_text"]) if rows else None


def read_field(connection: Connection, item_id: int, name: str) -> Any:
    """The value of a custom field of an item; None for none."""
    rows = fetch(connection, "SELECT data FROM item_fields WHERE item_id = :id", {"id": item_id})
    return json.loads(rows[0]["data"]).get(name) if rows else None


def read_content(connection: Connection, item_id: int) -> str:
    """The stored text of an item that anybody may read; empty for a protected one."""
    rows = fetch(connection, "SELECT content FROM items WHERE id = :id AND password = ''", {"id": item_id})
    return rows[0]["content"] if rows else ""


def read_part(connection: Connection, kind: str, item_id: int) -> str:
    """The stored text of a pattern or navigation that is published."""
    statement = "SELECT content FROM items WHERE id = :id AND type = :type AND status = 'publish'"
    rows = fetch(connection, statement, {"id": item_id, "type": kind})
    return rows[0]["content"] if rows else ""
