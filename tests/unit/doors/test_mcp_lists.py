"""`tools/list`: in how many bytes, for whom, and that what is kept of it is what the SDK says."""

import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from threading import get_ident
from typing import Any

import httpx2
import pytest

from sitehand.app import assemble
from sitehand.doors.mcp import tools as described
from sitehand.doors.mcp.features import McpCall, McpTool
from sitehand.doors.mcp.options import Options
from sitehand.doors.mcp.tools import ToolBox
from sitehand.hookspecs import hookimpl
from sitehand.operation.caller import Caller
from tests.choices import set_off
from tests.service import MCP, Service, open_service

MAX_AVERAGE_BYTES, MAX_BYTES = 640, 2000
HANDSHAKE, MODERN = "2025-06-18", "2026-07-28"
ERAS = [None, "2025-03-26", HANDSHAKE, "2025-11-25", MODERN]


async def say(call: McpCall, arguments: Mapping[str, Any]) -> str:
    """What the plugin's tool answers."""
    return "hello"


class Greeter:
    """A plugin with a raw tool."""

    @hookimpl
    def register_mcp_tools(self) -> list[McpTool]:
        """The tool."""
        return [McpTool("greet", "Say hello.", say, needs="list_pages")]


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service as it comes, with a plugin and keys of two roles."""
    roles: list[Any] = ["admin", "editor", "designer"]
    async with open_service(tmp_path, roles=roles, plugins=[Greeter()], output_schemas=False) as opened:
        yield opened


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[Caller]:
    """For whom the list was built anew, each time."""
    callers: list[Caller] = []
    build = ToolBox.list

    async def count(self: ToolBox, caller: Caller, options: Options) -> Sequence[Mapping[str, Any]]:
        callers.append(caller)
        return await build(self, caller, options)

    monkeypatch.setattr(ToolBox, "list", count)
    return callers


async def ask(
    service: Service, era: str | None, *, role: str = "admin", query: str = "", **more: Any
) -> httpx2.Response:
    """One `tools/list` of that protocol version (None: the client names none)."""
    params: dict[str, Any] = {}
    headers = {"X-API-Key": service.keys[role], **({"MCP-Protocol-Version": era} if era else {})}
    if era == MODERN:
        meta = {"protocolVersion": era, "clientCapabilities": {}}
        params = {"_meta": {f"io.modelcontextprotocol/{name}": value for name, value in meta.items()}}
        headers["MCP-Method"] = "tools/list"
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params, **more.pop("message", {})}
    return await service.http.post(f"{MCP}{query}", json=message, headers={**headers, **more})


@pytest.mark.parametrize("era", ERAS)
async def test_a_tool_costs_few_bytes_on_the_wire(service: Service, era: str | None) -> None:
    """At most 640 on average, envelope and all, and none above 2,000: a model reads every one."""
    answer = await ask(service, era)
    tools = answer.json()["result"]["tools"]
    assert len(tools) > 20
    assert len(answer.content) / len(tools) <= MAX_AVERAGE_BYTES
    for tool in tools:
        assert len(json.dumps(tool, separators=(",", ":"), ensure_ascii=False).encode()) <= MAX_BYTES, tool["name"]
        assert "outputSchema" not in tool


@pytest.mark.parametrize("era", ERAS)
async def test_the_kept_list_says_what_the_sdk_said(service: Service, era: str | None, built: list[Caller]) -> None:
    """The second answer is the first but for its id, and nothing is described, checked or encoded for it."""
    first = await ask(service, era)
    again = await ask(service, era, message={"id": 'é "result":[]'})
    assert len(built) == 1
    assert again.json() == {**first.json(), "id": 'é "result":[]'}
    for name in ("content-type", "cache-control", "ratelimit-limit"):
        assert again.headers[name] == first.headers[name]
    assert int(again.headers["ratelimit-remaining"]) == int(first.headers["ratelimit-remaining"]) - 1


async def test_each_era_and_view_has_a_list_of_its_own(service: Service) -> None:
    """Whoever asked before, each caller is shown its own tools, and each version its own fields."""
    shown: dict[tuple[str, str], list[str]] = {}
    for _ in range(2):
        for era in (HANDSHAKE, MODERN):
            for role in ("admin", "editor", "designer"):
                result = (await ask(service, era, role=role)).json()["result"]
                names = [tool["name"] for tool in result["tools"]]
                assert shown.setdefault((era, role), names) == names
                assert ("ttlMs" in result) == (era == MODERN)
                assert ("greet" in names) == (role != "designer")
                assert ("create_api_key" in names) == (role == "admin")


async def test_tools_are_described_beside_the_event_loop(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's request is held up by the hundreds of schemas of the first list, nor of the results."""
    threads: set[int] = set()

    def note(function: Callable[..., Any]) -> Callable[..., Any]:
        def noting(*args: Any, **named: Any) -> Any:
            threads.add(get_ident())
            return function(*args, **named)

        return noting

    for name in ("_describe", "_describe_result"):
        monkeypatch.setattr(described, name, note(getattr(described, name)))
    assert (await ask(service, MODERN, query="?schemas=output")).status_code == 200
    assert threads and get_ident() not in threads


async def test_schemas_of_results_come_when_asked_for(service: Service, tmp_path: Path) -> None:
    """By the address or by the setting, each the other way round too; with them results are structured."""
    for _ in range(2):
        for query, wanted in (("", False), ("?schemas=output", True), ("?schemas=none", False)):
            tools = (await ask(service, HANDSHAKE, query=query)).json()["result"]["tools"]
            assert any("outputSchema" in tool for tool in tools) == wanted
    call = {"method": "tools/call", "params": {"name": "site_info"}}
    plain = (await ask(service, HANDSHAKE, message=call)).json()["result"]
    full = (await ask(service, HANDSHAKE, query="?schemas=output", message=call)).json()["result"]
    assert "structuredContent" not in plain
    assert full["structuredContent"] == json.loads(plain["content"][0]["text"])
    refused = await ask(service, HANDSHAKE, query="?schemas=all")
    assert (refused.status_code, refused.json()["error"]["data"]["data"]["details"][0]["path"]) == (
        400,
        "query.schemas",
    )
    async with open_service(tmp_path / "asked", output_schemas=True) as asked:
        for query, wanted in (("", True), ("?schemas=none", False)):
            tools = (await ask(asked, HANDSHAKE, query=query)).json()["result"]["tools"]
            assert all("outputSchema" in tool for tool in tools) == wanted


async def test_a_switch_is_seen_at_once(service: Service) -> None:
    """A tool that the owner switches off is gone from the next list, and back in the one after it is on again."""
    parts = assemble(service.settings)
    try:
        for off in (False, True, False):
            await set_off(parts.database, ["list_pages"] if off else [])
            names = [tool["name"] for tool in (await ask(service, HANDSHAKE)).json()["result"]["tools"]]
            assert ("list_pages" in names) is not off
    finally:
        await parts.close()


@pytest.mark.parametrize(
    ("era", "headers", "message"),
    [
        (MODERN, {"MCP-Method": "tools/call"}, {}),
        (MODERN, {"MCP-Method": ""}, {}),
        (MODERN, {}, {"params": {}}),
        (MODERN, {}, {"params": {"_meta": {"io.modelcontextprotocol/protocolVersion": "1999-01-01"}}}),
        ("1999-01-01", {}, {}),
        (HANDSHAKE, {}, {"params": {"cursor": "abc"}}),
        (HANDSHAKE, {}, {"params": {"_meta": 7}}),
    ],
)
async def test_what_the_sdk_refuses_stays_refused(
    service: Service, era: str, headers: dict[str, str], message: dict[str, Any]
) -> None:
    """A kept list answers no request whose headers or parameters are wrong: the answer is the same before and after."""
    before = await ask(service, era, message=message, **headers)
    for kept in ERAS:
        await ask(service, kept)
    after = await ask(service, era, message=message, **headers)
    assert "error" in before.json()
    assert (after.status_code, after.json()) == (before.status_code, before.json())


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "id": 1, "result": {}},
        {"jsonrpc": "2.0", "id": 1, "result": {}, "params": [1]},
        {"jsonrpc": "2.0", "method": "tools/list"},
    ],
)
async def test_only_a_request_is_answered_with_a_list(service: Service, message: dict[str, Any]) -> None:
    """A response or a notification in its place is left to the SDK, which takes it or refuses it."""
    await ask(service, None)
    answer = await service.http.post(MCP, json=message, headers={"X-API-Key": service.keys["admin"]})
    assert answer.status_code in (202, 400), answer.text
    assert b"inputSchema" not in answer.content


async def test_a_list_that_changes_while_it_is_made_is_not_kept(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tool that is off between the door's look and the SDK's is listed again as soon as it is on."""
    build = ToolBox.list

    async def make(self: ToolBox, caller: Caller, options: Options) -> Sequence[Mapping[str, Any]]:
        return [tool for tool in await build(self, caller, options) if tool["name"] != "delete_page"]

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(ToolBox, "list", make)
        assert "delete_page" not in (await ask(service, MODERN)).text
    assert "delete_page" in (await ask(service, MODERN)).text
