"""Operations on pages."""

from sitehand.operation.brief import leave_raw, tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import object_of
from sitehand.operations.content.arguments import ChangedPage, ItemId, ItemRemoval, NewPage, check_schedule
from sitehand.site.content import Deleted, Listing, Page, PageQuery


@operation("GET /pages", category="content", access="read", remember=True, mcp_defaults={"detail": "summary"})
async def list_pages(ctx: Context, query: PageQuery) -> Listing[Page]:
    """List or search pages."""
    return await ctx.host.pages.find(query)


@operation("GET /pages/{id}", category="content", access="read", remember=True, brief=leave_raw)
async def get_page(ctx: Context, wanted: ItemId) -> Page:
    """Read one page."""
    return await ctx.host.pages.get(wanted.id, wanted.context)


@operation(
    "POST /pages",
    category="content",
    access="write",
    status=201,
    example={"title": "About us", "status": "draft", "content": "<p>Who we are.</p>"},
    brief=tell_outcome,
    prepare=lambda ctx, page: ctx.host.pages.prepare(page),
    stored=True,
)
async def create_page(ctx: Context, page: NewPage) -> Page:
    """Create a page, a draft unless status says otherwise."""
    check_schedule(ctx, page)
    return await ctx.host.pages.create(page, ctx.caller.id)


@operation(
    "PUT|PATCH /pages/{id}",
    category="content",
    access="write",
    idempotent=True,
    destructive=True,
    example={"title": "About our company"},
    target=object_of("page"),
    brief=tell_outcome,
    prepare=lambda ctx, page: ctx.host.pages.prepare(page, page.id),
    stored=True,
)
async def update_page(ctx: Context, page: ChangedPage) -> Page:
    """Change the given fields of a page; others stay."""
    check_schedule(ctx, page)
    return await ctx.host.pages.update(page.id, page, ctx.caller.id)


@operation(
    "DELETE /pages/{id}",
    category="content",
    access="write",
    destructive=True,
    target=object_of("page"),
    brief=tell_outcome,
    stored=True,
)
async def delete_page(ctx: Context, removal: ItemRemoval) -> Page | Deleted[Page]:
    """Move a page to the trash, or delete it permanently."""
    if not removal.force:
        return await ctx.host.pages.trash(removal.id, ctx.caller.id)
    return Deleted(deleted=True, previous=await ctx.host.pages.delete(removal.id, ctx.caller.id))
