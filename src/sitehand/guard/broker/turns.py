"""Whose token goes to the broker next: made-up ones must not fill the line that good ones need.

A token that was let in within the last minutes goes as it comes, and so does an unknown one from an address that has
failures left. The others share two places, and a short queue before these. To be known saves nobody the question: the
broker is asked about each token at every request.
"""

import asyncio
import hashlib
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sitehand.errors import Code, Problem

KNOWN_SECONDS = 600.0
MAX_KNOWN = 10_000
"""Tokens that are remembered: about a megabyte."""
PLACES = 2
WAITING = 4
RETRY_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Sender:
    """Where a token comes from: the client's network, and how many wrong credentials it may still send now."""

    network: str
    failures_left: Callable[[], Awaitable[int]]


class Turns:
    """Gives out the turns of one worker. `monotonic` is in seconds."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._known: OrderedDict[bytes, float] = OrderedDict()
        self._unknown: Counter[str] = Counter()
        self._places = asyncio.Semaphore(PLACES)
        self._narrow = 0

    @asynccontextmanager
    async def take(self, token: str, sender: Sender) -> AsyncIterator[None]:
        """While the block runs, it is this token's turn. Raises Problem(too_many_failures) when the queue is full."""
        if self.knows(token):
            yield
            return
        network = sender.network
        self._unknown[network] += 1
        number = self._unknown[network]
        try:
            # Those that were sent before, and are being asked about, may fail as well.
            if number <= await sender.failures_left():
                yield
            else:
                async with self._squeeze():
                    yield
        finally:
            self._unknown[network] -= 1
            if not self._unknown[network]:
                del self._unknown[network]

    def knows(self, token: str) -> bool:
        """Whether a token was let in within the last minutes, and never refused since."""
        return self._known.get(_digest(token), -1.0) > self._monotonic()

    def note(self, token: str, *, good: bool) -> None:
        """Remember a token that was let in, or forget one that was not."""
        key = _digest(token)
        self._known.pop(key, None)
        if good:
            self._known[key] = self._monotonic() + KNOWN_SECONDS
            if len(self._known) > MAX_KNOWN:
                self._known.popitem(last=False)

    @asynccontextmanager
    async def _squeeze(self) -> AsyncIterator[None]:
        if self._narrow >= PLACES + WAITING:
            raise Problem(
                Code.TOO_MANY_FAILURES,
                "Too many wrong credentials came from this address.",
                hint="Wait a minute, then send a valid key or token.",
                extra={"retry_after": RETRY_SECONDS},
            )
        self._narrow += 1
        try:
            async with self._places:
                yield
        finally:
            self._narrow -= 1


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
