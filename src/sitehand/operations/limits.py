"""Operations on rate limits."""

from typing import NotRequired

from typing_extensions import TypedDict

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operations.keys import PerMinute
from sitehand.site.host import Host
from sitehand.site.values import UNSET, Id, Input, NoArguments


class RateLimitState(TypedDict):
    """The caller's window: requests allowed and left in it, and its end in epoch seconds."""

    limit: int
    remaining: int
    reset: int


class NewLimit(Input):
    """A limit: the default for all keys, or one key's own."""

    requests_per_minute: PerMinute
    key_id: Id = UNSET


class LimitSetting(TypedDict):
    """The limit as it now holds; `key_id` when it is one key's own."""

    requests_per_minute: int
    key_id: NotRequired[int]
    revision: str


class CounterChoice(Input):
    """Whose counter to reset; all without `key_id`."""

    key_id: Id = UNSET


class CountersReset(TypedDict):
    """Which counters are back at none: "all", or one key's id."""

    reset: str
    changed: bool


@operation("GET /rate-limit", category="site", access="read", everyone=True)
async def get_rate_limit(ctx: Context, _: NoArguments) -> RateLimitState:
    """Requests left for this key, and when the limit resets."""
    state = await ctx.services.limits.state(ctx.caller)
    return RateLimitState(limit=state.limit, remaining=state.remaining, reset=state.reset)


async def _find_target(host: Host, limit: NewLimit) -> tuple[str, str]:
    return ("key", str(limit.key_id)) if limit.key_id is not None else ("setting", "requests_per_minute")


@operation(
    "PUT /rate-limit",
    category="site",
    access="admin",
    idempotent=True,
    example={"requests_per_minute": 120},
    target=_find_target,
    stored=True,
)
async def set_rate_limit(ctx: Context, limit: NewLimit) -> LimitSetting:
    """Set the default limit per key, or one key's own."""
    if limit.key_id is None:
        revision = await ctx.services.limits.set_default(limit.requests_per_minute)
        return LimitSetting(requests_per_minute=limit.requests_per_minute, revision=revision)
    revision = await ctx.services.limits.set_own(limit.key_id, limit.requests_per_minute)
    return LimitSetting(requests_per_minute=limit.requests_per_minute, key_id=limit.key_id, revision=revision)


@operation(
    "POST /rate-limit/reset",
    category="site",
    access="admin",
    idempotent=True,
    exempt={
        "revision": "Counters move with every request, the calling one too.",
        "undo": "The counters of a minute are no state to go back to: by then the minute is over.",
        "verified": "Other requests count on while this one answers.",
    },
)
async def reset_rate_limit(ctx: Context, choice: CounterChoice) -> CountersReset:
    """Reset all rate-limit counters, or one key's."""
    counted = await ctx.services.limits.reset(choice.key_id, dry_run=ctx.dry_run)
    return CountersReset(reset="all" if choice.key_id is None else str(choice.key_id), changed=counted)
