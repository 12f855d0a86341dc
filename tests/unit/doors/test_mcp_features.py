"""Raw tools, resources and prompts of plugins: who may use them, how they fail, what they may send on the way."""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from mcp_types import CallToolResult, TextContent

from sitehand.doors.mcp.features import McpArgument, McpCall, McpPrompt, McpResource, McpTool
from sitehand.errors import Code, Problem
from sitehand.hookspecs import hookimpl
from tests.service import MCP, open_service

MODERN_META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


async def greet(call: McpCall, arguments: Mapping[str, Any]) -> str:
    """Greet the caller, and say how it goes."""
    await call.log("info", "greeting")
    await call.log("debug", "in detail")
    site = await call.perform("site_info", {})
    return f"{call.caller.label} at {site['url']}"


async def break_down(call: McpCall, arguments: Mapping[str, Any]) -> str:
    """Fail in a way that nobody foresaw."""
    raise SystemExit("the secret of the traceback")


async def refuse(call: McpCall, arguments: Mapping[str, Any]) -> CallToolResult:
    """Refuse with a problem of the service's own."""
    raise Problem(Code.CONFLICT, "Not now.", hint="Later.")


async def read_pages(call: McpCall, variables: Mapping[str, str]) -> str:
    """Read through the gate."""
    return str((await call.perform("list_pages", {})).total)


async def read_nothing(call: McpCall, variables: Mapping[str, str]) -> str:
    """Ask for an operation that there is not."""
    return str(await call.perform("no_such_operation", {}))


async def break_reading(call: McpCall, variables: Mapping[str, str]) -> bytes:
    """Fail."""
    raise SystemExit("the secret of the traceback")


GREET = McpTool("greet", "Greets.", greet, None, reports=True)


@dataclass(frozen=True)
class Plugin:
    """A plugin that registers what it is given."""

    tools: Sequence[McpTool] = ()
    resources: Sequence[McpResource] = ()
    prompts: Sequence[McpPrompt] = field(default=())

    @hookimpl
    def register_mcp_tools(self) -> Sequence[McpTool]:
        """The tools."""
        return self.tools

    @hookimpl
    def register_mcp_resources(self) -> Sequence[McpResource]:
        """The resources."""
        return self.resources

    @hookimpl
    def register_mcp_prompts(self) -> Sequence[McpPrompt]:
        """The prompts."""
        return self.prompts


async def test_a_raw_tool_stands_after_the_operations_and_answers(tmp_path: Path) -> None:
    """It is listed last, called like any other, and reaches operations through the gate."""
    async with open_service(tmp_path, plugins=[Plugin(tools=[GREET])]) as service:
        names = [tool["name"] for tool in (await service.rpc("tools/list"))["result"]["tools"]]
        assert names[-1] == "greet"
        result = await service.tool("greet")
        assert result["content"] == [{"type": "text", "text": f"admin at {service.settings.site_url}"}]


async def test_needs_decides_who_sees_and_calls(tmp_path: Path) -> None:
    """A caller who may not use the operation that a feature needs neither sees nor uses it."""
    plugin = Plugin(
        tools=[replace(GREET, needs="create_page")],
        resources=[McpResource("x://count", "count", "Pages.", read_pages, "list_pages")],
        prompts=[McpPrompt("hello", "Hello.", greet, "create_api_key", (McpArgument("to", "Whom"),))],
    )
    async with open_service(tmp_path, roles=["admin", "author", "designer"], plugins=[plugin]) as service:
        seen = {}
        for role in ("admin", "author", "designer"):
            tools = (await service.rpc("tools/list", role=role))["result"]["tools"]
            resources = (await service.rpc("resources/list", role=role))["result"]["resources"]
            prompts = (await service.rpc("prompts/list", role=role))["result"]["prompts"]
            seen[role] = (
                "greet" in [tool["name"] for tool in tools],
                "x://count" in [resource["uri"] for resource in resources],
                "hello" in [prompt["name"] for prompt in prompts],
            )
        assert seen == {"admin": (True, True, True), "author": (True, True, False), "designer": (False, False, False)}
        assert (await service.tool("greet", role="designer"))["structuredContent"]["code"] == "category_forbidden"
        answer = await service.rpc("resources/read", {"uri": "x://count"}, role="designer")
        assert answer["error"]["data"]["code"] == "category_forbidden"
        answer = await service.rpc("prompts/get", {"name": "hello"}, role="author")
        assert answer["error"]["data"]["code"] == "admin_required"
        answer = await service.rpc("resources/read", {"uri": "x://count"}, role="author")
        assert answer["result"]["contents"][0]["text"] == "0"


async def test_failures_have_the_blueprints_shape(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A Problem is passed on; any other exception becomes internal_error and stays in the log."""
    plugin = Plugin(
        tools=[McpTool("break_down", "Fails.", break_down, None), McpTool("refuse", "Refuses.", refuse, None)],
        resources=[
            McpResource("x://broken", "broken", "Fails.", break_reading, None),
            McpResource("x://nothing", "nothing", "Fails.", read_nothing, None),
        ],
    )
    async with open_service(tmp_path, plugins=[plugin]) as service:
        assert (await service.tool("refuse"))["structuredContent"]["code"] == "conflict"
        with caplog.at_level(logging.ERROR, "sitehand.mcp"):
            broken = await service.tool("break_down")
            unread = await service.rpc("resources/read", {"uri": "x://broken"})
        assert broken["structuredContent"]["code"] == "internal_error"
        assert (unread["error"]["code"], unread["error"]["data"]["code"]) == (-32603, "internal_error")
        assert "secret" not in json.dumps([broken, unread])
        assert [str(record.exc_info[1]) for record in caplog.records if record.exc_info] == [
            "the secret of the traceback"
        ] * 2
        nothing = await service.rpc("resources/read", {"uri": "x://nothing"})
        assert nothing["error"]["data"]["code"] == "unknown_operation"


@pytest.mark.parametrize(
    ("level", "expected"), [("debug", ["greeting", "in detail"]), ("info", ["greeting"]), (None, [])]
)
async def test_log_messages_go_to_those_who_ask(tmp_path: Path, level: str | None, expected: list[str]) -> None:
    """In 2026-07-28 a request names the level that it wants to hear; one that names none hears nothing."""
    meta = dict(MODERN_META) | ({"io.modelcontextprotocol/logLevel": level} if level else {})
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "greet", "_meta": meta}}
    async with open_service(tmp_path, plugins=[Plugin(tools=[GREET])]) as service:
        headers = {
            **{"X-API-Key": service.keys["admin"], "Accept": "application/json, text/event-stream"},
            **{"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "greet"},
        }
        answer = await service.http.post(MCP, json=message, headers=headers)
    events = [json.loads(line[6:]) for line in answer.text.splitlines() if line.startswith("data: ")]
    assert [event["params"]["data"] for event in events if event.get("method") == "notifications/message"] == expected


@pytest.mark.parametrize(
    "plugin",
    [
        Plugin(tools=[GREET, GREET]),
        Plugin(tools=[replace(GREET, name="list_pages")]),
        Plugin(tools=[replace(GREET, needs="no_such_operation")]),
        Plugin(resources=[McpResource("sitehand://site", "site", "Again.", read_pages, None)]),
        Plugin(prompts=[McpPrompt("write_page", "Again.", greet, None)]),
    ],
)
async def test_a_wrong_registration_is_found_at_start(tmp_path: Path, plugin: Plugin) -> None:
    """Two of one name, or a need that no operation answers: the service does not start."""
    with pytest.raises(ValueError, match=r"share a name|unknown operation"):
        async with open_service(tmp_path, plugins=[plugin]):
            pass


async def test_text_content_and_results_pass_unchanged(tmp_path: Path) -> None:
    """A tool may return content blocks or the SDK's own result."""

    async def give_blocks(call: McpCall, arguments: Mapping[str, Any]) -> list[TextContent]:
        return [TextContent(text=json.dumps(dict(arguments)))]

    async def give_result(call: McpCall, arguments: Mapping[str, Any]) -> CallToolResult:
        return CallToolResult(content=[], structured_content={"given": dict(arguments)})

    plugin = Plugin(
        tools=[McpTool("give_blocks", "Blocks.", give_blocks, None), McpTool("give_result", "R.", give_result, None)]
    )
    async with open_service(tmp_path, plugins=[plugin]) as service:
        assert (await service.tool("give_blocks", {"a": 1}))["content"] == [{"type": "text", "text": '{"a": 1}'}]
        assert (await service.tool("give_result", {"a": 1}))["structuredContent"] == {"given": {"a": 1}}
