"""The headers of every answer below the admin root, errors and redirects too."""

from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

STATIC = "/static/"
POLICY = "Content-Security-Policy"
HEADERS: Mapping[str, str] = {
    POLICY: (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
KEPT = (200, 304)
KEEP_STATIC = "public, max-age=86400"
"""Files may be kept: their addresses carry the version."""


class SecureHeaders:
    """ASGI middleware around the screens: no framing, no inline script, nothing kept by a browser but files.

    `images` is where pictures may come from besides: the origin of a site that is elsewhere.
    """

    def __init__(self, app: ASGIApp, images: str = "") -> None:
        self._app = app
        policy = HEADERS[POLICY].replace("data:;", f"data: {images};") if images else HEADERS[POLICY]
        self._headers = {**HEADERS, POLICY: policy}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        is_file = scope.get("path", "").removeprefix(scope.get("root_path", "")).startswith(STATIC)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self._headers)
                headers["Cache-Control"] = KEEP_STATIC if is_file and message["status"] in KEPT else "no-store"
            await send(message)

        await self._app(scope, receive, send_with_headers)
