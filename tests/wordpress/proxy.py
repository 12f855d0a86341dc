"""A proxy between our client and a real WordPress: it records every request, and fails as a test wants it to."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

import orjson

Kind = Literal[
    "hold",
    "hold_after",
    "hold_forever",
    "cut_before",
    "cut_after",
    "half_after",
    "fail_before",
    "fail_after",
    "html_after",
    "page_before",
    "page_after",
    "gateway_before",
    "gateway_after",
    "unauthorized_before",
    "large_before",
]
Told = Literal["told_before", "told_after"]
CRITICAL = b'{"code":"internal_server_error","message":"There was a critical error.","data":{"status":500}}'
REVOKED = b'{"code":"incorrect_password","message":"The password is wrong.","data":{"status":401}}'
FAILURES = {
    "fail": (b"500 Failed", CRITICAL),
    "html": (b"500 Failed", b"<html><body>Bad gateway</body></html>"),
    "page": (b"200 OK", b"<html><body>Just a moment</body></html>"),
    "gateway": (b"502 Bad Gateway", b"<html><body>Bad gateway</body></html>"),
    "unauthorized": (b"401 Unauthorized", REVOKED),
    "large": (b"413 Request Entity Too Large", b"<html><body>Request Entity Too Large</body></html>"),
}
"""What somebody in between answers: before WordPress was asked, or when it has done what it was sent."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A request as it came: `path` is the route of the API."""

    method: str
    path: str
    query: dict[str, list[str]]
    body: bytes

    @property
    def json(self) -> dict[str, object]:
        """What was sent."""
        return dict(orjson.loads(self.body))


@dataclass(slots=True)
class Fault:
    """What happens once to the first request that fits: it is held until `go_on`, or the connection is cut, or ...

    WordPress never gets what is held "forever".
    """

    kind: Kind | Told
    fits: Callable[[Sent], bool]
    said: bytes = b""
    """The JSON that it is answered with, where the kind is `Told`."""
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    go_on: asyncio.Event = field(default_factory=asyncio.Event)
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    """WordPress has done it."""


@dataclass(slots=True)
class Proxy:
    """Where it listens, what came, and what is to fail."""

    url: str = ""
    port: int = 0
    sent: list[Sent] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    @property
    def writes(self) -> list[Sent]:
        """The requests that were no reads."""
        return [each for each in self.sent if each.method != "GET"]

    def fail(self, kind: Kind, method: str, path: str = "", number: int = 1) -> Fault:
        """Let a request of a method ("": of any) and path fail: the first one, or another."""
        seen: list[Sent] = []

        def fits(sent: Sent) -> bool:
            if method in ("", sent.method) and sent.path.startswith(path):
                seen.append(sent)
            return len(seen) == number

        self.faults.append(Fault(kind, fits))
        return self.faults[-1]

    def tell(self, value: Any, method: str, path: str = "", *, done: bool = True) -> Fault:
        """Let the first request of a method and path be answered with this JSON; whether WordPress does it (`done`)."""
        fault = self.fail("page_after" if done else "page_before", method, path)
        fault.kind, fault.said = "told_after" if done else "told_before", orjson.dumps(value)
        return fault

    def take_fault(self, sent: Sent) -> Fault | None:
        """The fault of a request, which is then over."""
        fault = next((each for each in self.faults if each.fits(sent)), None)
        if fault:
            self.faults.remove(fault)
        return fault


@asynccontextmanager
async def open_proxy(target: str) -> AsyncIterator[Proxy]:
    """A proxy before the server at this address."""
    proxy, port = Proxy(), urlsplit(target).port or 80
    async with await asyncio.start_server(
        lambda reader, writer: _serve(proxy, port, reader, writer), "127.0.0.1"
    ) as server:
        proxy.port = server.sockets[0].getsockname()[1]
        proxy.url = f"http://127.0.0.1:{proxy.port}"
        yield proxy


async def _serve(proxy: Proxy, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with closing(writer), suppress(ConnectionError, asyncio.IncompleteReadError):
        while await _serve_one(proxy, port, reader, writer):
            pass


async def _serve_one(proxy: Proxy, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
    """Whether the connection goes on."""
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:-2])}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    method, target, _ = lines[0].split(" ")
    query = parse_qs(urlsplit(target).query)
    sent = Sent(method, query.pop("rest_route", [""])[0], query, body)
    proxy.sent.append(sent)
    fault = proxy.take_fault(sent)
    if fault:
        fault.reached.set()
        if fault.kind in ("hold", "hold_forever"):
            await fault.go_on.wait()
        if fault.kind in ("hold_forever", "cut_before"):
            return False
    name, _, when = fault.kind.partition("_") if fault else ("", "", "")
    instead = (b"200 OK", fault.said) if fault and name == "told" else FAILURES.get(name)
    answer = (b"", b"") if instead and when == "before" else await _ask(port, head, body)
    if fault:
        fault.answered.set()
    if fault and fault.kind == "hold_after":
        await fault.go_on.wait()
    if name == "cut":
        return False
    if instead:
        answer = (b"HTTP/1.1 " + instead[0], instead[1])
    end = len(answer[1]) // 2 if name == "half" else None
    writer.write(answer[0] + b"\r\nContent-Length: %d\r\n\r\n" % len(answer[1]) + answer[1][:end])
    await writer.drain()
    return end is None


async def _ask(port: int, head: bytes, body: bytes) -> tuple[bytes, bytes]:
    """The head and the body of the real answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [line for line in head[:-4].split(b"\r\n") if not line.lower().startswith(b"connection:")]
    with closing(writer):
        writer.write(b"\r\n".join([*lines, b"Connection: close"]) + b"\r\n\r\n" + body)
        answer = await reader.read()
    top, _, rest = answer.partition(b"\r\n\r\n")
    kept = [line for line in top.split(b"\r\n") if not line.lower().startswith((b"connection:", b"content-length:"))]
    return b"\r\n".join(kept), rest
