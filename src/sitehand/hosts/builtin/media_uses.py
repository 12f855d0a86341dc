"""What of the built-in site uses a file, by what names it: looked up, without reading a text."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from sitehand.hosts.builtin.file_names import EVERY, name_id, name_media
from sitehand.site.media import MAX_USES, MediaUse, MediaUses
from sitehand.site.media_uses import gather_uses

Field = Mapping[str, Any]
"""A custom field, as its group has it."""


class User(NamedTuple):
    """What has the names of a kind: its table, and in SQL what is told of it."""

    table: str
    type: str
    title: str
    status: str = "''"
    used_as: str = "content"


ITEM = User("items", "type", "title", "status")
USERS = {
    "logo": User("(SELECT 0 AS id)", "'setting'", "'logo'", used_as="logo"),
    "featured": ITEM._replace(used_as="featured_media"),
    "content": ITEM,
    "document": ITEM,
    "fields": ITEM._replace(used_as="fields"),
    "seo": ITEM._replace(used_as="fields"),
    "template": User("elementor_templates", "'elementor_template'", "title"),
    "component": User("elementor_components", "'elementor_component'", "title"),
    "term": User("terms", "'term'", "name"),
    "menu_entry": User("menu_entries", "'menu_entry'", "title"),
    "redirect": User("redirects", "'redirect'", "source"),
    "design": User("design", "'design'", "'Design system'"),
    "shared_styles": User("shared_styles", "holder.kind", "holder.kind"),
    "seo_settings": User("(SELECT 0 AS id)", "'seo_settings'", "'SEO settings'"),
}
MAX_NAMED = 5 * MAX_USES
"""Names that are looked at: an item may have several."""
NAMED = f"""SELECT DISTINCT used.kind, used.document_id FROM media_names AS mine JOIN file_names AS used
    ON used.name >= mine.name || '/' AND used.name < mine.name || '0'
    AND substr(used.name, length(used.name) - length(mine.folder) + 1) = mine.folder
    WHERE mine.media_id = :id AND (used.kind <> 'fields' OR mine.name LIKE '%.%') LIMIT {MAX_NAMED}"""  # noqa: S608
"""The documents that name a file. Numbers in custom fields are left out, since most are ids of something else: see
`_find_in_fields`.
"""
FIND = f"WITH named AS MATERIALIZED ({NAMED}) " + " UNION ALL ".join(  # noqa: S608 - words of ours
    f"""SELECT holder.id, {user.type} AS type, {user.status} AS status, {user.title} AS title,
        '{user.used_as}' AS used_as
    FROM named JOIN {user.table} AS holder ON holder.id = named.document_id WHERE named.kind = '{kind}'"""  # noqa: S608
    for kind, user in USERS.items()
)
NAMES_ALL = f"SELECT EXISTS (SELECT 1 FROM file_names WHERE name = '{EVERY}')"  # noqa: S608
GROUPS = text("SELECT fields FROM field_groups ORDER BY id")
MAX_VALUES = 2_000
"""Items of which the custom fields are read, for a number that may be the id of the file."""
NUMBERED = text(f"""SELECT items.id, items.type, items.status, items.title, own.data FROM file_names AS used
    JOIN item_fields AS own ON own.item_id = used.document_id JOIN items ON items.id = own.item_id
    WHERE used.kind = 'fields' AND used.name = :name ORDER BY used.document_id LIMIT {MAX_VALUES}""")  # noqa: S608


def find_uses(connection: Connection, row: Mapping[str, Any]) -> MediaUses:
    """What uses the file in this row. Not all may be known where a text names more than is listed, or where texts do
    not tell the address of the file from what is around it.
    """
    found = connection.execute(text(FIND), {"id": row["id"]}).mappings().all()
    uses = [MediaUse(**{**each, "used_as": [each["used_as"]]}) for each in found]  # type: ignore[typeddict-item]
    in_fields, complete = _find_in_fields(connection, row["id"])
    told = name_media(row["source_url"]) is not None and not connection.execute(text(NAMES_ALL)).scalar_one()
    return gather_uses([*uses, *in_fields], complete=complete and told and len(found) < MAX_NAMED)


def _find_in_fields(connection: Connection, media_id: int) -> tuple[list[MediaUse], bool]:
    """The items that have a file in a custom field for files, and whether all were looked at.

    Other numbers are the id of something else. They only keep a file from being unused.
    """
    fields = [each for group in connection.execute(GROUPS).scalars() for each in json.loads(group)]
    if not any(each.get("type") == "media" for each in _walk(fields)):
        return [], True
    rows = connection.execute(NUMBERED, {"name": name_id(media_id)}).all()
    uses = [
        MediaUse(id=row.id, type=row.type, status=row.status, title=row.title, used_as=["fields"])
        for row in rows
        if _has_file(fields, json.loads(row.data), media_id)
    ]
    return uses, len(rows) < MAX_VALUES


def _walk(fields: Sequence[Field]) -> Iterator[Field]:
    """Fields, and those in the rows of repeaters."""
    for each in fields:
        yield each
        yield from each.get("fields", ())


def _has_file(fields: Sequence[Field], values: Mapping[str, Any], media_id: int) -> bool:
    """Whether a field for files has this one. What no longer fits its field has none."""
    for each in fields:
        value = values.get(each["name"])
        several = value if isinstance(value, list) else [value]
        if each.get("type") == "media" and media_id in several:
            return True
        rows = [row for row in several if isinstance(row, dict)]
        if each.get("type") == "repeater" and any(_has_file(each["fields"], row, media_id) for row in rows):
            return True
    return False
