"""What the Connect screen tells people to paste: each text, taken as its client reads it, reaches the service."""

import json
import shlex
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import httpx2
import pytest

from sitehand.admin.screens.connect import PLACEHOLDER, write_recipes
from sitehand.operation.services import ServiceAddress
from tests.admin.office import URL
from tests.service import Service, open_service

ADDRESS = ServiceAddress(site=URL, rest=f"{URL}/sitehand/v1", mcp=f"{URL}/sitehand/v1/mcp")
RECIPES = {recipe.client: recipe.text for recipe in write_recipes(ADDRESS)}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A running service with an editor's key."""
    async with open_service(tmp_path, roles=["editor"]) as service:
        yield service


async def _shake_hands(service: Service, url: str, headers: Mapping[str, str]) -> None:
    """Initialize, as a client at this address with these headers does."""
    key = service.keys["editor"]
    answer = await service.http.post(
        url.replace(PLACEHOLDER, key),
        json=INITIALIZE,
        headers={
            "Accept": "application/json, text/event-stream",
            **{name: value.replace(PLACEHOLDER, key) for name, value in headers.items()},
        },
    )
    assert answer.status_code == 200, answer.text
    assert answer.json()["result"]["serverInfo"]["name"]


def _header(text: str) -> dict[str, str]:
    name, _, value = text.partition(":")
    return {name: value.strip().replace("$KEY", PLACEHOLDER)}


async def test_claude_code(service: Service) -> None:
    """The command's words are those of `claude mcp add`, and its address and header work."""
    words = shlex.split(RECIPES["Claude Code"])
    assert words[:6] == ["claude", "mcp", "add", "--transport", "http", "sitehand"]
    assert words[7] == "--header"
    await _shake_hands(service, words[6], _header(words[8]))


async def test_claude_desktop(service: Service) -> None:
    """The bridge gets the address and a header without blanks, which npx on Windows would cut."""
    server = json.loads(RECIPES["Claude Desktop"])["mcpServers"]["sitehand"]
    assert server["args"][:2] == ["-y", "mcp-remote"]
    header = server["args"][4]
    assert " " not in header
    for name, value in server["env"].items():
        header = header.replace(f"${{{name}}}", value)
    await _shake_hands(service, server["args"][2], _header(header))


@pytest.mark.parametrize(("site", "flag"), [(URL, True), ("https://books.example", False)])
def test_the_bridge_is_told_of_plain_http(site: str, flag: bool) -> None:
    """The flag that lets the bridge speak plain http is there only where the site does."""
    recipes = write_recipes(ServiceAddress(site=site, rest=f"{site}/v1", mcp=f"{site}/v1/mcp"))
    text = next(recipe.text for recipe in recipes if recipe.client == "Claude Desktop")
    assert ("--allow-http" in text) is flag


async def test_cursor(service: Service) -> None:
    """Cursor's file names the address and the header."""
    server = json.loads(RECIPES["Cursor"])["mcpServers"]["sitehand"]
    await _shake_hands(service, server["url"], server["headers"])


async def test_vs_code(service: Service) -> None:
    """VS Code's file asks for the key, hides it, and puts it into the header."""
    file: dict[str, Any] = json.loads(RECIPES["VS Code"])
    (question,) = file["inputs"]
    assert (question["type"], question["password"]) == ("promptString", True)
    server = file["servers"]["sitehand"]
    assert server["type"] == "http"
    asked = f"${{input:{question['id']}}}"
    headers = {name: value.replace(asked, PLACEHOLDER) for name, value in server["headers"].items()}
    await _shake_hands(service, server["url"], headers)


async def test_chatgpt(service: Service) -> None:
    """The address alone is enough, for ChatGPT sends no key of its own."""
    await _shake_hands(service, RECIPES["ChatGPT"], {})


async def test_curl(service: Service) -> None:
    """Both commands, read as a shell reads them, get an answer."""
    rest = shlex.split(RECIPES["curl (REST)"].replace("$KEY", service.keys["editor"]))
    assert rest[:2] == ["curl", "-H"]
    assert (await service.http.get(rest[3], headers=_header(rest[2]))).status_code == 200
    words = shlex.split(RECIPES["curl (MCP)"].replace("\\\n", " "))
    headers = [_header(words[place + 1]) for place, word in enumerate(words) if word == "-H"]
    assert json.loads(words[words.index("-d") + 1])["method"] == "initialize"
    sent = {name: value for header in headers for name, value in header.items()}
    sent["X-API-Key"] = service.keys["editor"]
    answer = await service.http.post(words[1], content=words[words.index("-d") + 1], headers=sent)
    assert answer.json()["result"]["protocolVersion"] == "2025-11-25"


@pytest.mark.parametrize("client", ["Claude Code", "curl (REST)", "curl (MCP)"])
def test_no_command_has_the_key_in_it(client: str) -> None:
    """What a person types stays in the shell's history, so that the key comes from a variable that a shell puts in."""
    assert PLACEHOLDER not in RECIPES[client]
    assert '"X-API-Key: $KEY"' in RECIPES[client]


async def test_no_text_works_without_its_key(service: Service) -> None:
    """Pasted with the placeholder still in it, an address is refused with a reason."""
    answer = await service.http.post(RECIPES["ChatGPT"], json=INITIALIZE)
    assert answer.status_code == 401
    assert isinstance(answer, httpx2.Response)
