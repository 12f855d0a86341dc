"""Registered types as visitors meet them."""

from sitehand.hosts.builtin.public.queries import Archive, first
from sitehand.hosts.builtin.type_table import SHOWN_TYPES
from sitehand.store.database import Database


def find_type(database: Database, name: str) -> Archive | None:
    """The heading of the archive of a registered type that has one."""
    query = "SELECT name, description FROM content_types WHERE slug = :slug AND public AND has_archive"
    row = first(database, query, {"slug": name})
    return Archive(row["name"], row["description"], "Archive") if row else None


def list_types(database: Database) -> list[str]:
    """The types whose items have addresses."""
    return [row[0] for row in database.look_up(SHOWN_TYPES[1:-1], {}, committed=True)]
