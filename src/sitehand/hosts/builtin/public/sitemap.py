"""The addresses in a sitemap: those of the items that anybody may see and find."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote

from sqlalchemy import Connection, Row, text

from sitehand.elementor.pictures import Picture
from sitehand.hosts.builtin.public.alternates import FINDABLE, TOLD, Alternate, Member, name_alternates
from sitehand.hosts.builtin.public.homes import list_home_locales, list_homes
from sitehand.hosts.builtin.public.queries import VISIBLE
from sitehand.hosts.builtin.public.sitemap_images import KEPT_IMAGES, name_pictures, read_files
from sitehand.hosts.builtin.public.visit import Visit
from sitehand.hosts.builtin.translations import GROUP_OF
from sitehand.site.locales import find_home
from sitehand.site.values import MAX_ID
from sitehand.store.reading import list_rows
from sitehand.store.sqlite.hints import by_index
from sitehand.store.sqlite.json import build_array, gather

SITEMAP_SIZE = 5000
"""Addresses in one file, and ids that each file of a large site covers."""


SHOWN = f"""id, path, {GROUP_OF.format(item="items")} AS named,
    coalesce((SELECT at FROM text_changes WHERE item_id = items.id), '') AS changed,
    coalesce((SELECT source_url FROM media WHERE media.id = items.featured_media), '') AS image,
    coalesce((SELECT images FROM document_images WHERE item_id = items.id), images) AS images"""  # noqa: S608


ALTERNATES = f"(SELECT {gather(build_array('id', 'locale', 'path'))} {TOLD.format(group='found.named')})"


class Address(NamedTuple):
    """A path, when the texts there last changed, the addresses of the images that they show, and the translations."""

    path: str
    changed: str = ""
    images: Sequence[str] = ()
    alternates: Sequence[Alternate] = ()


def list_home_addresses(visit: Visit) -> list[Address]:
    """The home page of each locale; a front page is among the items."""
    homes = list_homes(visit)
    return [Address(find_home(locale), alternates=homes) for locale in list_home_locales(visit)]


def _public_after(columns: str, last: str) -> str:
    """What anybody may find of a type, by id from `last` on."""
    return f"""SELECT {columns} FROM items {by_index("ix_items_id")}
        WHERE type = :type AND id > {last} AND {VISIBLE} AND {FINDABLE} ORDER BY id"""  # noqa: S608


async def is_large(visit: Visit, types: Sequence[str]) -> bool:
    """Whether there are more addresses than one file takes."""
    left = SITEMAP_SIZE + 1
    for type_ in types:
        count = f"SELECT count(*) FROM ({_public_after('1', '0')} LIMIT :left) AS counted"  # noqa: S608
        rows = await visit.database.visitors.read(list_rows(text(count), {**_name_values(visit, type_), "left": left}))
        left -= rows[0][0]
    return left <= 0


async def fetch_addresses(visit: Visit, type_: str, part: int | None = None) -> list[Address]:
    """Each item of a part, or of the first `SITEMAP_SIZE` items, oldest first.

    Parts count from 1, and each covers `SITEMAP_SIZE` ids: an item stays in its part whatever comes and goes.
    """
    first, last = ((part - 1) * SITEMAP_SIZE, part * SITEMAP_SIZE) if part else (0, MAX_ID)
    source = f"({_public_after(SHOWN, ':first')} LIMIT {SITEMAP_SIZE}) AS found"
    alternates = ALTERNATES if visit.settings["locales"] else "''"
    query = f"SELECT path, changed, image, {KEPT_IMAGES}, {alternates} AS alternates FROM {source} WHERE id <= :last"  # noqa: S608
    values = {**_name_values(visit, type_), "first": first, "last": last}

    def read(connection: Connection) -> list[Address]:
        found = connection.execute(text(query), values).all()
        shown = [json.loads(row.images) for row in found]
        files = read_files(connection, shown)
        return [_build(visit, row, images, files) for row, images in zip(found, shown, strict=True)]

    return await visit.database.visitors.read(read)


def _build(visit: Visit, row: Row[Any], images: Sequence[Picture], files: Mapping[int, str]) -> Address:
    members = sorted(Member(*each) for each in json.loads(row.alternates)) if row.alternates else ()
    pictures = name_pictures(visit, row.path, row.image, images, files)
    return Address(row.path, row.changed, pictures, name_alternates(visit.settings, members))


def _name_values(visit: Visit, type_: str) -> dict[str, Any]:
    return {"now": visit.now, "type": type_, "site": unquote(visit.site_url)}


def _write_parts() -> str:
    part_after = f"(({_public_after('id', '{}')} LIMIT 1) - 1) / {SITEMAP_SIZE} + 1"
    return f"""
        WITH RECURSIVE parts(number) AS (
            SELECT {part_after.format(0)}
            UNION ALL SELECT {part_after.format(f"number * {SITEMAP_SIZE}")} FROM parts WHERE number IS NOT NULL)
        SELECT number FROM parts WHERE number IS NOT NULL"""  # noqa: S608


PARTS = text(_write_parts())


async def fetch_parts(visit: Visit, type_: str) -> list[int]:
    """The parts that have any address, found in one step each."""
    return [row.number for row in await visit.database.visitors.read(list_rows(PARTS, _name_values(visit, type_)))]
