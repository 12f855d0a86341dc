"""Who may see a screen. Views are wrapped here when the routes are made, so that none can forget it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import quote

from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Message

from sitehand.admin.services import AdminServices
from sitehand.admin.session import Session, new_session, place_cookies, read_session, write_session
from sitehand.admin.visit import View, Visit, name_refusal, plain_page
from sitehand.errors import STATUS, Code, Problem
from sitehand.guard.call import current_call, in_call
from sitehand.guard.gate import OWNER
from sitehand.guard.limits import seconds_to_wait
from sitehand.guard.origins import make_origin
from sitehand.operation.declaration import Operation

MAX_OPEN_FORM_BYTES = 16 * 1024
"""Of a form before anybody has logged in."""
FILE, MAX_FILES = "file", 20
"""The argument of an operation that takes a file, and how many one form has."""
FORGED = (
    "This form expired, or did not come from this screen. Nothing was changed. Go back, reload the screen and submit "
    "the form again."
)
FORGED_LOGIN = (
    "This form expired, or your browser blocks cookies. Allow cookies for this site, reload the login page and try "
    "again."
)


@dataclass(frozen=True, slots=True)
class ScreenGuard:
    """Turns a view into an endpoint: session first, then the form's token, then the view."""

    services: AdminServices
    navigation: tuple[tuple[str, str], ...]

    def wrap(
        self, view: View, *, operation: str = "", open_to_all: bool = False
    ) -> Callable[[Request], Awaitable[Response]]:
        """The endpoint of a view, which does what it does by the operation of that name; see `screen.Address`.

        `open_to_all` is for the login alone. Raises KeyError for an operation that there is not.
        """
        wanted = self.services.gate.catalog.get_for_owner(operation) if operation else None
        # Starlette takes an object for an ASGI application, and only a function or method for a view.
        return Endpoint(self.services, self.navigation, view, wanted, open_to_all).answer

    async def refuse(
        self, request: Request, status: int, message: str, headers: Mapping[str, str] | None = None
    ) -> Response:
        """What is said at an address that has no view: with the menu to who is logged in, without to all others."""
        session = await _find_session(request, self.services)
        if session is None or not session.logged_in:
            return plain_page(request, status, message, headers)
        visit = Visit(request, self.services, session, {}, self.navigation)
        response = visit.page("message.html", name_refusal(status), status=status, message=message)
        response.headers.update(headers or {})
        return response


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A guarded view."""

    services: AdminServices
    navigation: tuple[tuple[str, str], ...]
    view: View
    operation: Operation | None
    open_to_all: bool

    async def answer(self, request: Request) -> Response:
        """Answer one request."""
        services = self.services
        session = await _find_session(request, services)
        secret, now = await services.owner.session_secret(), int(services.clock().timestamp())
        if session is None or not (session.logged_in or self.open_to_all):
            if not self.open_to_all:
                return _to_login(request)
            session = new_session(now, logged_in=False)
        response = await self._view(request, session)
        if "set-cookie" not in response.headers:
            write_session(place_cookies(request, services.address.site), response, session, secret, now)
        return response

    async def _view(self, request: Request, session: Session) -> Response:
        visit = Visit(request, self.services, session, {}, self.navigation, self.operation)
        try:
            if request.method == "POST":
                sent = await self._read_form(request)
                form = {name: value for name, value in sent.items() if isinstance(value, str)}
                if not session.holds(form.get("csrf")):
                    message = FORGED_LOGIN if self.open_to_all else FORGED
                    return visit.page("message.html", "Not done", status=403, message=message)
                files = [value for _, value in sent.multi_items() if isinstance(value, UploadFile) and value.filename]
                visit = replace(visit, form=form, files=files)
            if session.logged_in:
                current_call().trace.note(OWNER.id, self.operation.name if self.operation else "")
            with in_call(origin=make_origin("admin", request.headers.get("user-agent", ""))):
                return await self.view(visit)
        except Problem as problem:
            return _refuse(visit, problem)
        finally:
            await request.close()

    async def _read_form(self, request: Request) -> FormData:
        """The form of a request; only one that adds a file may be large."""
        if self.operation is not None and FILE in self.operation.input.model_fields:
            self.services.receiver.make_room(request)
        try:
            sent = await (_limit_form(request) if self.open_to_all else request).form(max_files=MAX_FILES)
            await _refuse_surrogates(sent)
        except UnicodeError:
            raise HTTPException(400, "The form has text that is not well-formed.") from None
        return sent


async def _find_session(request: Request, services: AdminServices) -> Session | None:
    """The session that the cookie of a request is of; None when there is none, or it has ended."""
    session = read_session(request, await services.owner.session_secret(), int(services.clock().timestamp()))
    return None if session is None or await services.limits.was_seen(session.ended_mark) else session


async def _refuse_surrogates(form: FormData) -> None:
    """Raise UnicodeError for half a surrogate pair: the charset of a form is what its client says, such as UTF-7."""
    try:
        for name, value in form.multi_items():
            for text in (name, value if isinstance(value, str) else value.filename or ""):
                text.encode()
    except UnicodeError:
        await form.close()
        raise


def _limit_form(request: Request) -> Request:
    """The same request, whose body may only be small: nobody knows yet who sends it."""
    left = MAX_OPEN_FORM_BYTES

    async def receive() -> Message:
        nonlocal left
        message = await request.receive()
        left -= len(message.get("body", b""))
        if left < 0:
            raise Problem(Code.BODY_TOO_LARGE, f"The form is larger than {MAX_OPEN_FORM_BYTES} bytes.")
        return message

    return Request(request.scope, receive)


def _refuse(visit: Visit, problem: Problem) -> Response:
    """What went wrong, as a page; with the changes that stand in the way and the seconds to wait when there are any."""
    status, newer = STATUS[problem.code], problem.extra.get("changes", ())
    hint = problem.hint if problem.code is Code.STORAGE_UNAVAILABLE else ""  # which the owner alone can follow
    response = visit.page(
        "message.html", name_refusal(status), status=status, message=problem.message, hint=hint, newer=newer
    )
    response.headers.update(problem.headers)
    if wait := seconds_to_wait(problem):
        response.headers["Retry-After"] = str(wait)
    return response


def _to_login(request: Request) -> Response:
    """To the login, and back from there; only to a path of ours, whatever the address says."""
    root = request.scope.get("root_path", "")
    path = request.url.path.removeprefix(root) if request.method in ("GET", "HEAD") else "/"
    return RedirectResponse(f"{root}/login?next={quote(path)}", 303)
