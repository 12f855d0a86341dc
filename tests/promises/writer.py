"""A process that writes at full speed until it is killed, for `test_kill.py`.

It prints each write when it is acknowledged, as JSON.
"""

import asyncio
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx2

from sitehand.app import build
from sitehand.settings import Settings
from tests.samples.content.items import ITEM
from tests.service import BASE, URL, run_lifespan

WRITERS_AT_ONCE = 8


def say(line: str) -> None:
    """Print a line whole: what is shorter than a pipe's buffer is never cut by a kill."""
    os.write(1, f"{line}\n".encode())


async def write(http: httpx2.AsyncClient, method: str, path: str, body: Mapping[str, Any]) -> list[Any]:
    """Send a write with a new idempotency key, and say when it is acknowledged; the answers, of a batch's parts."""
    reply = await http.request(method, f"{BASE}{path}", json=dict(body), headers={"Idempotency-Key": uuid4().hex})
    reply.raise_for_status()
    answer = reply.json()
    made = [part["body"] for part in answer["responses"]] if "responses" in answer else [answer]
    say(json.dumps([[answer["change_id"], str(each["id"]), each["revision"]] for each in made]))
    return made


async def write_forever(http: httpx2.AsyncClient) -> None:
    """Make a page, change it, and make two more in one transaction; again and again."""
    parent = {"method": "POST", "path": "/pages", "body": {"title": "Parent", **ITEM}}
    child = {"method": "POST", "path": "/pages", "body": {"title": "Child", "parent": {"$ref": "#0.id"}}}
    while True:
        (page,) = await write(http, "POST", "/pages", {"title": "Written", **ITEM})
        changed = {"title": "Changed", "expected_revision": page["revision"]}
        await write(http, "PATCH", f"/pages/{page['id']}", changed)
        await write(http, "POST", "/batch", {"mode": "atomic", "requests": [parent, child]})


async def serve_writers(data: Path, key: str) -> None:
    """Start the service, and let several callers write to it."""
    app = build(Settings(data=data, log="off", url=URL))
    transport, headers = httpx2.ASGITransport(app=app), {"X-API-Key": key}
    async with run_lifespan(app), httpx2.AsyncClient(transport=transport, base_url=URL, headers=headers) as http:
        await asyncio.gather(*(write_forever(http) for _ in range(WRITERS_AT_ONCE)))


def main(data: Path, key: str) -> None:
    """Write in a process of its own."""
    asyncio.run(serve_writers(data, key))
