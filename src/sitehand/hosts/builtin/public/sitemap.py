"""Which addresses a sitemap has: those of the items that anybody may see and find."""

from typing import NamedTuple
from urllib.parse import unquote

from sqlalchemy import text

from sitehand.hosts.builtin.public.queries import VISIBLE
from sitehand.site.values import MAX_ID
from sitehand.store.database import Database

SITEMAP_SIZE = 5000
"""Addresses in one file, and ids that each file of a large site covers."""


FINDABLE = """password = '' AND NOT EXISTS (
    SELECT 1 FROM item_seo
    WHERE item_id = items.id AND (noindex OR canonical NOT IN ('', :site || items.path)))"""
"""Of what is public, what asks search engines neither to leave it out nor to list another address.

`:site` is the address of the site, decoded as paths are.
"""
SHOWN = """id, path, featured_media,
    (SELECT at FROM text_changes WHERE item_id = items.id) AS changed,
    (SELECT source_url FROM media WHERE media.id = items.featured_media) AS image"""


class Address(NamedTuple):
    """A path, when the texts there last changed, and the address of the picture, empty for none."""

    path: str
    changed: str = ""
    image: str = ""


HOME = Address("/")


def _public_after(columns: str, last: str) -> str:
    """What anybody may find of a type, by id from `last` on."""
    return f"""SELECT {columns} FROM items INDEXED BY ix_items_id
        WHERE type = :type AND id > {last} AND {VISIBLE} AND {FINDABLE} ORDER BY id"""  # noqa: S608


async def fetch_addresses(
    database: Database, site_url: str, now: str, type_: str, part: int | None = None
) -> list[Address]:
    """Each item of a part, or of the first `SITEMAP_SIZE` + 1 items, oldest first.

    Parts count from 1, and each covers `SITEMAP_SIZE` ids: an item stays in its part whatever comes and goes.
    """
    first, last = ((part - 1) * SITEMAP_SIZE, part * SITEMAP_SIZE) if part else (0, MAX_ID)
    query = f"SELECT * FROM ({_public_after(SHOWN, ':first')} LIMIT {SITEMAP_SIZE + 1}) WHERE id <= :last"  # noqa: S608
    values = {"now": now, "type": type_, "site": unquote(site_url), "first": first, "last": last}
    found = await database.visitors.fetch(text(query), values)
    return [Address(row.path, row.changed or "", row.image or "") for row in found]


async def fetch_parts(database: Database, site_url: str, now: str, type_: str) -> list[int]:
    """The parts that have any address, found in one step each."""
    part_after = f"(({_public_after('id', '{}')} LIMIT 1) - 1) / {SITEMAP_SIZE} + 1"
    query = f"""
        WITH RECURSIVE parts(number) AS (
            SELECT {part_after.format(0)}
            UNION ALL SELECT {part_after.format(f"number * {SITEMAP_SIZE}")} FROM parts WHERE number IS NOT NULL)
        SELECT number FROM parts WHERE number IS NOT NULL"""  # noqa: S608
    values = {"now": now, "type": type_, "site": unquote(site_url)}
    return [row.number for row in await database.visitors.fetch(text(query), values)]
