"""Pages and posts as the Content screen lists them: some at a time, last changed first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from sitehand.admin.number import read_page
from sitehand.admin.visit import Visit
from sitehand.site.content import STATUSES, Item, Listing, PageQuery, PostQuery

PER_PAGE = 25
"""As many as one batch changes."""
MAX_SEARCH = 200
QUERIES: Mapping[str, type[PageQuery | PostQuery]] = {"page": PageQuery, "post": PostQuery}
"""The kinds that the screen shows, each with its query."""
TITLES = {"page": "Pages", "post": "Posts"}


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the filters say. An empty status is any but the trash."""

    kind: str
    status: str
    search: str

    @property
    def query(self) -> dict[str, str]:
        """The filters as an address has them, without those that say nothing."""
        given = {"kind": self.kind if self.kind != "page" else "", "status": self.status, "search": self.search}
        return {name: value for name, value in given.items() if value}


@dataclass(frozen=True, slots=True)
class ListedItems:
    """Some of the items; `newer` and `older` are the queries of the pages beside, empty where there is none."""

    items: Sequence[Item]
    total: str
    newer: str
    older: str


def read_chosen(query: Mapping[str, str]) -> Chosen:
    """The filters in an address or a form; what they cannot be is left out."""
    kind, status = query.get("kind", ""), query.get("status", "")
    return Chosen(
        kind if kind in QUERIES else "page",
        status if status in STATUSES else "",
        query.get("search", "").strip()[:MAX_SEARCH],
    )


async def read_items(visit: Visit, chosen: Chosen) -> ListedItems:
    """The page of the list that the address asks for."""
    asked, cursor = read_page(visit.request.query_params.get("page", "")), visit.request.query_params.get("cursor", "")
    wanted: dict[str, Any] = {"orderby": "modified", "detail": "summary", "context": "edit", "per_page": PER_PAGE}
    wanted |= {"search": chosen.search, "status": [chosen.status or "any"]}
    wanted |= {"cursor": cursor} if cursor else {"page": asked}
    query = QUERIES[chosen.kind].model_validate(wanted)
    listing: Listing[Item] = await visit.services.operations.host.store(chosen.kind).find(query)
    return ListedItems(listing.items, _tell_total(listing), *_list_pages(listing, chosen.query))


def _tell_total(listing: Listing[Item]) -> str:
    return f"{listing.total:,}" if listing.total_is == "exact" else f"more than {listing.total:,}"


def _list_pages(listing: Listing[Item], query: Mapping[str, str]) -> tuple[str, str]:
    """The queries of the pages before and after."""
    page = listing.page
    newer = urlencode({**query, "page": page - 1}) if page > 1 else ""
    if listing.next_cursor:
        return newer, urlencode({**query, "cursor": listing.next_cursor})
    return newer, urlencode({**query, "page": page + 1}) if page < listing.pages else ""
