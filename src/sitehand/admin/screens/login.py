"""Log in and out."""

from starlette.responses import Response

from sitehand.admin.session import end_session, new_session, place_cookies, read_device, write_device, write_session
from sitehand.admin.visit import Visit


async def log_in(visit: Visit) -> Response:
    """The form; with the right password a new session. Attempts are limited by client address."""
    if visit.session.logged_in:
        return visit.redirect(_next(visit))
    if visit.request.method != "POST":
        return visit.page("login.html", "Log in", faults={}, next=_next(visit))
    if not await try_password(visit, visit.form.get("password", "")):
        faults = {"password": "The password is wrong."}
        return visit.page("login.html", "Log in", status=401, faults=faults, next=_next(visit))
    return await start_session(visit, visit.redirect(_next(visit)))


async def log_out(visit: Visit) -> Response:
    """End the session, and every copy of its cookie."""
    await visit.services.limits.is_first(visit.session.ended_mark)
    response = visit.redirect("/login")
    end_session(place_cookies(visit.request, visit.services.address.site), response)
    return response


async def try_password(visit: Visit, password: str) -> bool:
    """Whether the password is right. Raises Problem(too_many_failures) past the wrong ones of one client address, or of
    a device that has logged in before.
    """
    client, device = visit.request.client, await _find_device(visit)
    attempt = await visit.services.limits.begin_attempt(client.host if client else "unknown", device)
    is_right = await visit.services.owner.check_password(password)
    if is_right:
        await visit.services.limits.cancel_attempt(attempt)
    return is_right


async def start_session(visit: Visit, response: Response) -> Response:
    """The response with the cookies of a new session and of the device, signed with the secret that holds now."""
    device = await _find_device(visit)
    now = int(visit.services.clock().timestamp())
    secret = await visit.services.owner.session_secret()
    place = place_cookies(visit.request, visit.services.address.site)
    write_session(place, response, new_session(now, logged_in=True), secret, now)
    write_device(place, response, device, secret, now)
    return response


async def _find_device(visit: Visit) -> str | None:
    secret, now = await visit.services.owner.session_secret(), int(visit.services.clock().timestamp())
    return read_device(visit.request, secret, now)


def _next(visit: Visit) -> str:
    """Where to go after the login: a path below the admin root, never another site."""
    wanted = visit.form.get("next") or visit.request.query_params.get("next", "/")
    return wanted if wanted.startswith("/") and not wanted.startswith(("//", "/\\", "/login")) else "/"
