"""Rules over what keeps a page out of search results: canonical addresses, robots, the sitemap."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from sitehand.seo.page import Page
from sitehand.seo.rule import GOOGLE, Fault, Fix, Rule, Surroundings

CANONICAL = GOOGLE + "crawling-indexing/consolidate-duplicate-urls"
ROBOTS_META = GOOGLE + "crawling-indexing/robots-meta-tag"
ROBOTS_TXT = GOOGLE + "crawling-indexing/robots/intro"
SITEMAPS = GOOGLE + "crawling-indexing/sitemaps/build-sitemap"


def check_canonical_repeated(page: Page, around: Surroundings) -> Iterator[Fault]:
    """Several canonical addresses that differ: search engines follow none."""
    different = sorted({page.resolve(each) or each for each in page.canonicals})
    if len(different) > 1:
        yield Fault(f"{len(different)} canonical addresses: {' '.join(different)}"[:300])


def check_canonical_invalid(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A canonical address that is no whole web address, or the home page in place of another."""
    for each in page.canonicals:
        if not each.lower().startswith(("http://", "https://")) or not page.resolve(each):
            yield Fault(f"The canonical address is not a whole web address: {each[:200]}", each[:200], _reset(around))
        elif _is_home_instead(each, page, around):
            yield Fault(f"The canonical address is the home page: {each[:200]}", each[:200], _reset(around))


def check_canonical_elsewhere(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A canonical address that is another page's: search engines list that one."""
    for each in page.canonicals[:1]:
        target = page.resolve(each)
        if target and target != page.resolve(page.address) and not _is_home_instead(target, page, around):
            yield Fault(f"The canonical address is {target}"[:300], fix=_reset(around))


def check_canonical_missing(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A page that should be listed and names no canonical address."""
    if page.indexed and not page.canonicals:
        yield Fault("The page names no canonical address.")


def check_noindex(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A page that search engines are told not to list; right for some: a person decides, and no fix is offered.

    For a page that asks for a password somebody has decided.
    """
    if not page.indexed and not page.locked:
        told = ", ".join(sorted(page.directives()))
        yield Fault(f"robots: {told}"[:300])


def check_noindex_canonical(page: Page, around: Surroundings) -> Iterator[Fault]:
    """noindex beside a canonical address elsewhere: two answers to the same question."""
    elsewhere = [each for each in page.canonicals if page.resolve(each) != page.resolve(page.address)]
    if not page.indexed and elsewhere:
        yield Fault(f"noindex, and the canonical address is {elsewhere[0]}"[:300])


def check_blocked(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A page that robots.txt keeps Google from reading; it is also kept from a noindex on it."""
    if not around.robots.allows("googlebot", page.address):
        extra = "" if page.indexed else " Crawlers do not see its noindex."
        yield Fault(f"robots.txt refuses {page.address} to Googlebot.{extra}"[:300])


def check_sitemap(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A page that should be listed and is not in the sitemap."""
    if around.sitemap is None or not _is_listed(page):
        return
    if page.resolve(page.address) not in around.sitemap:
        yield Fault(f"{page.address} is not in the sitemap."[:300])


def check_sitemap_unlisted(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A page in the sitemap that is not to be listed."""
    if around.sitemap is not None and not _is_listed(page) and page.resolve(page.address) in around.sitemap:
        why = "noindex" if not page.indexed else f"its canonical address is {page.canonicals[0]}"
        yield Fault(f"The sitemap has {page.address}, but {why}."[:300])


def _is_listed(page: Page) -> bool:
    own = page.resolve(page.address)
    return page.indexed and all(page.resolve(each) == own for each in page.canonicals)


def _is_home_instead(address: str, page: Page, around: Surroundings) -> bool:
    """Whether an address is a home page's, and the page is none."""
    return _is_root(address) and not _is_root(page.address) and page.address != around.home


def _is_root(address: str) -> bool:
    try:
        found = urlsplit(address)
    except ValueError:
        return False
    return found.path in ("", "/") and not found.query


def _reset(around: Surroundings) -> Fix | None:
    """The call that makes the canonical address the item's own."""
    return Fix("set_seo", {"id": around.item.id, "canonical": ""}) if around.item.id else None


RULES = (
    Rule("canonical_missing", "info", CANONICAL, check_canonical_missing),
    Rule("canonical_repeated", "error", CANONICAL, check_canonical_repeated),
    Rule("canonical_invalid", "error", CANONICAL, check_canonical_invalid),
    Rule("canonical_elsewhere", "warning", CANONICAL, check_canonical_elsewhere),
    Rule("robots_noindex", "warning", ROBOTS_META, check_noindex),
    Rule("robots_noindex_canonical", "warning", ROBOTS_META, check_noindex_canonical),
    Rule("robots_blocked", "error", ROBOTS_TXT, check_blocked),
    Rule("sitemap_missing", "warning", SITEMAPS, check_sitemap),
    Rule("sitemap_unlisted", "warning", SITEMAPS, check_sitemap_unlisted),
)
