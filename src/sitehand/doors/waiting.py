"""Waiting for what is mostly there already."""

import asyncio
from collections.abc import Awaitable, Generator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


async def wait_until(moment: float, awaited: Awaitable[T]) -> T:
    """What is awaited. Raises TimeoutError when it has not come at a moment of the loop's clock.

    The bodies of most requests are there before anybody asks for them. Then no timer is set, which would take five
    times as long as to receive the body.
    """
    begun = _Begun(awaited)
    if begun.results:
        return begun.results[0]
    async with asyncio.timeout_at(moment):
        return await begun


class _Begun(Generic[T]):
    """What is awaited, after its first step; `results` is empty unless that was the last."""

    def __init__(self, awaited: Awaitable[T]) -> None:
        self.results: list[T] = []
        self._steps = awaited.__await__()
        try:
            self._first = self._steps.send(None)
        except StopIteration as done:
            self.results.append(done.value)

    def __await__(self) -> Generator[Any, Any, T]:
        """The other steps, as `yield from` makes them (PEP 380), but for the first."""
        waiting_for = self._first
        while True:
            try:
                try:
                    sent = yield waiting_for
                except BaseException as fault:  # such as a cancellation, which is the steps' to see
                    waiting_for = self._steps.throw(fault)
                else:
                    waiting_for = self._steps.send(sent)
            except StopIteration as done:
                result: T = done.value
                return result
