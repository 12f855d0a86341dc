"""Operations on rate limits."""

from typing import NotRequired

from typing_extensions import TypedDict

from sitehand.operation.context import Context
from sitehand.operation.declaration import operation
from sitehand.operations.keys import PerMinute
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


class CounterChoice(Input):
    """Whose counter to reset; all without `key_id`."""

    key_id: Id = UNSET


class CountersReset(TypedDict):
    """Which counters are back at none: "all", or one key's id."""

    reset: str


@operation("GET /rate-limit", category="site", access="read", everyone=True)
async def get_rate_limit(ctx: Context, _: NoArguments) -> RateLimitState:
    """Requests left for this key, and when its window ends."""
    state = await ctx.services.limits.state(ctx.caller)
    return RateLimitState(limit=state.limit, remaining=state.remaining, reset=state.reset)


@operation("PUT /rate-limit", category="site", access="admin", idempotent=True, example={"requests_per_minute": 120})
async def set_rate_limit(ctx: Context, limit: NewLimit) -> LimitSetting:
    """Set the default limit per key, or one key's own."""
    if limit.key_id is None:
        await ctx.services.limits.set_default(limit.requests_per_minute)
        return LimitSetting(requests_per_minute=limit.requests_per_minute)
    await ctx.services.limits.set_own(limit.key_id, limit.requests_per_minute)
    return LimitSetting(requests_per_minute=limit.requests_per_minute, key_id=limit.key_id)


@operation("POST /rate-limit/reset", category="site", access="admin", idempotent=True)
async def reset_rate_limit(ctx: Context, choice: CounterChoice) -> CountersReset:
    """Reset all rate-limit counters, or one key's."""
    await ctx.services.limits.reset(choice.key_id)
    return CountersReset(reset="all" if choice.key_id is None else str(choice.key_id))
