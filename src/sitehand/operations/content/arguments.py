"""Arguments that operations on pages and posts share."""

from typing import Annotated

from pydantic import Field

from sitehand.errors import Code, Detail, Problem
from sitehand.operation.context import Context
from sitehand.operation.view_options import ViewOptions
from sitehand.site.content import ItemFields, PageFields, PostFields, Title
from sitehand.site.values import Id, Input, InQuery, iso


def check_schedule(ctx: Context, fields: ItemFields) -> None:
    """Raise Problem(invalid_arguments), when the call is strict, for an item to schedule at a time in the past.

    WordPress publishes it at once.
    """
    if not ctx.strict or fields.status != "future" or fields.date is None or fields.date > ctx.now:
        return
    detail = Detail(path="date", expected=f"a moment after {iso(ctx.now)}", got=iso(fields.date))
    raise Problem(
        Code.INVALID_ARGUMENTS,
        f"The date {iso(fields.date)} is in the past. You cannot schedule for it.",
        hint="Send a future date, or status publish to publish now.",
        details=[detail],
    )


class ItemId(ViewOptions):
    """One item, and whether to see the raw text too."""

    id: Id


class ItemRemoval(Input):
    """One item to remove: to the trash, or for good."""

    id: Id
    force: Annotated[bool, InQuery()] = Field(False, description="delete permanently, skip the trash")


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
