"""Operations on the trash. What is in it, list_pages, list_posts and list_items show with status trash."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.operation.brief import tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import item_of
from sitehand.operations.content.finding import find_items, list_types, listed_kind
from sitehand.site.content import ItemFields, Page, Post
from sitehand.site.types import TypeName
from sitehand.site.values import Id, Input, InQuery

MAX_EMPTIED = 50
"""Items that one call deletes: meanwhile no other writer does anything."""


class RestoredItem(Input):
    """An item to take out of the trash."""

    id: Id
    status: Literal["draft", "pending", "private", "publish"] = Field("draft", description="that it then has")


class Emptying(Input):
    """What to delete of the trash."""

    type: Annotated[list[TypeName], InQuery()] = Field(default_factory=list, max_length=20, description="default: all")


class DeletedItem(TypedDict):
    """An item that was deleted for good."""

    id: int
    type: str
    title: str


class EmptiedTrash(TypedDict):
    """What was deleted, and how many items are left in the trash."""

    deleted: list[DeletedItem]
    left: int


@operation(
    "POST /trash/{id}/restore",
    category="content",
    access="write",
    target=item_of(),
    brief=tell_outcome,
    stored=True,
    example={"status": "draft"},
)
async def restore_item(ctx: Context, wanted: RestoredItem) -> Page | Post:
    """Take an item out of the trash, as a draft."""
    store = ctx.host.store(await ctx.host.items.kind_of(wanted.id))
    taken_out = ItemFields(status=wanted.status)
    restored: Page | Post = await store.update(wanted.id, taken_out, ctx.caller.id, trashed=True)
    return restored


@operation("DELETE /trash", category="content", access="write", destructive=True, stored=True)
async def empty_trash(ctx: Context, wanted: Emptying) -> EmptiedTrash:
    """Permanently delete what is in the trash, up to 50 items a call, oldest first."""
    asked = {"status": ["trash"], "detail": "summary", "orderby": "id", "order": "asc", "per_page": MAX_EMPTIED}
    deleted: list[DeletedItem] = []
    total = 0
    for name in await list_types(ctx, wanted.type):
        store = ctx.host.store(listed_kind(name))
        found = await find_items(ctx, name, {**asked, "context": "edit"})
        total += found.total
        for item in found.items[: MAX_EMPTIED - len(deleted)]:
            # It may have been restored since it was listed.
            await store.delete(item["id"], ctx.caller.id, trashed=True)
            deleted.append(DeletedItem(id=item["id"], type=name, title=item["title"]["raw"]))
    return EmptiedTrash(deleted=deleted, left=total - len(deleted))
