"""What the built-in site says in the place of dynamic tags, for one page."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple, Protocol

from sitehand.elementor.dynamic.tags import Tag

NUMBER = re.compile(r"\d{1,15}")


class DateWriter(Protocol):
    """Writes a moment in the letters of PHP's `date`, and without a form as the site writes days."""

    def write(self, moment: str, form: str) -> str: ...


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What the tags of a page show. `title`, `excerpt` and `summary` are HTML, the others plain text.

    `excerpt` is what somebody wrote, `summary` what is in its place where nobody did. `picture` and `logo` are ids
    of files, 0 for none; `date` and `modified` moments in ISO 8601.
    """

    id: int
    title: str
    excerpt: str
    summary: str
    url: str
    date: str
    modified: str
    picture: int
    author: str
    author_bio: str
    author_url: str
    site_title: str
    tagline: str
    site_url: str
    logo: int
    dates: DateWriter


class Medium(NamedTuple):
    """A file of the site by its id, or an address."""

    id: int
    url: str = ""


def show_tag(tag: Tag, facts: PageFacts) -> str | Medium | None:
    """What a tag shows: text as HTML, an address, or a picture. None for one that this site does not draw."""
    draw = DRAWN.get(tag.name)
    if draw is None:
        return None
    shown = draw(facts, tag.settings)
    if tag.name not in TEXTS:
        return shown
    return f"{_text(tag, 'before')}{shown}{_text(tag, 'after')}" if shown else _text(tag, "fallback")


def _text(tag: Tag, name: str) -> str:
    found = tag.settings.get(name)
    return str(found) if isinstance(found, str | int | float) else ""


def _show_excerpt(facts: PageFacts, settings: Mapping[str, Any]) -> str:
    whole = facts.excerpt or (facts.summary if settings.get("apply_to_post_content") in ("yes", True) else "")
    asked = str(settings.get("max_length"))
    most = min(int(asked), len(whole)) if NUMBER.fullmatch(asked) else 0
    words = whole.split(maxsplit=most)
    return f"{' '.join(words[:most])}…" if 0 < most < len(words) else whole


def _show_moment(plain: str) -> Callable[[PageFacts, Mapping[str, Any]], str]:
    """Draws a date or time in the form that is chosen, or the `plain` one."""

    def show(facts: PageFacts, settings: Mapping[str, Any]) -> str:
        moment = facts.modified if settings.get("type") == "post_modified_gmt" else facts.date
        form = settings.get("format") or "default"
        if form == "custom":
            form = settings.get("custom_format") or "default"
        unchosen = not isinstance(form, str) or form in ("default", "human")
        return escape(facts.dates.write(moment, plain if unchosen else form), quote=False)

    return show


def _show_picture(facts: PageFacts, settings: Mapping[str, Any]) -> Medium:
    if facts.picture:
        return Medium(facts.picture)
    fallback = settings.get("fallback")
    given = fallback if isinstance(fallback, dict) else {}
    number, url = str(given.get("id")), given.get("url")
    return Medium(int(number) if NUMBER.fullmatch(number) else 0, url if isinstance(url, str) else "")


def _show_bio(facts: PageFacts, settings: Mapping[str, Any]) -> str:
    """The author's words; mail addresses and websites of authors are not public here."""
    return "" if settings.get("key") in ("email", "url") else escape(facts.author_bio, quote=False)


Draw = Callable[[PageFacts, Mapping[str, Any]], "str | Medium"]
TEXTS: Mapping[str, Draw] = {
    "post-title": lambda facts, _: facts.title,
    "page-title": lambda facts, _: facts.title,
    "post-excerpt": _show_excerpt,
    "post-date": _show_moment(""),
    "post-time": _show_moment("g:i a"),
    "post-id": lambda facts, _: str(facts.id),
    "site-title": lambda facts, _: escape(facts.site_title, quote=False),
    "site-tagline": lambda facts, _: escape(facts.tagline, quote=False),
    "author-name": lambda facts, _: escape(facts.author, quote=False),
    "author-info": _show_bio,
}
"""The tags that give text, which `before` and `after` stand around, and `fallback` in place of none."""
DRAWN: Mapping[str, Draw] = {
    **TEXTS,
    "post-url": lambda facts, _: facts.url,
    "site-url": lambda facts, _: facts.site_url,
    "author-url": lambda facts, settings: "" if settings.get("url") == "website" else facts.author_url,
    "post-featured-image": _show_picture,
    "site-logo": lambda facts, _: Medium(facts.logo),
}
"""How each tag that this site draws is."""
