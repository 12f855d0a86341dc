"""A request to a screen, after the guard has let it in: what views are called with."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sitehand import __version__
from sitehand.admin.services import AdminServices
from sitehand.admin.session import Session
from sitehand.site.kind import Kinds

TEMPLATES = Environment(
    loader=PackageLoader("sitehand.admin"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    auto_reload=False,
    trim_blocks=True,
    lstrip_blocks=True,
)
NOTICES: Mapping[str, str] = {
    "revoked": "The key is revoked. It stopped working at once.",
    "reset": "The counters are back at none.",
    "limits": "The limits are saved.",
    "settings": "The settings are saved.",
    "password": "The password is changed. Every other session has ended.",
    "undone": "It is undone. This is the change that did it.",
    "enrolled": "The site is enrolled. Assistants can sign in from now on.",
    "answers": "The broker answers as it should.",
    "disconnected": "The site is disconnected. No access token opens it any more; keys work as before.",
    "again": "That form was sent already; nothing was done twice.",
    "approved": "It is approved, and done.",
    "rejected": "It is rejected. Nothing was changed.",
    "policy": "The policy is saved.",
    "full": "There are too many rules already; nothing was changed.",
    "tools": "The tools are saved.",
    "paused": "All writes are paused.",
    "resumed": "Writes go on.",
}
"""What a screen says after a redirect, by the name in the address."""


@dataclass(frozen=True, slots=True)
class Visit:
    """One request by somebody with a session. `form` is empty unless the request is a POST with a right token."""

    request: Request
    services: AdminServices
    session: Session
    form: Mapping[str, str]
    navigation: tuple[tuple[str, str], ...]

    @property
    def root(self) -> str:
        """The path that the screens are mounted under."""
        return str(self.request.scope.get("root_path", ""))

    @property
    def kinds(self) -> Kinds:
        """The kinds of objects that the site has."""
        return self.services.operations.host.kinds

    def page(self, template: str, title: str, *, status: int = 200, **values: Any) -> Response:
        """The rendered template."""
        html = TEMPLATES.get_template(template).render(
            title=title,
            root=self.root,
            csrf=self.session.csrf,
            logged_in=self.session.logged_in,
            paused=self.session.logged_in and self.services.choices.choice().paused,
            navigation=self.navigation,
            here=self.request.url.path.removeprefix(self.root),
            notice=NOTICES.get(self.request.query_params.get("done", ""), ""),
            version=__version__,
            **values,
        )
        return HTMLResponse(html, status)

    def redirect(self, path: str, done: str = "") -> Response:
        """On to another screen, with a notice there."""
        query = f"?{urlencode({'done': done})}" if done else ""
        return RedirectResponse(f"{self.root}{path}{query}", 303)


def plain_page(request: Request, status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """A refusal to somebody who may not be logged in: no navigation, no form."""
    html = TEMPLATES.get_template("message.html").render(
        title="Not found" if status == HTTPStatus.NOT_FOUND else "Not done",
        root=request.scope.get("root_path", ""),
        logged_in=False,
        paused=False,
        notice="",
        message=message,
        version=__version__,
    )
    return HTMLResponse(html, status, headers)


View = Callable[[Visit], Awaitable[Response]]
