"""The addresses that imported items had on their old site, and the redirects that lead from these to where they are."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self
from urllib.parse import SplitResult, unquote, urlsplit

from sqlalchemy import Connection, bindparam, select, text

from sitehand.hosts.builtin.importing.encoding import CHUNK_BYTES
from sitehand.hosts.builtin.redirect_rules import name_source
from sitehand.hosts.builtin.tables import items
from sitehand.site.importing import ExportFile
from sitehand.store.prepared import Prepared

UNNAMED = ".unnamed.invalid"
"""Ends the name of a site that its export does not tell."""
SCHEME = re.compile(r"^https?:(//)?")
PATH = Prepared(select(items.c.path).where(items.c.id == bindparam("item_id")))
LEFT_BEHIND = Prepared(
    text(
        "INSERT INTO redirects (source, target, item, code, created) VALUES (:source, '', :item, 301, :created)"
        " ON CONFLICT (source) DO NOTHING"
    )
)


@dataclass(frozen=True, slots=True)
class OldSite:
    """Where a site was. `root` is the path that it and this site are both mounted under; "" where it is not the same:
    then its paths are asked for here as they were.
    """

    host: str
    root: str

    @classmethod
    def of(cls, source: str, site_url: str) -> Self:
        """The site that an export names, as seen from the site at an address."""
        home = split_address(f"//{source}")
        path = unquote(home.path).rstrip("/")
        return cls(home.netloc.lower(), path if path == unquote(split_address(site_url).path).rstrip("/") else "")

    def find_path(self, address: str) -> str:
        """The path below this site that an address of the old one names; "" for one of another site, or by a query."""
        parts = split_address(address)
        path = unquote(parts.path)
        if parts.netloc.lower() != self.host or parts.query or not f"{path}/".startswith(f"{self.root}/"):
            return ""
        return path.removeprefix(self.root) or "/"

    def name(self, path: str) -> str:
        """How texts name a path below this site by its old address, without a scheme and a last slash."""
        return f"{self.host}{self.root}{path}".rstrip("/")


def name_site(addresses: Iterable[str], links: Iterable[str]) -> str:
    """The site that an export is of, without a scheme: by the first of its own addresses that has a host, else the host
    that most of its items are at; "" where nothing tells. Shops write `http:` into exports that they give away.
    """
    named = (SCHEME.sub("", address).rstrip("/") for address in addresses)
    hosts = Counter(host for host in (split_address(link).netloc.lower() for link in links) if host)
    return next(filter(None, named), "") or next((host for host, _ in hosts.most_common(1)), "")


def name_file(file: ExportFile) -> str:
    """A name for the site of an export that tells none, made of the file's bytes: the ids of two such sites cannot be
    told apart, so that one must never be taken for the other.
    """
    stream, digest = file.rewind(), hashlib.sha256()
    while chunk := stream.read(CHUNK_BYTES):
        digest.update(chunk)
    return digest.hexdigest()[:32] + UNNAMED


def leave_redirect(connection: Connection, old: OldSite, link: str, item_id: int, at: str) -> None:
    """Lead the old address of an item to it, unless that is its address here too, or is redirected already."""
    path = old.find_path(link)
    source = name_source(path) if path else "/"
    if source not in ("/", name_source(PATH.scalar(connection, {"item_id": item_id}) or "/")):
        LEFT_BEHIND.run(connection, {"source": source, "item": item_id, "created": at})


def split_address(address: str) -> SplitResult:
    """The parts of an address; empty ones of what is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")
