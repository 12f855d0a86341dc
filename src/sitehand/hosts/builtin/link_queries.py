"""Links in SQL: each with the item that it is in, and what is now at the address that it leads to.

A path in `item_links` begins with `:prefix`, where the site is mounted below one, and has no slash at its end, like the
source of a redirect; that of an item has one. Only the home page leads on to the item whose id its query has.
"""

from typing import Any

from sitehand.hosts.builtin.translations import GROUP_OF
from sitehand.hosts.builtin.type_table import SHOWN_TYPES
from sitehand.site.links import LinkQuery
from sitehand.store.sqlite.hints import THEN_JOIN, aside
from sitehand.store.sqlite.json import rows_of

AT = "coalesce(nullif(substr(link.path, length(:prefix) + 1), ''), '/')"
SHOWN_AT = f"""(SELECT id FROM items WHERE type IN {SHOWN_TYPES} AND path = rtrim({AT}, '/') || '/'
    ORDER BY status = 'publish' DESC LIMIT 1)"""  # noqa: S608
REDIRECTED = f"(SELECT item FROM redirects WHERE source = {AT})"  # noqa: S608
AT_HOME = "link.path = coalesce(nullif(:prefix, ''), '/')"
ITEM = f"CASE WHEN {AT_HOME} THEN link.item ELSE 0 END"
TARGET = f"coalesce(nullif({ITEM}, 0), {SHOWN_AT}, {REDIRECTED})"
STEM = "substr(link.stem, length(:prefix) + 1)"
ELSEWHERE = f"""EXISTS (SELECT 1 FROM redirects WHERE source = {AT}) OR EXISTS (SELECT 1 FROM media
    WHERE sha256 <> '' AND source_url = {AT}) OR (link.stem <> '' AND EXISTS (SELECT 1 FROM media
    WHERE sha256 <> '' AND source_url >= {STEM} || '.' AND source_url < {STEM} || '/'))"""  # noqa: S608
ENDS = ", ".join(
    f"{end}.{name} AS {end}_{name}" for end in ("source", "target") for name in ("id", "type", "status", "title")
)
LINKS = f"item_links AS link {THEN_JOIN} items AS source ON source.id = link.item_id AND source.status <> 'trash'"
INTERNAL = """link.host IN ('', :host)
    AND (:prefix = '' OR link.path = :prefix OR substr(link.path, 1, length(:prefix) + 1) = :prefix || '/')"""
FIND = f"""SELECT link.url, link.text, {ITEM} AS item, {AT} AS at, {ELSEWHERE} AS elsewhere, {ENDS}
    FROM {LINKS} LEFT JOIN items AS target ON target.id = {TARGET}
    WHERE {INTERNAL} AND {{where}} ORDER BY link.item_id, link.place LIMIT :limit OFFSET :offset"""  # noqa: S608
COUNT = f"SELECT count(*) FROM (SELECT 1 FROM {LINKS} WHERE {INTERNAL} AND {{where}} LIMIT :limit) AS counted"  # noqa: S608
ADDRESSES = """SELECT coalesce(nullif(:prefix || rtrim(path, '/'), ''), '/') FROM items WHERE id = {item} AND path <> ''
    UNION ALL SELECT :prefix || source FROM redirects WHERE item = {item}"""
LED_TO = f"link.item = {{item}} AND link.item <> 0 AND {aside(AT_HOME)} OR link.path IN ({ADDRESSES})"
LINKING = f"""SELECT link.item_id FROM {rows_of(":among", int)} {THEN_JOIN} item_links AS link ON link.item_id = value
    WHERE {INTERNAL} AND ({LED_TO.format(item=":target")})"""  # noqa: S608
IN_MENUS = f"""SELECT {GROUP_OF.format(item="chosen")} FROM menu_entries AS entry
    JOIN items AS chosen ON chosen.id = entry.item_id"""  # noqa: S608 - below a locale a menu leads to the translation
ORPHANS = f"""SELECT orphan.id AS source_id, orphan.type AS source_type, orphan.status AS source_status,
        orphan.title AS source_title
    FROM items AS orphan WHERE orphan.type IN {SHOWN_TYPES} AND orphan.status = 'publish'
    AND orphan.path <> '/' AND {GROUP_OF.format(item="orphan")} NOT IN ({IN_MENUS})
    AND NOT EXISTS (SELECT 1 FROM {LINKS}
        WHERE ({LED_TO.format(item="orphan.id")}) AND source.id <> orphan.id AND {INTERNAL})
    ORDER BY orphan.id LIMIT :limit"""  # noqa: S608


def write_conditions(query: LinkQuery) -> tuple[str, dict[str, Any]]:
    """The condition on links that a query stands for, with the values that it names."""
    conditions, values = ["TRUE"], {}
    if query.source is not None:
        conditions.append("link.item_id = :source")
        values["source"] = query.source
    if query.target is not None:
        conditions.append(f"({LED_TO.format(item=':target')})")
        values["target"] = query.target
    return " AND ".join(conditions), values
