"""Answers leave in one send: what is written in one round of the event loop is joined."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import closing

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from sitehand.cli.joined_writes import MOST_JOINED, JoinedProtocol, JoinedTransport


class Recorder(asyncio.Transport):
    """A transport that notes what is sent."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1)})
        self.sent: list[bytes] = []
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Note it."""
        self.sent.append(bytes(data))

    def close(self) -> None:
        """Note that nothing follows."""
        self.closed = True

    def is_closing(self) -> bool:
        """Whether it was closed."""
        return self.closed


@pytest.fixture
async def recorder() -> Recorder:
    """Where it is sent to."""
    return Recorder()


@pytest.fixture
async def joined(recorder: Recorder) -> JoinedTransport:
    """A transport that joins."""
    return JoinedTransport(recorder, asyncio.get_running_loop())


async def test_what_one_round_writes_leaves_together(joined: JoinedTransport, recorder: Recorder) -> None:
    """At its end; what the next one writes leaves by itself."""
    joined.write(b"head")
    joined.write(b"body")
    assert recorder.sent == []
    await asyncio.sleep(0)
    joined.write(b"more")
    await asyncio.sleep(0)
    assert recorder.sent == [b"headbody", b"more"]


async def test_what_is_long_leaves_at_once(joined: JoinedTransport, recorder: Recorder) -> None:
    """So nothing grows while an answer streams without a pause."""
    joined.write(b"head")
    joined.write(b"x" * MOST_JOINED)
    assert [len(each) for each in recorder.sent] == [4 + MOST_JOINED]
    await asyncio.sleep(0)
    assert len(recorder.sent) == 1


async def test_a_connection_that_closes_sends_the_rest_first(joined: JoinedTransport, recorder: Recorder) -> None:
    """And nothing after it, also when the client has closed it."""
    joined.write(b"last")
    joined.close()
    assert (recorder.sent, recorder.closed) == ([b"last"], True)
    joined.write(b"late")
    await asyncio.sleep(0)
    assert recorder.sent == [b"last"]


async def test_the_rest_is_the_transports_own(joined: JoinedTransport) -> None:
    """Who the client is, and whether it is still there."""
    assert joined.get_extra_info("peername") == ("127.0.0.1", 1)
    assert joined.is_closing() is False


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that sends ten parts, or one word."""
    if scope["path"] == "/short":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"5")]})
        await send({"type": "http.response.body", "body": b"short"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1000000")]})
    for number in range(10):
        await send({"type": "http.response.body", "body": b"%d" % number * 100_000, "more_body": number < 9})


@pytest.fixture
async def port() -> AsyncIterator[int]:
    """Where a server answers that joins."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        config = uvicorn.Config(answer, http=JoinedProtocol, lifespan="off", log_config=None)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve([listening]))
        yield listening.getsockname()[1]
        server.should_exit = True
        await serving


async def test_a_server_that_joins_answers_whole(port: int) -> None:
    """Two requests at once on one connection, each with a long answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n" * 2)
    for _ in range(2):
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200")
        assert await reader.readexactly(1_000_000) == b"".join(b"%d" % number * 100_000 for number in range(10))
    writer.close()
    await writer.wait_closed()


async def test_a_client_that_ends_with_its_request_gets_the_answer(port: int) -> None:
    """As `nc -N` does: the event loop closes the connection in the very round in which the answer is written."""
    for _ in range(5):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /short HTTP/1.1\r\nhost: a\r\n\r\n")
        writer.write_eof()
        assert (await reader.read()).endswith(b"short")
        writer.close()
        await writer.wait_closed()
