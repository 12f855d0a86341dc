"""Operations on items, whatever their type."""

from pydantic import Field

from sitehand.operation.brief import leave_raw
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.view_options import ViewOptions
from sitehand.operations.content.finding import check_one_name, find_item
from sitehand.site.content import Page, Post, Slug
from sitehand.site.custom_items import CustomItem
from sitehand.site.values import NOT_GIVEN, UNSET, Id


class NamedItem(ViewOptions):
    """One item, by what names it."""

    id: Id = UNSET
    slug: Slug = Field(default=NOT_GIVEN, min_length=1)
    url: str = Field(default=NOT_GIVEN, min_length=1, max_length=2000, description="public address")


@operation("GET /content", category="content", access="read", remember=True, brief=leave_raw)
async def get_content(ctx: Context, named: NamedItem) -> Page | Post | CustomItem:
    """Read a page, post or custom item by id, slug or url."""
    check_one_name({"id": named.id, "slug": named.slug, "url": named.url})
    item_id = named.id or await find_item(ctx, slug=named.slug or "", url=named.url or "")
    store = ctx.host.store(await ctx.host.items.kind_of(item_id))
    found: Page | Post | CustomItem = await store.get(item_id, named.context)
    return found
