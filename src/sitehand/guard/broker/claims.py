"""What an introspection answer must say for its token to be let in. Whatever is missing or unknown refuses.

Sources: RFC 7662, 2.2; RFC 8707, 2; RFC 9449, 6.2; RFC 9700, 2.3 (audience restriction).
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

ACCESS_TOKEN_TYPES = frozenset(
    {"bearer", "access_token", "access", "at+jwt", "urn:ietf:params:oauth:token-type:access_token"}
)
TYPE_CLAIMS = ("token_type", "typ", "token_use")
"""`token_type` is RFC 7662's; brokers also tell refresh and id tokens apart by `typ` or `token_use`."""
NOT_BEFORE_LEEWAY = 5
"""Seconds by which the broker's clock may be ahead of ours: a token must not be refused for being fresh."""
MAX_SECONDS = 2**53
MAX_LIFE = 10 * 365.25 * 24 * 3600
"""Seconds: what lives longer was meant otherwise, such as in milliseconds, and would never end."""
MAX_NAME = 200


class TokenRefused(Exception):
    """The token is not good here; the text says why, to whoever holds it."""


@dataclass(frozen=True, slots=True)
class TokenRequirements:
    """What tokens must be: by whom issued, for which resource, at which moment (epoch seconds)."""

    issuer: str
    resource: str
    now: float


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose token it is, and what it may do, in the broker's words."""

    subject: str
    client: str
    scopes: frozenset[str]


def read_holder(claims: Mapping[str, Any], expected: TokenRequirements) -> Holder:
    """The holder of an active access token for this site. Raises TokenRefused."""
    for check in CHECKS:
        check(claims, expected)
    return Holder(
        _name(claims, "sub"),
        _name(claims, "client_id"),
        frozenset(scope.split(" ")) if isinstance(scope := claims.get("scope"), str) else frozenset(),
    )


def _check_active(claims: Mapping[str, Any], _: TokenRequirements) -> None:
    if claims.get("active") is not True:
        raise TokenRefused("it has expired or was revoked, or the broker has never issued it")


def _check_issuer(claims: Mapping[str, Any], expected: TokenRequirements) -> None:
    if claims.get("iss") != expected.issuer:
        raise TokenRefused("the broker does not say that this site's issuer has issued it")


def _check_kind(claims: Mapping[str, Any], _: TokenRequirements) -> None:
    if claims.get("cnf") is not None or str(claims.get("token_type")).lower() == "dpop":
        raise TokenRefused("it is bound to a key (DPoP or mutual TLS), and this site takes plain bearer tokens alone")
    told = [claims[name] for name in TYPE_CLAIMS if name in claims]
    if not told or any(not isinstance(kind, str) or kind.lower() not in ACCESS_TOKEN_TYPES for kind in told):
        raise TokenRefused("it is no access token")


def _check_audience(claims: Mapping[str, Any], expected: TokenRequirements) -> None:
    if not any(expected.resource in _texts(claims.get(name)) for name in ("aud", "resource")):
        raise TokenRefused("it is meant for another site")


def _check_time(claims: Mapping[str, Any], expected: TokenRequirements) -> None:
    # Written so that NaN is refused: every comparison with it is false.
    if not expected.now < _seconds(claims.get("exp")):
        raise TokenRefused("it has expired")
    if _seconds(claims["exp"]) > expected.now + MAX_LIFE:
        raise TokenRefused("the broker says that it lives for more than ten years (exp, in seconds since 1970)")
    if "nbf" in claims and not _seconds(claims["nbf"]) <= expected.now + NOT_BEFORE_LEEWAY:
        raise TokenRefused("its time has not come yet")


CHECKS: tuple[Callable[[Mapping[str, Any], TokenRequirements], None], ...] = (
    *(_check_active, _check_issuer, _check_kind),
    *(_check_audience, _check_time),
)


def _seconds(value: Any) -> float:
    """A NumericDate (RFC 7519, 2); what is none compares as neither before nor after anything."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < MAX_SECONDS
    return float(value) if is_number else math.nan


def _texts(value: Any) -> tuple[str, ...]:
    """One text or several; nothing that is mixed with something else."""
    if isinstance(value, str):
        return (value,)
    return tuple(value) if isinstance(value, list) and all(isinstance(each, str) for each in value) else ()


def _name(claims: Mapping[str, Any], claim: str) -> str:
    value = claims.get(claim)
    if not isinstance(value, str) or not value or len(value) > MAX_NAME:
        raise TokenRefused(f"the broker does not say whose it is ({claim})")
    return value
