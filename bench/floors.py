"""The floors: the least that a server of this kind can do. Bare Starlette routes, and a bare server of the SDK."""

import contextlib
import os
from collections.abc import AsyncIterator
from pathlib import Path

from mcp.server.mcpserver import MCPServer
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route


def bare_route() -> Starlette:
    """Answers `/pages` and `/page` with the bytes of the files that BENCH_BODY and BENCH_PAGE name."""
    body, html = (Path(os.environ[name]).read_bytes() for name in ("BENCH_BODY", "BENCH_PAGE"))

    async def pages(request: Request) -> Response:
        return Response(body, media_type="application/json")

    async def page(request: Request) -> Response:
        return Response(html, media_type="text/html")

    return Starlette(routes=[Route("/pages", pages), Route("/page", page)])


def bare_sdk(description: str = "Facts about the site.") -> Starlette:
    """A stateless server of the official SDK with one tool, so described, which answers with the site's facts."""
    server = MCPServer("bare", log_level="WARNING")

    @server.tool(description=description)
    async def site_info() -> dict[str, object]:
        return {
            "name": "Bench",
            "description": "",
            "url": "http://127.0.0.1:8000",
            "language": "en-US",
            "timezone": "UTC",
            "service": {"name": "Sitehand", "version": "3.7.0"},
            "host": {"name": "builtin", "version": "3.7.0", "features": ["revisions", "search"]},
        }

    inner = server.streamable_http_app(stateless_http=True, json_response=True)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with inner.router.lifespan_context(inner):
            yield

    return Starlette(routes=[Mount("/", inner)], lifespan=lifespan)
