"""The MCP endpoint in the OpenAPI document, which otherwise describes the REST API."""

from collections.abc import Iterable, Mapping
from typing import Any

from sitehand.doors.mcp.options import SCHEMAS, SURFACES

PATH = "/mcp"
ENVELOPE: Mapping[str, Any] = {"jsonrpc": {"type": "string", "const": "2.0"}, "id": {"type": ["string", "integer"]}}
REQUEST = {
    "type": "object",
    "description": "A JSON-RPC 2.0 request; without id a notification.",
    "required": ["jsonrpc", "method"],
    "properties": {**ENVELOPE, "method": {"type": "string"}, "params": {"type": "object"}},
}
RESPONSE = {
    "type": "object",
    "description": "A JSON-RPC 2.0 response: a result, or an error whose data is this API's error object.",
    "required": ["jsonrpc", "id"],
    "properties": {
        "jsonrpc": ENVELOPE["jsonrpc"],
        "id": {"type": ["string", "integer", "null"]},
        "result": {"type": "object"},
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {"code": {"type": "integer"}, "message": {"type": "string"}, "data": {}},
        },
    },
}
COMPONENTS: Mapping[str, Any] = {"JsonRpcRequest": REQUEST, "JsonRpcResponse": RESPONSE}
PARAMETERS = {
    "schemas": (
        SCHEMAS,
        "output: list tools with the schemas of their results, and answer calls with structured content.",
    ),
    "surface": (SURFACES, "short: list the everyday tools, with find_tools and call_tool for the others."),
}
EXAMPLE = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "site_info", "arguments": {}}}


def describe_endpoint(refusals: Iterable[int]) -> dict[str, Any]:
    """`POST /mcp`; `refusals` are the statuses with which the service may refuse, there as JSON-RPC errors."""
    answer = {"application/json": {"schema": {"$ref": "#/components/schemas/JsonRpcResponse"}}}
    return {
        "post": {
            "operationId": "call_mcp",
            "summary": "The Model Context Protocol: every operation as a tool, and resources and prompts",
            "tags": ["mcp"],
            "parameters": [_describe_option(name, *option) for name, option in PARAMETERS.items()],
            "requestBody": {
                "required": True,
                "content": {
                    "application/json": {
                        "schema": {"$ref": "#/components/schemas/JsonRpcRequest"},
                        "example": EXAMPLE,
                    }
                },
            },
            "responses": {
                "200": {"description": "Answered; a tool that failed says isError.", "content": answer},
                "202": {"description": "Taken: a notification has no answer."},
                **{str(status): {"description": "Refused.", "content": answer} for status in refusals},
            },
        }
    }


def _describe_option(name: str, choices: tuple[str, str], description: str) -> dict[str, Any]:
    """An option in the address, by which the client chooses one of two."""
    schema = {"type": "string", "enum": list(choices)}
    return {"name": name, "in": "query", "required": False, "description": description, "schema": schema}
