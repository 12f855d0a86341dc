"""What every answer has in common: security headers, validators, an empty body for HEAD."""

from datetime import datetime
from email.utils import format_datetime
from hashlib import sha256

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'none'",
        "img-src * data:",
        "media-src *",
        "style-src 'self'",
        # Stored content may carry style attributes; the sanitiser has filtered their properties.
        "style-src-attr 'unsafe-inline'",
        "font-src 'self'",
        # No script runs, and nothing connects by itself; a browser's own audit (Lighthouse) reads robots.txt by this.
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
}


def allow_style(digest: str) -> str:
    """The policy of a page that has one style sheet in it: that with this SHA-256, in base64."""
    return POLICY.replace("style-src 'self'", f"style-src 'self' 'sha256-{digest}'")


class PublicHeaders:
    """Middleware that adds the public site's security headers where an answer has none of its own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.add(MutableHeaders(scope=message))
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)

    @staticmethod
    def add(headers: MutableHeaders) -> None:
        """Set each header once."""
        for name, value in HEADERS.items():
            headers.setdefault(name, value)


def date_header(moment: str) -> str:
    """An ISO moment as an HTTP date (RFC 9110, 5.6.7)."""
    return format_datetime(datetime.fromisoformat(moment), usegmt=True)


def answer_conditionally(request: Request, response: Response) -> Response:
    """304 when the caller has this very answer (RFC 9110, 13); for HEAD the headers alone. The answer gets its ETag."""
    if response.status_code == 200 and request.method in ("GET", "HEAD"):  # noqa: PLR2004
        if "ETag" not in response.headers:
            response.headers["ETag"] = f'"{sha256(response.body).hexdigest()[:32]}"'
        if _is_known(request, response):
            of_body = ("content-length", "content-type")
            headers = {name: value for name, value in response.headers.items() if name not in of_body}
            return Response(status_code=304, headers=headers)
    if request.method == "HEAD":
        return Response(status_code=response.status_code, headers=dict(response.headers))
    return response


def _is_known(request: Request, response: Response) -> bool:
    if match := request.headers.get("if-none-match"):
        tags = {tag.strip().removeprefix("W/") for tag in match.split(",")}
        return bool(tags & {"*", response.headers["ETag"]})
    # Equal, not earlier: an item that was withdrawn makes a list's newest moment older.
    since = request.headers.get("if-modified-since")
    return since is not None and since == response.headers.get("last-modified")
