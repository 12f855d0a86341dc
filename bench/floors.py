"""The floors: the least that a server of this kind can do. A bare Starlette route, and a bare server of the SDK."""

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
    """Answers `/pages` with the bytes of the file that BENCH_BODY names."""
    body = Path(os.environ["BENCH_BODY"]).read_bytes()

    async def pages(request: Request) -> Response:
        return Response(body, media_type="application/json")

    return Starlette(routes=[Route("/pages", pages)])


def bare_sdk() -> Starlette:
    """A stateless server of the official SDK with one tool, which answers with the site's facts."""
    server = MCPServer("bare", log_level="WARNING")

    @server.tool()
    async def site_info() -> dict[str, object]:
        """Facts about the site."""
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
