"""Search over all types of content."""

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operations.content.finding import list_types
from sitehand.site.content import Listing
from sitehand.site.search import Hit, SearchQuery


@operation("GET /search", category="content", access="read", remember=True)
async def search(ctx: Context, query: SearchQuery) -> Listing[Hit]:
    """Search pages, posts and custom items: best hits first, each with the words found in their context."""
    await list_types(ctx, query.subtype)
    return await ctx.host.search.find(query)
