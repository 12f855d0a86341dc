"""The MCP door: the catalogue as tools, the site as resources, and prompts, over streamable HTTP without sessions."""

from sitehand.doors.mcp.door import McpDoor
from sitehand.doors.mcp.features import McpArgument, McpCall, McpPrompt, McpResource, McpTool
from sitehand.doors.mcp.options import Options

__all__ = ["McpArgument", "McpCall", "McpDoor", "McpPrompt", "McpResource", "McpTool", "Options"]
