"""Admin operations on API keys."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from sitehand.errors import Code, Problem
from sitehand.operation.caller import Category, Role
from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operation.grants import GRANTED, Grants
from sitehand.operation.keys import MAX_GRACE_SECONDS, IssuedKey, KeyRecord
from sitehand.operation.write import object_of
from sitehand.site.content import Listing
from sitehand.site.lines import Label
from sitehand.site.locales import Locales, store_locale
from sitehand.site.values import NOT_GIVEN, UNSET, Id, Input, Moment, Paging, iso

PerMinute = Annotated[int, Field(ge=1, le=100_000)]


class KeyQuery(Paging):
    """Filters of a list of keys, newest first."""

    per_page: int = Field(100, ge=1, le=100)
    include: list[Literal["revoked"]] = Field(default_factory=list, description="revoked: expired and revoked keys too")


class NewKey(Input):
    """A key to create."""

    label: Label = Field(min_length=1, max_length=200)
    role: Role
    expires: Moment = UNSET
    requests_per_minute: PerMinute = UNSET
    unfiltered_html: bool = Field(False, description="may add scripts and the like; only the owner can give this")
    drafts_only: bool = Field(False, description="changes nothing that visitors see, or will")
    no_publish: bool = Field(False, description="makes nothing public")
    max_changes_per_hour: int = Field(default=NOT_GIVEN, ge=1, le=100_000)
    without: list[Category] = Field(default_factory=list, max_length=10, description="categories to leave out")
    locales: Locales = Field(default_factory=list, description="changes only pages and posts in these")


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
    ended = "revoked" in query.include
    keys = await ctx.services.keys.list(include_revoked=ended, now=ctx.now, limit=query.per_page, offset=query.offset)
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
    _check_right(ctx, unfiltered_html=key.unfiltered_html)
    await _check_end(ctx, iso(key.expires) if key.expires else None)
    locales = await _check_locales(ctx, key.locales)
    given = {name: getattr(key, name) for name in GRANTED}
    return await ctx.services.keys.create(
        label=key.label,
        role=key.role,
        expires=key.expires,
        requests_per_minute=key.requests_per_minute,
        grants=Grants(**{**given, "without": tuple(dict.fromkeys(key.without)), "locales": locales}),
        now=ctx.now,
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
    key = await ctx.services.keys.get(rotation.id, ctx.now)
    _check_right(ctx, unfiltered_html=key is not None and key["unfiltered_html"])
    if key is not None:
        await _check_end(ctx, key["expires"])
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


async def _check_locales(ctx: Context, wanted: Sequence[str]) -> tuple[str, ...]:
    """The locales as the site writes them. Raises Problem(invalid_arguments) for one that it does not have."""
    if not wanted:
        return ()
    site = await ctx.host.settings.get()
    if not site["locales"]:
        message = "This site is in one language, so that no key can be narrowed to locales."
        raise Problem(Code.CONFLICT, message, hint="Leave locales out.")
    known = [store_locale(each, site["language"], site["locales"], "locales") for each in wanted]
    return tuple(each or site["language"] for each in known)


def _check_right(ctx: Context, *, unfiltered_html: bool) -> None:
    """Refuse to give a value of a key that may do what its creator may not. Raises Problem."""
    if ctx.caller.grants.narrows:
        raise Problem(
            Code.KEY_NARROWED,
            "A key that may do less than its role cannot create or rotate keys.",
            hint="Ask the owner for the key (admin screens, Keys).",
        )
    if unfiltered_html and ctx.caller.kind != "owner":
        raise Problem(
            Code.ADMIN_REQUIRED,
            "Only the owner can create or rotate a key that has unfiltered_html.",
            hint="Ask the owner to do it (admin screens, Keys), or create a key without it.",
        )


async def _check_end(ctx: Context, expires: str | None) -> None:
    """Refuse to give a value of a key that lasts longer than its creator. Raises Problem(key_narrowed)."""
    own = await ctx.services.keys.get(ctx.caller.key_id, ctx.now) if ctx.caller.key_id is not None else None
    latest = own["expires"] if own is not None else None
    if latest is not None and (expires is None or expires > latest):
        raise Problem(
            Code.KEY_NARROWED,
            "A key that expires cannot create or rotate keys that last longer.",
            hint=f"Use a key that expires at {latest} or earlier, or ask the owner (admin screens, Keys).",
            extra={"latest": latest},
        )
