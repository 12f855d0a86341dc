"""The REST door: an ASGI app under the versioned root."""

import logging
from collections.abc import Mapping
from typing import Any, NamedTuple

from starlette.requests import ClientDisconnect, Request
from starlette.types import Receive, Scope, Send

from sitehand.doors.arguments import BODY_METHODS, RawArguments, collect_arguments, read_query
from sitehand.doors.body import parse_body, receive_body
from sitehand.doors.conditions import NOT_MODIFIED, add_conditions, answer_condition
from sitehand.doors.credentials import QUERY_NAME, arrival_of, origin_of, read_headers
from sitehand.doors.file_bodies import FileBodies
from sitehand.doors.routes import Route, RouteTable
from sitehand.doors.wire import (
    Address,
    Answer,
    choose_members,
    json_body,
    problem_answer,
    rate_headers,
    rate_of,
    result_answer,
)
from sitehand.errors import Problem
from sitehand.guard.call import in_call
from sitehand.guard.gate import Gate, internal_error
from sitehand.operation.caller import Caller
from sitehand.operation.declaration import Operation
from sitehand.operation.encoding import encode
from sitehand.operation.limits import RateLimit

log = logging.getLogger("sitehand.rest")


class _Request(NamedTuple):
    """A request, with its headers by name in lower case. starlette's own is made only for a body that is a file."""

    scope: Scope
    receive: Receive
    headers: Mapping[str, str]


class RestDoor:
    """Serves the catalogue's routes. `base_url` is the public address of the root, without a slash at its end."""

    def __init__(self, gate: Gate, routes: RouteTable, base_url: str, files: FileBodies) -> None:
        self._gate = gate
        self._routes = routes
        self._base_url = base_url
        self._files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request whose path is relative to the root."""
        headers = read_headers(scope)
        with in_call(origin=origin_of("rest", headers)):
            await self._serve(_Request(scope, receive, headers), send)

    async def _serve(self, request: "_Request", send: Send) -> None:
        scope = request.scope
        path = "/" + scope["path"][len(scope.get("root_path", "")) :].strip("/")
        rate: RateLimit | None = None
        shared = False
        try:
            query, fault = read_query(scope["query_string"])
            route = self._route(scope["method"], path)
            public = not isinstance(route, Problem) and route[0].public
            caller = None
            if not public:
                caller, rate = await self._gate.admit(arrival_of(scope, query))
            if isinstance(route, Problem):
                raise route
            if fault:
                raise fault
            answer = await self._answer(request, path, query, route, caller)
            shared = public and QUERY_NAME not in query  # a cache would keep the key in the address
        except Problem as problem:
            answer, rate = problem_answer(problem), rate or rate_of(problem)
        except ClientDisconnect:
            raise  # the envelope logs it; nobody is there to hear an answer
        except Exception:
            log.exception("request failed")
            answer = problem_answer(internal_error())
        await send_answer(send, answer, rate, shared=shared, head=scope["method"] == "HEAD")

    def _route(self, method: str, path: str) -> Route | Problem:
        """Where the request leads; a Problem is kept until the caller is known, who alone may hear of it."""
        try:
            return self._routes.resolve(method, path)
        except Problem as problem:
            return problem

    async def _answer(
        self, request: "_Request", path: str, query: dict[str, list[str]], route: Route, caller: Caller | None
    ) -> Answer:
        operation, path_arguments = route
        method = request.scope["method"]
        body: Any = {}
        if method in BODY_METHODS:
            body = await self._read_body(request, operation, caller)
        raw = collect_arguments(operation, method, path_arguments, query, body)
        add_conditions(operation, raw, request.headers)
        result = await self._gate.perform(caller, operation, raw.values, locate=raw.locate, members=raw.fields)
        answer = result_answer(operation, result, Address(self._base_url, path), query)
        answer = shape_answer(answer, operation, result, raw)
        return answer_condition(answer, request.headers.get("if-none-match", "")) if operation.reads else answer

    async def _read_body(self, request: "_Request", operation: Operation, caller: Caller | None) -> Any:
        if caller is not None and self._files.take(operation, request.headers):
            return await self._files.read(operation, Request(request.scope, request.receive), caller)
        return parse_body(await receive_body(request.receive), request.headers.get("content-type", ""))


def shape_answer(answer: Answer, operation: Operation, result: Any, raw: RawArguments) -> Answer:
    """The answer with only the members that the caller wants; its headers are those of the whole."""
    chosen = choose_members(operation, result, raw.fields, raw.values.get("detail"))
    return answer if chosen is result else answer.saying(json_body(chosen))


async def send_answer(send: Send, answer: Answer, rate: RateLimit | None, *, shared: bool, head: bool) -> None:
    """Send an answer. Only a result that is for everybody (`shared`) may be stored on the way."""
    content = b"" if answer.status == NOT_MODIFIED else answer.content or encode(answer.body)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(content)).encode()),
        (b"cache-control", b"public, max-age=300" if shared else b"no-store"),
    ]
    for name, value in answer.headers.items():
        headers.append((name.lower().encode("latin-1"), value.encode("latin-1")))
    if rate:
        headers += rate_headers(rate)
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if head else content})
