"""A writer beside the measured calls: a write is sent twenty times a second, whether or not the last was answered."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx2
from rich.console import Console

from bench.load import Call, Server

PER_SECOND = 20
LEAST_SHARE = 0.9
"""Of the pace; with less it is said, because the measurement is not what its name says."""


@contextmanager
def writing(server: Server, make_call: Callable[[int], Call], console: Console) -> Iterator[None]:
    """Send writes until the block ends; `make_call` is given their number. Raises when one is refused."""
    stop, statuses = threading.Event(), list[int]()
    thread = threading.Thread(target=lambda: asyncio.run(_write(server, make_call, stop, statuses)))
    began = time.perf_counter()
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()
    if set(statuses) != {200}:
        raise RuntimeError(f"Writes beside the measured calls got {set(statuses)}.")
    if (pace := len(statuses) / (time.perf_counter() - began)) < LEAST_SHARE * PER_SECOND:
        console.print(f"The writer managed {pace:.1f} writes a second, not {PER_SECOND}.")


async def _write(server: Server, make_call: Callable[[int], Call], stop: threading.Event, statuses: list[int]) -> None:
    async with httpx2.AsyncClient(trust_env=False, timeout=60) as http, asyncio.TaskGroup() as sent:
        number = 0
        while not stop.is_set():
            sent.create_task(_send(http, server, make_call(number), statuses))
            number += 1
            await asyncio.sleep(1 / PER_SECOND)


async def _send(http: httpx2.AsyncClient, server: Server, call: Call, statuses: list[int]) -> None:
    answer = await http.request(call.method, server.url(call.path), headers=dict(call.headers), content=call.body)
    statuses.append(answer.status_code)
