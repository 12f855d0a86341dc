"""Rate limits as operations see them."""

from typing import NamedTuple, Protocol

from sitehand.operation.caller import Caller


class RateLimit(NamedTuple):
    """The calling key's window: `limit` and `remaining` in requests, `reset` in epoch seconds."""

    limit: int
    remaining: int
    reset: int


class Limits(Protocol):
    """Rate limits as the operations use them. Source: `guard/limits.py`."""

    async def state(self, caller: Caller) -> RateLimit: ...
    async def set_default(self, requests_per_minute: int) -> str: ...
    async def set_own(self, key_id: int, requests_per_minute: int) -> str: ...
    async def default(self) -> int: ...
    async def reset(self, key_id: int | None, *, dry_run: bool = False) -> bool: ...
