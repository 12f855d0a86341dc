"""Operations on preview links."""

from pydantic import Field

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.site.previews import DEFAULT_SECONDS, LONGEST_SECONDS, SHORTEST_SECONDS, PreviewLink, PreviewLinks
from sitehand.site.values import Id, Input


class PreviewedItem(Input):
    """An item to show, and for how long."""

    id: Id
    expires_in: int = Field(
        DEFAULT_SECONDS, ge=SHORTEST_SECONDS, le=LONGEST_SECONDS, description="seconds, 15 minutes to 7 days"
    )


@operation(
    "POST /items/{id}/preview-link",
    category="content",
    access="read",
    needs="previews",
    example={"expires_in": 3600},
)
async def create_preview_link(ctx: Context, wanted: PreviewedItem) -> PreviewLink:
    """Get a link that shows a page or post as it is now, without a login, until it expires."""
    return await _links(ctx).create(wanted.id, wanted.expires_in)


def _links(ctx: Context) -> PreviewLinks:
    """Raises RuntimeError where the gate has let an operation through that the host does not offer."""
    if ctx.host.previews is None:
        raise RuntimeError(f"The host {ctx.host.name} offers preview links and has none.")
    return ctx.host.previews
