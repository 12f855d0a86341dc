"""The ways in which a broker's answer may be broken. Where there is a body, it is the broker's own "yes"."""

import asyncio
import json

from tests.broker.proxy import HEAD_END, Exchange, Fault

DRIP_SECONDS = 0.02


async def stall(exchange: Exchange) -> None:
    """Take the request, and never answer."""
    await asyncio.Event().wait()


async def drip(exchange: Exchange) -> None:
    """Send the answer a byte at a time, so that no single wait for a byte is long."""
    for byte in await exchange.answer():
        await exchange.send(bytes([byte]))
        await asyncio.sleep(DRIP_SECONDS)


async def hang_up(exchange: Exchange) -> None:
    """Take the request, and close the connection."""


async def send_half(exchange: Exchange) -> None:
    """Send the head and half of the body, and close the connection."""
    head, _, body = (await exchange.answer()).partition(HEAD_END)
    await exchange.send(head + HEAD_END + body[: len(body) // 2])


async def send_as_page(exchange: Exchange) -> None:
    """Say that the answer is HTML."""
    await exchange.send((await exchange.answer()).replace(b"application/json", b"text/html"))


async def send_ten_megabytes(exchange: Exchange) -> None:
    """Send the broker's yes with ten megabytes after it, in chunks, so that nothing tells their length before."""
    body = (await exchange.answer()).partition(HEAD_END)[2]
    whole = json.dumps({**json.loads(body), "padding": "x" * 10_000_000}).encode()
    await exchange.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
    for start in range(0, len(whole), 65536):
        part = whole[start : start + 65536]
        await exchange.send(b"%x\r\n%s\r\n" % (len(part), part))
    await exchange.send(b"0\r\n\r\n")


def redirect(address: str, status: int = 307) -> Fault:
    """Send whoever asks to another address."""

    async def send_elsewhere(exchange: Exchange) -> None:
        head = f"HTTP/1.1 {status} Elsewhere\r\nLocation: {address}\r\nContent-Length: 0\r\n\r\n"
        await exchange.send(head.encode())

    return send_elsewhere


def send(body: bytes, status: int = 200) -> Fault:
    """Send this body as JSON, with this status."""

    async def send_body(exchange: Exchange) -> None:
        head = f"HTTP/1.1 {status} Said\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        await exchange.send(head.encode() + body)

    return send_body


def change(**members: object) -> Fault:
    """Send the broker's yes with other members; those that are None are left out."""

    async def send_changed(exchange: Exchange) -> None:
        said = {**json.loads((await exchange.answer()).partition(HEAD_END)[2]), **members}
        kept = {name: value for name, value in said.items() if value is not None}
        await send(json.dumps(kept).encode())(exchange)

    return send_changed


class Thinking:
    """Pass the broker's own answers on, each when the test lets one go. `asked` counts the questions."""

    def __init__(self) -> None:
        self.asked = 0
        self._ready = asyncio.Semaphore(0)

    async def __call__(self, exchange: Exchange) -> None:
        """Take a question, and answer it when its time has come."""
        self.asked += 1
        await self._ready.acquire()
        await yes(exchange)

    def answer(self, count: int) -> None:
        """Let so many answers go, to questions of now or of later."""
        for _ in range(count):
            self._ready.release()


async def yes(exchange: Exchange) -> None:
    """Pass the broker's own answer on, over a connection that ends."""
    await exchange.send(await exchange.answer())
