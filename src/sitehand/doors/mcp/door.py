"""The ASGI side of the MCP door: who may come in, and which of the SDK's two transports answers."""

import logging
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pluggy
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from sitehand.doors.arguments import read_query
from sitehand.doors.credentials import arrival_of, origin_of
from sitehand.doors.mcp.lists import KeptLists, View, read_version
from sitehand.doors.mcp.message import STREAM, called_tool, named_client, named_tool, parse_message, refuse
from sitehand.doors.mcp.options import Options, read_options
from sitehand.doors.mcp.origin import OriginCheck
from sitehand.doors.mcp.registry import Registry, gather
from sitehand.doors.mcp.server import CALLER, OPTIONS, build_server, reporting_tools
from sitehand.doors.mcp.tools import ToolBox
from sitehand.doors.wire import rate_headers, rate_of
from sitehand.errors import Code, Problem
from sitehand.guard.call import in_call
from sitehand.guard.gate import Gate, internal_error
from sitehand.operation.caller import Caller
from sitehand.operation.context import Services
from sitehand.operation.limits import RateLimit

log = logging.getLogger("sitehand.mcp")
NEGOTIATED = {b"accept": b"application/json, text/event-stream", b"content-type": b"application/json"}
UNASKED = Options()
NO_STORE = (b"cache-control", b"no-store")
UNLIMITED = 2**40
"""The envelope limits the body; the SDK's own limit must not be a second one."""


@dataclass(frozen=True, slots=True)
class _Transports:
    """The SDK's two: `plain` answers with JSON, `stream` with an event stream on the response of the POST."""

    plain: StreamableHTTPSessionManager
    stream: StreamableHTTPSessionManager


class McpDoor:
    """Serves the MCP endpoint: both eras of the protocol, and no session, so that any worker answers any request.

    `allowed_hosts` and `allowed_origins` are what may call beside the site's own address and this machine;
    `options` hold for clients that do not say.
    """

    def __init__(
        self,
        gate: Gate,
        services: Services,
        plugins: pluggy.PluginManager,
        *,
        allowed_hosts: Iterable[str] = (),
        allowed_origins: Iterable[str] = (),
        options: Options = UNASKED,
    ) -> None:
        self._gate = gate
        self._origin = OriginCheck(services.address.site, allowed_hosts, allowed_origins)
        registry: Registry = gather(gate, plugins, services.host.kinds)
        self._tools, self._lists = ToolBox(gate, registry), KeptLists()
        self._server: Server[Any] = build_server(gate, services, registry, self._tools)
        self._options = options
        self._reporting = reporting_tools(gate, registry)
        self._transports: _Transports | None = None

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Keep the transports' tasks alive; enter and leave it in one task."""
        transports = _Transports(self._transport(json_response=True), self._transport(json_response=False))
        async with transports.plain.run(), transports.stream.run():
            self._transports = transports
            try:
                yield
            finally:
                self._transports = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request. Every POST behind a valid credential counts once, whatever its method."""
        request = Request(scope, receive)
        rate: RateLimit | None = None
        message: Mapping[str, Any] | None = None
        try:
            self._origin.check(request)
            _require_post(request)
            query, fault = read_query(scope["query_string"])
            admission = await self._gate.admit(arrival_of(scope, query))
            rate = admission.rate
            if fault:
                raise fault
            options = read_options(query, self._options)
            content = await request.body()
            message = parse_message(content, request.headers.get("content-type", ""))
            self._refuse_scope(admission.caller, message)
        except Problem as problem:
            rate = rate or rate_of(problem)
            await refuse(problem, message)(scope, receive, _with_headers(send, rate))
            return
        with in_call(origin=origin_of("mcp", request.headers, named_client(message))):
            inner = {**scope, CALLER: admission.caller, OPTIONS: options}
            await self._hand_over(message, content, inner, receive, _with_headers(send, rate))

    def _refuse_scope(self, caller: Caller, message: Mapping[str, Any]) -> None:
        """Raise Problem(insufficient_scope) for a call beyond a token's scopes.

        As an answer with the status 403 it makes clients ask the person for more. Source: MCP, Authorization, Runtime
        Insufficient Scope Errors.
        """
        operation = self._gate.catalog.get(named_tool(message) or "") if caller.kind == "token" else None
        refused = self._gate.refusal(caller, operation) if operation else None
        if refused and refused.code is Code.INSUFFICIENT_SCOPE:
            raise refused

    async def _hand_over(
        self, message: Mapping[str, Any], content: bytes, scope: Scope, receive: Receive, send: Send
    ) -> None:
        if self._transports is None:
            log.error("a request came before McpDoor.run was entered")
            await refuse(internal_error(), message)(scope, receive, send)
            return
        accept = Request(scope).headers.get("accept", "").lower()
        # Whatever the client accepts, it gets JSON, or the stream that it named; and that the body is JSON is known by
        # now, however its type was written. The SDK need refuse neither. Not every server takes the white space off
        # that may stand around a value (RFC 9110, 5.5).
        headers = [(name, value.strip(b" \t")) for name, value in scope["headers"] if name not in NEGOTIATED]
        inner = {**scope, "headers": [*headers, *NEGOTIATED.items()]}
        if view := self._view_of(message, inner):
            if kept := self._lists.answer(view, message):
                await kept(inner, receive, send)
                return
            send = self._lists.keeping(view, send)
        streams = STREAM in accept and called_tool(message) in self._reporting
        transport = self._transports.stream if streams else self._transports.plain
        await transport.handle_request(inner, _replay(content, receive), send)

    def _view_of(self, message: Mapping[str, Any], scope: Scope) -> View | None:
        """What the answer to a `tools/list` follows from; None for any other message."""
        version = read_version(message, Headers(scope=scope))
        if version is None:
            return None
        options: Options = scope[OPTIONS]
        return View(version, self._tools.names(scope[CALLER], short=options.short), options.schemas)

    def _transport(self, *, json_response: bool) -> StreamableHTTPSessionManager:
        return StreamableHTTPSessionManager(
            self._server, json_response=json_response, stateless=True, max_request_body_size=UNLIMITED
        )


def _require_post(request: Request) -> None:
    if request.method != "POST":
        raise Problem(
            Code.METHOD_NOT_ALLOWED,
            f"The MCP endpoint does not accept {request.method[:20]}.",
            hint="Send JSON-RPC messages with POST. The endpoint has no sessions and no streams.",
            extra={"allow": ["POST"]},
        )


def _with_headers(send: Send, rate: RateLimit | None) -> Send:
    """A `send` that adds the caller's rate limit to an answer and forbids caches to store it."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            kept = [line for line in message["headers"] if line[0] != b"cache-control"]
            message = {**message, "headers": [*kept, *(rate_headers(rate) if rate else ()), NO_STORE]}
        await send(message)

    return send_with_headers


def _replay(content: bytes, receive: Receive) -> Receive:
    """A body that was read already, once more, and then what the connection says."""
    pending: list[Message] = [{"type": "http.request", "body": content, "more_body": False}]

    async def receive_again() -> Message:
        return pending.pop() if pending else await receive()

    return receive_again
