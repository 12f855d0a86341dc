"""Links of imported texts: where one names a file or an item at its old address, it leads to what is here."""

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, quote, unquote

from sqlalchemy import Connection, and_, select

from sitehand.elementor.popup_links import renumber_opened
from sitehand.elementor.template_uses import renumber_in_content, renumber_shown
from sitehand.hosts.builtin.elementor_templates import elementor_templates
from sitehand.hosts.builtin.importing.addresses import OldSite, split_address
from sitehand.hosts.builtin.tables import items, media, redirects
from sitehand.site.item_kinds import PART_KINDS

ORIGINAL = "original_url"
"""The name, in the details of a file, of the address that it came from."""
ADDRESS = re.compile(r"(?:https?:)?//[^\s\"'<>()\\]+")
SIZED = re.compile(r"(-[0-9]+x[0-9]+|-scaled)(?=\.[A-Za-z0-9]+$)")
"""What WordPress adds to the name of a smaller version."""
BY_ID = ("p", "page_id")
AFTER_HASH = "$"
"""The sign that follows # in the order of text."""
REFERENCE = re.compile(r'(<!-- wp:(?:block|navigation) \{[^<>]{0,300}?"ref":)([0-9]{1,18})(?![0-9])')
"""Where a text shows a pattern or a navigation, by its id."""


class Links:
    """The old addresses of files and items, each with its place here. `site_url` stands before addresses of files;
    items are named by their path, which holds whatever address the site gets.
    """

    def __init__(self, site_url: str, old: OldSite | None = None) -> None:
        self._site_url = site_url
        self._mount = split_address(site_url).path.rstrip("/")
        self._old = old
        self._files: dict[str, tuple[str, frozenset[str]]] = {}
        self._items: dict[str, str] = {}
        self._parts: dict[str, int] = {}
        self._templates: dict[str, int] = {}

    def add(self, row: Mapping[str, Any]) -> None:
        """A file that was fetched: a row of `media`."""
        details = json.loads(row["details"])
        sizes = frozenset(size["file"] for size in details.get("sizes", {}).values())
        if row["sha256"] and ORIGINAL in details:
            self._files[_name_file(details[ORIGINAL])] = (row["source_url"], sizes)

    def add_item(self, name: str, path: str) -> None:
        """An item that is at a path here, by what texts may call it."""
        self._items.setdefault(name, path)

    def add_part(self, old_id: str, part_id: int) -> None:
        """A pattern or a navigation, by its id on the old site."""
        self._parts[old_id] = part_id

    def add_template(self, old_id: str, template_id: int) -> None:
        """A template of Elementor, by its id on the old site."""
        self._templates[old_id] = template_id

    def knows_template(self, old_id: str) -> bool:
        """Whether a template of the old site is here."""
        return old_id in self._templates

    def rewrite(self, text: str) -> str:
        """A text of the old site with the addresses, patterns, navigations and templates here; a smaller version that
        is not here leads to the whole file.
        """
        led = self.rewrite_address(renumber_in_content(self.lead(text), self._templates))
        return REFERENCE.sub(lambda found: found[1] + str(self._parts.get(found[2], found[2])), led)

    def rewrite_document(self, data: str) -> str:
        """A document of Elementor of the old site with the templates here; all else stays as it came."""
        return self.rewrite_address(renumber_shown(data, self._templates)) if self._templates else data

    def rewrite_address(self, text: str) -> str:
        """A text, or an address, whose links to popups of Elementor open the ones here."""
        return renumber_opened(text, self._templates) if self._templates else text

    def lead(self, text: str) -> str:
        """A text of this site whose addresses lead to what was imported; patterns, navigations and templates stay."""
        return ADDRESS.sub(lambda found: self._lead(found[0]), text) if self._files or self._items else text

    def _lead(self, address: str) -> str:
        return self._lead_to_file(address) or self._lead_to_item(address) or address

    def _lead_to_file(self, address: str) -> str:
        place, sizes = self._files.get(_name_file(address), ("", frozenset()))
        if not place:
            return ""
        size = SIZED.search(split_address(address).path)
        folder, _, file = place.rpartition("/")
        stem, _, ending = file.rpartition(".")
        smaller = f"{stem}{size[0]}.{ending}" if size else file
        return f"{self._site_url}{folder}/{smaller if smaller in sizes else file}"

    def _lead_to_item(self, address: str) -> str:
        parts = split_address(address)
        if self._old is None or parts.netloc.lower() != self._old.host:
            return ""
        name, rest = f"{self._old.host}{unquote(parts.path)}".rstrip("/"), parts.query
        if given := [value[0] for key, value in parse_qs(parts.query).items() if key in BY_ID]:
            name, rest = f"{name}?p={given[0]}", ""
        if (path := self._items.get(name)) is None:
            return ""
        query, fragment = (f"{mark}{each}" if each else "" for mark, each in (("?", rest), ("#", parts.fragment)))
        return f"{self._mount}{quote(path)}{query}{fragment}"


def read_links(connection: Connection, source: str, site_url: str) -> Links:
    """The links to all files that were fetched from an exported site, to its items that visitors see here, and to its
    patterns, navigations and templates.
    """
    old = OldSite.of(source, site_url)
    links = Links(site_url, old)
    wanted = select(media.c.source_url, media.c.sha256, media.c.details).where(
        media.c.sha256 != "", of_source(media.c.import_source, source)
    )
    for row in connection.execute(wanted).mappings():
        links.add({**row})
    shown = (items.c.status == "publish", items.c.path != "", of_source(items.c.import_source, source))
    moved = select(redirects.c.source, items.c.path).join(items, items.c.id == redirects.c.item).where(*shown)
    for place, path in connection.execute(moved):
        links.add_item(old.name(place), path)
    for name, path in connection.execute(select(items.c.import_source, items.c.path).where(*shown)):
        links.add_item(f"{old.name('')}?p={name.rpartition('#')[2]}", path)
        links.add_item(old.name(path), path)
    mine = (items.c.type.in_(PART_KINDS), of_source(items.c.import_source, source))
    for name, number in connection.execute(select(items.c.import_source, items.c.id).where(*mine)):
        links.add_part(name.rpartition("#")[2], number)
    brought = elementor_templates.c.import_source
    for name, number in connection.execute(select(brought, elementor_templates.c.id).where(of_source(brought, source))):
        links.add_template(name.rpartition("#")[2], number)
    return links


def of_source(column: Any, source: str) -> Any:
    """Whether a row came from that exported site."""
    return and_(column >= f"{source}#", column < f"{source}{AFTER_HASH}")  # an index finds them


def _name_file(address: str) -> str:
    """An address without its scheme, its query and what names a smaller version; "" of one that is none."""
    parts = split_address(address)
    return f"{parts.netloc.lower()}{SIZED.sub('', unquote(parts.path))}"
