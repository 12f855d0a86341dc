"""Connect: what to paste into each client, with the live address."""

import json
from dataclasses import dataclass

from starlette.responses import Response

from sitehand.admin.screen import Screen, shows
from sitehand.admin.visit import Visit
from sitehand.operation.services import ServiceAddress

PLACEHOLDER = "<API_KEY>"
IN_A_TERMINAL = (
    "In a terminal: type read -rs KEY, paste the key and press Enter. The key is not shown and stays out of the "
    "history. Then run:"
)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one client is connected: where the text goes, the text, and what to know besides."""

    client: str
    where: str
    text: str
    note: str = ""

    @property
    def language(self) -> str:
        """What the text is, for whoever colours it."""
        return {"{": "json", "c": "sh"}.get(self.text[0], "text")


async def show(visit: Visit) -> Response:
    """Every client's recipe."""
    return visit.page(
        "connect.html", "Connect", recipes=write_recipes(visit.services.address), address=visit.services.address
    )


def write_recipes(address: ServiceAddress) -> list[Recipe]:
    """The recipes for an address. Sources: the clients' own documentation."""
    server = {"url": address.mcp, "headers": {"X-API-Key": PLACEHOLDER}}
    return [
        Recipe(
            "Claude Code",
            IN_A_TERMINAL,
            f'claude mcp add --transport http sitehand {address.mcp} --header "X-API-Key: $KEY"',
        ),
        Recipe(
            "Claude Desktop",
            "Settings, Developer, Edit Config (claude_desktop_config.json). Needs Node.js:",
            _json({"mcpServers": {"sitehand": _bridge(address)}}),
            "Then restart Claude Desktop.",
        ),
        Recipe(
            "Cursor",
            "In ~/.cursor/mcp.json:",
            _json({"mcpServers": {"sitehand": server}}),
            "A project's .cursor/mcp.json works too. It contains the key: keep it out of version control.",
        ),
        Recipe(
            "VS Code",
            "In .vscode/mcp.json, unchanged. VS Code asks for the key once and keeps it out of the file:",
            _json(_vscode(address)),
        ),
        Recipe(
            "ChatGPT",
            "Settings, Security and login: turn on Developer mode. Then open chatgpt.com/plugins, press the plus "
            "button, choose Add custom MCP server and no authentication, and enter this server URL:",
            f"{address.mcp}?api_key={PLACEHOLDER}",
            "Install the new plugin before you use it. ChatGPT has no field for a key, so the address contains the key "
            "and may end up in logs: create a separate key that expires, and never use an admin key. "
            "ChatGPT reaches only public sites with https. "
            "Better: sign in through a sign-in broker, without a key (screen Sign-in broker).",
        ),
        Recipe("curl (REST)", IN_A_TERMINAL, f"curl -H \"X-API-Key: $KEY\" '{address.rest}/pages?per_page=5'"),
        Recipe("curl (MCP)", IN_A_TERMINAL, _curl_mcp(address)),
    ]


def _bridge(address: ServiceAddress) -> dict[str, object]:
    """Claude Desktop starts programs; `mcp-remote` is one that talks to an address."""
    arguments = ["-y", "mcp-remote", address.mcp, "--header", "X-API-Key:${SITEHAND_KEY}"]
    if address.mcp.startswith("http://"):
        arguments.append("--allow-http")
    return {"command": "npx", "args": arguments, "env": {"SITEHAND_KEY": PLACEHOLDER}}


def _vscode(address: ServiceAddress) -> dict[str, object]:
    """`inputs` are VS Code's own way to ask for a secret."""
    question = {"type": "promptString", "id": "sitehand-key", "description": "Sitehand API key", "password": True}
    server = {"type": "http", "url": address.mcp, "headers": {"X-API-Key": "${input:sitehand-key}"}}
    return {"inputs": [question], "servers": {"sitehand": server}}


def _curl_mcp(address: ServiceAddress) -> str:
    """The handshake; its answer names the service."""
    client = {"name": "curl", "version": "1"}
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
    call = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    return (
        f"curl '{address.mcp}' -H \"X-API-Key: $KEY\" -H 'Content-Type: application/json' \\\n"
        f"  -H 'Accept: application/json, text/event-stream' \\\n  -d '{json.dumps(call)}'"
    )


def _json(value: object) -> str:
    return json.dumps(value, indent=2)


SCREEN = Screen("Connect", "/connect", (shows("/connect", show),))
