"""What of the built-in site uses a file, by what names it: looked up, without reading a text."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, text

from sitehand.hosts.builtin.file_names import EVERY, name_media
from sitehand.site.media import MAX_USES, MediaUse, MediaUses
from sitehand.site.media_uses import gather_uses


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
"""Of numbers in custom fields most are the id of something else. They only keep a file from being unused."""
FIND = f"WITH named AS MATERIALIZED ({NAMED}) " + " UNION ALL ".join(  # noqa: S608 - words of ours
    f"""SELECT holder.id, {user.type} AS type, {user.status} AS status, {user.title} AS title,
        '{user.used_as}' AS used_as
    FROM named JOIN {user.table} AS holder ON holder.id = named.document_id WHERE named.kind = '{kind}'"""  # noqa: S608
    for kind, user in USERS.items()
)
NAMES_ALL = f"SELECT EXISTS (SELECT 1 FROM file_names WHERE name = '{EVERY}')"  # noqa: S608


def find_uses(connection: Connection, row: Mapping[str, Any]) -> MediaUses:
    """What uses the file in this row. Not all may be known where a text names more than is listed, or where texts do
    not tell the address of the file from what is around it.
    """
    found = connection.execute(text(FIND), {"id": row["id"]}).mappings().all()
    uses = [MediaUse(**{**each, "used_as": [each["used_as"]]}) for each in found]  # type: ignore[typeddict-item]
    told = name_media(row["source_url"]) is not None and not connection.execute(text(NAMES_ALL)).scalar_one()
    return gather_uses(uses, complete=told and len(found) < MAX_NAMED)
