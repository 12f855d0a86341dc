"""Who may see a screen. Views are wrapped here when the routes are made, so that none can forget it."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from sitehand.admin.services import AdminServices
from sitehand.admin.session import Session, new_session, read_session, write_session
from sitehand.admin.visit import View, Visit

HEADERS: Mapping[str, str] = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}
FORGED = (
    "The form was too old, or did not come from this screen. Nothing was changed. Go back, load the screen again "
    "and send the form once more."
)


@dataclass(frozen=True, slots=True)
class ScreenGuard:
    """Turns a view into an endpoint: session first, then the form's token, then the view, then the headers."""

    services: AdminServices
    navigation: tuple[tuple[str, str], ...]

    def wrap(self, view: View, *, open_to_all: bool = False) -> "Endpoint":
        """The endpoint of a view; `open_to_all` is for the login alone."""
        return Endpoint(self, view, open_to_all)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A guarded view, as an ASGI application."""

    guard: ScreenGuard
    view: View
    open_to_all: bool

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        response = await self.respond(Request(scope, receive))
        await response(scope, receive, send)

    async def respond(self, request: Request) -> Response:
        """The answer to one request, with everything that each of them carries."""
        secret, now = await self.guard.services.owner.session_secret(), int(time.time())
        session = read_session(request, secret, now)
        if session is None or not (session.logged_in or self.open_to_all):
            if not self.open_to_all:
                return _finish(_to_login(request))
            session = new_session(now, logged_in=False)
        response = await self._answer(request, session)
        if "set-cookie" not in response.headers:
            write_session(request, response, session, secret, now)
        return _finish(response)

    async def _answer(self, request: Request, session: Session) -> Response:
        visit = Visit(request, self.guard.services, session, {}, self.guard.navigation)
        if request.method != "POST":
            return await self.view(visit)
        form = {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
        if not session.holds(form.get("csrf")):
            return visit.page("message.html", "Not done", status=403, message=FORGED)
        return await self.view(Visit(request, self.guard.services, session, form, self.guard.navigation))


def _to_login(request: Request) -> Response:
    """To the login, and back from there; only to a path of ours, whatever the address says."""
    root = request.scope.get("root_path", "")
    path = request.url.path.removeprefix(root) if request.method == "GET" else "/"
    return RedirectResponse(f"{root}/login?next={quote(path)}", 303)


def _finish(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers[name] = value
    return response
