"""What dynamic blocks see of the site: one read for all blocks of a page that need the same, and addresses."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection

from sitehand.hosts.builtin.public.queries import Card, Link, ShownTerm
from sitehand.hosts.builtin.public.rendering import lookups, reads, threads
from sitehand.hosts.builtin.public.rendering.dates import AGE, write_age, write_date
from sitehand.hosts.builtin.public.rendering.forms import Forms
from sitehand.hosts.builtin.public.rendering.reads import PostQuery
from sitehand.site.settings import SiteSettings

T = TypeVar("T")


class Addresses(Protocol):
    """Source: `visit.Visit`, which says what each is."""

    @property
    def now(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def locale(self) -> str: ...
    @property
    def language(self) -> str: ...
    @property
    def settings(self) -> SiteSettings: ...
    def url(self, path: str) -> str: ...
    def local(self, path: str) -> str: ...
    def safe(self, address: str) -> str: ...


@dataclass(frozen=True, slots=True)
class SiteView:
    """The site as anybody may see it at one moment, in one state of the database.

    `fields` are values of custom fields that an item has in the state that is shown, where that is not the stored one.
    """

    connection: Connection
    visit: Addresses
    forms: Forms
    fields: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    _known: dict[Hashable, Any] = field(default_factory=dict)

    @property
    def _now(self) -> tuple[Connection, str]:
        return self.connection, self.visit.now

    @property
    def _here(self) -> tuple[Connection, str, str]:
        return self.connection, self.visit.now, self.visit.locale

    @property
    def settings(self) -> SiteSettings:
        """The site's name and the like."""
        return self.visit.settings

    def url(self, path: str) -> str:
        """A path of the site as an address."""
        return self.visit.url(path)

    def local_url(self, path: str) -> str:
        """The address of a list, or of the home page, in the locale of what is shown."""
        return self.visit.url(self.visit.local(path))

    def safe(self, address: str) -> str:
        """An address from stored content; empty when it could run code."""
        return self.visit.safe(address)

    def date(self, moment: str, form: str = "") -> str:
        """A moment in PHP's letters, as its age, or as the site writes days."""
        if form == AGE:
            return write_age(moment, self.visit.now)
        return write_date(moment, form, self.settings["timezone"], self.visit.language)

    def posts(self, query: PostQuery) -> list[Card]:
        """The items of a list, in the locale of what is shown."""
        query = query._replace(locale=self.visit.locale)
        return self._once(("posts", query), lambda: reads.read_posts(*self._now, query))

    def count(self, query: PostQuery) -> int:
        """How many items the list has in all."""
        whole = query._replace(limit=0, offset=0, orderby="", order="", locale=self.visit.locale)
        return self._once(("count", whole), lambda: reads.count_posts(*self._now, whole))

    def content(self, item_id: int) -> str:
        """The stored text of an item, read anew each time: a page may ask for more than memory should keep."""
        return lookups.read_content(self.connection, item_id)

    def part(self, kind: str, item_id: int) -> str:
        """The stored text of a published pattern or navigation."""
        return self._once((kind, item_id), lambda: lookups.read_part(self.connection, kind, item_id))

    def logo(self) -> lookups.ImageRow | None:
        """The picture of the site."""
        return self._once("logo", lambda: lookups.read_image(self.connection, self.settings["logo"]))

    def field(self, item_id: int, name: str) -> Any:
        """The value of a custom field of an item."""
        if item_id in self.fields:
            return self.fields[item_id].get(name)
        return lookups.read_field(self.connection, item_id, name)

    def comments(self, limit: int) -> list[reads.CommentRow]:
        """The newest comments."""
        return self._once(("comments", limit), lambda: reads.read_comments(*self._now, limit))

    def said(self, item_id: int) -> list[threads.Said]:
        """The comments on an item, without their texts."""
        return self._once(("said", item_id), lambda: threads.read_said(self.connection, item_id))

    def words_of(self, comment_id: int) -> str:
        """The text of a comment, read anew each time, as contents are."""
        return threads.read_words(self.connection, comment_id)

    def count_comments(self, item_id: int) -> int:
        """How many comments an item has."""
        return self._once(("comment count", item_id), lambda: reads.count_comments(self.connection, item_id))

    def terms(self, taxonomy: str) -> list[reads.TermRow]:
        """The terms of a taxonomy by name."""
        return self._once(("terms", taxonomy), lambda: reads.read_terms(self.connection, taxonomy))

    def months(self, characters: int, *, counted: bool = False) -> list[reads.Month]:
        """The periods with posts."""
        key = ("months", characters, counted)
        return self._once(key, lambda: reads.read_months(*self._here, characters, counted=counted))

    def days(self, period: str) -> list[str]:
        """The days with posts of a month."""
        return self._once(("days", period), lambda: reads.read_days(*self._here, period))

    def pages(self) -> list[reads.PageRow]:
        """The public pages."""
        return self._once("pages", lambda: reads.read_pages(*self._here))

    def ancestors(self, item_id: int) -> list[Link]:
        """The public pages above a page."""
        return self._once(("ancestors", item_id), lambda: reads.read_ancestors(*self._now, item_id))

    def term_line(self, taxonomy: str, slug: str) -> list[ShownTerm]:
        """A term and those above it."""
        key = ("term line", taxonomy, slug)
        return self._once(key, lambda: reads.read_term_line(self.connection, taxonomy, slug))

    def author(self, post: Card) -> reads.PersonRow:
        """The author whom an item is shown with: a preview may be of an item that is not stored yet."""
        found = self._once(("author", post.author_slug), lambda: lookups.read_author(self.connection, post.author_slug))
        return found or reads.PersonRow(0, post.author, post.author_slug, "")

    def person(self, number: int) -> reads.PersonRow | None:
        """An author by id."""
        return self._once(("person", number), lambda: lookups.read_person(self.connection, number))

    def _once(self, key: Hashable, read: Callable[[], T]) -> T:
        if key not in self._known:
            self._known[key] = read()
        found: T = self._known[key]
        return found
