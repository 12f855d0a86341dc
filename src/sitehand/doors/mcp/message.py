"""The JSON-RPC message of a request, as far as the door must know it, and the door's own refusals."""

from collections.abc import Mapping
from typing import Any

import pydantic_core
from mcp_types import CLIENT_INFO_META_KEY, INVALID_REQUEST, LOG_LEVEL_META_KEY
from starlette.responses import Response

from sitehand.doors.body import parse_body
from sitehand.doors.mcp.surface import CALL
from sitehand.doors.wire import JSON_RPC, problem_answer, problem_object
from sitehand.errors import Code, Problem

STREAM = "text/event-stream"


class MalformedMessage(Problem):
    """JSON that is no JSON-RPC message; the protocol has a code of its own for it."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(Code.INVALID_ARGUMENTS, message, hint=hint)


def parse_message(content: bytes, content_type: str) -> Mapping[str, Any]:
    """The message. Raises Problem: unsupported_media_type, invalid_json, invalid_arguments."""
    message = parse_body(content, content_type)
    if not isinstance(message, Mapping):
        raise MalformedMessage("The body is not a single JSON-RPC message.", "Send one object per request.")
    if message.get("jsonrpc") != "2.0":
        raise MalformedMessage("The message is not JSON-RPC 2.0.", 'Send {"jsonrpc": "2.0", "id": 1, "method": ...}.')
    if "result" in message or "error" in message:
        return message
    identifier = message.get("id", 0)
    if isinstance(identifier, bool) or not isinstance(identifier, str | int):
        raise MalformedMessage("The id of the message must be text or an integer.", "Send a valid id.")
    if not isinstance(message.get("method"), str) or not isinstance(message.get("params", {}), Mapping):
        raise MalformedMessage("A message needs a method, and params must be an object.", "See the MCP specification.")
    return message


def called_tool(message: Mapping[str, Any]) -> str | None:
    """The name of the tool that the message calls and wants to hear from while it runs, or None."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, Mapping) else None
    wants = isinstance(meta, Mapping) and ("progressToken" in meta or LOG_LEVEL_META_KEY in meta)
    return named_tool(message) if wants else None


def named_tool(message: Mapping[str, Any]) -> str | None:
    """The name of the tool that the message calls, by itself or through `call_tool`, or None."""
    if message.get("method") != "tools/call":
        return None
    params = _mapping(message.get("params"))
    name = params.get("name")
    if name == CALL:
        name = _mapping(params.get("arguments")).get("name")
    return name if isinstance(name, str) else None


def named_client(message: Mapping[str, Any]) -> str:
    """What the client calls itself, as "name/version"; empty when this very message does not say.

    Since there is no session, only `initialize` tells it in the handshake era; later every request may.
    Source: MCP 2025-11-25, Lifecycle; MCP 2026-07-28, `_meta` key io.modelcontextprotocol/clientInfo.
    """
    params = _mapping(message.get("params"))
    info = _mapping(_mapping(params.get("_meta")).get(CLIENT_INFO_META_KEY) or params.get("clientInfo"))
    return "/".join(each for each in (info.get("name"), info.get("version")) if each and isinstance(each, str))


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def refuse(problem: Problem, message: Mapping[str, Any] | None) -> Response:
    """The problem as a JSON-RPC error under its HTTP status, with the blueprint's error object as `data`."""
    answer = problem_answer(problem)
    code = INVALID_REQUEST if isinstance(problem, MalformedMessage) else JSON_RPC[problem.code]
    error = {"code": code, "message": problem.message, "data": problem_object(problem)}
    body = {"jsonrpc": "2.0", "id": (message or {}).get("id"), "error": error}
    return Response(pydantic_core.to_json(body), answer.status, answer.headers, media_type="application/json")
