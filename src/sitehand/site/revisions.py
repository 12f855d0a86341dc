"""Revisions: what the texts of an item were after each change, and who made it."""

from typing import Any, NotRequired, Protocol

from typing_extensions import TypedDict

from sitehand.errors import Problem, not_found
from sitehand.site.content import ItemFields, Listing, Rendered
from sitehand.site.values import NOT_GIVEN

REVISED = ("title", "content", "excerpt")
"""The fields of an item that a revision restores, as in WordPress."""


class Revision(TypedDict):
    """One revision, in WordPress's shape: `parent` is the item, `author` its author, or who wrote this in WordPress.

    `by` is the caller that made it ("key:3"), where the site knows it; `action` is what was done ("update", "undo").
    Lists have no `content` and `excerpt`.
    """

    id: int
    parent: int
    date: str
    author: int
    by: str
    action: str
    title: Rendered
    content: NotRequired[Rendered]
    excerpt: NotRequired[Rendered]


class RestoredFields(ItemFields):
    """What a revision puts back: its texts, custom fields, and all SEO fields in place of those that are set.

    `elementor` are the fields of its Elementor document, empty where it had none; those that are missing stay.
    """

    seo: dict[str, Any] = NOT_GIVEN
    elementor: dict[str, str] = NOT_GIVEN


class RevisionStore(Protocol):
    """Reading the revisions of an item of a kind; restoring one is an update of the item."""

    async def find(self, kind: str, item_id: int, page: int, per_page: int) -> Listing[Revision]:
        """One page of them, newest first. Raises Problem(not_found) for an item that is not there."""

    async def get(self, kind: str, item_id: int, revision_id: int) -> Revision:
        """One whole. Raises Problem(not_found)."""

    async def get_parts(self, kind: str, item_id: int, revision_id: int) -> dict[str, Any]:
        """What else restoring one gives the item: `fields`, null for those to remove, `seo` and `elementor`.

        Only what the host keeps in revisions. Raises Problem(not_found).
        """

    async def get_texts(self, kind: str, item_id: int, revision_id: int) -> dict[str, str]:
        """Title, content and excerpt of one as they were stored. Raises Problem(not_found)."""


def no_revision(revision_id: int) -> Problem:
    """The refusal for a revision that the item does not have."""
    return not_found("revision", revision_id, "list_revisions lists the revisions of an item.")
