"""The operation that the plugin adds; its REST route, tool and docs follow from the declaration."""

from datetime import timedelta

from pydantic import Field
from typing_extensions import TypedDict

from sitehand.operation.context import Context
from sitehand.operation.declaration import Operation, operation
from sitehand.site.values import Input, iso
from sitehand_signed_links.link import Link, LinkRole, LinkSigner

HEADER = "X-Signed-Link"
MAX_MINUTES = 30 * 24 * 60


class NewLink(Input):
    """A link to sign."""

    name: str = Field(
        min_length=1, max_length=60, pattern=r"^[a-z0-9-]+$", description="for whom; names the rate limit"
    )
    path: str = Field(
        max_length=500,
        pattern=r"^/[^?#\s]+(\?[!-\"$-~]+)?$",
        description="below the REST root, with the one query that it may have, such as /posts?per_page=5",
    )
    role: LinkRole = "author"
    minutes: int = Field(60, ge=1, le=MAX_MINUTES)


class SignedLink(TypedDict):
    """How to use the link: GET `url` with `headers`, until `expires` (UTC)."""

    url: str
    headers: dict[str, str]
    expires: str


def declare_operation(signer: LinkSigner) -> Operation:
    """The operation that signs with this signer."""

    @operation(
        "POST /signed-links",
        category="site",
        access="admin",
        example={"name": "newsletter", "path": "/posts", "role": "author", "minutes": 60},
    )
    async def make_signed_link(ctx: Context, wanted: NewLink) -> SignedLink:
        """Sign a link that reads one path for a while without a key."""
        expires = ctx.now + timedelta(minutes=wanted.minutes)
        link = Link(wanted.name, wanted.role, wanted.path, int(expires.timestamp()))
        return SignedLink(
            url=ctx.services.address.rest + wanted.path, headers={HEADER: signer.sign(link)}, expires=iso(expires)
        )

    return make_signed_link
