"""Operations on the items of types that a site has beside pages and posts."""

from functools import partial
from typing import Literal

from sitehand.errors import not_found
from sitehand.operation.brief import leave_raw, tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation, write_in_single_step
from sitehand.operation.write import object_of
from sitehand.operations.content.arguments import ItemId, ItemRemoval, check_schedule
from sitehand.site.content import Deleted, Listing, Title
from sitehand.site.custom_items import HINT, CustomItem, CustomItemFields, CustomItemQuery
from sitehand.site.types import TypeOrBase, find_type
from sitehand.site.values import Id

LIST = "/types/{type}/items"
ONE = f"{LIST}/{{id}}"
of_items = partial(operation, category="content", needs="custom_items")
writes_items = partial(of_items, access="write", brief=tell_outcome, stored=True)
changes_item = partial(writes_items, destructive=True, target=object_of("custom_item"))


class NewCustomItem(CustomItemFields):
    """A custom item to create."""

    type: TypeOrBase
    title: Title


class ChangedCustomItem(CustomItemFields):
    """Changes to a custom item."""

    type: TypeOrBase
    id: Id


class CustomItemId(ItemId):
    """One custom item."""

    type: TypeOrBase


class CustomItemRemoval(ItemRemoval):
    """One custom item to remove."""

    type: TypeOrBase


@of_items(f"GET {LIST}", access="read", remember=True, mcp_defaults={"detail": "summary"})
async def list_items(ctx: Context, query: CustomItemQuery) -> Listing[CustomItem]:
    """List or search items of a custom type; list_types names the types."""
    return await ctx.host.custom_items.find(query)


@of_items(f"GET {ONE}", access="read", remember=True, brief=leave_raw)
async def get_item(ctx: Context, wanted: CustomItemId) -> CustomItem:
    """Read one item of a custom type."""
    return await _read(ctx, wanted.type, wanted.id, wanted.context)


@write_in_single_step
@writes_items(
    f"POST {LIST}",
    status=201,
    example={"title": "Rye bread", "status": "draft", "content": "<p>Flour, water, salt.</p>"},
    prepare=lambda ctx, item: ctx.host.custom_items.prepare(item),
)
async def create_item(ctx: Context, item: NewCustomItem) -> CustomItem:
    """Create an item of a custom type, a draft unless status says otherwise."""
    check_schedule(ctx, item)
    return await ctx.host.custom_items.create(item, ctx.caller.id)


@write_in_single_step
@changes_item(
    f"PUT|PATCH {ONE}",
    idempotent=True,
    example={"title": "Rye bread with seeds"},
    prepare=lambda ctx, item: ctx.host.custom_items.prepare(item, item.id),
)
async def update_item(ctx: Context, item: ChangedCustomItem) -> CustomItem:
    """Change the given fields of an item of a custom type; others stay."""
    check_schedule(ctx, item)
    return await ctx.host.custom_items.update(item.id, item, ctx.caller.id)


@changes_item(f"DELETE {ONE}")
async def delete_item(ctx: Context, removal: CustomItemRemoval) -> CustomItem | Deleted[CustomItem]:
    """Move an item of a custom type to the trash, or delete it permanently."""
    items = ctx.host.custom_items
    await _read(ctx, removal.type, removal.id, "view")
    if not removal.force:
        return await items.trash(removal.id, ctx.caller.id)
    return Deleted(deleted=True, previous=await items.delete(removal.id, ctx.caller.id))


async def _read(ctx: Context, wanted: str, item_id: int, context: Literal["view", "edit"]) -> CustomItem:
    """An item of a type, which its name or its REST base says. Raises Problem(not_found)."""
    item = await ctx.host.custom_items.get(item_id, context)
    if item["type"] != wanted and item["type"] != find_type(await ctx.host.types.all(), wanted)["slug"]:
        raise not_found(wanted, item_id, HINT)
    return item
