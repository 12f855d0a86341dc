"""A proxy between a site and its broker that breaks what passes, in one way at a time."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

HEAD_END = b"\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Exchange:
    """A whole request that came to the proxy, the way back to who sent it, and the way on to the broker."""

    request: bytes
    writer: asyncio.StreamWriter
    target: int

    async def answer(self) -> bytes:
        """The broker's whole answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.target)
        try:
            writer.write(self.request)
            return await read_message(reader)
        finally:
            writer.close()

    async def send(self, data: bytes) -> None:
        """Send bytes back."""
        self.writer.write(data)
        await self.writer.drain()


Fault = Callable[[Exchange], Awaitable[None]]
"""What happens instead of passing the answer on. The connection ends afterwards."""


@dataclass
class Proxy:
    """Listens on one port; passes on to `target`, or has `fault` answer. `asked` counts the connections."""

    port: int
    target: int = 0
    fault: Fault | None = None
    asked: int = 0
    _server: asyncio.Server | None = None
    _open: set[asyncio.Task[None]] = field(default_factory=set)

    async def listen(self, listener: socket.socket | None = None) -> None:
        """Take connections, on the socket that is given or on a new one at the same port."""
        held = listener or socket.create_server(("127.0.0.1", self.port), backlog=1024)
        self._server = await asyncio.start_server(self._take, sock=held)

    async def refuse(self) -> None:
        """Take no connection from now on, and cut those that are open."""
        if self._server:
            self._server.close()
            await self.cut()
            await self._server.wait_closed()

    async def cut(self) -> None:
        """End every open connection."""
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    @asynccontextmanager
    async def broken(self, fault: Fault) -> AsyncIterator[None]:
        """Break every answer in this way until the block ends; connections that are open end before and after."""
        await self.cut()
        self.fault = fault
        try:
            yield
        finally:
            self.fault = None
            await self.cut()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._open.add(task)
        self.asked += 1
        try:
            await self._serve(reader, writer)
        except (OSError, asyncio.CancelledError, asyncio.IncompleteReadError):
            pass  # whoever was connected has gone, or the test cut the connection
        finally:
            self._open.discard(task)
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.fault:
            await self.fault(Exchange(await read_message(reader), writer, self.target))
            return
        onward_reader, onward = await asyncio.open_connection("127.0.0.1", self.target)
        back = asyncio.create_task(pump(onward_reader, writer))
        try:
            await pump(reader, onward)
        finally:
            onward.close()
            back.cancel()


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass bytes on until there are no more."""
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    with suppress(OSError):
        writer.write_eof()


async def read_message(reader: asyncio.StreamReader) -> bytes:
    """One HTTP/1.1 message that gives its length, as all of this broker and of its callers do."""
    head = await reader.readuntil(HEAD_END)
    lengths = [line.partition(b":")[2] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    return head + await reader.readexactly(int(lengths[0]) if lengths else 0)


@asynccontextmanager
async def open_proxy() -> AsyncIterator[Proxy]:
    """A proxy on a free port. Its target is set once the broker behind it runs."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    proxy = Proxy(listener.getsockname()[1])
    await proxy.listen(listener)
    try:
        yield proxy
    finally:
        await proxy.refuse()
