"""What is read once for all that is ready to run in an event loop, and not once by each."""

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Momentary(Generic[T]):
    """What `read` gives, for one pass of the event loop.

    The loop runs what is ready in its order. So a request that finds the value was there, with its head, before it was
    read: its sender had not heard of what happened since when it was sent. Each call of the operating system in the
    loop's thread gives the interpreter's lock away, and waits for it when another thread has taken it.
    """

    def __init__(self, read: Callable[[], T]) -> None:
        self._read = read
        self._found: tuple[asyncio.AbstractEventLoop, T] | None = None

    def value(self) -> T:
        """The value. What `read` raises is raised here, and nothing is kept of it."""
        loop, found = asyncio.get_running_loop(), self._found
        if found is None or found[0] is not loop:  # a loop that was closed forgets nothing any more
            loop.call_soon(self.forget)  # before it is read: what a thread tells meanwhile comes after that
            found = self._found = (loop, self._read())
        return found[1]

    def forget(self) -> None:
        """Read it anew for whoever asks next."""
        self._found = None
