"""Rules over hreflang: which translations the head of a page names."""

import re
from collections.abc import Iterator

from sitehand.seo.page import Page
from sitehand.seo.rule import GOOGLE, Fault, Rule, Surroundings

HREFLANG = GOOGLE + "specialty/international/localized-versions"
_TAG = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?", re.IGNORECASE)
DEFAULT = "x-default"
NOT_REGIONS = frozenset({"UK", "EU", "UN"})
"""Written often, and no countries of ISO 3166-1."""
NOT_LANGUAGES = frozenset({"cn", "jp", "dk", "cz", "gr", "ua", "us", "xx"})
"""Codes of countries that are no languages of ISO 639-1; `se` and `kr` are: Northern Sami and Kanuri."""


def check_invalid(page: Page, around: Surroundings) -> Iterator[Fault]:
    """A language that no search engine knows, or an address that is not whole."""
    for number, (language, href) in enumerate(page.alternates):
        if not is_language(language):
            yield Fault(f"hreflang is no language: {language[:100] or 'empty'}", f"{number} {language[:100]}")
        elif not href.startswith(("https://", "http://")):
            yield Fault(f"The address for {language} is not whole: {href[:200]}", f"{number} {language}")


def check_self(page: Page, around: Surroundings) -> Iterator[Fault]:
    """Translations that do not name the page itself: search engines ignore them."""
    if page.alternates and page.resolve(page.address) not in {page.resolve(each.href) for each in page.alternates}:
        yield Fault("The hreflang links do not name the page itself.")


def check_default(page: Page, around: Surroundings) -> Iterator[Fault]:
    """Translations without one for everybody else."""
    if len(page.alternates) > 1 and not any(each.language.lower() == DEFAULT for each in page.alternates):
        yield Fault("The hreflang links name no x-default.")


def is_language(tag: str) -> bool:
    """Whether it has the form of a language, with a script or a region, and is none of the usual mistakes."""
    if tag.lower() == DEFAULT:
        return True
    first, _, last = tag.partition("-")
    is_known = first.lower() not in NOT_LANGUAGES and last.upper() not in NOT_REGIONS
    return is_known and _TAG.fullmatch(tag) is not None


RULES = (
    Rule("hreflang_invalid", "error", HREFLANG, check_invalid),
    Rule("hreflang_self_missing", "warning", HREFLANG, check_self),
    Rule("hreflang_default_missing", "info", HREFLANG, check_default),
)
