"""What a page comes to that an audit has read: the row, links and findings that the ledger keeps of it."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sitehand.operation.audit import OK, Examined, Survey, tell_finding
from sitehand.seo.page import Page
from sitehand.seo.rules.content import FEW_WORDS, count_words
from sitehand.site.audits import Finding
from sitehand.site.public_pages import PublicPage
from sitehand.store.outer_links import OuterAddress, list_outer

MAX_LINKS = 1_000
"""Links of one page that are kept."""
MAX_ALTERNATES = 200
"""Translations that one page names."""
MAX_OUTER = 200
"""Links to other sites, of one page."""


class Facts(NamedTuple):
    """What the ledger keeps of a page that was read."""

    row: Mapping[str, Any]
    links: Sequence[str]
    alternates: Sequence[str]
    outer: Sequence[OuterAddress]
    findings: Sequence[Finding]


def name_version(page: PublicPage, known: Survey) -> str:
    """What a page is read again for: another version of it, of the site or of the rules."""
    return f"{known.key} {page.version}"


def reduce_page(page: PublicPage, examined: Examined, known: Survey, audit: int) -> Facts:
    """The facts of a page that was read."""
    read = examined.page
    heading = next((each.text for each in read.headings if each.level == 1), "")
    row = {
        **{
            "item": page.id,
            "type": page.type,
            "address": page.address,
            "read": audit,
            "indexed": int(_counts(read)),
        },
        **{
            "version": name_version(page, known) if read.status == OK else "",
            "heading": heading.lower(),
            "digest": _digest(read.text),
        },
        **{"title": next(iter(read.titles), "")[:300], "description": next(iter(read.descriptions), "")[:500]},
    }
    links = {read.resolve(link.href) for link in read.links if link.href}
    inside = sorted(each for each in links if each.startswith(known.home))[:MAX_LINKS]
    named = {read.resolve(each.href) for each in read.alternates} - {read.resolve(page.address)}
    alternates = sorted(each for each in named if each.startswith(known.home))[:MAX_ALTERNATES]
    outer = list_outer(links, known.home, MAX_OUTER)
    return Facts(row, inside, alternates, outer, [tell_finding(each, page.id, page.address) for each in examined.found])


def _counts(page: Page) -> bool:
    """Whether search engines may list it, under its own address."""
    own = page.resolve(page.address)
    return page.status == OK and page.indexed and all(page.resolve(each) == own for each in page.canonicals)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32] if count_words(text) >= FEW_WORDS else ""
