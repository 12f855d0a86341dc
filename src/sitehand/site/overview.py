"""What somebody who has never seen the site needs to know of it, in bounded size."""

from datetime import timedelta
from typing import Protocol

from typing_extensions import TypedDict

OVERDUE = timedelta(minutes=5)
"""How late a planned publication may be before it counts as a problem."""


class PageNode(TypedDict):
    """A page in the tree; `depth` 0 is the top level."""

    id: int
    title: str
    status: str
    depth: int


class UsedTerm(TypedDict):
    """A category or tag with the number of published posts that carry it."""

    id: int
    name: str
    slug: str
    parent: int
    count: int


class Menu(TypedDict):
    """A navigation menu: its name and the titles of its top-level entries."""

    name: str
    items: list[str]


class RecentChange(TypedDict):
    """A recent change: what, to which object, by whom, when (UTC)."""

    id: int
    type: str
    title: str
    status: str
    by: str
    at: str


class Theme(TypedDict):
    """The theme and what it can show."""

    name: str
    features: list[str]


class Overview(Protocol):
    """Bounded reads for the briefing: each takes the most entries that it may return."""

    async def theme(self) -> Theme: ...
    async def counts(self) -> dict[str, dict[str, int]]: ...
    async def page_tree(self, limit: int) -> list[PageNode]: ...
    async def categories(self, limit: int) -> list[UsedTerm]: ...
    async def tags(self, limit: int) -> list[UsedTerm]: ...
    async def menus(self, limit: int) -> list[Menu]: ...
    async def recent_changes(self, limit: int) -> list[RecentChange]: ...
    async def problems(self, limit: int) -> list[str]: ...
