"""A door that is made at its first call, so that neither a start nor an idle process pays for what it imports."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

from starlette.types import Receive, Scope, Send

log = logging.getLogger("sitehand")


class Door(Protocol):
    """An ASGI app with tasks of its own, which live while `run` is entered."""

    def run(self) -> AbstractAsyncContextManager[None]: ...
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None: ...


class DoorAtFirstCall:
    """Calls `make` once, in a thread, so that other requests go on meanwhile; the calls that need the door wait for it.

    Where `make` fails, those calls get what it raised, and the next one tries again.
    """

    def __init__(self, make: Callable[[], Door]) -> None:
        self._make = make
        self._called = asyncio.Event()
        self._door: asyncio.Future[Door] | None = None

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Wait for the first call, and keep the door's tasks alive. Enter and leave it in one task."""
        stop = asyncio.Event()
        task = asyncio.create_task(self._serve(self._expect_call(), stop))
        try:
            yield
        finally:
            stop.set()
            self._called.set()
            await task

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request."""
        if self._door is None:
            raise RuntimeError("A request came before DoorAtFirstCall.run was entered.")
        self._called.set()
        # A client that leaves must not take the door from the others.
        door = await asyncio.shield(self._door)
        await door(scope, receive, send)

    def _expect_call(self) -> "asyncio.Future[Door]":
        self._called = asyncio.Event()
        self._door = asyncio.get_running_loop().create_future()
        return self._door

    async def _serve(self, made: "asyncio.Future[Door]", stop: asyncio.Event) -> None:
        try:
            while not stop.is_set():
                await self._called.wait()
                try:
                    await self._open(made, stop)
                except Exception as fault:
                    if made.done():
                        log.exception("The tasks of a door have failed. A later call makes it anew.")
                    else:
                        _refuse(made, fault)
                    made = self._expect_call()
        finally:
            if not made.done():
                _refuse(made, RuntimeError("The service stops."))

    async def _open(self, made: "asyncio.Future[Door]", stop: asyncio.Event) -> None:
        if stop.is_set():
            return
        door = await asyncio.to_thread(self._make)
        if stop.is_set():
            return
        async with door.run():
            made.set_result(door)
            await stop.wait()


def _refuse(made: "asyncio.Future[Door]", fault: Exception) -> None:
    """Tell those who wait. Where they have all left, nobody need hear of it at the end."""
    made.set_exception(fault)
    made.exception()
