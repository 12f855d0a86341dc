"""Serves the application of the data folder as it is now: another one once it is connected with another site."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from starlette.types import Receive, Scope, Send

from sitehand.application import Application, serve_lifespan

DRAIN_SECONDS = 10
"""How many seconds calls may go on that the former application has begun."""
Make = Callable[[Callable[[], None]], Application]


class Renewing:
    """An ASGI application that is made anew when its `make` says so, by the function that it is given.

    Calls that come meanwhile wait. Where another cannot be made, the next call tries it again, and gets the error.
    """

    def __init__(self, make: Make) -> None:
        self._make = make
        self._app = make(self.renew)
        self._renewal: asyncio.Task[None] | None = None
        self._stopping = False
        self._calls = 0
        self._idle = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or the server's lifespan."""
        if scope["type"] == "lifespan":
            await serve_lifespan(self._start, self.stop, receive, send)
            return
        if self._renewal is not None:
            await self._wait_for_renewal()
        self._calls += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._calls -= 1
            if not self._calls and self._renewal is not None:
                self._idle.set()

    def renew(self) -> None:
        """Make another application, in the background; not while the server stops."""
        if self._renewal is None and not self._stopping:
            self._renewal = asyncio.create_task(self._renew())

    async def _wait_for_renewal(self) -> None:
        """Wait for the new application. Raises what its start raised."""
        if self._renewal is not None and self._renewal.done() and self._renewal.exception():
            self._renewal = asyncio.create_task(self._renew())
        if self._renewal is not None:
            # A call that is cancelled must not end the renewal for all.
            await asyncio.shield(self._renewal)

    async def _renew(self) -> None:
        await self._drain()
        await self._app.lifecycle.stop()
        self._app = self._make(self.renew)
        await self._app.lifecycle.start()
        self._renewal = None

    async def _drain(self) -> None:
        if self._calls:
            self._idle.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._idle.wait(), DRAIN_SECONDS)

    async def _start(self) -> None:
        await self._app.lifecycle.start()

    async def stop(self) -> None:
        """End what runs; an outer site that sends no lifespan may call it."""
        self._stopping = True
        try:
            if self._renewal is not None:
                await asyncio.wait([self._renewal])
            await self._app.lifecycle.stop()
        finally:
            self._stopping = False
