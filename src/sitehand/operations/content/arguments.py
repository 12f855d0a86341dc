"""Arguments that operations on pages and posts share."""

from typing import Annotated, Literal

from pydantic import Field

from sitehand.site.content import PageFields, PostFields, Title
from sitehand.site.values import Id, Input, InQuery


class ItemId(Input):
    """One item, and whether to see the raw text too."""

    id: Id
    context: Literal["view", "edit"] = Field("view", description="edit adds raw text")


class ItemRemoval(Input):
    """One item to remove: to the trash, or for good."""

    id: Id
    force: Annotated[bool, InQuery()] = Field(False, description="delete for good, past the trash")


class NewPage(PageFields):
    """A page to create."""

    title: Title


class ChangedPage(PageFields):
    """Changes to a page."""

    id: Id


class NewPost(PostFields):
    """A post to create."""

    title: Title


class ChangedPost(PostFields):
    """Changes to a post."""

    id: Id
