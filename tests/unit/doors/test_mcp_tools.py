"""Operations as tools: what is listed for whom, in how many bytes, and what a call answers."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from pydantic import PydanticUserError

from sitehand.doors.wire import problem_object
from sitehand.errors import Code, Detail, Problem
from sitehand.guard.roles import ROLES
from sitehand.hookspecs import hookimpl
from sitehand.operation.context import Context
from sitehand.operation.declaration import Operation, operation
from sitehand.site.values import Input, NoArguments
from tests.service import Service, open_service


@operation("GET /broken", category="site", access="read")
async def read_broken(ctx: Context, _: NoArguments) -> dict[str, str]:
    """Fail in a way that nobody foresaw."""
    raise RuntimeError("the secret of the traceback")


class Broken:
    """A plugin with an operation that fails."""

    @hookimpl
    def register_operations(self) -> list[Operation]:
        """The operation."""
        return [read_broken]


class Odd(Input):
    """Arguments of a type that nobody can send."""

    loop: asyncio.AbstractEventLoop


class Unready:
    """A plugin with an operation whose arguments have no schema."""

    @hookimpl
    def register_operations(self) -> list[Operation]:
        """The operation."""

        @operation("GET /odd", category="site", access="read")
        async def read_odd(ctx: Context, arguments: Odd) -> dict[str, str]:
            """Read what cannot be asked for."""
            return {}

        return [read_odd]


async def test_arguments_without_a_schema_are_found_at_start(tmp_path: Path) -> None:
    """Not by the first caller: a plugin's operation is checked before anything is served."""
    with pytest.raises(PydanticUserError, match="AbstractEventLoop"):
        async with open_service(tmp_path, plugins=[Unready()]):
            pass


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with a key of each role."""
    async with open_service(tmp_path, roles=["admin", "editor", "designer", "author"]) as opened:
        yield opened


async def list_tools(service: Service, role: str) -> list[dict[str, Any]]:
    """The tools that a role sees."""
    tools: list[dict[str, Any]] = (await service.rpc("tools/list", role=role))["result"]["tools"]
    return tools


async def test_every_tool_is_fully_described(service: Service) -> None:
    """Title, description, annotations and both schemas, each an object at its root."""
    for tool in await list_tools(service, "admin"):
        assert tool["title"]
        assert tool["description"]
        assert tool["annotations"]["openWorldHint"] is False
        assert "destructiveHint" in tool["annotations"] or tool["annotations"]["readOnlyHint"] is True
        for schema in (tool["inputSchema"], tool["outputSchema"]):
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"


async def test_annotations_say_what_a_call_does(service: Service) -> None:
    """Reading, destroying and repeating are told apart."""
    hints = {tool["name"]: tool["annotations"] for tool in await list_tools(service, "admin")}
    assert hints["list_pages"] == {"readOnlyHint": True, "openWorldHint": False}
    assert hints["list_api_keys"] == hints["list_pages"], "a read stays one when only an admin may do it"
    assert hints["create_page"] == {"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False}
    assert hints["update_page"]["idempotentHint"] is True
    assert hints["delete_page"]["destructiveHint"] is True


async def test_each_role_sees_what_it_may_use(service: Service) -> None:
    """The list is the same as introspect's, in the same fixed order, and grows with the role."""
    names = {role: [tool["name"] for tool in await list_tools(service, role)] for role in ROLES}
    order = names["admin"]
    for role, seen in names.items():
        assert seen == [name for name in order if name in seen], role
        told = (await service.tool("introspect", role=role))["structuredContent"]["categories"]
        assert set(seen) == {line["name"] for lines in told.values() for line in lines}
    assert "create_page" in names["author"]
    assert "create_page" not in names["designer"]
    assert not {"create_api_key", "set_rate_limit"} & set(names["editor"])


async def test_an_error_object_fits_every_output_schema(service: Service) -> None:
    """Clients that check a failed tool's structured content against its schema find it right."""
    problem = Problem(Code.NOT_FOUND, "m", hint="h", details=[Detail(path="p", expected="e", got="g")])
    for tool in await list_tools(service, "admin"):
        jsonschema.validate(problem_object(problem), tool["outputSchema"])


async def test_results_fit_their_output_schemas(service: Service) -> None:
    """Results of reading and writing match what the list promises, and the text says the same as the structure."""
    schemas = {tool["name"]: tool["outputSchema"] for tool in await list_tools(service, "admin")}
    calls: list[tuple[str, dict[str, Any]]] = [
        ("create_page", {"title": "One"}),
        ("list_pages", {}),
        ("introspect", {"detail": "full"}),
        ("onboard", {}),
        ("site_info", {}),
        ("list_api_keys", {}),
        ("get_rate_limit", {}),
        ("batch", {"requests": [{"method": "GET", "path": "/pages"}]}),
    ]
    for name, arguments in calls:
        result = await service.tool(name, arguments)
        assert result["isError"] is False, (name, result)
        jsonschema.validate(result["structuredContent"], schemas[name])
        assert json.loads(result["content"][0]["text"]) == result["structuredContent"]


async def test_a_list_comes_with_its_length_and_without_bodies(service: Service) -> None:
    """Through MCP list_pages leaves bodies out unless they are asked for."""
    await service.tool("create_page", {"title": "One", "content": "<p>body</p>"})
    listed = (await service.tool("list_pages", {"status": ["any"]}))["structuredContent"]
    assert {key: listed[key] for key in ("total", "page", "pages")} == {"total": 1, "page": 1, "pages": 1}
    assert "content" not in listed["items"][0]
    listed = (await service.tool("list_pages", {"status": ["any"], "detail": "full"}))["structuredContent"]
    assert "body" in listed["items"][0]["content"]["rendered"]


async def test_a_failed_tool_is_a_result(service: Service) -> None:
    """Wrong arguments, a missing page and a forbidden tool: isError with the error object, twice."""
    for name, arguments, role, code in (
        ("list_pages", {"serch": "x"}, "admin", "invalid_arguments"),
        ("get_page", {"id": 2**70}, "admin", "invalid_arguments"),
        ("get_page", {"id": 99}, "admin", "not_found"),
        ("create_page", {"title": "a\x00b"}, "admin", "invalid_arguments"),
        ("create_page", {"title": "x"}, "designer", "category_forbidden"),
        ("create_api_key", {"label": "x", "role": "admin"}, "editor", "admin_required"),
    ):
        result = await service.tool(name, arguments, role=role)
        assert result["isError"] is True
        assert result["structuredContent"]["code"] == code
        assert json.loads(result["content"][0]["text"]) == result["structuredContent"]


async def test_an_unknown_tool_is_a_fault_of_the_protocol(service: Service) -> None:
    """-32602, with the error object as data."""
    error = (await service.rpc("tools/call", {"name": "nope"}))["error"]
    assert (error["code"], error["data"]["code"]) == (-32602, "unknown_operation")


async def test_an_unknown_exception_keeps_its_secrets(tmp_path: Path) -> None:
    """internal_error with the request's id; nothing of the exception."""
    async with open_service(tmp_path, plugins=[Broken()]) as service:
        result = await service.tool("read_broken")
        assert result["isError"] is True
        assert result["structuredContent"]["code"] == "internal_error"
        assert "Request id: " in result["structuredContent"]["message"]
        assert "secret" not in json.dumps(result)


async def test_a_cursor_is_refused(service: Service) -> None:
    """Lists come whole, so that any cursor is made up."""
    for method in ("tools/list", "resources/list", "resources/templates/list", "prompts/list"):
        error = (await service.rpc(method, {"cursor": "abc"}))["error"]
        assert (error["code"], error["data"]["code"]) == (-32602, "invalid_arguments")
