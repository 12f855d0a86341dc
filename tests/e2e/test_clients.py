"""The official MCP clients against a running service: each connects with a key and works on a page."""

import json
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

from sitehand.app import build
from sitehand.settings import Settings
from tests.browser import serve
from tests.node_tools import FOLDER, MODULES, Node
from tests.service import MCP, make_keys

SCRIPT = Path(__file__).parent / "clients" / "typescript.mjs"
INSPECTOR = MODULES / "@modelcontextprotocol" / "inspector" / "clients" / "launcher" / "build" / "index.js"


@dataclass(frozen=True, slots=True)
class Running:
    """A service on a port, and a key for it."""

    address: str
    key: str

    @property
    def endpoint(self) -> str:
        """The MCP address."""
        return self.address + MCP

    async def page(self, page_id: int) -> Any:
        """A page, read through REST."""
        async with httpx2.AsyncClient(headers={"X-API-Key": self.key}) as http:
            answer = await http.get(f"{self.address}/sitehand/v1/pages/{page_id}")
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Running]:
    """A service with an editor's key."""
    settings = Settings(data=tmp_path / "site", log="off")
    keys = await make_keys(settings, ["editor"])
    async with serve(build(settings)) as address:
        yield Running(address, keys["editor"])


def read_text(result: Any) -> Any:
    """What a tool says: one text, a JSON object."""
    (block,) = result.content
    return json.loads(block.text)


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28", "auto"])
async def test_the_python_client_works_on_a_page(running: Running, mode: Any) -> None:
    """The official Python client, in both eras: tools, introspect, a draft created, read back, seen through REST."""
    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {running.key}"}) as http,
        Client(streamable_http_client(running.endpoint, http_client=http), mode=mode) as client,
    ):
        names = [tool.name for tool in (await client.list_tools()).tools]
        introspect = read_text(await client.call_tool("introspect", {}))
        created = read_text(await client.call_tool("create_page", {"title": "From Python"}))
        read = read_text(await client.call_tool("get_page", {"id": created["id"]}))
        guide = await client.read_resource("sitehand://guide/safety")
        prompt = await client.get_prompt("review_page", {"id": str(created["id"])})
    assert "create_page" in names
    assert "create_api_key" not in names
    assert introspect["caller"]["role"] == "editor"
    assert created["status"] == "draft"
    assert read["title"]["rendered"] == "From Python"
    assert "Drafts" in json.dumps([content.model_dump() for content in guide.contents])
    assert len(prompt.messages) == 2
    assert (await running.page(created["id"]))["title"]["rendered"] == "From Python"


async def test_the_python_client_hears_progress(running: Running) -> None:
    """A batch reports each part over the event stream of its own POST, and the result comes all the same."""
    heard: list[float] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        heard.append(progress)

    parts = [{"method": "GET", "path": "/site-info"}] * 3
    async with (
        httpx2.AsyncClient(headers={"X-API-Key": running.key}) as http,
        Client(streamable_http_client(running.endpoint, http_client=http)) as client,
    ):
        result = await client.call_tool("batch", {"requests": parts}, progress_callback=note)
    assert heard == [1, 2, 3]
    assert [answer["status"] for answer in read_text(result)["responses"]] == [200, 200, 200]


@pytest.mark.parametrize("package", ["client", "sdk"])
async def test_the_typescript_client_works_on_a_page(
    node: Node, running: Running, package: str, tmp_path: Path
) -> None:
    """The official TypeScript client, new and old package: the same round, with progress and a failing tool."""
    script = tmp_path / SCRIPT.name
    shutil.copy(SCRIPT, script)
    (tmp_path / "node_modules").symlink_to(MODULES)
    run = await node.run(script, package, running.endpoint, running.key, "From TypeScript", folder=FOLDER)
    assert run.code == 0, run.errors
    seen = json.loads(run.output)
    assert {"introspect", "create_page", "get_page"} <= set(seen["tools"])
    assert seen["introspect"]["caller"]["role"] == "editor"
    assert seen["created"]["status"] == "draft"
    assert seen["read"]["title"]["rendered"] == "From TypeScript"
    assert seen["failed"] == {"isError": True, "code": "not_found"}
    assert seen["progress"] == [1, 2]
    assert "sitehand://site" in seen["resources"]
    assert "write_page" in seen["prompts"]
    assert (await running.page(seen["created"]["id"]))["title"]["rendered"] == "From TypeScript"


async def test_the_inspector_works_on_a_page(node: Node, running: Running, tmp_path: Path) -> None:
    """`inspector --cli`: the same round, one process per request."""

    async def inspect(method: str, *more: str) -> Any:
        target = ("--cli", running.endpoint, "--transport", "http", "--header", f"X-API-Key: {running.key}")
        run = await node.run(INSPECTOR, *target, "--method", method, *more, folder=tmp_path)
        assert run.code == 0, run.errors + run.output
        return json.loads(run.output)

    async def call(name: str, *arguments: str) -> Any:
        pairs = [part for argument in arguments for part in ("--tool-arg", argument)]
        return json.loads((await inspect("tools/call", "--tool-name", name, *pairs))["content"][0]["text"])

    listed = await inspect("tools/list")
    assert {"introspect", "create_page"} <= {tool["name"] for tool in listed["tools"]}
    assert (await call("introspect"))["caller"]["role"] == "editor"
    created = await call("create_page", "title=From the inspector", "status=draft")
    read = await call("get_page", f"id={created['id']}")
    assert read["title"]["rendered"] == "From the inspector"
    assert (await running.page(created["id"]))["status"] == "draft"
