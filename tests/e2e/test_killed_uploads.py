"""Files on their way in while their calls are cancelled and their process is killed: all of a file, or nothing."""

import asyncio
import hashlib
import time
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx2

from sitehand.hosts.builtin.file_needs import clear_files
from sitehand.hosts.builtin.schema import SITE
from sitehand.store.database import Database
from sitehand.store.file_store import FULL
from sitehand.store.media_files import MediaFiles
from sitehand.store.uploads import KEPT_FOR, clear_staged
from tests.pictures import draw
from tests.processes import make_key, serve_process
from tests.service import BASE, Service, open_service
from tests.statements import fetch

ROUNDS, PARTS = 24, 3
LONGEST = 0.06
"""Seconds until a call is cancelled; most take less."""
NAMED = {"Content-Disposition": 'attachment; filename="rye.jpg"'}
Call = Coroutine[Any, Any, httpx2.Response]


async def clear_all(data: Path) -> list[dict[str, Any]]:
    """What the housekeeping does a day later; the rows of files that are left."""
    database, later = Database(data, SITE), time.time() + KEPT_FOR + 60
    await clear_staged(database, later)
    await clear_files(database, MediaFiles(data), later)
    rows = await fetch(database, "SELECT title, sha256 FROM media ORDER BY id")
    await database.close()
    assert [*(data / "uploads").glob("*")] == []
    assert [*(data / "files").glob(".draft*")] == []
    return rows


def check_files(data: Path, rows: list[dict[str, Any]]) -> None:
    """Each row has its file, with the bytes that it was named by."""
    for row in rows:
        path = MediaFiles(data).find(row["sha256"], FULL)
        assert path is not None, row
        assert hashlib.sha256(path.read_bytes()).hexdigest() == row["sha256"]


async def test_a_killed_process_leaves_nothing_of_a_picture(tmp_path: Path) -> None:
    """Not in the system's folder for temporary files either; the call that is repeated adds the file once."""
    data, temporary = tmp_path / "site", tmp_path / "temporary"
    temporary.mkdir()
    headers = {"X-API-Key": make_key(data), "Idempotency-Key": "rye", **NAMED}
    content = draw("JPEG", (1500, 1500))
    with serve_process(data, TMPDIR=str(temporary)) as served:
        async with httpx2.AsyncClient(base_url=served.url, timeout=30) as http:
            sent = asyncio.create_task(http.post(f"{BASE}/media", content=content, headers=headers))
            while not [*data.glob("uploads/.draft.*/source")]:
                await asyncio.wait([sent], timeout=0.005)
                assert not sent.done(), sent.result().text
            served.process.kill()
            served.process.wait()
            with suppress(httpx2.TransportError):
                assert (await sent).status_code >= 500
    assert [*temporary.iterdir()] == []
    assert await clear_all(data) == []
    assert [*(data / "files").glob("??/*")] == []
    async with open_service(tmp_path, roles=()) as service:
        again = [await service.http.post(f"{BASE}/media", content=content, headers=headers) for _ in range(2)]
    assert [answer.status_code for answer in again] == [201, 201]
    assert again[0].json() == again[1].json()
    rows = await clear_all(data)
    assert len(rows) == 1
    check_files(data, rows)


def send(service: Service, number: int, first: int) -> Call:
    """The call of a round, always the same for a number; `first` is a file that is there."""
    headers = {"X-API-Key": service.keys["admin"], "Idempotency-Key": f"rye-{number}"}
    name, http = f"Rye {number}", service.http
    text = {"data": f"data:text/plain,{name}", "filename": "rye.txt", "title": name}
    match number % 6:
        case 0:
            files = {"file": ("rye.png", draw("PNG", (200 + number, 160)), "image/png")}
            return http.post(f"{BASE}/media", data={"title": name}, files=files, headers=headers)
        case 1:
            return http.post(f"{BASE}/media", json=text, headers=headers)
        case 2 | 3:
            parts = [
                {"method": "POST", "path": "/media", "body": {**text, "title": f"{name}.{n}"}} for n in range(PARTS)
            ]
            return http.post(f"{BASE}/batch", json={"requests": parts, "mode": "atomic"}, headers=headers)
        case 4:
            arguments = {**text, "idempotency_key": f"rye-{number}"}
            params = {"name": "create_media", "arguments": arguments}
            message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            return http.post(f"{BASE}/mcp", json=message, headers={"X-API-Key": service.keys["admin"]})
        case _:
            return http.put(f"{BASE}/media/{first}/file", json={"data": text["data"]}, headers=headers)


async def cancel(call: Call, seconds: float) -> None:
    """Cancel a call after a while, whatever it does then."""
    task = asyncio.ensure_future(call)
    await asyncio.wait([task], timeout=seconds)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_calls_that_are_cancelled_and_repeated_are_done_once(tmp_path: Path) -> None:
    """All parts of a batch or none; each row has its file, and nothing else is left."""
    moments, data = Random(7), tmp_path / "site"
    async with open_service(tmp_path) as service:
        made = await service.tool(
            "create_media", {"data": "data:text/plain,Rye", "filename": "rye.txt", "title": "Rye"}
        )
        first = made["structuredContent"]["id"]
        for number in range(ROUNDS):
            await cancel(send(service, number, first), moments.uniform(0, LONGEST))
        check_files(data, await clear_all(data))
        for number in range(ROUNDS):
            answer = await send(service, number, first)
            assert answer.status_code < 300, answer.text
    rows = await clear_all(data)
    check_files(data, rows)
    single = [f"Rye {number}" for number in range(ROUNDS) if number % 6 in (0, 1, 4)]
    parts = [f"Rye {number}.{n}" for number in range(ROUNDS) if number % 6 in (2, 3) for n in range(PARTS)]
    assert sorted(row["title"] for row in rows) == sorted(["Rye", *single, *parts])
