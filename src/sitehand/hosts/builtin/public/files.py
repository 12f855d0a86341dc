"""Files of media for visitors: in any range, with a validator, under their own type, and never run."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from sitehand.hosts.builtin.media_details import FORMER, PATH, SOURCES, name_version
from sitehand.hosts.builtin.picture_formats import name_sources
from sitehand.hosts.builtin.public.accept import list_accepted
from sitehand.hosts.builtin.public.ranges import Stored, answer_stored
from sitehand.store.database import Database
from sitehand.store.file_store import FULL, FileStore
from sitehand.store.sqlite.driver import Row

ADDRESS = re.compile(re.escape(PATH) + r"[0-9]{4}/[0-9]{2}/[a-z0-9-]{1,150}\.[a-z0-9]{2,5}")
SIZED = re.compile(r"(.+)-[0-9]{1,5}x[0-9]{1,5}\.[a-z0-9]+")
FIND = "SELECT sha256, mime_type, details FROM media WHERE source_url = :address AND sha256 <> ''"
FIND_SIZED = """SELECT sha256, mime_type, details, focal_x, focal_y FROM media
    WHERE source_url >= :stem || '.' AND source_url < :stem || '/' AND sha256 <> ''"""
FIND_FORMATS = "SELECT mime_type, size FROM picture_formats WHERE sha256 = :sha256 AND size > 0"
CHOSEN = "private, max-age=300"
"""Caching of a format that was chosen for one browser."""
HEADERS = {
    "Cache-Control": "public, max-age=300",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "X-Content-Type-Options": "nosniff",
}


class Version(NamedTuple):
    """A version of a file: of which hash, under which name, of what type, and the formats that it is beside in.

    `chosen`: it is one of these formats, which not every browser takes.
    """

    sha256: str
    name: str
    mime_type: str
    sources: Mapping[str, Any] = {}
    chosen: bool = False

    def choose(self, accept: str) -> "Iterator[Version]":
        """The version in the formats that a browser names, the smallest first, and at last as it is."""
        named = set(list_accepted(accept)) if self.sources else ()
        smallest = sorted(self.sources, key=lambda mime_type: int(self.sources[mime_type]["filesize"]))
        for mime_type in smallest:
            if mime_type in named:
                name = self.name + mime_type.rpartition("/")[2]
                yield self._replace(name=name, mime_type=mime_type, chosen=True)
        yield self


async def answer_file(database: Database, files: FileStore, request: Request, path: str) -> Response | None:
    """The file at a path; None when there is none."""
    found = find_version(database, path) if ADDRESS.fullmatch(path) else None
    for version in found.choose(request.headers.get("accept", "")) if found else ():
        if answer := await _answer_version(files, request, version, path.rpartition("/")[2]):
            return answer
    return None


async def _answer_version(files: FileStore, request: Request, found: Version, name: str) -> Response | None:
    """A version; None when it is not there, as another format of a crop that was no smaller."""
    tag = f'"{found.sha256[:32]}-{found.name}"'
    headers = {**HEADERS, "ETag": tag, **_list_choice(found)}
    if tag in request.headers.get("if-none-match", "") and request.method in ("GET", "HEAD"):
        return Response(status_code=304, headers=headers)
    size = await files.measure(found.sha256, found.name)
    if size is None:
        return None
    stored = Stored(files, found.sha256, found.name, size)
    return await answer_stored(request, stored, {**headers, **_describe(found, name)})


def _list_choice(found: Version) -> dict[str, str]:
    """What caches must know of a file that has several formats. Those that ignore `Vary` keep the one for everybody."""
    if not found.sources:
        return {}
    return {"Vary": "Accept", **({"Cache-Control": CHOSEN} if found.chosen else {})}


def _describe(found: Version, name: str) -> dict[str, str]:
    """The fixed type, and whether it is shown: what is no picture is downloaded, so that no browser opens it as a page
    of this site.
    """
    shown = "inline" if found.mime_type.startswith("image/") else "attachment"
    media_type = "text/plain; charset=utf-8" if found.mime_type == "text/plain" else found.mime_type
    if found.chosen:
        name = f"{name.rpartition('.')[0]}.{found.mime_type.rpartition('/')[2]}"
    return {"Content-Type": media_type, "Content-Disposition": f'{shown}; filename="{name}"'}


def find_version(database: Database, path: str) -> Version | None:
    """The file with this address, or the smaller version of one."""
    if rows := database.look_up(FIND, {"address": path}, committed=True):
        return _describe_full(database, rows[0], json.loads(rows[0]["details"]))
    sized, name = SIZED.fullmatch(path), path.rpartition("/")[2]
    for row in database.look_up(FIND_SIZED, {"stem": sized[1]}, committed=True) if sized else ():
        if found := _find_size(database, row, name):
            return found
    return None


def _find_size(database: Database, row: Row, name: str) -> Version | None:
    """The size of that name, or the one that took its place when the file was replaced."""
    details = json.loads(row["details"])
    sizes: dict[str, Any] = details.get("sizes", {})
    named = {size["file"]: version for version, size in sizes.items()}
    version = named.get(name) or details.get(FORMER, {}).get(name)
    if version in sizes:
        stored = name_version(version, (row["focal_x"], row["focal_y"]))
        return Version(row["sha256"], stored, sizes[version]["mime_type"], sizes[version].get(SOURCES, {}))
    return _describe_full(database, row, details) if version else None


def _describe_full(database: Database, row: Row, details: Mapping[str, Any]) -> Version:
    sources = details.get(SOURCES) or (_find_sources(database, row) if "width" in details else {})
    return Version(row["sha256"], FULL, row["mime_type"], sources)


def _find_sources(database: Database, row: Row) -> Mapping[str, Any]:
    """The formats that were made of a large picture after it came in."""
    return name_sources(database.look_up(FIND_FORMATS, {"sha256": row["sha256"]}, committed=True))
