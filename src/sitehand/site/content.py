"""Pages and posts: the objects in WordPress's REST shapes, what a caller may ask of them and change in them."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, NotRequired, Protocol, TypeVar

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.site.conditions import WhereItems
from sitehand.site.locales import Locale, Translation
from sitehand.site.values import NOT_GIVEN, UNSET, Id, IdOrNone, Input, Moment, Paging, WholeBody

T = TypeVar("T")
Q = TypeVar("Q", contravariant=True)
F = TypeVar("F", contravariant=True)

Status = Literal["draft", "pending", "private", "publish", "future"]
UNTRASHED_STATUSES = ("publish", "future", "draft", "pending", "private")
STATUSES = (*UNTRASHED_STATUSES, "trash")
"""The statuses that an item can have."""
TRASHED = "__trashed"
"""What WordPress adds to the slug of an item in the trash."""
UNNAMED_STATUSES = frozenset({"draft", "pending"})
"""Statuses in which an item needs no slug yet, and its date is the moment of its publication."""
AnyStatus = Literal["draft", "pending", "private", "publish", "future", "trash", "any"]
MAX_TITLE = 1000
Title = Annotated[str, Field(max_length=MAX_TITLE)]
TagName = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]
MAX_SLUG = 200
Slug = Annotated[str, Field(max_length=MAX_SLUG)]


class Rendered(TypedDict):
    """Text as visitors see it (HTML), and as it was written, in the context `edit`."""

    rendered: str
    raw: NotRequired[str]


class Body(Rendered):
    """A longer text; `protected` when visitors need a password for it."""

    protected: bool


class Notice(TypedDict):
    """Something that the site did otherwise than asked, such as another slug."""

    code: str
    message: str


Visible = Literal["yes", "cached", "no"]


class Item(TypedDict):
    """What pages and posts have in common. Dates are UTC; 0 stands for none in ids.

    `fields` are the values of its custom fields, if it has any.
    `locale` is a BCP 47 tag, of a site whose items have one; `translations` are the items that say the same, by locale.
    `protected`, in the context `edit`, says that visitors need a password, which can be written and never read.
    `preview_link` shows an item without a public address as it is now, to whoever has the link, for about a day.
    `omitted` names what a list had no room for. `visible`, after a write, says whether visitors see it: `cached` is
    an older page that a cache serves.
    """

    id: int
    date: str
    modified: str
    slug: str
    status: str
    type: str
    link: str
    preview_link: NotRequired[str]
    title: Rendered
    content: NotRequired[Body]
    excerpt: NotRequired[Body]
    author: int
    featured_media: int
    revision: str
    fields: NotRequired[dict[str, Any]]
    locale: NotRequired[str]
    translations: NotRequired[dict[str, Translation]]
    protected: NotRequired[bool]
    notices: NotRequired[list[Notice]]
    omitted: NotRequired[list[str]]
    visible: NotRequired[Visible]


class Page(Item):
    """A page: it has a place in the tree. `terms` are ids by taxonomy, on a WordPress that gives pages any."""

    parent: int
    menu_order: int
    terms: NotRequired[dict[str, list[int]]]


class Post(Item):
    """A post: it has terms; `terms` are the ids of those of custom taxonomies, on a WordPress that gives posts any."""

    sticky: bool
    categories: list[int]
    tags: list[int]
    terms: NotRequired[dict[str, list[int]]]


class Deleted(TypedDict, Generic[T]):
    """What was deleted for good, as it last was."""

    deleted: Literal[True]
    previous: T


class ListQuery(Paging):
    """Paging, search and filters, by WordPress's query names."""

    search: str = Field("", max_length=200)
    status: list[AnyStatus] = Field(default_factory=list, max_length=7, description="default: any but trash")
    order: Literal["asc", "desc"] = "desc"
    orderby: Literal["date", "modified", "title", "slug", "id", "menu_order", "relevance"] = "date"
    after: Moment = UNSET
    before: Moment = UNSET
    slug: list[Slug] = Field(default_factory=list, max_length=100)
    include: list[Id] = Field(default_factory=list, max_length=100)
    exclude: list[Id] = Field(default_factory=list, max_length=100)
    author: list[Id] = Field(default_factory=list, max_length=100)
    detail: Literal["summary", "full"] = "full"
    context: Literal["view", "edit"] = "view"
    where: WhereItems = Field(default_factory=list)
    cursor: str = ""
    """`next_cursor` of the page before, in place of `page`."""


class LocalizedQuery(ListQuery):
    """Filters of a list of items that have a locale."""

    locale: Locale = UNSET


class PageQuery(LocalizedQuery):
    """Filters of a list of pages."""

    parent: list[IdOrNone] = Field(default_factory=list, max_length=100, description="0: top level")


class PostQuery(LocalizedQuery):
    """Filters of a list of posts."""

    categories: list[Id] = Field(default_factory=list, max_length=100)
    tags: list[Id] = Field(default_factory=list, max_length=100)
    sticky: bool = UNSET


class ItemFields(Input):
    """What may be written; a field that is left out stays as it is. Text is stored byte for byte."""

    title: Title = UNSET
    content: Annotated[str, WholeBody()] = Field(default=NOT_GIVEN, description="HTML or blocks")
    excerpt: str = UNSET
    status: Status = UNSET
    slug: Slug = UNSET
    date: Moment = UNSET
    author: Id = UNSET
    featured_media: IdOrNone = UNSET
    password: str = Field(default=NOT_GIVEN, max_length=255, description="write-only; empty removes it")
    fields: dict[str, Any] = Field(default=NOT_GIVEN, description="custom fields by name; null removes")


class LocalizedFields(ItemFields):
    """What may be written to an item that has a locale."""

    locale: Locale = UNSET
    translation_of: IdOrNone = Field(default=NOT_GIVEN, description="id of any of its translations; 0: of none")


class PageFields(LocalizedFields):
    """What may be written to a page."""

    parent: IdOrNone = UNSET
    menu_order: int = Field(default=NOT_GIVEN, ge=-(2**31), le=2**31 - 1)


class PostFields(LocalizedFields):
    """What may be written to a post."""

    sticky: bool = UNSET
    categories: list[Id] = Field(default=NOT_GIVEN, max_length=100, description="all of them, by id")
    tags: list[Id | TagName] = Field(default=NOT_GIVEN, max_length=200, description="all of them, by id or name")


MAX_COUNTED = 10_000
"""Matches that are counted; of a longer list only that it is longer is told."""


@dataclass(frozen=True, slots=True)
class Listing(Generic[T]):
    """One page of a list, and how long the whole list is."""

    items: Sequence[T]
    total: int
    page: int
    per_page: int
    total_is: Literal["exact", "at_least"] = "exact"
    """At least: more fit, and nobody has counted them."""
    next_cursor: str = ""
    """What leads to the page after this one: where `total_is` at_least, or the list grows at its head."""
    goes_on: bool = False
    """Whether there may be a page after this one, where `total_is` at_least and pages have numbers alone."""

    @property
    def pages(self) -> int:
        """How many pages of this size the whole list has."""
        return -(-self.total // self.per_page)


def take_page(found: Sequence[T], query: Paging, *, complete: bool = True) -> Listing[T]:
    """One page of a list that is known whole, or but for what nobody has looked at."""
    end = query.offset + query.per_page
    total_is: Literal["exact", "at_least"] = "exact" if complete else "at_least"
    return Listing(
        found[query.offset : end], len(found), query.page, query.per_page, total_is, goes_on=end < len(found)
    )


class ContentStore(Protocol[T, Q, F]):
    """Reading and writing one type of content. `by` names the caller in the revision that a write leaves.

    Raises Problem(not_found) for an id that is not there, Problem(invalid_arguments) for a reference that leads
    nowhere or a parent that would close a cycle.
    """

    async def find(self, query: Q, members: Sequence[str] = ()) -> Listing[T]:
        """One page of a list. A caller who wants a few members of each item alone names them: others may be missing."""

    async def get(self, item_id: int, context: Literal["view", "edit"]) -> T: ...
    async def create(self, fields: F, by: str) -> T: ...
    async def update(self, item_id: int, fields: F, by: str, *, trashed: bool = False) -> T:
        """Change the given fields. `trashed` says that it must be in the trash: else raises Problem(conflict)."""

    async def rewrite(self, item_id: int, edit: Callable[[str], str], by: str) -> T:
        """Change the content to what `edit` makes of it as it is stored: nobody writes in between.

        It runs in a thread, while others may wait. A Problem that it raises is the refusal of the write.
        """

    def prepare(self, fields: F, item_id: int | None = None) -> AbstractAsyncContextManager[None]:
        """Do what a write of these fields needs and what takes long, while no transaction is open."""

    async def trash(self, item_id: int, by: str) -> T: ...
    async def delete(self, item_id: int, by: str, *, trashed: bool = False) -> T:
        """Remove an item for good. `trashed` as for `update`."""

    async def complete_id(self, prefix: str, limit: int) -> list[str]: ...
