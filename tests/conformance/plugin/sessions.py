"""Fixture tools that ask back as the versions before 2026-07-28 did: with a request to the client in mid-call.

The client's reply comes as a request of its own, and finds the call again only through a session. The service has
none, so that these fail; the baseline says why. They are here so that the suite notices should they ever pass.
"""

from collections.abc import Mapping
from typing import Any

from mcp_types import SamplingMessage, TextContent

from sitehand.doors.mcp.features import McpCall, McpTool

DEFAULTS: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
        "verified": {"type": "boolean", "default": True},
    },
}
OPTIONS = ["option1", "option2", "option3"]
TITLED = [{"const": f"value{place}", "title": f"Option {place}"} for place in (1, 2, 3)]
ENUMS: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "untitledSingle": {"type": "string", "enum": OPTIONS},
        "titledSingle": {"type": "string", "oneOf": TITLED},
        "legacyEnum": {"type": "string", "enum": OPTIONS, "enumNames": ["One", "Two", "Three"]},
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": OPTIONS}},
        "titledMulti": {"type": "array", "items": {"anyOf": TITLED}},
    },
}
CONTACT: Mapping[str, Any] = {
    "type": "object",
    "properties": {"username": {"type": "string"}, "email": {"type": "string"}},
    "required": ["username", "email"],
}


async def sample(call: McpCall, arguments: Mapping[str, Any]) -> str:
    """Ask the client's model."""
    message = SamplingMessage(role="user", content=TextContent(text=str(arguments.get("prompt"))))
    session, request_id = call.context.session, call.context.request_id
    answer = await session.create_message([message], max_tokens=100, related_request_id=request_id)  # type: ignore[deprecated,unused-ignore]
    return f"LLM response: {answer.content}"


async def ask_contact(call: McpCall, arguments: Mapping[str, Any]) -> str:
    """Ask for a name and an address."""
    return await _elicit(call, str(arguments.get("message")), CONTACT)


async def ask_defaults(call: McpCall, arguments: Mapping[str, Any]) -> str:
    """Ask with defaults (SEP-1034)."""
    return await _elicit(call, "Please provide your information", DEFAULTS)


async def ask_enums(call: McpCall, arguments: Mapping[str, Any]) -> str:
    """Ask with each form of choice (SEP-1330)."""
    return await _elicit(call, "Please choose", ENUMS)


async def _elicit(call: McpCall, message: str, schema: Mapping[str, Any]) -> str:
    answer = await call.context.session.elicit_form(message, dict(schema), call.context.request_id)
    return f"Elicitation completed: action={answer.action}, content={answer.content}"


TOOLS = (
    McpTool("test_sampling", "Asks the model in mid-call.", sample, None, reports=True),
    McpTool("test_elicitation", "Asks the person in mid-call.", ask_contact, None, reports=True),
    McpTool("test_elicitation_sep1034_defaults", "Asks with defaults.", ask_defaults, None, reports=True),
    McpTool("test_elicitation_sep1330_enums", "Asks with choices.", ask_enums, None, reports=True),
)
