"""A small HTTP server on this machine that plays a broker as a test wants it."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: header names in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def form(self) -> dict[str, str]:
        """The fields of a form."""
        return {name: values[0] for name, values in parse_qs(self.body.decode()).items()}


@dataclass(slots=True)
class Broker:
    """Where it is, what it was asked, over how many connections, and how it answers each path."""

    url: str = ""
    asked: list[Asked] = field(default_factory=list)
    connections: int = 0
    answers: dict[str, "Answer"] = field(default_factory=dict)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    def answer(self, path: str, value: Any, status: int = 200, media_type: str = "application/json") -> None:
        """Answer this path with a JSON value, or with bytes as they are, under a status."""
        content = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.answers[path] = plain(content, status, media_type)

    def paths(self) -> list[str]:
        """The paths that were asked for, in order."""
        return [asked.path for asked in self.asked]


Answer = Callable[[Asked, asyncio.StreamWriter], Awaitable[None]]
"""Writes the whole answer; when it closes the writer, the connection ends."""


def plain(
    content: bytes, status: int = 200, media_type: str = "application/json", more: Mapping[str, str] | None = None
) -> Answer:
    """An answer as it should be."""
    lines = {"Content-Type": media_type, "Content-Length": str(len(content)), **(more or {})}
    head = f"HTTP/1.1 {status} X\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items()) + "\r\n"
    return raw(head.encode() + content)


def raw(content: bytes, *, ends: bool = False) -> Answer:
    """These bytes; `ends` closes the connection behind them."""

    async def write(_: Asked, writer: asyncio.StreamWriter) -> None:
        writer.write(content)
        await writer.drain()
        if ends:
            writer.close()

    return write


@asynccontextmanager
async def open_broker() -> AsyncIterator[Broker]:
    """Serve until the block ends; a path without an answer is a 404."""
    broker = Broker()
    tasks: set[asyncio.Task[Any]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        broker.connections += 1
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while not writer.is_closing():
                asked = await read_request(reader)
                broker.asked.append(asked)
                broker.arrived.set()
                await broker.answers.get(asked.path, plain(b"{}", 404))(asked, writer)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    broker.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield broker
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def read_request(reader: asyncio.StreamReader) -> Asked:
    """One request whose body has a length."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, path, _ = head[0].split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
    return Asked(method, path, headers, await reader.readexactly(int(headers.get("content-length", "0"))))
