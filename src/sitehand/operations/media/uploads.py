"""Operations that bring a file in without passing it through a model."""

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operations.media.arguments import FinishedUpload
from sitehand.operations.media.media import adds_media, receive
from sitehand.site.media import Media, NewMedia
from sitehand.site.uploads import NewUpload, UploadAddress


class CreatedUpload(UploadAddress):
    """A new address."""

    changed: bool


@operation(
    "POST /uploads",
    category="media",
    access="write",
    status=201,
    example={"filename": "rye.mp4", "mime_type": "video/mp4", "size": 48_000_000},
    exempt={
        "revision": "Each call makes another address.",
        "undo": "An address ends by itself after fifteen minutes.",
        "verified": "An address that was not stored takes no file, and says so.",
    },
    stored=True,
    needs="uploads",
)
async def create_upload(ctx: Context, new: NewUpload) -> CreatedUpload:
    """Get an address to send a large file to; then call finish_upload."""
    return CreatedUpload(**await ctx.services.uploads.create(new, ctx.caller), changed=True)


@adds_media(
    "POST /uploads/finish",
    prepare=lambda ctx, sent: receive(ctx, _describe(ctx, sent)),
    example={"file_uri": f"sitehand-file:{'0123456789abcdef'}-{'0123456789abcdef' * 4}"},
)
async def finish_upload(ctx: Context, sent: FinishedUpload) -> Media:
    """Add a file that was sent to the address of create_upload."""
    return await ctx.host.media.create(_describe(ctx, sent))


def _describe(ctx: Context, sent: FinishedUpload) -> NewMedia:
    """What was sent, as a file to add; its name is that which create_upload was told."""
    ctx.services.uploads.check_sender(sent.file_uri, ctx.caller)
    given = sent.model_dump(include={*NewMedia.model_fields} & sent.model_fields_set)
    return NewMedia(**{"filename": ctx.services.uploads.name_file(sent.file_uri), **given, "file": sent.file_uri})
