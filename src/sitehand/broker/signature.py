"""Signed introspection answers, and the broker's public keys. Source: RFC 9701, 5; RFC 8725 (best practice for JWT)."""

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from sitehand.broker.client import BrokerClient, Reply
from sitehand.guard.broker import BrokerFault, Enrollment

if TYPE_CHECKING:
    from jwt import PyJWK

# PyJWT is imported where it is needed: a site without a broker that signs its answers never loads it.
# ruff: noqa: PLC0415

MEDIA_TYPE = "application/token-introspection+jwt"
TYPES = frozenset({MEDIA_TYPE, "token-introspection+jwt"})
ALGORITHMS = ("ES256", "ES384", "ES512", "EdDSA", "PS256", "PS384", "PS512", "RS256", "RS384", "RS512")
"""Public-key signatures alone: with a shared secret, whoever can check an answer could also have made it."""
KEYS_TYPES = frozenset({"application/json", "application/jwk-set+json"})
KEEP_SECONDS = 600.0
ASK_AGAIN_SECONDS = 10.0
OK = 200


class SigningKeys:
    """The broker's public keys, kept for ten minutes, and asked for anew when an answer names one that is unknown."""

    def __init__(self, client: BrokerClient, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._monotonic = monotonic
        self._keys: dict[str | None, PyJWK] = {}
        self._source = ""
        self._read_at = -KEEP_SECONDS

    async def find(self, address: str, key_id: str | None) -> "PyJWK":
        """The key of that name. Raises BrokerFault."""
        age = self._monotonic() - self._read_at
        if address != self._source or age >= KEEP_SECONDS or (key_id not in self._keys and age >= ASK_AGAIN_SECONDS):
            self._keys = await self._read(address)
            self._source, self._read_at = address, self._monotonic()
        if key_id not in self._keys:
            raise BrokerFault("the answer is signed with a key that the broker does not publish")
        return self._keys[key_id]

    async def _read(self, address: str) -> "dict[str | None, PyJWK]":
        import jwt

        reply = await self._client.get(address, ", ".join(sorted(KEYS_TYPES)))
        if reply.status != OK or reply.media_type not in KEYS_TYPES:
            raise BrokerFault(f"the broker's keys are not at {address}")
        try:
            found = jwt.PyJWKSet.from_json(reply.content.decode()).keys
        except (jwt.PyJWTError, ValueError, TypeError, AttributeError, RecursionError):
            raise BrokerFault("the broker's keys cannot be read") from None
        usable = [key for key in found if key.public_key_use in (None, "sig")]
        named: dict[str | None, PyJWK] = {key.key_id: key for key in usable}
        # An answer need not name its key when there is only one.
        return {**named, None: usable[0]} if len(usable) == 1 else named


async def read_signed(ring: SigningKeys, enrollment: Enrollment, reply: Reply) -> Mapping[str, Any]:
    """The introspection answer inside a signed one, after every check. Raises BrokerFault."""
    import jwt

    if reply.media_type != MEDIA_TYPE or enrollment.jwks_uri is None:
        raise BrokerFault("the answer is not signed, although this broker signs its answers")
    try:
        token = reply.content.decode("ascii")
        header = jwt.get_unverified_header(token)
        algorithm = header.get("alg")
        agreed = algorithm in enrollment.algorithms and algorithm in ALGORITHMS
        if not agreed or str(header.get("typ")).lower() not in TYPES:
            raise BrokerFault("the signed answer is of another type, or signed otherwise than agreed")
        key = await ring.find(enrollment.jwks_uri, header.get("kid"))
        # Answers are used at once and come over TLS: the time in them would only turn clocks that differ into faults.
        claims = jwt.decode(
            token,
            key.key,
            algorithms=[str(algorithm)],
            issuer=enrollment.issuer,
            options={"require": ["iss", "aud", "iat"], "verify_aud": False, "verify_iat": False},
        )
    except (jwt.PyJWTError, ValueError, TypeError):
        raise BrokerFault("the signature of the answer is not right") from None
    return _inside(claims, enrollment)


def _inside(claims: Mapping[str, Any], enrollment: Enrollment) -> Mapping[str, Any]:
    """What is said of the token, if it was said to this site: by its client id, or as the resource (RFC 9701, 5)."""
    answer, audience = claims.get("token_introspection"), claims["aud"]
    if not isinstance(answer, dict):
        raise BrokerFault("the signed answer says nothing of the token")
    told = audience if isinstance(audience, list) else [audience]
    names = {enrollment.client_id, *([enrollment.resource] if enrollment.resource else [])}
    if not names.isdisjoint(str(each) for each in told):
        return answer
    if audience == answer.get("aud"):
        # Meant for whom the token is for, and so for another site: the check of its audience refuses it.
        return {**answer, "resource": None}
    raise BrokerFault("the signed answer is meant for another site")
