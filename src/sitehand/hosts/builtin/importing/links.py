"""Links to the files of imported attachments: where a text names one at its old address, it leads to the file here."""

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from sqlalchemy import Connection, func, select

from sitehand.hosts.builtin.tables import media

ORIGINAL = "original_url"
"""In the details of a file: where it came from."""
ADDRESS = re.compile(r"(?:https?:)?//[^\s\"'<>()\\]+")
SIZED = re.compile(r"(-[0-9]+x[0-9]+|-scaled)(?=\.[A-Za-z0-9]+$)")
"""What WordPress adds to the name of a smaller version."""


class FileLinks:
    """The old addresses of files, each with its place here. `site_url` stands before addresses here."""

    def __init__(self, site_url: str) -> None:
        self._site_url = site_url
        self._places: dict[str, tuple[str, frozenset[str]]] = {}

    def add(self, row: Mapping[str, Any]) -> None:
        """A file that was fetched: a row of `media`."""
        details = json.loads(row["details"])
        sizes = frozenset(size["file"] for size in details.get("sizes", {}).values())
        if row["sha256"] and ORIGINAL in details:
            self._places[_name(details[ORIGINAL])] = (row["source_url"], sizes)

    def rewrite(self, text: str) -> str:
        """The text with the addresses here; a smaller version that is not here leads to the whole file."""
        return ADDRESS.sub(lambda found: self._lead(found[0]), text) if self._places else text

    def _lead(self, address: str) -> str:
        place, sizes = self._places.get(_name(address), ("", frozenset()))
        if not place:
            return address
        size = SIZED.search(urlsplit(address).path)
        folder, _, file = place.rpartition("/")
        stem, _, ending = file.rpartition(".")
        smaller = f"{stem}{size[0]}.{ending}" if size else file
        return f"{self._site_url}{folder}/{smaller if smaller in sizes else file}"


def read_links(connection: Connection, source: str, site_url: str) -> FileLinks:
    """The links to all files that were fetched from an exported site."""
    links = FileLinks(site_url)
    wanted = select(media.c.source_url, media.c.sha256, media.c.details).where(
        media.c.sha256 != "", of_source(media.c.import_source, source)
    )
    for row in connection.execute(wanted).mappings():
        links.add({**row})
    return links


def of_source(column: Any, source: str) -> Any:
    """Whether a row came from that exported site."""
    return func.substr(column, 1, len(source) + 1) == f"{source}#"


def _name(address: str) -> str:
    """An address without its scheme, its query and what names a smaller version; "" of one that is none."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return f"{parts.netloc.lower()}{SIZED.sub('', unquote(parts.path))}"
