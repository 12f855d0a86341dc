"""Locales: the language that an item is in, and the items that say the same in others."""

import re
from collections.abc import Iterable, Sequence
from typing import Annotated

from pydantic import AfterValidator, Field
from typing_extensions import TypedDict

from sitehand.errors import Code, Detail, Problem
from sitehand.site.languages import shorten_language

MAX_LOCALES = 50
"""The most locales beside the language of the site."""
MAX_TITLE = 200
"""Characters of the title of a translation."""
HINT = "site_info shows the locales. The owner adds others on the screen Settings."
_TAG = re.compile(r"([a-z]{2,3})(-[a-z]{4})?(-(?:[a-z]{2}|[0-9]{3}))?", re.IGNORECASE)


class Translation(TypedDict):
    """An item that says the same in another locale. `title` is text."""

    id: int
    link: str
    title: str


def write_tag(value: str) -> str:
    """A locale as BCP 47 writes it: `de` (for `deu` too), `pt-BR`, `zh-Hant-TW`. Raises ValueError for what is none."""
    found = _TAG.fullmatch(shorten_language(value))
    if found is None:
        raise ValueError("must be a locale such as de, pt-BR or zh-Hant")
    language, script, region = (part or "" for part in found.groups())
    return language.lower() + script.title() + region.upper()


def _check_locales(value: list[str]) -> list[str]:
    tags = [write_tag(each) for each in value]
    if len({*tags}) < len(tags):
        raise ValueError("must name each locale once")
    return tags


Locale = Annotated[str, Field(min_length=2, max_length=35, pattern="^[A-Za-z0-9-]+$")]
Locales = Annotated[list[Locale], Field(max_length=MAX_LOCALES), AfterValidator(_check_locales)]


def find_home(locale: str) -> str:
    """Where the addresses of a locale begin; "" is the language of the site, whose addresses name none."""
    return f"/{locale.lower()}/" if locale else "/"


def store_locale(locale: str, language: str, others: Sequence[str], path: str = "locale") -> str:
    """A locale that a caller names, as it is stored: "" for the language of the site.

    Raises Problem(invalid_arguments) for one that the site does not have.
    """
    known = {shorten_language(language).lower(): "", **{each.lower(): each for each in others}}
    wanted = shorten_language(locale).lower()
    if wanted not in known:
        raise refuse_locale(locale, (language, *others), path)
    return known[wanted]


def refuse_locale(locale: str, known: Iterable[str], path: str = "locale") -> Problem:
    """The refusal of a locale that the site does not have."""
    expected = f"one of {', '.join(known)}"
    detail = Detail(path=path, expected=expected, got=locale)
    return Problem(Code.INVALID_ARGUMENTS, f"This site has no locale {locale}.", hint=HINT, details=[detail])
