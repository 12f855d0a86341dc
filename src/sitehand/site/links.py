"""Internal links: which items lead to which, what leads nowhere, and what nothing leads to."""

from collections.abc import Sequence
from typing import Literal, Protocol

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.site.content import Listing
from sitehand.site.values import UNSET, Id, Paging

LinkState = Literal["ok", "missing", "trash", "unpublished"]


class LinkedItem(TypedDict):
    """An item at an end of a link."""

    id: int
    type: str
    status: str
    title: str


class Link(TypedDict):
    """A link in the text of `source`: its address and its text.

    `target` is the item that it leads to, by its address, its id or a redirect; None for a file or an archive, and for
    what is not there. `state` says what visitors find: `missing`, `trash` and `unpublished` answer 404.
    """

    source: LinkedItem
    url: str
    text: str
    target: LinkedItem | None
    state: LinkState


class LinkQuery(Paging):
    """Filters of a list of links, by the ids of the items that they lead from and to."""

    source: Id = UNSET
    target: Id = UNSET
    broken: bool = Field(False, description="only those that visitors cannot follow")


class LinkStore(Protocol):
    """Reading the links between items. Links in the trash are none."""

    async def find(self, query: LinkQuery) -> Listing[Link]: ...
    async def find_linking(self, item_id: int, among: Sequence[int]) -> frozenset[int]:
        """The items, of those given, that link to an item."""

    async def find_orphans(self, query: Paging) -> Listing[LinkedItem]:
        """Published items that no other item and no menu links to."""
