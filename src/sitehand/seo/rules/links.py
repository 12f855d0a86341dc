"""Rules over the links of a page; where they lead is a matter of the whole site."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from sitehand.seo.page import Link, Page
from sitehand.seo.rule import GOOGLE, Fault, Rule, Surroundings

LINKS = GOOGLE + "crawling-indexing/links-crawlable"
GENERIC = re.compile(
    "click here|click this|go|here|information|learn more|more|more info|more information|read more|right here|see more"
    "|start|this|this page|continue reading|details|link|hier|hier klicken|klicken sie hier|mehr|mehr erfahren"
    "|weiterlesen|mehr lesen|weitere infos|ici|cliquez ici|en savoir plus|lire la suite|plus|aquí|haz clic aquí"
    "|leer más|más|qui|clicca qui|leggi di più|clique aqui|saiba mais|leia mais|lees meer|klik hier"
)
"""Texts that say nothing about where a link leads, in the languages that are written most on the web."""
UNJUDGED = {"nofollow", "tag", "author"}
"""Links whose text search engines do not read, or that is a name."""
SCRIPT = ("javascript:", "vbscript:")


def check_text_generic(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A link whose text could be that of any other."""
    for number, link in enumerate(page.links):
        if _leads_on(page, link) and link.rel.isdisjoint(UNJUDGED) and GENERIC.fullmatch(_plain(link.label)):
            yield Fault(f"“{link.label}” leads to {link.href}"[:300], f"{number} {link.href}")


def check_text_empty(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A link without text, label or alternative text."""
    for number, link in enumerate(page.links):
        if _leads_on(page, link) and not link.label:
            yield Fault(f"A link without text leads to {link.href}"[:300], f"{number} {link.href}")


def check_uncrawlable(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A link that only a script follows."""
    for number, link in enumerate(page.links):
        if is_uncrawlable(link):
            yield Fault(f"Crawlers cannot follow “{link.label}”: {link.href or 'no href'}"[:300], f"{number}")


def is_uncrawlable(link: Link) -> bool:
    """Whether it stands for a link, and leads nowhere without scripts."""
    if link.href is None:
        return link.scripted
    href = link.href.replace(" ", "").lower()
    if not href:
        return link.scripted
    return href.startswith(SCRIPT) or _is_broken(href)


def _is_broken(href: str) -> bool:
    try:
        urlsplit(href)
    except ValueError:
        return True
    return href in ("http://", "https://", "http:", "https:", "file://")


def _leads_on(page: Page, link: Link) -> bool:
    """Whether it leads to an address, and not to a place on the same page."""
    return bool(link.href) and not (link.href or "").startswith("#") and bool(page.resolve(link.href or ""))


def _plain(label: str) -> str:
    return label.strip(" .…»›>→:!").lower()


RULES = (
    Rule("link_text_generic", "warning", LINKS, check_text_generic),
    Rule("link_text_empty", "warning", LINKS, check_text_empty),
    Rule("link_uncrawlable", "warning", LINKS, check_uncrawlable),
)
