"""What dynamic blocks look up of one thing by its id."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection

from sitehand.hosts.builtin.public.queries import read_size
from sitehand.hosts.builtin.public.rendering.reads import PersonRow, fetch


class ImageRow(NamedTuple):
    """A picture. `size` is its width and height in pixels, empty if not known."""

    address: str
    alt: str
    size: Mapping[str, int]


def read_image(connection: Connection, media_id: int) -> ImageRow | None:
    """A picture of the media; None when it is gone."""
    statement = "SELECT source_url, alt_text, details FROM media WHERE id = :id AND mime_type LIKE 'image/%'"
    rows = fetch(connection, statement, {"id": media_id})
    found = [ImageRow(row["source_url"], row["alt_text"], read_size(row["details"])) for row in rows]
    return found[0] if found else None


def read_person(connection: Connection, number: int) -> PersonRow | None:
    """An author; None for an id that nobody has."""
    rows = fetch(connection, "SELECT id, name, slug, bio FROM authors WHERE id = :id", {"id": number})
    return PersonRow(**rows[0]) if rows else None


def read_author(connection: Connection, slug: str) -> PersonRow | None:
    """An author by slug; None for one whom only a pending change adds."""
    rows = fetch(connection, "SELECT id, name, slug, bio FROM authors WHERE slug = :slug", {"slug": slug})
    return PersonRow(**rows[0]) if rows else None


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
