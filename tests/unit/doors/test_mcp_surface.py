"""The short list of tools: what it costs, and that what it leaves out is found and called all the same."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from sitehand.doors.mcp.message import named_tool
from sitehand.doors.mcp.surface import CALL, EVERYDAY, FIND
from tests.service import MCP, Service, open_service

SHORT = "?surface=short"
MAX_SHORT_BYTES = 17_000
MAX_FOUND_BYTES = 24_000
ROLES: list[Any] = ["admin", "editor", "designer", "author"]


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service as it comes, with a key of each role."""
    async with open_service(tmp_path, roles=ROLES, output_schemas=False) as opened:
        yield opened


async def ask(service: Service, method: str, params: Any, role: str = "admin", query: str = SHORT) -> httpx2.Response:
    """One JSON-RPC request, on the short surface unless the test says otherwise."""
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return await service.http.post(f"{MCP}{query}", json=message, headers={"X-API-Key": service.keys[role]})


async def list_names(service: Service, role: str, query: str) -> list[str]:
    """The names that are listed."""
    return [tool["name"] for tool in (await ask(service, "tools/list", {}, role, query)).json()["result"]["tools"]]


async def use(service: Service, name: str, arguments: Any, role: str = "admin") -> tuple[bool, Any]:
    """Whether a tool failed, and what it answered."""
    result = (await ask(service, "tools/call", {"name": name, "arguments": arguments}, role)).json()["result"]
    return result["isError"], json.loads(result["content"][0]["text"])


@pytest.mark.parametrize("role", ROLES)
async def test_the_short_list_has_the_everyday_tools_of_a_role(service: Service, role: str) -> None:
    """In the order of the full list, which names every tool, with the two that lead to the others at its end."""
    for _ in range(2):
        full, short = [await list_names(service, role, query) for query in ("?surface=full", SHORT)]
        assert short == [*(name for name in full if name in EVERYDAY), FIND, CALL]
        assert full == await list_names(service, role, "")
        assert not {FIND, CALL} & set(full)
    assert len(full) > len(short) > 10


async def test_the_short_list_costs_a_third_of_the_full_one(service: Service) -> None:
    """On the wire, for the key that sees most."""
    short, full = [await ask(service, "tools/list", {}, "admin", query) for query in (SHORT, "")]
    assert len(short.content) <= MAX_SHORT_BYTES
    assert 3 * len(short.content) < len(full.content)


async def test_the_setting_holds_for_those_who_do_not_say(service: Service, tmp_path: Path) -> None:
    """`?surface=full` lists everything, whatever the setting; another word is refused with its place."""
    async with open_service(tmp_path / "short", surface="short") as short:
        assert FIND in await list_names(short, "admin", "")
        assert await list_names(short, "admin", "?surface=full") == await list_names(service, "admin", "")
    refused = (await ask(service, "tools/list", {}, query="?surface=tiny")).json()["error"]["data"]
    assert (refused["code"], refused["data"]["details"][0]["path"]) == ("invalid_arguments", "query.surface")


async def test_every_tool_is_found_by_the_words_of_its_name(service: Service) -> None:
    """With its arguments, as the full list has it, and within a bound of bytes."""
    full = (await ask(service, "tools/list", {}, query="")).json()["result"]["tools"]
    for tool in full:
        _, found = await use(service, FIND, {"query": tool["name"].replace("_", " ")})
        assert tool in found["items"], tool["name"]
        assert len(json.dumps(found)) < MAX_FOUND_BYTES


async def test_only_what_a_key_may_call_is_found(service: Service) -> None:
    """A designer finds no tool of the content category."""
    assert "create_page" in {tool["name"] for tool in (await use(service, FIND, {"query": "create page"}))[1]["items"]}
    _, found = await use(service, FIND, {"query": "create page", "limit": 10}, "designer")
    assert {tool["name"] for tool in found["items"]} <= set(await list_names(service, "designer", ""))


async def test_a_call_through_another_is_the_call_itself(service: Service) -> None:
    """The same answer, the same refusals, the same row in the journal."""
    new = {"name": "create_term", "arguments": {"taxonomy": "post_tag", "name": "Rye"}}
    failed, made = await use(service, CALL, new)
    assert not failed, made
    _, change = await use(service, CALL, {"name": "get_change", "arguments": {"id": made["change_id"]}})
    assert change["operation"] == "create_term"
    assert await use(service, CALL, {"name": "site_info"}) == await use(service, "site_info", {})
    failed, refused = await use(service, CALL, {"name": "create_page", "arguments": {"title": "A"}}, "designer")
    assert (failed, refused["code"]) == (True, "category_forbidden")


@pytest.mark.parametrize(
    ("arguments", "path"), [({}, "name"), ({"name": 7}, "name"), ({"name": "site_info", "arguments": []}, "arguments")]
)
async def test_a_call_that_names_no_tool_is_refused(service: Service, arguments: Any, path: str) -> None:
    """With the place of the fault."""
    failed, refused = await use(service, CALL, arguments)
    assert (failed, refused["code"], refused["data"]["details"][0]["path"]) == (True, "invalid_arguments", path)


async def test_a_call_reaches_neither_itself_nor_what_there_is_not(service: Service) -> None:
    """Nor a tool that there is not: the protocol's error for an unknown tool, as without it."""
    for inner in ({"name": CALL, "arguments": {"name": "site_info"}}, {"name": "create_tag"}):
        answer = (await ask(service, "tools/call", {"name": CALL, "arguments": inner})).json()
        assert answer["error"]["data"]["code"] == "unknown_operation"


def test_the_door_sees_through_a_call() -> None:
    """A token's scopes and the stream of progress follow the tool that is meant."""
    params = {"name": CALL, "arguments": {"name": "delete_page"}}
    assert named_tool({"method": "tools/call", "params": params}) == "delete_page"
    assert named_tool({"method": "tools/call", "params": {"name": CALL, "arguments": 7}}) is None


async def test_everyday_tools_are_operations(service: Service) -> None:
    """Each name on the list is one of the catalogue, so that an operation that is renamed is missed."""
    assert set(await list_names(service, "admin", "")) >= EVERYDAY
