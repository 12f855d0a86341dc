"""Stops work that is done in portions after the first one, so that a test can do something else at that moment."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest


class Halfway:
    """The moment after a portion, mostly the first, and before the next."""

    def __init__(self) -> None:
        self._reached, self._rest = asyncio.Event(), asyncio.Event()

    async def run(self, work: Coroutine[Any, Any, Any], meanwhile: Callable[[], Awaitable[Any]]) -> Any:
        """What the work gives; `meanwhile` is awaited when its portion is in, and before the next begins."""
        running = asyncio.create_task(work)
        await self.reach()
        await meanwhile()
        self.go_on()
        return await running

    async def reach(self) -> None:
        """Wait until the portion is in."""
        await asyncio.wait_for(self._reached.wait(), 30)

    def go_on(self) -> None:
        """Let the rest follow."""
        self._rest.set()

    async def stop(self) -> None:
        """Wait, after the portion, until the rest may follow."""
        self._reached.set()
        await self._rest.wait()


def stop_after(patched: pytest.MonkeyPatch, portioned: type, method: str, counts: Callable[[Any], bool]) -> Halfway:
    """Let work stop after this method, which does one portion. `counts` is asked with the object after each."""
    halfway, original = Halfway(), getattr(portioned, method)

    async def work_and_stop(self: Any, *arguments: Any) -> Any:
        done = await original(self, *arguments)
        if counts(self):
            await halfway.stop()
        return done

    patched.setattr(portioned, method, work_and_stop)
    return halfway
