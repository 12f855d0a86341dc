"""Sessions: a signed cookie, a token against forged forms, and how long both live."""

import hmac
import secrets
from dataclasses import asdict, dataclass, replace

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import Request
from starlette.responses import Response

COOKIE = "sitehand_admin"
IDLE_SECONDS = 2 * 3600
LIFETIME_SECONDS = 12 * 3600
RENEW_SECONDS = 60


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
    fresh = now - session.seen < IDLE_SECONDS and now - session.began < LIFETIME_SECONDS
    return session if fresh else None


def write_session(request: Request, response: Response, session: Session, secret: str, now: int) -> None:
    """Set the cookie, when it is new or was last set a while ago."""
    if session.seen != now and now - session.seen < RENEW_SECONDS:
        return
    value = _serializer(secret).dumps(asdict(replace(session, seen=now)))
    response.set_cookie(
        COOKIE,
        str(value),
        path=request.scope.get("root_path", "") or "/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        max_age=LIFETIME_SECONDS,
    )


def end_session(request: Request, response: Response) -> None:
    """Take the cookie away."""
    response.delete_cookie(COOKIE, path=request.scope.get("root_path", "") or "/")


def _serializer(secret: str) -> URLSafeSerializer:
    return URLSafeSerializer(secret, salt="sitehand.admin.session")
