"""The images of a sitemap: of each item its featured image, and those that its text or its Elementor document shows.

Source: Google Search Central, image sitemaps (at most 1,000 images for a page).
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from urllib.parse import urljoin

from sqlalchemy import Connection, text

from sitehand.blocks.images import MAX_IMAGES
from sitehand.elementor.pictures import Picture
from sitehand.elementor.rendering.addresses import write_source
from sitehand.hosts.builtin.public.theme import write_xml
from sitehand.hosts.builtin.public.visit import Visit
from sitehand.site.seo import is_address
from sitehand.store.sqlite.json import count_values, values_of

MAX_LENGTH, AROUND = 8_000_000, 100
"""Characters of images that one file names, with those around each. Items beyond have their featured images alone."""
KEPT_IMAGES = f"""CASE WHEN sum(length(images) + {AROUND} * {count_values("images")}) OVER (ORDER BY id)
    <= {MAX_LENGTH} THEN images ELSE '[]' END AS images"""
"""The images of an item as they are stored, in a query of the items of a file."""
FILES = text(f"SELECT id, source_url FROM media WHERE id IN {values_of('ids', int)}")  # noqa: S608


def read_files(connection: Connection, images: Iterable[Sequence[Picture]]) -> dict[int, str]:
    """The addresses of the files that documents name by id."""
    ids = {each for some in images for each in some if isinstance(each, int)}
    if not ids:
        return {}
    return {row.id: row.source_url for row in connection.execute(FILES, {"ids": json.dumps([*ids])})}


def name_pictures(
    visit: Visit, path: str, featured: str, images: Iterable[Picture], files: Mapping[int, str]
) -> list[str]:
    """The absolute addresses of an item's images, each once, the featured one first."""
    own = [write_xml(visit.picture(featured))] if featured else []
    found = dict.fromkeys(chain(own, _list_shown(visit, visit.link(path), images, files)))
    return list(islice(filter(None, found), MAX_IMAGES))


def _list_shown(visit: Visit, page: str, images: Iterable[Picture], files: Mapping[int, str]) -> Iterator[str]:
    """Addresses of a text follow from where it is, as browsers read them; those of files from the site."""
    for each in images:
        if isinstance(each, int):
            yield write_xml(visit.picture(files.get(each, "")))
        elif is_address(address := urljoin(page, write_source(each))):
            yield write_xml(address)
