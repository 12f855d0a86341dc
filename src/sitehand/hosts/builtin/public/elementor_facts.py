"""What the dynamic tags of a page say: its own texts, its author's, and the site's."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from markupsafe import Markup
from sqlalchemy import Connection, text

from sitehand.elementor.dynamic.facts import PageFacts
from sitehand.elementor.rendering.dynamic import MARKS
from sitehand.hosts.builtin.public.queries import Entry
from sitehand.hosts.builtin.public.rendering.dates import write_date
from sitehand.hosts.builtin.public.rendering.lookups import read_author
from sitehand.hosts.builtin.public.visit import Visit

ITEM = text("SELECT excerpt, featured_media FROM items WHERE id = :id")

UNSTORED: Mapping[str, Any] = {"excerpt": "", "featured_media": 0}
"""Columns of an item that only a pending change makes, whose preview is shown."""


@dataclass(frozen=True, slots=True)
class SiteDates:
    """Implements `dynamic.facts.DateWriter` by the site's clock. Equal ones write the same."""

    timezone: str
    language: str

    def write(self, moment: str, form: str) -> str:
        """A moment in a form."""
        return write_date(moment, form, self.timezone, self.language)


def read_facts(
    connection: Connection, visit: Visit, article: Entry, data: str, state: Mapping[str, Any] | None = None
) -> PageFacts | None:
    """What the tags in the text of a document say; None where it has none, so that nothing else is read for it.

    `article` is the item as it is shown, and `state` another state of it.
    """
    if not any(mark in data for mark in MARKS):
        return None
    own = connection.execute(ITEM, {"id": article.id}).mappings().first() if state is None else state
    own, author = own or UNSTORED, read_author(connection, article.author_slug)
    summary = escape(Markup(article.excerpt).striptags(), quote=False)  # noqa: S704 - text comes out, escaped again
    settings = visit.settings
    return PageFacts(
        id=article.id,
        title=article.title,
        excerpt=summary if own["excerpt"] else "",
        summary=summary,
        url=visit.url(article.path),
        date=article.date,
        modified=article.modified,
        picture=own["featured_media"] or 0,
        author=article.author,
        author_bio=author.bio if author else "",
        author_url=visit.url(visit.local(f"/author/{article.author_slug}/")),
        site_title=settings["name"],
        tagline=settings["description"],
        site_url=visit.url(visit.local("/")),
        logo=settings["logo"] or 0,
        dates=SiteDates(settings["timezone"], visit.language),
    )
