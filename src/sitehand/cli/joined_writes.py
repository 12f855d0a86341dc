"""One send for the head and the body of an answer, where uvicorn has two.

Each send is a call of the operating system that wakes the client: a tenth of what a kept answer costs. What is written
in one round of the event loop leaves at its end, together.
"""

import asyncio
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_JOINED = 65_536
"""Bytes; with more, what was written leaves at once, so that a client that reads slowly is noticed."""


class JoinedTransport:
    """A transport that joins what is written to it. All else of it is the transport's own."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._written: list[bytes] = []
        self._length = 0

    def write(self, data: bytes) -> None:
        """Send it at the end of this round."""
        if not self._written:
            self._loop.call_soon(self.flush)
        self._written.append(data)
        self._length += len(data)
        if self._length > MOST_JOINED:
            self.flush()

    def close(self) -> None:
        """Send what was written, and close."""
        self.flush()
        self._transport.close()

    def flush(self) -> None:
        """Send what was written, now; nothing when the connection is closing."""
        written, self._written, self._length = self._written, [], 0
        if written and not self._transport.is_closing():
            self._transport.write(b"".join(written))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class JoinedProtocol(HttpToolsProtocol):
    """uvicorn's own protocol over a transport that joins."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Begin a connection."""
        self._joined = JoinedTransport(transport, self.loop)
        super().connection_made(cast(asyncio.Transport, self._joined))

    def eof_received(self) -> None:
        """The client sends no more, at which the event loop closes: an answer that was written leaves first."""
        self._joined.flush()
        super().eof_received()
