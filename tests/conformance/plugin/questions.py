"""Fixture tools and a prompt that ask back, as 2026-07-28 does it: the answer says what is missing, and the client
sends the request again with it (SEP-2322). What must survive between the two goes through the client, signed.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    ClientCapabilities,
    CreateMessageRequest,
    CreateMessageRequestParams,
    ElicitationCapability,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequest,
    InputRequiredResult,
    InputResponseRequestParams,
    ListRootsRequest,
    ListRootsResult,
    SamplingCapability,
    SamplingMessage,
    TextContent,
)

from sitehand.doors.mcp.features import McpCall, McpPrompt, McpTool

SECRET = secrets.token_bytes(32)


async def ask_name(call: McpCall, arguments: Mapping[str, Any]) -> str | InputRequiredResult:
    """Ask for a name."""
    name = _accepted(call, "user_name", "name")
    if name is None:
        return InputRequiredResult(input_requests={"user_name": _form("What is your name?", "name")})
    return f"Hello, {name}!"


async def ask_model(call: McpCall, arguments: Mapping[str, Any]) -> str | InputRequiredResult:
    """Ask the client's model."""
    answer = _responses(call).get("capital_question")
    if answer is None:
        return InputRequiredResult(
            input_requests={"capital_question": _sampling("What is the capital of France?", 100)}
        )
    return f"The model says: {answer}"


async def ask_roots(call: McpCall, arguments: Mapping[str, Any]) -> str | InputRequiredResult:
    """Ask for the client's roots."""
    answer = _responses(call).get("client_roots")
    if not isinstance(answer, ListRootsResult):
        return InputRequiredResult(input_requests={"client_roots": ListRootsRequest()})
    return ", ".join(str(root.uri) for root in answer.roots)


async def ask_with_state(call: McpCall, arguments: Mapping[str, Any]) -> str | InputRequiredResult:
    """Ask for a confirmation, and believe it only together with the state that was given out."""
    if _accepted(call, "confirm", "ok", "boolean") is None:
        return InputRequiredResult(
            input_requests={"confirm": _form("Please confirm", "ok", "boolean")}, request_state=_sign("confirm")
        )
    return f"state-ok: {_verify(call)}"


async def ask_three(call: McpCall, arguments: Mapping[str, Any]) -> str | InputRequiredResult:
    """Ask for three things at once."""
    wanted: dict[str, InputRequest] = {
        "user_name": _form("What is your name?", "name"),
        "greeting": _sampling("Generate a greeting", 50),
        "client_roots": ListRootsRequest(),
    }
    missing = {key: request for key, request in wanted.items() if key not in _responses(call)}
    if missing:
        return InputRequiredResult(input_requests=missing, request_state=_sign("three"))
    return f"All there, {_verify(call)}."


async def ask_twice(call: McpCall, arguments: Mapping[str, Any]) -> str | InputRequiredResult:
    """Ask for a name, then for a colour."""
    name = _accepted(call, "step1", "name")
    if name is not None:
        _verify(call)
        step = _form("Step 2: What is your favorite color?", "color")
        return InputRequiredResult(input_requests={"step2": step}, request_state=_sign(name))
    color = _accepted(call, "step2", "color")
    if color is not None:
        return f"{_verify(call)} likes {color}."
    step = _form("Step 1: What is your name?", "name")
    return InputRequiredResult(input_requests={"step1": step}, request_state=_sign("begun"))


async def ask_what_client_can(call: McpCall, arguments: Mapping[str, Any]) -> str | InputRequiredResult:
    """Ask only what the client declares that it can answer."""
    can = call.context.session.check_client_capability
    wanted: dict[str, InputRequest] = {}
    if can(ClientCapabilities(elicitation=ElicitationCapability())):
        wanted["user_name"] = _form("What is your name?", "name")
    if can(ClientCapabilities(sampling=SamplingCapability())):
        wanted["greeting"] = _sampling("Generate a greeting", 50)
    missing = {key: request for key, request in wanted.items() if key not in _responses(call)}
    return InputRequiredResult(input_requests=missing) if missing else "Nothing is missing."


async def ask_context(call: McpCall, arguments: Mapping[str, str]) -> str | InputRequiredResult:
    """A prompt that asks for its context."""
    context = _accepted(call, "user_context", "context")
    if context is None:
        form = _form("What context should the prompt use?", "context")
        return InputRequiredResult(input_requests={"user_context": form})
    return f"Work in this context: {context}"


def _responses(call: McpCall) -> Mapping[str, Any]:
    params = call.params
    return (params.input_responses or {}) if isinstance(params, InputResponseRequestParams) else {}


def _accepted(call: McpCall, key: str, name: str, kind: str = "string") -> str | None:
    answer = _responses(call).get(key)
    if not isinstance(answer, ElicitResult) or answer.action != "accept" or not answer.content:
        return None
    value = answer.content.get(name)
    return str(value) if isinstance(value, bool if kind == "boolean" else str) else None


def _form(message: str, name: str, kind: str = "string") -> ElicitRequest:
    schema = {"type": "object", "properties": {name: {"type": kind}}, "required": [name]}
    return ElicitRequest(params=ElicitRequestFormParams(message=message, requested_schema=schema))


def _sampling(text: str, max_tokens: int) -> CreateMessageRequest:
    message = SamplingMessage(role="user", content=TextContent(text=text))
    return CreateMessageRequest(params=CreateMessageRequestParams(messages=[message], max_tokens=max_tokens))


def _sign(state: str) -> str:
    return f"{state}.{hmac.new(SECRET, state.encode(), hashlib.sha256).hexdigest()}"


def _verify(call: McpCall) -> str:
    given = call.params.request_state if isinstance(call.params, InputResponseRequestParams) else None
    state = (given or "").rpartition(".")[0]
    if not hmac.compare_digest(_sign(state), given or ""):
        raise MCPError(INVALID_PARAMS, "The request state is not one that this server gave out.")
    return state


TOOLS = (
    McpTool("test_input_required_result_elicitation", "Asks for a name.", ask_name, None),
    McpTool("test_streaming_elicitation", "Asks for a name.", ask_name, None),
    McpTool("test_input_required_result_sampling", "Asks the model.", ask_model, None),
    McpTool("test_input_required_result_list_roots", "Asks for roots.", ask_roots, None),
    McpTool("test_input_required_result_request_state", "Asks with a state.", ask_with_state, None),
    McpTool("test_input_required_result_tampered_state", "Asks with a state.", ask_with_state, None),
    McpTool("test_input_required_result_multiple_inputs", "Asks for three things.", ask_three, None),
    McpTool("test_input_required_result_multi_round", "Asks twice.", ask_twice, None),
    McpTool("test_input_required_result_capabilities", "Asks what it may.", ask_what_client_can, None),
)
PROMPTS = (McpPrompt("test_input_required_result_prompt", "Asks for its context.", ask_context, None),)
