"""Judging the public pages of a host: what `audit_page` and the job behind `audit_site` share."""

import asyncio
import hashlib
import json
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from turbohtml import Element, HTMLParseError, parse_xml

from sitehand.seo.crawlers import judge_site
from sitehand.seo.page import Image, Link, Page, read_page
from sitehand.seo.robots import NO_ROBOTS, Robots, read_robots
from sitehand.seo.rule import RULES_VERSION, Found, Item, Surroundings
from sitehand.seo.rules import judge
from sitehand.site.audits import Finding, FixCall
from sitehand.site.host import Host
from sitehand.site.public_pages import PublicPage, PublicPages, Reading
from sitehand.site.seo_settings import SeoSettingsStore
from sitehand.site.settings import SettingsStore

OK = 200
GONE = (404, 410)
MAX_EVIDENCE = 500
MAX_FILES = 50
"""Files that are read of an index of sitemaps."""
Settings = SettingsStore | SeoSettingsStore


class Addresses:
    """A set of addresses in little memory: some 60 bytes each."""

    def __init__(self, addresses: Iterable[str] = ()) -> None:
        self._hashes = set(map(hash, addresses))

    def join(self, others: "Addresses") -> None:
        """Put these into the set too."""
        self._hashes |= others._hashes

    def __contains__(self, address: object) -> bool:
        return hash(address) in self._hashes


@dataclass(frozen=True, slots=True)
class Survey:
    """What all pages are judged beside; `key` changes with it, and `found` is wrong with the site as a whole.

    `repairs` are the operations that a fix may call on this host; `frame` is that of the home page, and `has_language`
    whether that names its language.
    """

    home: str
    repairs: Container[str]
    robots: Robots
    sitemap: Addresses | None
    key: str
    found: Sequence[Found]
    frame: frozenset[Link | Image]
    has_language: bool

    def around(self, page: PublicPage) -> Surroundings:
        """What one page is judged beside; what the home page has too is judged there, as the site's."""
        item = Item(page.id, page.type, page.slug, page.title)
        frame = self.frame if page.id else frozenset()
        return Surroundings(self.home, item, self.robots, self.sitemap, frame, self.has_language)


@dataclass(frozen=True, slots=True)
class Examined:
    """A page as it was read, and what was found on it."""

    page: Page
    found: Sequence[Found]


async def survey(
    pages: PublicPages, settings: Sequence[Settings], repairs: Container[str], files: int = MAX_FILES
) -> Survey:
    """Look at robots.txt, the sitemap, of which no more than so many files are read, and what the owner has set."""
    origin = "{0.scheme}://{0.netloc}/robots.txt".format(urlsplit(pages.home))
    reading = await pages.read(origin)
    robots = await asyncio.to_thread(read_robots, reading.body) if reading.status == OK else NO_ROBOTS
    start = next(iter(robots.sitemaps), f"{pages.home}sitemap.xml")
    status, sitemap = await _read_sitemap(pages, start, files)
    chosen = [dict(await each.get()) for each in settings]
    key = hashlib.sha256(json.dumps([RULES_VERSION, reading.body, *chosen]).encode()).hexdigest()[:16]
    faults = judge_site(pages.home, robots, reading.status, status, _list_refused(chosen))
    found = tuple(_check_fix(each, repairs) for each in faults)
    front = await asyncio.to_thread(_read_front, await pages.read(pages.home))
    frame, has_language = (frozenset(front.frame), bool(front.language)) if front else (frozenset(), True)
    return Survey(pages.home, repairs, robots, sitemap, key, found, frame, has_language)


def _list_refused(chosen: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """The crawlers that the settings refuse."""
    verdicts = [verdict for each in chosen for verdict in each.get("crawlers", {}).items()]
    return frozenset(agent for agent, verdict in verdicts if verdict == "disallow")


def list_settings(host: Host) -> list[Settings]:
    """What the owner has set that every page may show."""
    return [host.settings, *([host.seo_settings] if host.seo_settings else [])]


def list_repairs(host: Host) -> frozenset[str]:
    """The operations that a fix may call on the host."""
    offered = {"set_seo": host.seo, "create_redirect": host.redirects, "set_seo_settings": host.seo_settings}
    return frozenset({"update_page", "update_post", *(name for name, store in offered.items() if store is not None)})


async def examine(pages: PublicPages, page: PublicPage, known: Survey) -> Examined:
    """Read a public page and judge it."""
    reading = await pages.read(page.address)
    return await asyncio.to_thread(_judge, reading, known.around(page), known.repairs)


def tell_finding(found: Found, item: int, address: str) -> Finding:
    """A finding as callers see it. Its id follows from the rule, the item and what tells it from others there."""
    fix = found.fault.fix
    return Finding(
        id=name_finding(found.rule, item, found.fault.key),
        rule=found.rule,
        severity=found.severity,
        item=item,
        address=address,
        evidence=found.fault.evidence[:MAX_EVIDENCE],
        source=found.source,
        fix=FixCall(operation=fix.operation, arguments=fix.arguments) if fix else None,
    )


def name_finding(rule: str, item: int, key: str) -> str:
    """The id of a finding."""
    digest = hashlib.sha256(f"{rule}\0{key}".encode()).hexdigest()[:12]
    return f"{item}-{digest}"


async def is_broken(pages: PublicPages, finding: Finding) -> bool:
    """Whether the link of a finding is still on its page, and what it leads to is still gone."""
    link = await asyncio.to_thread(_find_link, await pages.read(finding["address"]), finding)
    return link is not None and (await pages.read(link, body=False)).status in GONE


def _find_link(reading: Reading, finding: Finding) -> str | None:
    """Where the link leads that a finding is about."""
    page = read_page(reading.body, reading.address)
    found = (page.resolve(link.href) for link in page.links if link.href)
    return next((each for each in found if name_finding(finding["rule"], finding["item"], each) == finding["id"]), None)


def _read_front(reading: Reading) -> Page | None:
    """The home page; None where it shows nothing."""
    return read_page(reading.body, reading.address) if reading.status == OK else None


def _judge(reading: Reading, around: Surroundings, repairs: Container[str]) -> Examined:
    page = read_page(reading.body, reading.address, reading.status, reading.headers).without(around.frame)
    return Examined(page, tuple(_check_fix(each, repairs) for each in judge(page, around)))


def _check_fix(found: Found, repairs: Container[str]) -> Found:
    """Drop a fix that the host cannot make."""
    fix = found.fault.fix
    if fix is None or fix.operation in repairs:
        return found
    return found._replace(fault=found.fault._replace(fix=None))


async def _read_sitemap(pages: PublicPages, address: str, files: int) -> tuple[int, Addresses | None]:
    """The status of the sitemap, and its addresses; None when they are in more files than may be read."""
    reading = await pages.read(address)
    if reading.status != OK:
        return reading.status, None
    found = await asyncio.to_thread(_parse_sitemap, reading.body)
    if isinstance(found, Addresses) or found is None:
        return OK, found
    return OK, await _join_parts(pages, found) if len(found) <= files else None


async def _join_parts(pages: PublicPages, parts: Sequence[str]) -> Addresses | None:
    """The addresses in all parts of a sitemap; None unless each of them can be read."""
    whole = Addresses()
    for part in parts:
        reading = await pages.read(part)
        found = await asyncio.to_thread(_parse_sitemap, reading.body) if reading.status == OK else None
        if not isinstance(found, Addresses):
            return None
        whole.join(found)
    return whole


def _parse_sitemap(xml: str) -> Addresses | list[str] | None:
    """The addresses in a sitemap, those of the parts of an index; None for what is neither, or damaged."""
    try:
        root = parse_xml(xml).root
    except HTMLParseError:
        return None
    if root is not None and root.tag == "sitemapindex":
        return list(_list_addresses(root))
    return Addresses(_list_addresses(root)) if root is not None and root.tag == "urlset" else None


def _list_addresses(root: Element) -> Iterator[str]:
    for entry in root.children:
        if isinstance(entry, Element):
            yield from (each.text.strip() for each in entry.children if isinstance(each, Element) and each.tag == "loc")
