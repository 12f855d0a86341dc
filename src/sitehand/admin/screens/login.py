"""Log in and out."""

from starlette.responses import Response

from sitehand.admin.session import end_session, new_session, write_session
from sitehand.admin.visit import Visit


async def log_in(visit: Visit) -> Response:
    """The form; with the right password a new session. Attempts are limited by client address."""
    if visit.session.logged_in:
        return visit.redirect(_next(visit))
    if visit.request.method != "POST":
        return visit.page("login.html", "Log in", faults={}, next=_next(visit))
    if not await try_password(visit, visit.form.get("password", "")):
        faults = {"password": "That is not the password."}
        return visit.page("login.html", "Log in", status=401, faults=faults, next=_next(visit))
    return await start_session(visit, visit.redirect(_next(visit)))


async def log_out(visit: Visit) -> Response:
    """End the session, and every copy of its cookie."""
    await visit.services.limits.is_first(visit.session.ended_mark)
    response = visit.redirect("/login")
    end_session(visit.request, response)
    return response


async def try_password(visit: Visit, password: str) -> bool:
    """Whether the password is right. Raises Problem(too_many_failures) past the attempts of one client address."""
    client = visit.request.client
    await visit.services.limits.note_attempt(client.host if client else "unknown")
    return await visit.services.owner.check_password(password)


async def start_session(visit: Visit, response: Response) -> Response:
    """The response with the cookie of a new session, signed with the secret that holds now."""
    now = int(visit.services.clock().timestamp())
    secret = await visit.services.owner.session_secret()
    write_session(visit.request, response, new_session(now, logged_in=True), secret, now)
    return response


def _next(visit: Visit) -> str:
    """Where to go after the login: a path below the admin root, never another site."""
    wanted = visit.form.get("next") or visit.request.query_params.get("next", "/")
    return wanted if wanted.startswith("/") and not wanted.startswith(("//", "/\\", "/login")) else "/"
