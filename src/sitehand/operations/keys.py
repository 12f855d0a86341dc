"""Admin operations on API keys."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from sitehand.operation.context import Context, IssuedKey, KeyRecord, Role
from sitehand.operation.declaration import operation
from sitehand.operation.write import object_of
from sitehand.site.content import Listing
from sitehand.site.lines import Label
from sitehand.site.values import UNSET, Id, Input, Moment

MAX_GRACE_SECONDS = 7 * 24 * 3600
PerMinute = Annotated[int, Field(ge=1, le=100_000)]


class KeyQuery(Input):
    """Which keys to list."""

    include: list[Literal["revoked"]] = Field(default_factory=list, description="revoked: also ended keys")


class NewKey(Input):
    """A key to create."""

    label: Label = Field(min_length=1, max_length=200)
    role: Role
    expires: Moment = UNSET
    requests_per_minute: PerMinute = UNSET


class KeyRotation(Input):
    """A key to give a new value."""

    id: Id
    grace_seconds: int = Field(0, ge=0, le=MAX_GRACE_SECONDS, description="how long the old value still works")


class KeyId(Input):
    """One key."""

    id: Id


@operation("GET /api-keys", category="site", access="admin")
async def list_api_keys(ctx: Context, query: KeyQuery) -> Listing[KeyRecord]:
    """List API keys, never their values."""
    keys = await ctx.services.keys.list(include_revoked="revoked" in query.include, now=ctx.now)
    return _whole(keys)


@operation(
    "POST /api-keys",
    category="site",
    access="admin",
    status=201,
    example={"label": "Newsletter script", "role": "author"},
)
async def create_api_key(ctx: Context, key: NewKey) -> IssuedKey:
    """Create an API key; its value is shown only in this answer."""
    return await ctx.services.keys.create(
        label=key.label, role=key.role, expires=key.expires, requests_per_minute=key.requests_per_minute, now=ctx.now
    )


@operation("POST /api-keys/{id}/rotate", category="site", access="admin", destructive=True, target=object_of("key"))
async def rotate_api_key(ctx: Context, rotation: KeyRotation) -> IssuedKey:
    """Give an API key a new value, shown only in this answer."""
    return await ctx.services.keys.rotate(rotation.id, grace_seconds=rotation.grace_seconds, now=ctx.now)


@operation("DELETE /api-keys/{id}", category="site", access="admin", destructive=True, target=object_of("key"))
async def revoke_api_key(ctx: Context, key: KeyId) -> KeyRecord:
    """Revoke an API key at once."""
    return await ctx.services.keys.revoke(key.id, now=ctx.now)


def _whole(keys: Sequence[KeyRecord]) -> Listing[KeyRecord]:
    return Listing(items=keys, total=len(keys), page=1, per_page=max(1, len(keys)))
