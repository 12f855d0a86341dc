"""A web server of other people, on loopback, which answers each path as it is told."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest

LOOPBACK = "127.0.0.1"
MISSING = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"


@dataclass
class Web:
    """A server; it keeps the heads of what it was asked."""

    answers: dict[str, bytes] = field(default_factory=dict)
    heads: list[str] = field(default_factory=list)
    port: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request: its method and path, or its path alone, find the answer."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        self.heads.append(head)
        method, path, _ = head.split(" ", 2)
        writer.write(self.answers.get(f"{method} {path}", self.answers.get(path, MISSING)))
        await writer.drain()
        writer.close()

    @property
    def asked(self) -> list[str]:
        """The methods and paths that it was asked for."""
        return [" ".join(head.split(" ", 2)[:2]) for head in self.heads]


def answer(body: bytes = b"", status: str = "200 OK", more: str = "") -> bytes:
    """A whole answer."""
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{more}\r\n".encode() + body


def lead(target: str, status: str = "302 Found") -> bytes:
    """A redirect."""
    return answer(status=status, more=f"Location: {target}\r\n")


@pytest.fixture
async def web() -> AsyncIterator[Web]:
    """A running server."""
    web = Web()
    server = await asyncio.start_server(web.serve, LOOPBACK, 0)
    web.port = server.sockets[0].getsockname()[1]
    yield web
    server.close()
