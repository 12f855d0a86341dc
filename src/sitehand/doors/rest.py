"""The REST door: an ASGI app under the versioned root."""

import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

import pydantic_core
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from sitehand.doors.arguments import BODY_METHODS, RawArguments, collect_arguments, parse_body
from sitehand.doors.credentials import arrival_of
from sitehand.doors.routes import Route, RouteTable
from sitehand.doors.wire import Answer, problem_answer, rate_headers, result_answer, select_fields
from sitehand.errors import Code, Problem
from sitehand.guard.gate import Gate, internal_error
from sitehand.operation.context import Caller, RateLimit

log = logging.getLogger("sitehand.rest")
MAX_QUERY_FIELDS = 200


class RestDoor:
    """Serves the catalogue's routes. `base_url` is the public address of the root, without a slash at its end."""

    def __init__(self, gate: Gate, routes: RouteTable, base_url: str) -> None:
        self._gate = gate
        self._routes = routes
        self._base_url = base_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request whose path is relative to the root."""
        request = Request(scope, receive)
        path = scope["path"][len(scope.get("root_path", "")) :]
        rate: RateLimit | None = None
        route = self._route(request.method, path)
        public = not isinstance(route, Problem) and route[0].public
        try:
            caller = None
            if not public:
                admission = await self._gate.admit(arrival_of(request))
                caller, rate = admission.caller, admission.rate
            if isinstance(route, Problem):
                raise route
            answer = await self._answer(request, path, route, caller)
        except Problem as problem:
            answer = problem_answer(problem)
        except Exception:
            log.exception("request failed")
            answer = problem_answer(internal_error())
        await respond(answer, rate, public=public, head=request.method == "HEAD")(scope, receive, send)

    def _route(self, method: str, path: str) -> Route | Problem:
        """Where the request leads; a Problem is kept until the caller is known, who alone may hear of it."""
        try:
            return self._routes.resolve(method, path)
        except Problem as problem:
            return problem

    async def _answer(self, request: Request, path: str, route: Route, caller: Caller | None) -> Answer:
        operation, path_arguments = route
        query = parse_query(request.scope["query_string"])
        body = {}
        if request.method in BODY_METHODS:
            body = parse_body(await request.body(), request.headers.get("content-type", ""))
        raw = collect_arguments(operation, request.method, path_arguments, query, body)
        result = await self._gate.perform(caller, operation, raw.values, locate=raw.locate)
        query.pop("api_key", None)
        return shape_answer(result_answer(operation, result, self._base_url + path, query), raw)


def parse_query(query_string: bytes) -> dict[str, list[str]]:
    """The query's values by name. Raises Problem(invalid_arguments) when it is not UTF-8 or has too many."""
    try:
        return parse_qs(
            query_string.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=MAX_QUERY_FIELDS
        )
    except ValueError:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "The query string is not valid.",
            hint=f"Send at most {MAX_QUERY_FIELDS} values, percent-encoded in UTF-8.",
        ) from None


def shape_answer(answer: Answer, raw: RawArguments) -> Answer:
    """The answer with only the members that the caller wants."""
    return Answer(answer.status, select_fields(answer.body, raw.fields), answer.headers) if raw.fields else answer


def respond(answer: Answer, rate: RateLimit | None, *, public: bool, head: bool) -> Response:
    """The HTTP response of an answer. What stands behind a key is never stored on the way."""
    headers: Mapping[str, Any] = {
        **answer.headers,
        **(rate_headers(rate) if rate else {}),
        "Cache-Control": "public, max-age=300" if public else "no-store",
    }
    content = pydantic_core.to_json(answer.body)
    response = Response(content, answer.status, headers, media_type="application/json")
    if head:
        response.body = b""
    return response
