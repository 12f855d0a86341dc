"""Sessions: a signed cookie, a token against forged forms, and how long both live."""

import hmac
import secrets
from dataclasses import asdict, dataclass, replace

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import Request
from starlette.responses import Response

COOKIE = "sitehand_admin"
DEVICE = "sitehand_device"
DEVICE_SECONDS = 180 * 24 * 3600
IDLE_SECONDS = 2 * 3600
LIFETIME_SECONDS = 12 * 3600
RENEW_SECONDS = 60
LEEWAY_SECONDS = 300
"""How many seconds a clock may be set back without ending sessions."""


@dataclass(frozen=True, slots=True)
class CookiePlace:
    """Where cookies are kept: the path that the screens are under, and whether the site's own address is https."""

    path: str
    secure: bool

    def set(self, response: Response, name: str, value: str, seconds: int) -> None:
        """Set a cookie that no script sees."""
        response.set_cookie(
            name, value, path=self.path, httponly=True, samesite="lax", secure=self.secure, max_age=seconds
        )


def place_cookies(request: Request, site_url: str) -> CookiePlace:
    """The place for a request. How the request came does not matter: a proxy may hide it, and a stranger forge it."""
    return CookiePlace(request.scope.get("root_path", "") or "/", site_url.startswith("https://"))


@dataclass(frozen=True, slots=True)
class Session:
    """A visitor of the screens; before the login too, for that form needs a token as well. Moments in epoch seconds."""

    csrf: str
    began: int
    seen: int
    logged_in: bool

    @property
    def ended_mark(self) -> str:
        """What is noted when the session ends, so that a copy of its cookie ends with it."""
        return f"ended:{self.csrf}"

    def holds(self, token: object) -> bool:
        """Whether a form's token is this session's, compared in constant time."""
        return isinstance(token, str) and hmac.compare_digest(token.encode(), self.csrf.encode())


def new_session(now: int, *, logged_in: bool) -> Session:
    """A session with a token of its own; a login begins a new one, so that nothing known before it stays valid."""
    return Session(secrets.token_urlsafe(24), now, now, logged_in)


def read_session(request: Request, secret: str, now: int) -> Session | None:
    """The session of a request, or None when the cookie is missing, false, or too old."""
    try:
        session = Session(**_serializer(secret).loads(request.cookies.get(COOKIE, "")))
    except (BadSignature, TypeError):
        return None
    fresh = _is_recent(session.seen, now, IDLE_SECONDS) and _is_recent(session.began, now, LIFETIME_SECONDS)
    return session if fresh else None


def write_session(place: CookiePlace, response: Response, session: Session, secret: str, now: int) -> None:
    """Set the cookie, when it is new or was last set a while ago."""
    if session.seen != now and now - session.seen < RENEW_SECONDS:
        return
    value = _serializer(secret).dumps(asdict(replace(session, seen=now)))
    place.set(response, COOKIE, str(value), LIFETIME_SECONDS)


def end_session(place: CookiePlace, response: Response) -> None:
    """Take the cookie away."""
    response.delete_cookie(COOKIE, path=place.path)


def read_device(request: Request, secret: str, now: int) -> str | None:
    """The name of the device if it has logged in before, with the password that holds now; None otherwise."""
    try:
        name, since = _serializer(secret, DEVICE).loads(request.cookies.get(DEVICE, ""))
        return str(name) if _is_recent(since, now, DEVICE_SECONDS) else None
    except (BadSignature, TypeError, ValueError):
        return None


def write_device(place: CookiePlace, response: Response, name: str | None, secret: str, now: int) -> None:
    """Let the browser show that it has logged in: what others get wrong does not keep it out.

    Signed with the secret of sessions, so that a new password ends it. Source: OWASP, Slow Down Online Guessing
    Attacks with Device Cookies.
    """
    value = _serializer(secret, DEVICE).dumps([name or secrets.token_urlsafe(12), now])
    place.set(response, DEVICE, str(value), DEVICE_SECONDS)


def _is_recent(moment: int, now: int, seconds: int) -> bool:
    """Whether it is less than that long ago. What lies ahead was signed by a clock that was wrong, and would last."""
    return -LEEWAY_SECONDS <= now - moment < seconds


def _serializer(secret: str, kind: str = "session") -> URLSafeSerializer:
    return URLSafeSerializer(secret, salt=f"sitehand.admin.{kind}")
