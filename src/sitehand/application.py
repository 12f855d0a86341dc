"""The ASGI application around the doors: which path leads where, and how it starts and stops."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pydantic_core
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from sitehand.doors import health
from sitehand.doors.credentials import without_key
from sitehand.doors.envelope import Envelope
from sitehand.doors.wire import problem_object
from sitehand.errors import Code, Problem
from sitehand.settings import Settings

EXPOSED_HEADERS = (
    *(
        "X-WP-Total",
        "X-WP-Total-Relation",
        "X-WP-TotalPages",
        "Link",
        "Location",
        "ETag",
        "X-Request-Id",
        "Retry-After",
        "WWW-Authenticate",
        "X-Sitehand-Omitted",
    ),
    *("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"),
)
Run = Callable[[asyncio.Event, asyncio.Event], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Routing:
    """The apps beneath; `public` is None when the pages for visitors are not served here."""

    rest: ASGIApp
    mcp: ASGIApp
    admin: ASGIApp
    uploads: ASGIApp
    public: ASGIApp | None
    well_known: ASGIApp
    health: ASGIApp


@dataclass(frozen=True, slots=True)
class _Life:
    """One run, from its start to its end."""

    task: asyncio.Task[None]
    started: asyncio.Event
    stop: asyncio.Event


class Lifecycle:
    """Starts and stops what the application needs, once, in a task of its own.

    `run(started, stop)` sets `started` when all is ready and returns after `stop` is set. An outer site that
    mounts the application may send no lifespan; then the first request starts it. A run that has failed or ended
    leaves nothing behind: the next start begins another.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._life: _Life | None = None

    @property
    def started(self) -> bool:
        """Whether all is ready."""
        life = self._life
        return life is not None and life.started.is_set() and not life.task.done()

    async def start(self) -> None:
        """Wait until all is ready. Raises what the start raised, to all who wait for it."""
        if self.started:
            return
        life = self._life
        if life is None or life.task.done():
            life = self._life = self._begin()
        waiting = asyncio.create_task(life.started.wait())
        try:
            # Whichever comes first: everything has started, or the task has ended with a fault.
            await asyncio.wait({waiting, life.task}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
        if life.task.done():
            life.task.result()

    async def stop(self) -> None:
        """End the task, and wait until it has. A start that failed was told to those who waited for it."""
        life, self._life = self._life, None
        if life is not None and not life.task.done():
            life.stop.set()
            await life.task

    def _begin(self) -> _Life:
        started, stop = asyncio.Event(), asyncio.Event()
        return _Life(asyncio.create_task(self._run_all(started, stop)), started, stop)

    async def _run_all(self, started: asyncio.Event, stop: asyncio.Event) -> None:
        await self._run(started, stop)


class Application:
    """Dispatches by path, with the outer site's own prefix (`root_path`) taken off."""

    def __init__(self, settings: Settings, routing: Routing, lifecycle: Lifecycle) -> None:
        self.lifecycle = lifecycle
        api = _with_cors(_Api(routing), settings.cors_origins)
        self._mounts: Sequence[tuple[str, ASGIApp]] = (
            (settings.path + "/", api),
            (settings.admin_path + "/", _Keyless(routing.admin)),
            (settings.uploads_path + "/", _Keyless(routing.uploads)),
            ("/.well-known/", routing.well_known),
        )
        self._health = routing.health
        self._public = _Keyless(routing.public) if routing.public else _not_found
        inner: Any = Envelope(
            self._dispatch, max_body_bytes=settings.max_body_bytes, body_seconds=settings.body_seconds
        )
        if settings.trusted_proxies:
            inner = ProxyHeadersMiddleware(inner, trusted_hosts=settings.trusted_proxies)
        self._app: ASGIApp = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or the server's lifespan."""
        if scope["type"] == "http":
            # The path of health starts it by itself, and says so when that fails.
            if not self.lifecycle.started and _find_path(scope) != health.PATH:
                await self.lifecycle.start()
            await self._app(scope, receive, send)
        elif scope["type"] == "lifespan":
            await serve_lifespan(self.lifecycle.start, self.lifecycle.stop, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1003})

    async def _dispatch(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = _find_path(scope)
        if path == health.PATH:
            await self._health(scope, receive, send)
            return
        ended = path + "/"
        for start, app in self._mounts:
            if ended.startswith(start):
                await app({**scope, "root_path": scope.get("root_path", "") + start[:-1]}, receive, send)
                return
        await self._public(scope, receive, send)


async def serve_lifespan(
    start: Callable[[], Awaitable[None]], stop: Callable[[], Awaitable[None]], receive: Receive, send: Send
) -> None:
    """Start and stop as the server says."""
    await receive()
    try:
        await start()
    except Exception as fault:
        await send({"type": "lifespan.startup.failed", "message": str(fault)})
        raise
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await stop()
    await send({"type": "lifespan.shutdown.complete"})


def _find_path(scope: Scope) -> str:
    """The path below the place where the application is mounted."""
    return str(scope["path"]).removeprefix(scope.get("root_path", ""))


class _Api:
    """Below the versioned root: `/mcp` is the MCP endpoint, everything else is REST."""

    def __init__(self, routing: Routing) -> None:
        self._rest = routing.rest
        self._mcp = routing.mcp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"].removeprefix(scope["root_path"])
        await (self._mcp if path in ("/mcp", "/mcp/") else self._rest)(scope, receive, send)


class _Keyless:
    """Pages for people take no key. One in their query is dropped, so that no redirect or link repeats it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if query := scope.get("query_string"):
            scope = {**scope, "query_string": without_key(query)}
        await self._app(scope, receive, send)


def _with_cors(app: ASGIApp, origins: list[str]) -> ASGIApp:
    """CORS for the API alone, and only when the owner named origins. Keys are headers, so no cookies."""
    if not origins:
        return app
    return CORSMiddleware(
        app,
        allow_origins=origins,
        allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
        allow_headers=["*"],
        expose_headers=EXPOSED_HEADERS,
    )


async def _not_found(scope: Scope, receive: Receive, send: Send) -> None:
    problem = Problem(Code.ROUTE_NOT_FOUND, "This address does not exist.", hint="Check the path.")
    content = pydantic_core.to_json(problem_object(problem))
    headers = {"Cache-Control": "no-store"}
    await Response(content, 404, headers, media_type="application/json")(scope, receive, send)
