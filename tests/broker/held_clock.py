"""The time of an event loop, held by a test: what waits for its end waits as long as the test says."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

STUCK_SECONDS = 60
"""Of real time, after which what a test waits for will not come."""


class HeldClock:
    """Says what time it is. However slow the machine is, no time passes between two calls of `move`."""

    def __init__(self, now: float) -> None:
        self._now = now

    def __call__(self) -> float:
        """Seconds, as `loop.time` gives them."""
        return self._now

    def move(self, seconds: float) -> None:
        """Let time pass, for every timeout of the loop."""
        self._now += seconds


@contextmanager
def hold_clock() -> Iterator[HeldClock]:
    """Hold the time of the running loop while the block runs."""
    loop = asyncio.get_running_loop()
    clock = HeldClock(loop.time())
    with patch.object(loop, "time", clock):
        yield clock


async def come_to(reached: Callable[[], bool]) -> None:
    """Let everybody else go on until it is so. Raises AssertionError when it never is."""
    end = time.monotonic() + STUCK_SECONDS
    while not reached():
        assert time.monotonic() < end, "it does not come to that"
        await asyncio.sleep(0)
