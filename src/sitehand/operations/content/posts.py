"""Operations on posts."""

from functools import partial

from sitehand.operation.brief import leave_raw, tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation, write_in_single_step
from sitehand.operation.write import object_of
from sitehand.operations.content.arguments import ChangedPost, ItemId, ItemRemoval, NewPost, check_schedule
from sitehand.site.content import Deleted, Listing, Post, PostQuery

reads_posts = partial(operation, category="content", access="read", remember=True)
writes_posts = partial(operation, category="content", access="write", brief=tell_outcome, stored=True)
changes_post = partial(writes_posts, destructive=True, target=object_of("post"))


@reads_posts("GET /posts", mcp_defaults={"detail": "summary"})
async def list_posts(ctx: Context, query: PostQuery) -> Listing[Post]:
    """List or search posts."""
    return await ctx.host.posts.find(query, ctx.members)


@reads_posts("GET /posts/{id}", brief=leave_raw)
async def get_post(ctx: Context, wanted: ItemId) -> Post:
    """Read one post."""
    return await ctx.host.posts.get(wanted.id, wanted.context)


@write_in_single_step
@writes_posts(
    "POST /posts",
    status=201,
    example={"title": "We are open", "status": "draft", "content": "<p>Come and see.</p>"},
    prepare=lambda ctx, post: ctx.host.posts.prepare(post),
)
async def create_post(ctx: Context, post: NewPost) -> Post:
    """Create a post, a draft unless status says otherwise."""
    check_schedule(ctx, post)
    return await ctx.host.posts.create(post, ctx.caller.id)


@write_in_single_step
@changes_post(
    "PUT|PATCH /posts/{id}",
    idempotent=True,
    example={"title": "We are open again"},
    prepare=lambda ctx, post: ctx.host.posts.prepare(post, post.id),
)
async def update_post(ctx: Context, post: ChangedPost) -> Post:
    """Change the given fields of a post; others stay."""
    check_schedule(ctx, post)
    return await ctx.host.posts.update(post.id, post, ctx.caller.id)


@changes_post("DELETE /posts/{id}")
async def delete_post(ctx: Context, removal: ItemRemoval) -> Post | Deleted[Post]:
    """Move a post to the trash, or delete it permanently."""
    if not removal.force:
        return await ctx.host.posts.trash(removal.id, ctx.caller.id)
    return Deleted(deleted=True, previous=await ctx.host.posts.delete(removal.id, ctx.caller.id))
