"""Connect: what to paste into each client, with the live address."""

import json
from dataclasses import dataclass

from starlette.responses import Response

from sitehand.admin.screen import Screen
from sitehand.admin.visit import Visit
from sitehand.operation.context import ServiceAddress

PLACEHOLDER = "<API_KEY>"


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one client is connected: where the text goes, the text, and what to know besides."""

    client: str
    where: str
    text: str
    note: str = ""


async def show(visit: Visit) -> Response:
    """Every client's recipe."""
    return visit.page(
        "connect.html", "Connect", recipes=write_recipes(visit.services.address), address=visit.services.address
    )


def write_recipes(address: ServiceAddress) -> list[Recipe]:
    """The recipes for an address. Sources: the clients' own documentation."""
    header = {"X-API-Key": PLACEHOLDER}
    server = {"url": address.mcp, "headers": header}
    return [
        Recipe(
            "Claude Code",
            "In a terminal:",
            f'claude mcp add --transport http sitehand {address.mcp} --header "X-API-Key: {PLACEHOLDER}"',
        ),
        Recipe(
            "Claude Desktop",
            "Settings, Developer, Edit Config (claude_desktop_config.json); needs Node.js:",
            _json({"mcpServers": {"sitehand": _bridge(address)}}),
            "Restart Claude Desktop afterwards.",
        ),
        Recipe("Cursor", "In .cursor/mcp.json, or ~/.cursor/mcp.json:", _json({"mcpServers": {"sitehand": server}})),
        Recipe(
            "VS Code",
            "In .vscode/mcp.json:",
            _json({"servers": {"sitehand": {"type": "http", **server}}}),
        ),
        Recipe(
            "ChatGPT",
            "Settings, Connectors, Create: this is the address of the MCP server.",
            address.mcp,
            "ChatGPT on the web has no field for a key: it needs the sign-in through a broker, which comes with "
            "release 3.7.0. Until then, use the API with a key from a script or a custom GPT action.",
        ),
        Recipe("curl, REST", "In a terminal:", f"curl -H 'X-API-Key: {PLACEHOLDER}' '{address.rest}/pages?per_page=5'"),
        Recipe("curl, MCP", "In a terminal:", _curl_mcp(address)),
    ]


def _bridge(address: ServiceAddress) -> dict[str, object]:
    """Claude Desktop starts programs; `mcp-remote` is one that talks to an address."""
    arguments = ["-y", "mcp-remote", address.mcp, "--header", "X-API-Key:${SITEHAND_KEY}"]
    if address.mcp.startswith("http://"):
        arguments.append("--allow-http")
    return {"command": "npx", "args": arguments, "env": {"SITEHAND_KEY": PLACEHOLDER}}


def _curl_mcp(address: ServiceAddress) -> str:
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "introspect", "arguments": {}}}
    return (
        f"curl '{address.mcp}' -H 'X-API-Key: {PLACEHOLDER}' -H 'Content-Type: application/json' \\\n"
        f"  -H 'Accept: application/json' -d '{json.dumps(call)}'"
    )


def _json(value: object) -> str:
    return json.dumps(value, indent=2)


SCREEN = Screen("Connect", "/connect", (("GET", "/connect", show),))
