"""Preview links: addresses at which one state of an item is shown to whoever has them, until they expire."""

from typing import NamedTuple, Protocol

from typing_extensions import TypedDict

from sitehand.site.approvals import PendingLine

SHORTEST_SECONDS, LONGEST_SECONDS = 15 * 60, 7 * 24 * 3600
DEFAULT_SECONDS = 24 * 3600


class PreviewLink(TypedDict):
    """A link to an item as it is at this moment; later changes do not show there."""

    id: int
    preview_link: str
    expires_at: str


class ChangedItem(NamedTuple):
    """An item that a write changes: its place among the changes that the write shows, from 0, and its id.

    A new item has another id in each run: the one that it was shown with may be somebody else's draft by now.
    """

    place: int
    id: int


class PendingLink(TypedDict):
    """A link to an item as a pending change would leave it. It ends with that change too."""

    preview_link: str
    expires_at: str


class PreviewLinks(Protocol):
    """Makes preview links."""

    def link_pending(self, pending: PendingLine, item: ChangedItem) -> PendingLink | None:
        """A link to an item as a pending change would leave it, for a day at most; None for no such page."""

    async def create(self, item_id: int, seconds: int) -> PreviewLink:
        """A link to an item as it is now, for so many seconds. Raises Problem: not_found; conflict in the trash."""
