"""Types of content of the built-in site: its own, and those that are registered."""

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, update

from sitehand.hosts.builtin.type_rules import Row, check_change, check_new, check_taxonomies, check_unused, find_row
from sitehand.hosts.builtin.type_table import TYPE_STATE, content_types
from sitehand.site.media import TYPE
from sitehand.site.terms import CATEGORY, COLLECTION, TAG
from sitehand.site.types import ContentType, Labels, TypeFields, no_type
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.revision import name_state
from sitehand.store.verification import verify_row

PAGE = ContentType(name="Pages", slug="page", description="", hierarchical=True, rest_base="pages", taxonomies=[])
POST = ContentType(
    name="Posts", slug="post", description="", hierarchical=False, rest_base="posts", taxonomies=[CATEGORY, TAG]
)
ATTACHMENT = ContentType(
    name="Media", slug=TYPE, description="", hierarchical=False, rest_base="media", taxonomies=[COLLECTION]
)
MINE = content_types.c.slug == bindparam("type_name")
INSERT, UPDATE = Prepared(insert(content_types)), Prepared(update(content_types).where(MINE))
DELETE = Prepared(delete(content_types).where(MINE))
LISTED = "SELECT * FROM content_types ORDER BY slug"
NEW = {
    **{"description": "", "hierarchical": False, "public": True, "has_archive": False, "taxonomies": "[]"},
    "supports": '["editor", "excerpt", "thumbnail"]',
}
AS_JSON = ("supports", "taxonomies")


class BuiltinTypes:
    """Implements `site.types.TypeStore`."""

    def __init__(self, database: Database, reserved: frozenset[str]) -> None:
        """`reserved` are words with which addresses of the service begin."""
        self._database = database
        self._reserved = reserved

    async def all(self) -> Sequence[ContentType]:
        """The site's own first."""
        return [PAGE, POST, ATTACHMENT, *(build_type(dict(row)) for row in self._database.look_up(LISTED))]

    async def custom(self) -> Sequence[str]:
        """The slugs of the registered types."""
        return [row["slug"] for row in self._database.look_up(LISTED)]

    async def register(self, name: str, fields: TypeFields, *, known: bool = False) -> ContentType:
        """Add a type, or change it; nothing is stored when nothing would be different."""
        work = partial(_register, name=name, given=_take_fields(fields), reserved=self._reserved, known=known)
        return await self._database.transact(work)

    async def unregister(self, name: str) -> ContentType:
        """Remove a type that has no items."""
        return await self._database.transact(partial(_unregister, name=name))


def _register(
    connection: Connection, name: str, given: dict[str, Any], reserved: frozenset[str], *, known: bool
) -> ContentType:
    old = find_row(connection, name)
    if known and old is None:
        raise no_type(name)
    row = {**(old or {**NEW, "slug": name, "singular_name": given["name"]}), **given}
    check_taxonomies(row)
    if old is None:
        check_new(connection, name, reserved)
        INSERT.run(connection, row)
    elif row != dict(old):
        check_change(connection, old, row)
        UPDATE.run(connection, {**row, "type_name": name})
    verify_row(connection, content_types, {"slug": name}, row)
    return build_type(row)


def _unregister(connection: Connection, name: str) -> ContentType:
    gone = find_row(connection, name)
    if gone is None:
        raise no_type(name)
    check_unused(connection, name, "cannot be removed")
    DELETE.run(connection, {"type_name": name})
    verify_row(connection, content_types, {"slug": name}, None)
    return build_type(gone)


def _take_fields(fields: TypeFields) -> dict[str, Any]:
    """The fields that were given, as they are stored; each support and taxonomy once."""
    given = {name: getattr(fields, name) for name in TYPE_STATE if name in fields.model_fields_set}
    return {name: json.dumps(list(dict.fromkeys(value))) if name in AS_JSON else value for name, value in given.items()}


def build_type(row: Row) -> ContentType:
    """A registered type in WordPress's shape."""
    return ContentType(
        name=row["name"],
        slug=row["slug"],
        description=row["description"],
        hierarchical=bool(row["hierarchical"]),
        rest_base=row["slug"],
        taxonomies=json.loads(row["taxonomies"]),
        labels=Labels(name=row["name"], singular_name=row["singular_name"]),
        public=bool(row["public"]),
        has_archive=bool(row["has_archive"]),
        supports=json.loads(row["supports"]),
        revision=name_state(int(row[name]) if isinstance(row[name], bool) else row[name] for name in TYPE_STATE),
    )
