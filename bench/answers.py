"""What answers of the MCP door weigh, and what `tools/list` costs: `python -m bench.answers`.

A few seconds, without a network: both applications are called in this process, in turns, and the medians compared.
"""

import asyncio
import contextlib
import json
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message

from bench.floors import bare_sdk
from bench.site import CONTENT, fill_site
from sitehand.app import build
from sitehand.settings import Settings

MCP = "/sitehand/v1/mcp"
MODERN = "2026-07-28"
ERAS = ("2025-11-25", MODERN)
BODY = CONTENT[:-4] * 4 + "</p>"
"""Some 8 KB, as a long page has them."""
ROUNDS, CALLS = 7, 100
console = Console(width=130)


def main() -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory() as folder:
        key = asyncio.run(fill_site(Path(folder), 1, console))
        asyncio.run(report(Path(folder), key))


async def report(folder: Path, key: str) -> None:
    """Print the bytes of answers, then the cost of the list as a ratio to the SDK's own server: with one tool, and with
    one tool whose description makes the answer as long as ours.
    """
    app = build(Settings(data=folder, log="off"))
    async with running(app):
        sizes = await weigh(app, key)
        for name, size in sizes.items():
            console.print(f"{name:<40}{size:>8} bytes")
        for era in ERAS:
            await report_list(app, key, era, "one tool", bare_sdk())
            await report_list(app, key, era, "one tool of as many bytes", bare_sdk("x" * sizes[f"tools/list {era}"]))


async def report_list(app: ASGIApp, key: str, era: str, name: str, floor: Starlette) -> None:
    """Print what the list costs beside a server of the SDK."""
    async with running(floor):
        ours, theirs = await compare(app, floor, key, era)
    line = f"{ours * 1e6:.0f} µs, SDK with {name} {theirs * 1e6:.0f} µs: {theirs / ours:.2f}"
    console.print(f"{f'tools/list of {era}':<40}{line}")


async def weigh(app: ASGIApp, key: str) -> dict[str, int]:
    """Bytes of the whole answer to a few calls; of tools their text alone as well."""
    sizes = {f"tools/list {era}": len(await post(app, key, era, "tools/list", {})) for era in ERAS}
    page = (await call(app, key, "create_page", {"title": "Long", "content": BODY}))["id"]
    edit = {"id": page, "context": "edit"}
    revision = (await call(app, key, "get_page", edit))["revision"]
    for name, tool, arguments in (
        ("read for editing", "get_page", edit),
        ("retitle", "update_page", {"id": page, "title": "Longer", "expected_revision": revision}),
        ("get_openapi", "get_openapi", {}),
    ):
        answer = await post(app, key, ERAS[0], "tools/call", {"name": tool, "arguments": arguments})
        sizes[name] = len(answer)
        sizes[f"{name}: text"] = len(json.loads(answer)["result"]["content"][0]["text"].encode())
    return sizes


async def compare(app: ASGIApp, floor: ASGIApp, key: str, era: str) -> tuple[float, float]:
    """Seconds of processor time for one `tools/list`: ours, and the SDK's."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(await clock(app, key, era))
        theirs.append(await clock(floor, key, era, "/mcp"))
    return statistics.median(ours), statistics.median(theirs)


async def clock(app: ASGIApp, key: str, era: str, path: str = MCP) -> float:
    """Seconds of processor time for one call, over some calls."""
    began = time.process_time()
    for _ in range(CALLS):
        await post(app, key, era, "tools/list", {}, path)
    return (time.process_time() - began) / CALLS


async def call(app: ASGIApp, key: str, tool: str, arguments: Mapping[str, Any]) -> Any:
    """What a tool says, as an object."""
    answer = await post(app, key, ERAS[0], "tools/call", {"name": tool, "arguments": dict(arguments)})
    return json.loads(json.loads(answer)["result"]["content"][0]["text"])


async def post(app: ASGIApp, key: str, era: str, method: str, params: dict[str, Any], path: str = MCP) -> bytes:
    """The body that answers one JSON-RPC request of that era."""
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream", "x-api-key": key}
    headers |= {"host": "127.0.0.1:8000", "mcp-protocol-version": era}
    if era == MODERN:
        meta = {"protocolVersion": era, "clientCapabilities": {}}
        params = {**params, "_meta": {f"io.modelcontextprotocol/{name}": value for name, value in meta.items()}}
        headers |= {"mcp-method": method}
        headers |= {"mcp-name": params["name"]} if "name" in params else {}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    return await exchange(app, path, headers, body)


async def exchange(
    app: ASGIApp, path: str, headers: Mapping[str, str], body: bytes, *, method: str = "POST", query: str = ""
) -> bytes:
    """One HTTP request to the application, and the body of its answer."""
    parts: list[bytes] = []
    asked = False

    async def receive() -> Message:
        nonlocal asked
        if asked:
            await asyncio.Event().wait()
        asked = True
        return {"type": "http.request", "body": body}

    async def send(message: Message) -> None:
        parts.append(message.get("body", b""))

    fields = [(name.encode(), value.encode()) for name, value in headers.items()]
    address = {"server": ("127.0.0.1", 8000), "client": ("127.0.0.1", 5), "scheme": "http", "http_version": "1.1"}
    scope = {"type": "http", "asgi": {"version": "3.0"}, "method": method, "path": path, "raw_path": path.encode()}
    await app({**scope, **address, "query_string": query.encode(), "root_path": "", "headers": fields}, receive, send)
    return b"".join(parts)


@contextlib.asynccontextmanager
async def running(app: ASGIApp) -> AsyncIterator[None]:
    """What a server does around its requests."""
    inbox: asyncio.Queue[Message] = asyncio.Queue()
    outbox: asyncio.Queue[Message] = asyncio.Queue()
    task = asyncio.ensure_future(app({"type": "lifespan", "asgi": {"version": "3.0"}}, inbox.get, outbox.put))
    await inbox.put({"type": "lifespan.startup"})
    await outbox.get()
    try:
        yield
    finally:
        await inbox.put({"type": "lifespan.shutdown"})
        await task


if __name__ == "__main__":
    main()
