"""Admin operations on API keys."""

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
    """Which keys to list, newest first."""

    page: int = Field(1, ge=1, le=1_000_000)
    per_page: int = Field(100, ge=1, le=100)
    include: list[Literal["revoked"]] = Field(default_factory=list, description="revoked: expired and revoked keys too")


class NewKey(Input):
    """A key to create."""

    label: Label = Field(min_length=1, max_length=200)
    role: Role
    expires: Moment = UNSET
    requests_per_minute: PerMinute = UNSET


class KeyRotation(Input):
    """A key to give a new value."""

    id: Id
    grace_seconds: int = Field(0, ge=0, le=MAX_GRACE_SECONDS, description="how long the old value keeps working")


class KeyId(Input):
    """One key."""

    id: Id


@operation("GET /api-keys", category="site", access="admin")
async def list_api_keys(ctx: Context, query: KeyQuery) -> Listing[KeyRecord]:
    """List API keys, never their values."""
    ended, offset = "revoked" in query.include, (query.page - 1) * query.per_page
    keys = await ctx.services.keys.list(include_revoked=ended, now=ctx.now, limit=query.per_page, offset=offset)
    total = await ctx.services.keys.count(include_revoked=ended, now=ctx.now)
    return Listing(keys, total=total, page=query.page, per_page=query.per_page)


@operation(
    "POST /api-keys",
    category="site",
    access="admin",
    status=201,
    example={"label": "Newsletter script", "role": "author"},
    exempt={"undo": "An undo revokes the key: its row stays, so that everybody sees that there was one."},
    stored=True,
)
async def create_api_key(ctx: Context, key: NewKey) -> IssuedKey:
    """Create an API key; its value is shown only in this answer."""
    return await ctx.services.keys.create(
        label=key.label, role=key.role, expires=key.expires, requests_per_minute=key.requests_per_minute, now=ctx.now
    )


@operation(
    "POST /api-keys/{id}/rotate",
    category="site",
    access="admin",
    destructive=True,
    target=object_of("key"),
    exempt={"undo": "No undo puts a replaced value back to life."},
    stored=True,
)
async def rotate_api_key(ctx: Context, rotation: KeyRotation) -> IssuedKey:
    """Give an API key a new value, shown only in this answer."""
    return await ctx.services.keys.rotate(rotation.id, grace_seconds=rotation.grace_seconds, now=ctx.now)


@operation(
    "DELETE /api-keys/{id}",
    category="site",
    access="admin",
    destructive=True,
    target=object_of("key"),
    exempt={"undo": "No undo puts a revoked key back to life."},
    stored=True,
)
async def revoke_api_key(ctx: Context, key: KeyId) -> KeyRecord:
    """Revoke an API key at once."""
    return await ctx.services.keys.revoke(key.id, now=ctx.now)
