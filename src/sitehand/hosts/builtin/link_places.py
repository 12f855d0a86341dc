"""What the public site makes at an address without an item of its own: archives, and files that follow from content.

Many addresses are looked up at once: a statement for each would take longer than all else that a report of links does.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import Connection, text

from sitehand.hosts.builtin.front_page import POSTS as PAGE_FOR_POSTS
from sitehand.hosts.builtin.locales import read_locales
from sitehand.hosts.builtin.public.addresses import FILES, LLMS, MARKDOWN, SITEMAP_PART
from sitehand.hosts.builtin.seo_settings import NAME as SEO
from sitehand.hosts.builtin.type_table import SHOWN_TYPES
from sitehand.site.locales import find_home
from sitehand.store.sqlite.hints import aside
from sitehand.store.sqlite.json import read_member, values_of

ARCHIVE = re.compile(r"/(?P<kind>category|tag|author)/(?P<slug>[^/]+)(?:/page/[0-9]+)?")
TYPE = re.compile(r"/(?P<slug>[a-z][a-z0-9_-]{0,19})(?:/feed|/page/[0-9]+)?")
POSTS = re.compile(r"(?P<path>/.+)/page/[0-9]+")
PERIOD = re.compile(r"/[1-9][0-9]{3}(?:/(?:0[1-9]|1[0-2]))?(?:/page/[0-9]+)?")
ALWAYS = frozenset({"/", *FILES} - {LLMS})
LISTS = frozenset({"/", "/feed"})
"""What is there in each locale."""
NAMES = values_of("names")
FIND = {
    "category": text(f"SELECT slug FROM terms WHERE taxonomy = 'category' AND slug IN {NAMES}"),  # noqa: S608
    "tag": text(f"SELECT slug FROM terms WHERE taxonomy = 'post_tag' AND slug IN {NAMES}"),  # noqa: S608
    "type": text(f"SELECT slug FROM content_types WHERE public AND has_archive AND slug IN {NAMES}"),  # noqa: S608
    "author": text(f"SELECT slug FROM authors WHERE slug IN {NAMES}"),  # noqa: S608
    "markdown": text(
        f"""SELECT path FROM items WHERE type IN {SHOWN_TYPES} AND {aside("status")} = 'publish' AND password = ''
            AND path IN {NAMES}"""  # noqa: S608
    ),
    "posts": text(
        f"""SELECT path FROM items JOIN settings ON CAST(settings.value AS INTEGER) = items.id
            WHERE settings.name = '{PAGE_FOR_POSTS}' AND status = 'publish' AND path IN {NAMES}"""  # noqa: S608
    ),
    "llms": text(
        f"""SELECT '{LLMS}' FROM settings WHERE name = '{SEO}' AND {read_member("value", "llms_txt")} <> ''"""  # noqa: S608
    ),
}
Source = tuple[str, str]
"""What a place is made of: which kind of thing, as in FIND, and its name."""


def find_made(connection: Connection, paths: Iterable[str]) -> set[str]:
    """The paths that the public site answers, though no item is there."""
    homes = [find_home(each) for each in read_locales(connection).others]
    places = {path: _find_place(path, homes) for path in paths}
    sources = {path: {*_list_sources(path, place)} for path, place in places.items()}
    there = _find_sources(connection, {source for each in sources.values() for source in each})
    return {path for path, needed in sources.items() if _is_always(path, places[path]) or not needed.isdisjoint(there)}


def _find_place(path: str, homes: Sequence[str]) -> str:
    """A path below the home page of its locale."""
    home = next((each for each in homes if f"{path}/".startswith(each)), "/")
    return f"{path}/"[len(home) - 1 :].rstrip("/") or "/"


def _is_always(path: str, place: str) -> bool:
    return path in ALWAYS or place in LISTS or bool(PERIOD.fullmatch(place) or SITEMAP_PART.fullmatch(path))


def _list_sources(path: str, place: str) -> Iterator[Source]:
    """Any of these makes the path."""
    if archive := ARCHIVE.fullmatch(place):
        yield archive["kind"], archive["slug"]
    if archive := TYPE.fullmatch(place):
        yield "type", archive["slug"]
    if posts := POSTS.fullmatch(path):
        yield "posts", f"{posts['path']}/"
    if path.endswith(MARKDOWN):
        yield "markdown", f"{path.removesuffix(MARKDOWN)}/"
    if path == LLMS:
        yield "llms", LLMS


def _find_sources(connection: Connection, wanted: set[Source]) -> set[Source]:
    """The sources, of those wanted, that exist, with one statement for each kind."""
    found: set[Source] = set()
    for kind in {kind for kind, _ in wanted}:
        values = {"names": json.dumps([name for each, name in wanted if each == kind])}
        found.update((kind, name) for name in connection.execute(FIND[kind], values).scalars())
    return found
