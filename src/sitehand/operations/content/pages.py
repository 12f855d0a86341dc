"""Operations on pages."""

from functools import partial

from sitehand.operation.brief import leave_raw, tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation, write_in_single_step
from sitehand.operation.write import object_of
from sitehand.operations.content.arguments import ChangedPage, ItemId, ItemRemoval, NewPage, check_schedule
from sitehand.site.content import Deleted, Listing, Page, PageQuery

reads_pages = partial(operation, category="content", access="read", remember=True)
writes_pages = partial(operation, category="content", access="write", brief=tell_outcome, stored=True)
changes_page = partial(writes_pages, destructive=True, target=object_of("page"))


@reads_pages("GET /pages", mcp_defaults={"detail": "summary"})
async def list_pages(ctx: Context, query: PageQuery) -> Listing[Page]:
    """List or search pages."""
    return await ctx.host.pages.find(query, ctx.members)


@reads_pages("GET /pages/{id}", brief=leave_raw)
async def get_page(ctx: Context, wanted: ItemId) -> Page:
    """Read one page."""
    return await ctx.host.pages.get(wanted.id, wanted.context)


@write_in_single_step
@writes_pages(
    "POST /pages",
    status=201,
    example={"title": "About us", "status": "draft", "content": "<p>Who we are.</p>"},
    prepare=lambda ctx, page: ctx.host.pages.prepare(page),
)
async def create_page(ctx: Context, page: NewPage) -> Page:
    """Create a page, a draft unless status says otherwise."""
    check_schedule(ctx, page)
    return await ctx.host.pages.create(page, ctx.caller.id)


@write_in_single_step
@changes_page(
    "PUT|PATCH /pages/{id}",
    idempotent=True,
    example={"title": "About our company"},
    prepare=lambda ctx, page: ctx.host.pages.prepare(page, page.id),
)
async def update_page(ctx: Context, page: ChangedPage) -> Page:
    """Change the given fields of a page; others stay."""
    check_schedule(ctx, page)
    return await ctx.host.pages.update(page.id, page, ctx.caller.id)


@changes_page("DELETE /pages/{id}")
async def delete_page(ctx: Context, removal: ItemRemoval) -> Page | Deleted[Page]:
    """Move a page to the trash, or delete it permanently."""
    if not removal.force:
        return await ctx.host.pages.trash(removal.id, ctx.caller.id)
    return Deleted(deleted=True, previous=await ctx.host.pages.delete(removal.id, ctx.caller.id))
