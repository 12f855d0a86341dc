"""What every request is wrapped in: an id, a limit on the body, security headers, one line in the log."""

import asyncio
import logging
import re
import sys
import time
from urllib.parse import quote

import pydantic_core
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sitehand.doors.wire import problem_answer
from sitehand.errors import Code, Problem
from sitehand.guard.call import Trace, in_call
from sitehand.guard.gate import internal_error
from sitehand.guard.keys import KEY_FORM, PREFIX
from sitehand.guard.request_ids import make_request_id
from sitehand.store.receiving import ALLOW

access_log = logging.getLogger("sitehand.access")
log = logging.getLogger("sitehand")
MAX_LOGGED_PATH = 1000
MAX_LENGTH_DIGITS = 18
"""Digits of a Content-Length that are read as a number; `int` itself refuses more than 4,300."""
TOKEN = re.compile(r"(upload_|preview_)[\w.-]{20,}")
"""The secret token in an address that takes a file or shows a draft."""
CLIENT_GONE = 499
"""The status in the log when the client has gone, as nginx has it; it is never sent."""
SECURITY_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
)
"""Set where an app beneath has not set its own."""


class Envelope:
    """ASGI middleware around the whole service."""

    def __init__(self, app: ASGIApp, *, max_body_bytes: int, body_seconds: float) -> None:
        self._app = app
        self._max_body_bytes = max_body_bytes
        self._body_seconds = body_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; what the app beneath lets escape becomes an answer in the error shape."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        exchange = _Exchange(scope, receive, send, self._max_body_bytes, self._body_seconds)
        scope = {**scope, ALLOW: exchange.allow}
        with in_call(request_id=exchange.id, trace=exchange.trace):
            try:
                await self._app(scope, exchange.receive, exchange.send)
            except Problem as problem:
                await exchange.fail(problem)
            except ClientDisconnect:
                exchange.abandon()
            except Exception:
                log.exception("request %s failed", exchange.id)
                await exchange.fail(internal_error())
            finally:
                exchange.write_log()


class _Exchange:
    """One request and its response, on their way through the envelope."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, max_body_bytes: int, body_seconds: float) -> None:
        self.id = make_request_id()
        self.trace = Trace()
        self._scope = scope
        self._receive = receive
        self._send = send
        self._left = self._max = max_body_bytes
        self._declared: int | None = None
        self._body_seconds = body_seconds
        self._body_ends = asyncio.get_running_loop().time() + body_seconds
        self._received = False
        self._status = 0
        self._complete = False
        self._began = time.perf_counter()

    def allow(self, max_bytes: int, seconds: float) -> None:
        """Let the body, of which nothing was received yet, be larger and slower."""
        self._left = self._max = max(self._max, max_bytes)
        self._body_seconds = max(self._body_seconds, seconds)
        self._body_ends = asyncio.get_running_loop().time() + self._body_seconds

    async def receive(self) -> Message:
        """The next piece of the request; refuses one that makes the body too large, or that does not come in time.

        A body that says beforehand that it is too large is refused here too, and not sooner: a door first counts
        the request.
        """
        if self._declared is None:
            self._declared = _declared_bytes(self._scope)
        if self._declared > self._max:
            raise self._too_large()
        message = await self._receive_in_time()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise self._too_large()
        return message

    async def _receive_in_time(self) -> Message:
        """What comes behind the body, that the client has gone, may come whenever it does."""
        if self._received:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._body_ends):
                message = await self._receive()
        except TimeoutError:
            raise self._too_slow() from None
        self._received = not message.get("more_body", False)
        return message

    async def send(self, message: Message) -> None:
        """Pass a piece of the response on; its head gets the headers that every answer has."""
        if message["type"] == "http.response.start":
            self._status = message["status"]
            headers = [*message["headers"], (b"x-request-id", self.id.encode())]
            set_already = dict(headers)  # by their names, which are in lower case (ASGI, Response Start)
            for header in SECURITY_HEADERS:
                if header[0] not in set_already:
                    headers.append(header)
            message = {**message, "headers": headers}
        elif message["type"] == "http.response.body":
            self._complete = not message.get("more_body", False)
        await self._send(message)

    async def fail(self, problem: Problem) -> None:
        """Answer with the problem; an answer that has begun is broken off, one that is complete is left."""
        if self._complete:
            return
        if self._status:
            raise problem
        answer = problem_answer(problem)
        headers = {**answer.headers, "Cache-Control": "no-store", "Connection": "close"}
        content = pydantic_core.to_json(answer.body)
        response = Response(content, answer.status, headers, media_type="application/json")
        await response(self._scope, self._receive, self.send)

    def abandon(self) -> None:
        """Note that the client has gone away before its request was complete."""
        self._status = CLIENT_GONE

    def write_log(self) -> None:
        """One line: never the query, which may hold a key, nor any header; what could end a line is encoded.

        A path may hold a key by mistake (& for ?), or the token of an upload, and loses it here.
        """
        if not access_log.isEnabledFor(logging.INFO):
            return
        client = self._scope.get("client") or ("-",)
        access_log.info(
            "%s %s %d",
            self._scope["method"],
            quote(
                TOKEN.sub(r"\1***", KEY_FORM.sub(f"{PREFIX}***", self._scope["path"]))[:MAX_LOGGED_PATH],
                safe="/:@!$&'()*+,;=~",
                errors="replace",
            ),
            self._status,
            extra={
                "request_id": self.id,
                "client": client[0],
                "caller": self.trace.caller,
                "operation": self.trace.operation,
                "milliseconds": round((time.perf_counter() - self._began) * 1000, 2),
            },
        )

    def _too_slow(self) -> Problem:
        return Problem(
            Code.REQUEST_TIMEOUT,
            f"The body was incomplete after {self._body_seconds:g} seconds.",
            hint="Send it faster. The owner can raise SITEHAND_BODY_SECONDS.",
            headers={"Connection": "close"},
        )

    def _too_large(self) -> Problem:
        return Problem(
            Code.BODY_TOO_LARGE,
            f"The body is larger than {self._max} bytes.",
            hint="Send less at once. The owner can raise SITEHAND_MAX_BODY_BYTES.",
        )


def _declared_bytes(scope: Scope) -> int:
    """How large the body says it is; 0 when it does not say, or nothing to the purpose."""
    largest = 0
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            largest = max(largest, int(value) if len(value) <= MAX_LENGTH_DIGITS else sys.maxsize)
    return largest
