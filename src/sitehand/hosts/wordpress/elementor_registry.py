"""The elements that a site's own Elementor has, as the companion dumps them: kept, and read anew now and then."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, TypeVar

from sitehand.errors import Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.companion import NAMESPACE
from sitehand.hosts.wordpress.locks import Locks
from sitehand.site.elementor_registry import Registered

T = TypeVar("T")
ROUTE = f"/{NAMESPACE}/elementor/registry"
MAX_AGE = 600.0
"""Seconds. A plugin that is switched on meanwhile brings widgets that are unknown until then."""
RETRY_AFTER = 60.0
"""Seconds after which a registry that could not be read is asked for again: a call waits for each attempt."""
MAX_BYTES = 8 * 1024 * 1024
"""Limit on a dump: Elementor's own has 0.5 MB, so this leaves room for many plugins."""


class WordPressElementorRegistry:
    """Implements `site.elementor_registry.ElementorRegistry` where `locks` knows that the companion is there."""

    def __init__(
        self, client: Client, locks: Locks, max_age: float = MAX_AGE, retry_after: float = RETRY_AFTER
    ) -> None:
        self._client = client
        self._locks = locks
        self._max_age = max_age
        self._retry_after = retry_after
        self._kept: Registered[Any] = Registered(None)
        self._made_at = self._until = 0.0
        self._turn = asyncio.Lock()

    async def read(self, make: Callable[[Any], T]) -> Registered[T]:
        """The registry; who asks while it is read for the first time waits for it, and later gets the one before."""
        if not self._locks.told:
            return Registered(None)
        if self._turn.locked() and self._kept.made is not None:
            return self._kept
        async with self._turn:
            if time.monotonic() >= self._until:
                await self._renew(make)
            return self._kept

    async def _renew(self, make: Callable[[Any], Any]) -> None:
        """Read it anew; the one before stays where that fails."""
        made, why = await self._read_now(make)
        now = time.monotonic()
        if made is not None:
            self._kept, self._made_at = Registered(made), now
        else:
            self._kept = Registered(self._kept.made, self._tell(why, now))
        self._until = now + (self._retry_after if why else self._max_age)

    async def _read_now(self, make: Callable[[Any], T]) -> tuple[T | None, str]:
        """What was made of it; else why nothing was."""
        try:
            answer = await self._client.read(ROUTE)
        except Problem as problem:
            return None, problem.message
        if len(answer.body) > MAX_BYTES:
            return None, f"It has more than {MAX_BYTES:,} bytes."
        try:
            return await asyncio.to_thread(make, answer.value), ""
        except ValueError:
            return None, "The companion answers something else."

    def _tell(self, why: str, now: float) -> str:
        if self._kept.made is None:
            return f"The elements of this site could not be read, and those of Sitehand are used. {why}"
        minutes = int((now - self._made_at) // 60)
        age = f"{minutes} {'minute' if minutes == 1 else 'minutes'}"
        return f"The elements of this site could not be read again. They are as they were {age} ago. {why}"
