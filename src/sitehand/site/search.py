"""Search over all types of content: ranked hits, each with the place in its text that was found."""

from typing import Literal, NotRequired, Protocol

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.site.content import AnyStatus, Listing
from sitehand.site.locales import Locale
from sitehand.site.types import TypeName
from sitehand.site.values import UNSET, Paging

ItemType = Literal["page", "post"]
ITEM_TYPES: tuple[ItemType, ...] = ("page", "post")


class Hit(TypedDict):
    """One item that was found, in WordPress's shape: `type` is always "post", `subtype` the type of the item.

    `snippet` is HTML: the text around the first words that were found, each in `<mark>`. What has no page of its own,
    such as a pattern or a navigation, has no `url`.
    """

    id: int
    title: str
    url: NotRequired[str]
    type: Literal["post"]
    subtype: str
    status: str
    snippet: str


class SearchQuery(Paging):
    """What to look for, by WordPress's query names."""

    search: str = Field(min_length=1, max_length=200, pattern=r"\S")
    subtype: list[TypeName] = Field(default_factory=list, max_length=20, description="types; default: all")
    status: list[AnyStatus] = Field(default_factory=list, max_length=7, description="default: any but trash")
    locale: Locale = UNSET
    per_page: int = Field(10, ge=1, le=50)


class SearchStore(Protocol):
    """Finding items by their words."""

    async def find(self, query: SearchQuery) -> Listing[Hit]:
        """One page of the hits, best first. No word to look for: no hits."""
