"""Rules over the address of a page, and over what it loads."""

import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from sitehand.seo.page import Page
from sitehand.seo.rule import CRAWLING, GOOGLE, Fault, Fix, Rule, Surroundings

STRUCTURE = GOOGLE + "crawling-indexing/url-structure"
STATUS = CRAWLING + "troubleshooting/http-status-codes"
MIXED = "https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content"
LONG_SLUG = 75


def check_status(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A page that visitors do not get."""
    if page.status >= 400:  # noqa: PLR2004 - the first HTTP status that is an error
        yield Fault(f"{page.address} answers {page.status}.")


def check_slug(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A slug with underscores or capitals."""
    slug = unquote(around.item.slug)
    if slug != (better := re.sub(r"-{2,}", "-", slug.replace("_", "-").lower()).strip("-")) and better:
        yield Fault(f"The slug is {slug[:100]}; words are separated by hyphens.", fix=_rename(around, better))


def check_slug_long(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A slug of many words."""
    slug = unicodedata.normalize("NFC", unquote(around.item.slug))
    if len(slug) > LONG_SLUG:
        yield Fault(f"The slug has {len(slug)} characters: {slug[:200]}")


def check_mixed(page: Page, around: Surroundings) -> Iterator[Fault]:
    """What a page over https loads over http: browsers block it, or load it over https."""
    if page.address.startswith("https:"):
        for address in sorted({each for each in page.resources if each.startswith("http:")}):
            yield Fault(f"Loaded over http: {address}"[:300], address)


def check_insecure_links(page: Page, around: Surroundings) -> Iterator[Fault]:
    """Links over http to the site itself, which is served over https."""
    host = urlsplit(around.home).netloc
    if page.address.startswith("https:"):
        found = {page.resolve(link.href or "") for link in page.links}
        for address in sorted(each for each in found if each.startswith(f"http://{host}/")):
            yield Fault(f"A link leads to the site over http: {address}"[:300], address)


def _rename(around: Surroundings, slug: str) -> Fix | None:
    item = around.item
    return Fix(f"update_{item.type}", {"id": item.id, "slug": slug}) if item.type in ("page", "post") else None


RULES = (
    Rule("http_status", "error", STATUS, check_status),
    Rule("slug_unclear", "info", STRUCTURE, check_slug),
    Rule("slug_long", "info", STRUCTURE, check_slug_long),
    Rule("mixed_content", "error", MIXED, check_mixed),
    Rule("link_insecure", "warning", MIXED, check_insecure_links),
)
