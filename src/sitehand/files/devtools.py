"""Chromium's DevTools protocol over its pipe: commands with their answers, and events.

Messages are JSON with a zero byte behind each. Source: https://chromedevtools.github.io/devtools-protocol/.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, BinaryIO

END = b"\0"
MAX_MESSAGE = 32 * 1024 * 1024
LONG = 64 * 1024
"""Bytes of a message that is read in a thread."""
CRASHED = "Inspector.targetCrashed"
log = logging.getLogger(__name__)
Event = Callable[[dict[str, Any]], Awaitable[None]]


class BrowserEnded(Exception):
    """The browser ended, or the page did."""


class DevTools:
    """One browser at the other end of `read` and `write`. It is listened to until `close`.

    `heard`: whether it has ever said anything.
    """

    def __init__(self, read: asyncio.StreamReader, write: BinaryIO) -> None:
        self._read = read
        self._write = write
        self._turn = asyncio.Lock()
        self._session: dict[str, str] = {}
        self._last = 0
        self.heard = False
        self._ended = False
        self._awaited: dict[int | str, asyncio.Future[dict[str, Any]]] = {}
        self._events: dict[str, Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._start(self._listen())

    async def close(self) -> None:
        """Listen no more, and give up what is being handled."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def attach(self, session: str) -> None:
        """Send what follows to the page of that session."""
        self._session = {"sessionId": session}

    def on(self, event: str, do: Event) -> None:
        """Have each event of a name handled, beside others."""
        self._events[event] = do

    def expect(self, name: int | str) -> asyncio.Future[dict[str, Any]]:
        """The next event of a name. Awaiting it raises BrowserEnded when it cannot come any more."""
        self._awaited[name] = awaited = asyncio.get_running_loop().create_future()
        if self._ended:
            _refuse(awaited)
        return awaited

    async def ask(self, method: str, **arguments: Any) -> dict[str, Any]:
        """The answer to a command. Raises BrowserEnded."""
        return await self.ask_with(method, lambda: arguments)

    async def ask_with(self, method: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The answer to a command whose arguments a thread makes. Raises BrowserEnded."""
        self._last += 1
        message = {"id": self._last, "method": method, **self._session}
        answer = self.expect(self._last)
        try:
            async with self._turn:
                await asyncio.to_thread(self._send, message, make)
        except (OSError, ValueError):
            raise BrowserEnded from None
        return await answer

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        # The event loop alone would not keep a task from being collected.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self) -> None:
        """Hand out what the browser says, until it ends; then tell who waits for more."""
        try:
            while True:
                text = await self._read.readuntil(END)
                self.heard = True
                message = await asyncio.to_thread(_load, text) if len(text) > LONG else _load(text)
                if message.get("method") == CRASHED:
                    break
                self._hand_out(message)
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError):
            pass
        self._ended = True
        for awaited in self._awaited.values():
            _refuse(awaited)

    def _hand_out(self, message: dict[str, Any]) -> None:
        name = message["id"] if "id" in message else message["method"]
        told = message.get("params", message.get("result", {}))
        awaited = self._awaited.pop(name, None)
        if awaited and "error" in message:
            _refuse(awaited)
        elif awaited and not awaited.done():
            awaited.set_result(told)
        if do := self._events.get(str(name)):
            self._start(_follow(do, told))

    def _send(self, message: dict[str, Any], make: Callable[[], dict[str, Any]]) -> None:
        self._write.write(json.dumps({**message, "params": make()}).encode() + END)
        self._write.flush()


async def _follow(do: Event, told: dict[str, Any]) -> None:
    """Handle an event; that the browser has ended is told to who awaits an answer."""
    try:
        await do(told)
    except BrowserEnded:
        return
    except Exception:
        log.exception("An event of a browser was not handled.")


def _refuse(awaited: asyncio.Future[dict[str, Any]]) -> None:
    if not awaited.done():
        awaited.set_exception(BrowserEnded())
        awaited.exception()  # nobody need await it


def _load(text: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text[: -len(END)])
    return found
