"""What the MCP door offers beside operations: raw tools, resources and prompts, of our own and of plugins.

A plugin returns these from the hooks `register_mcp_tools`, `register_mcp_resources` and `register_mcp_prompts`.
Most plugins want `register_operations` instead, which gives a tool, a REST route and the docs from one function.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mcp.server.connection import allowed_log_levels
from mcp.server.context import ServerRequestContext
from mcp_types import (
    CallToolResult,
    ContentBlock,
    GetPromptResult,
    InputRequiredResult,
    LoggingLevel,
    LoggingMessageNotification,
    LoggingMessageNotificationParams,
    PromptMessage,
    ReadResourceResult,
    RequestParams,
    ToolAnnotations,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from sitehand.operation.caller import Caller
from sitehand.operation.context import Services

Perform = Callable[[str, Mapping[str, Any]], Awaitable[Any]]
"""Runs the operation of that name with those arguments for the caller, through the gate. Raises Problem."""


@dataclass(frozen=True, slots=True)
class McpCall:
    """One MCP request as a handler sees it: who calls, and the ways back.

    `context` and `params` are the SDK's own, for what it offers beyond this: the client's capabilities, and on a
    retry after an `InputRequiredResult` the `input_responses` and the `request_state` (which clients may forge).
    """

    caller: Caller
    services: Services
    perform: Perform
    context: ServerRequestContext[Any, Any]
    params: RequestParams

    async def report_progress(self, done: int, total: int, message: str = "") -> None:
        """Tell the client how far the call is; goes nowhere when it did not ask."""
        await self.context.session.report_progress(done, total, message or None)

    async def log(self, level: LoggingLevel, message: str) -> None:
        """Send a log message to a client that asked for this level in this request.

        Only 2026-07-28 has that wish in the request; earlier versions keep it in a session, which this server has
        not, so that their clients get none.
        """
        version, meta = self.context.protocol_version, self.context.meta
        if version not in MODERN_PROTOCOL_VERSIONS or level not in allowed_log_levels(version, meta):
            return
        note = LoggingMessageNotification(params=LoggingMessageNotificationParams(level=level, data=message))
        await self.context.session.send_notification(note, self.context.request_id)


ToolAnswer = str | Sequence[ContentBlock] | CallToolResult | InputRequiredResult
ReadAnswer = str | bytes | ReadResourceResult | InputRequiredResult
PromptAnswer = str | Sequence[PromptMessage] | GetPromptResult | InputRequiredResult
Complete = Callable[[McpCall, str], Awaitable[Sequence[str]]]
"""Suggestions for an argument that begins with the text; the first hundred are sent."""


@dataclass(frozen=True, slots=True)
class McpTool:
    """A tool that is no operation: it has no REST route, and checks its arguments itself.

    `needs` names the operation that a caller must be allowed to use to see and call this (None: every valid
    credential). `reports` is set when it reports progress or logs; only then may the answer be an event stream.
    What `run` returns as text or content blocks is the result; a Problem that it raises is the blueprint's error.
    """

    name: str
    description: str
    run: Callable[[McpCall, Mapping[str, Any]], Awaitable[ToolAnswer]]
    needs: str | None
    input_schema: Mapping[str, Any] = field(default_factory=lambda: {"type": "object"})
    title: str | None = None
    annotations: ToolAnnotations | None = None
    reports: bool = False


@dataclass(frozen=True, slots=True)
class McpResource:
    """Something to read under a URI, or under every URI of a template (RFC 6570, `sitehand://pages/{id}`).

    `read` gets the template's variables and returns text, bytes or the SDK's result. `complete` suggests values
    for variables, by name. `needs` is as for tools.
    """

    uri: str
    name: str
    description: str
    read: Callable[[McpCall, Mapping[str, str]], Awaitable[ReadAnswer]]
    needs: str | None
    mime_type: str = "text/plain"
    title: str | None = None
    complete: Mapping[str, Complete] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class McpArgument:
    """An argument of a prompt: always text, as the protocol has it."""

    name: str
    description: str
    required: bool = False
    complete: Complete | None = None


@dataclass(frozen=True, slots=True)
class McpPrompt:
    """A prompt: `render` gets the arguments, checked for missing and unknown names, and returns the messages.

    `needs` is as for tools.
    """

    name: str
    description: str
    render: Callable[[McpCall, Mapping[str, str]], Awaitable[PromptAnswer]]
    needs: str | None
    arguments: tuple[McpArgument, ...] = ()
    title: str | None = None
