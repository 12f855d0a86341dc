"""`/healthz`: whether this process can answer, for load balancers. No key, no secret, counted against no limit."""

import logging
from collections.abc import Awaitable, Callable

import pydantic_core
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

PATH = "/healthz"
METHODS = ("GET", "HEAD")
log = logging.getLogger(__name__)


class HealthDoor:
    """An ASGI application over a probe, which raises when something that every request needs is not there."""

    def __init__(self, probe: Callable[[], Awaitable[object]]) -> None:
        self._probe = probe

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """200 when the probe returns, 503 when it raises; why, only the log says."""
        if scope["method"] in METHODS:
            answer = await self._ask()
        else:
            answer = Response(status_code=405, headers={"Allow": ", ".join(METHODS)})
        await answer(scope, receive, send)

    async def _ask(self) -> Response:
        try:
            await self._probe()
        except Exception:
            log.exception("The service is not healthy.")
            return _answer(503, "unavailable")
        return _answer(200, "ok")


def _answer(status: int, word: str) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(pydantic_core.to_json({"status": word}), status, headers, media_type="application/json")
