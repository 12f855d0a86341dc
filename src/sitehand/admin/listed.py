"""Items as the Content screen lists them: some of one type at a time, last changed first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from sitehand.admin.number import read_page
from sitehand.admin.visit import Visit
from sitehand.site.content import STATUSES, Item, Listing, LocalizedQuery, PageQuery, PostQuery
from sitehand.site.custom_items import CustomItemQuery
from sitehand.site.item_kinds import kind_of_type
from sitehand.site.kinds import CUSTOM_ITEM, PAGE, POST
from sitehand.site.types import SUPPORTED, ContentType

PER_PAGE = 25
"""Rows on a page: as many as one batch may change."""
MAX_SEARCH = 200
QUERIES: Mapping[str, type[LocalizedQuery]] = {
    PAGE.name: PageQuery,
    POST.name: PostQuery,
    CUSTOM_ITEM.name: CustomItemQuery,
}
"""The kinds that the screen shows, each with its query."""
SECTIONS = {PAGE.name: "pages", POST.name: "posts", CUSTOM_ITEM.name: "items"}
"""Where items of a kind stand below the address of the screen."""


@dataclass(frozen=True, slots=True)
class ShownType:
    """A type of content as the screen calls it. `name` is of many items, `singular` of one."""

    slug: str
    name: str
    singular: str
    supports: frozenset[str]

    @property
    def kind(self) -> str:
        """The kind of its items."""
        return kind_of_type(self.slug)

    @property
    def path(self) -> str:
        """Where the REST API has its items."""
        return f"/types/{self.slug}/items" if self.kind == CUSTOM_ITEM.name else f"/{SECTIONS[self.kind]}"


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the filters say. An empty status is any but the trash."""

    type: ShownType
    status: str
    search: str

    @property
    def query(self) -> dict[str, str]:
        """The filters as an address has them, without those that say nothing."""
        slug = self.type.slug
        given = {"type": slug if slug != "page" else "", "status": self.status, "search": self.search}
        return {name: value for name, value in given.items() if value}


@dataclass(frozen=True, slots=True)
class ListedItems:
    """Some of the items; `newer` and `older` are the queries of the pages beside, empty where there is none."""

    items: Sequence[Item]
    total: str
    newer: str
    older: str


def find_address(kind: str, item_id: int) -> str:
    """The screen of an item of a kind, below the admin root."""
    return f"/content/{SECTIONS[kind]}/{item_id}"


async def list_shown(visit: Visit) -> dict[str, ShownType]:
    """The types whose items the screen shows, by their slug: pages and posts first."""
    types = visit.services.operations.host.types
    shown = ["page", "post", *await types.custom()]
    known = {each["slug"]: _show_type(each) for each in await types.all()}
    return {slug: known[slug] for slug in shown if slug in known}


def _show_type(found: ContentType) -> ShownType:
    singular = found["labels"]["singular_name"] if "labels" in found else found["slug"].capitalize()
    return ShownType(found["slug"], found["name"], singular, frozenset(found.get("supports", SUPPORTED.values())))


async def read_chosen(visit: Visit, query: Mapping[str, str]) -> Chosen:
    """The filters in an address or a form; what they cannot be is left out."""
    status, types = query.get("status", ""), await list_shown(visit)
    return Chosen(
        types.get(query.get("type", ""), types["page"]),
        status if status in STATUSES else "",
        query.get("search", "").strip()[:MAX_SEARCH],
    )


async def read_items(visit: Visit, chosen: Chosen) -> ListedItems:
    """The page of the list that the address asks for."""
    asked, cursor = read_page(visit.request.query_params.get("page", "")), visit.request.query_params.get("cursor", "")
    wanted: dict[str, Any] = {"orderby": "modified", "detail": "summary", "context": "edit", "per_page": PER_PAGE}
    wanted |= {"search": chosen.search, "status": [chosen.status or "any"]}
    wanted |= {"cursor": cursor} if cursor else {"page": asked}
    kind = chosen.type.kind
    wanted |= {"type": chosen.type.slug} if kind == CUSTOM_ITEM.name else {}
    listing: Listing[Item] = await visit.services.operations.host.store(kind).find(QUERIES[kind].model_validate(wanted))
    return ListedItems(listing.items, tell_total(listing), *_list_pages(listing, chosen.query))


def tell_total(listing: Listing[Any]) -> str:
    """How many entries a list has, as a screen says it."""
    return f"{listing.total:,}" if listing.total_is == "exact" else f"more than {listing.total:,}"


def _list_pages(listing: Listing[Item], query: Mapping[str, str]) -> tuple[str, str]:
    """The queries of the pages before and after."""
    page = listing.page
    newer = urlencode({**query, "page": page - 1}) if page > 1 else ""
    if listing.next_cursor:
        return newer, urlencode({**query, "cursor": listing.next_cursor})
    return newer, urlencode({**query, "page": page + 1}) if page < listing.pages else ""
