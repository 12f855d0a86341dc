"""What a browser takes along and brings back: signed, for one session, one purpose and some minutes."""

from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer

from sitehand.admin.session import LEEWAY_SECONDS
from sitehand.admin.visit import Visit

SECONDS = 15 * 60
"""How many seconds a person has to sign in to another site, and to make a user there."""


async def sign_value(visit: Visit, purpose: str, value: Any) -> str:
    """The value, any JSON, as text that only this session can bring back. Whoever has the text can read it."""
    return str((await _make_serializer(visit, purpose)).dumps([_now(visit), value]))


async def open_value(visit: Visit, purpose: str, text: str) -> Any:
    """The value; None for what another session took along, somebody else made, or is too old."""
    try:
        since, value = (await _make_serializer(visit, purpose)).loads(text)
    except BadSignature:
        return None
    return value if -LEEWAY_SECONDS <= _now(visit) - since < SECONDS else None


def _now(visit: Visit) -> int:
    return int(visit.services.clock().timestamp())


async def _make_serializer(visit: Visit, purpose: str) -> URLSafeSerializer:
    """The session's token is in the salt, and so in the signature alone."""
    secret = await visit.services.owner.session_secret()
    return URLSafeSerializer(secret, salt=f"sitehand.admin.{purpose}.{visit.session.csrf}")
