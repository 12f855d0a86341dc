"""The elements that a site's own Elementor has, as the companion dumps them: kept for ten minutes, in each process."""

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
MAX_BYTES = 8 * 1024 * 1024
"""Of a dump: Elementor's own has 0.5 MB, and this is many plugins more."""


class WordPressElementorRegistry:
    """Implements `site.elementor_registry.ElementorRegistry` where `locks` knows that the companion is there."""

    def __init__(self, client: Client, locks: Locks, max_age: float = MAX_AGE) -> None:
        self._client = client
        self._locks = locks
        self._max_age = max_age
        self._kept: Registered[Any] = Registered(None)
        self._until = 0.0
        self._turn = asyncio.Lock()

    async def read(self, make: Callable[[Any], T]) -> Registered[T]:
        """The registry; who asks while it is read waits for it. What failed is not tried again for as long."""
        async with self._turn:
            if not self._locks.told:
                return Registered(None)
            if time.monotonic() >= self._until:
                self._kept = await self._renew(make)
                self._until = time.monotonic() + self._max_age
            return self._kept

    async def _renew(self, make: Callable[[Any], T]) -> Registered[T]:
        try:
            answer = await self._client.read(ROUTE)
        except Problem as problem:
            return _fail(problem.message)
        if len(answer.body) > MAX_BYTES:
            return _fail(f"It has more than {MAX_BYTES:,} bytes.")
        try:
            return Registered(await asyncio.to_thread(make, answer.value))
        except ValueError:
            return _fail("The companion answers something else.")


def _fail(why: str) -> Registered[Any]:
    return Registered(None, f"The elements of this site could not be read, and those of Sitehand are used. {why}")
