"""Fixture tools that answer: with each type of content, with an error, with progress, with log messages."""

from collections.abc import Mapping
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp_types import (
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    AudioContent,
    CallToolResult,
    ClientCapabilities,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    SamplingCapability,
    TextContent,
    TextResourceContents,
)

from sitehand.doors.mcp.features import McpCall, McpTool

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=="
SCHEMA_2020_12: Mapping[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}
MIRRORED: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "priority": {"type": "integer", "x-mcp-header": "Priority"},
        "verbose": {"type": "boolean", "x-mcp-header": "Verbose"},
    },
}


async def answer_text(call: McpCall, arguments: Mapping[str, Any]) -> str:
    """Plain text."""
    return "This is a simple text response for testing."


async def answer_image(call: McpCall, arguments: Mapping[str, Any]) -> list[ContentBlock]:
    """An image."""
    return [ImageContent(data=PNG, mime_type="image/png")]


async def answer_audio(call: McpCall, arguments: Mapping[str, Any]) -> list[ContentBlock]:
    """A sound."""
    return [AudioContent(data=WAV, mime_type="audio/wav")]


async def answer_resource(call: McpCall, arguments: Mapping[str, Any]) -> list[ContentBlock]:
    """A resource inside the answer."""
    return [_embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")]


async def answer_mixed(call: McpCall, arguments: Mapping[str, Any]) -> list[ContentBlock]:
    """Three types at once."""
    return [
        TextContent(text="Multiple content types test:"),
        ImageContent(data=PNG, mime_type="image/png"),
        _embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ]


async def answer_error(call: McpCall, arguments: Mapping[str, Any]) -> CallToolResult:
    """A failure of the tool."""
    text = TextContent(text="This tool intentionally returns an error for testing")
    return CallToolResult(content=[text], is_error=True)


async def answer_with_progress(call: McpCall, arguments: Mapping[str, Any]) -> str:
    """Three steps of progress."""
    for done in (0, 50, 100):
        await call.report_progress(done, 100, f"Completed step {done} of 100")
    return "Tool with progress executed"


async def answer_with_logs(call: McpCall, arguments: Mapping[str, Any]) -> str:
    """Three log messages."""
    for message in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await call.log("info", message)
    return "Tool with logging executed"


async def require_sampling(call: McpCall, arguments: Mapping[str, Any]) -> str:
    """Only for clients that declare the capability `sampling`."""
    if not call.context.session.check_client_capability(ClientCapabilities(sampling=SamplingCapability())):
        needed: Mapping[str, Any] = {"requiredCapabilities": {"sampling": {}}}
        raise MCPError(MISSING_REQUIRED_CLIENT_CAPABILITY, "This tool needs the capability sampling.", needed)
    return "The client declares sampling."


async def answer_arguments(call: McpCall, arguments: Mapping[str, Any]) -> str:
    """The arguments that came."""
    return repr(dict(arguments))


def _embedded(uri: str, mime_type: str, text: str) -> EmbeddedResource:
    return EmbeddedResource(resource=TextResourceContents(uri=uri, mime_type=mime_type, text=text))


TOOLS = (
    McpTool("test_simple_text", "Answers with text.", answer_text, None),
    McpTool("test_image_content", "Answers with an image.", answer_image, None),
    McpTool("test_audio_content", "Answers with a sound.", answer_audio, None),
    McpTool("test_embedded_resource", "Answers with a resource.", answer_resource, None),
    McpTool("test_multiple_content_types", "Answers with three types.", answer_mixed, None),
    McpTool("test_error_handling", "Fails.", answer_error, None),
    McpTool("test_tool_with_progress", "Reports progress.", answer_with_progress, None, reports=True),
    McpTool("test_tool_with_logging", "Sends log messages.", answer_with_logs, None, reports=True),
    McpTool("test_logging_tool", "Sends log messages.", answer_with_logs, None, reports=True),
    McpTool("test_missing_capability", "Needs sampling.", require_sampling, None),
    McpTool(
        "json_schema_2020_12_tool", "Tool with JSON Schema 2020-12 features", answer_arguments, None, SCHEMA_2020_12
    ),
    McpTool("test_custom_headers", "Mirrors arguments into headers.", answer_arguments, None, MIRRORED),
)
