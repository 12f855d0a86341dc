"""Pictures that take few bytes and a lot of memory, sent to a real server at once."""

import asyncio
from pathlib import Path
from typing import Any

import httpx2
import psutil

from tests.e2e.test_killed_uploads import clear_all
from tests.pictures import build_bomb, draw
from tests.processes import make_key, serve_process
from tests.service import BASE

BOMBS = 10
MOST = 150 * 1024 * 1024
"""What the server's own process may take."""


def measure(process: psutil.Process) -> int:
    """The memory of a process, which may have ended."""
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0


async def test_ten_bombs_at_once_leave_a_server_as_it_was(tmp_path: Path) -> None:
    """Each of 196 megapixels in 602 KB is refused with one error, by two small processes at a time; a day later there
    is nothing of them, and the next picture goes in.
    """
    data, bomb = tmp_path / "site", build_bomb()
    assert len(bomb) < 610_000
    headers = {"X-API-Key": make_key(data), "Content-Disposition": 'attachment; filename="bomb.png"'}
    with serve_process(data) as served:
        server, own, children = psutil.Process(served.process.pid), 0, 0
        idle = {child.pid for child in server.children(recursive=True)}
        async with httpx2.AsyncClient(base_url=served.url, timeout=60, headers=headers) as http:

            async def send(content: bytes) -> Any:
                return await http.post(f"{BASE}/media", content=content)

            sent = [asyncio.create_task(send(bomb)) for _ in range(BOMBS)]
            while not all(task.done() for task in sent):
                decoding = [child for child in server.children(recursive=True) if child.pid not in idle]
                assert len(decoding) <= 2
                children = max(children, len(decoding))
                own = max(own, *(measure(each) for each in [server, *decoding]))
                await asyncio.wait(sent, timeout=0.005)
            told = [task.result() for task in sent]
            assert {(answer.status_code, answer.json()["message"]) for answer in told} == {
                (400, "The image has more than 50 megapixels.")
            }
            assert (await http.get(f"{BASE}/media")).json() == []
            assert (await send(draw())).status_code == 201
        assert 0 < own < MOST
        assert children > 0
    rows = await clear_all(data)
    assert len(rows) == len([*(data / "files").glob("??/*")]) == 1
