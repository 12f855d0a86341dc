"""Stops work that is done in portions after the first one, so that a test can do something else at that moment."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest


class Halfway:
    """The moment between the first portion and the second."""

    def __init__(self) -> None:
        self._first, self._rest = asyncio.Event(), asyncio.Event()

    async def run(self, work: Coroutine[Any, Any, Any], meanwhile: Callable[[], Awaitable[Any]]) -> Any:
        """What the work gives; `meanwhile` is awaited when its first portion is in, and before the second begins."""
        running = asyncio.create_task(work)
        await asyncio.wait_for(self._first.wait(), 30)
        await meanwhile()
        self._rest.set()
        return await running

    async def pass_on(self) -> None:
        """Wait after a portion until the rest may follow."""
        self._first.set()
        await self._rest.wait()


def stop_after(patched: pytest.MonkeyPatch, portioned: type, method: str, counts: Callable[[Any], bool]) -> Halfway:
    """Let work stop after this method, which does one portion. `counts` tells whether an object's portions count."""
    stop, original = Halfway(), getattr(portioned, method)

    async def work_and_stop(self: Any, *arguments: Any) -> Any:
        done = await original(self, *arguments)
        if counts(self):
            await stop.pass_on()
        return done

    patched.setattr(portioned, method, work_and_stop)
    return stop
