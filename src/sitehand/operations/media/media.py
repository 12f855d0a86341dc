"""Operations on media."""

from sitehand.errors import Code, Problem
from sitehand.operation.brief import leave_raw, tell_outcome
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.write import object_of
from sitehand.operations.media.arguments import ChangedMedia, MediaId, MediaRemoval, UsedMedia
from sitehand.site.content import Deleted, Listing
from sitehand.site.media import Media, MediaQuery, MediaUses, NewMedia


@operation("GET /media", category="media", access="read", remember=True, mcp_defaults={"detail": "summary"})
async def list_media(ctx: Context, query: MediaQuery) -> Listing[Media]:
    """List or search files: images, documents, audio, video."""
    return await ctx.host.media.find(query)


@operation("GET /media/{id}", category="media", access="read", remember=True, brief=leave_raw)
async def get_media(ctx: Context, wanted: MediaId) -> Media:
    """Read one file's address, texts and details."""
    return await ctx.host.media.get(wanted.id, wanted.context)


@operation("GET /media/{id}/uses", category="media", access="read", remember=True)
async def list_media_uses(ctx: Context, wanted: UsedMedia) -> MediaUses:
    """Which pages and posts use a file, and how."""
    return await ctx.host.media.find_uses(wanted.id)


@operation(
    "POST /media",
    category="media",
    access="write",
    status=201,
    example={"url": "https://example.org/rye.jpg", "alt_text": "A loaf of rye bread"},
    brief=tell_outcome,
    prepare=lambda ctx, new: ctx.host.media.prepare(new),
    stored=True,
    needs="uploads",
)
async def create_media(ctx: Context, new: NewMedia) -> Media:
    """Add a file from url, or data: an image, PDF or plain text."""
    return await ctx.host.media.create(new)


@operation(
    "PUT|PATCH /media/{id}",
    category="media",
    access="write",
    idempotent=True,
    destructive=True,
    example={"alt_text": "A loaf of rye bread on a wooden board"},
    target=object_of("media"),
    brief=tell_outcome,
    stored=True,
)
async def update_media(ctx: Context, changed: ChangedMedia) -> Media:
    """Change a file's title, alternative text, caption or description."""
    return await ctx.host.media.update(changed.id, changed)


@operation(
    "DELETE /media/{id}",
    category="media",
    access="write",
    destructive=True,
    target=object_of("media"),
    brief=tell_outcome,
    stored=True,
)
async def delete_media(ctx: Context, removal: MediaRemoval) -> Deleted[Media]:
    """Delete a file permanently (force=true). Without force, say where it is used."""
    if not removal.force:
        raise _refuse_trash(removal.id, await ctx.host.media.find_uses(removal.id))
    return Deleted(deleted=True, previous=await ctx.host.media.delete(removal.id))


def _refuse_trash(media_id: int, found: MediaUses) -> Problem:
    """Files have no trash, as in WordPress; who did not say `force` is told what a deletion would break."""
    number = len(found["uses"])
    used = "is not used" if not number else f"is used by {number}{'' if found['complete'] else ' or more'} items"
    return Problem(
        Code.CONFLICT,
        f"Files have no trash. File {media_id} {used}. Nothing was changed.",
        hint="Send force=true to delete it permanently.",
        extra={"where_used": found["uses"]},
    )
