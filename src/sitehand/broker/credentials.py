"""How this site shows the broker who it is.

Sources: RFC 6749, 2.3.1 (a secret, in the header or in the form); RFC 7523, 2.2 and 3 (a signed assertion).
"""

import base64
import json
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus

import jwt
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from sitehand.guard.broker import Authentication, BrokerFault, Enrollment

ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
ASSERTION_SECONDS = 60
CURVES = {"secp256r1": "ES256", "secp384r1": "ES384", "secp521r1": "ES512"}
RSA_ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512")


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A private key, the algorithm that goes with it, and its name at the broker."""

    key: Any
    algorithm: str
    key_id: str | None


def choose_methods(secret: str, supported: Sequence[str]) -> list[Authentication]:
    """The ways of showing this secret that the broker supports, the best first; a private key has one way."""
    ways: tuple[Authentication, ...] = ("client_secret_basic", "client_secret_post")
    if is_private_key(secret):
        ways = ("private_key_jwt",)
    return [way for way in ways if way in supported]


def is_private_key(secret: str) -> bool:
    """Whether what the owner gave is a key (PEM or JWK) and not a client secret."""
    return secret.lstrip().startswith(("-----BEGIN", "{"))


def show_credentials(enrollment: Enrollment) -> tuple[dict[str, str], dict[str, str]]:
    """The headers and the form fields that tell the broker who asks. Raises BrokerFault."""
    secret = enrollment.secret
    if secret is None:
        raise BrokerFault("the stored secret cannot be decrypted")
    if enrollment.authentication == "client_secret_basic":
        pair = f"{quote_plus(enrollment.client_id)}:{quote_plus(secret)}"
        return {"Authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}, {}
    if enrollment.authentication == "client_secret_post":
        return {}, {"client_id": enrollment.client_id, "client_secret": secret}
    fields = {"client_id": enrollment.client_id, "client_assertion_type": ASSERTION}
    return {}, {**fields, "client_assertion": _sign_assertion(enrollment, secret)}


def read_private_key(text: str) -> SigningKey:
    """A private key from PEM or from a JWK. Raises ValueError, whose text says nothing of the key."""
    try:
        if text.lstrip().startswith("{"):
            jwk = jwt.PyJWK.from_dict(json.loads(text))
            return SigningKey(jwk.key, _algorithm_of(jwk.key, jwk.algorithm_name), jwk.key_id)
        key = load_pem_private_key(text.encode(), password=None)
        return SigningKey(key, _algorithm_of(key), None)
    except (jwt.PyJWTError, ValueError, TypeError, AttributeError, UnsupportedAlgorithm):
        raise ValueError("it is no private key that can be used: RSA, EC or Ed25519, as PEM or JWK") from None


def _algorithm_of(key: Any, wanted: str = "") -> str:
    if isinstance(key, RSAPrivateKey):
        return wanted if wanted in RSA_ALGORITHMS else RSA_ALGORITHMS[0]
    if isinstance(key, Ed25519PrivateKey):
        return "EdDSA"
    if isinstance(key, EllipticCurvePrivateKey) and key.curve.name in CURVES:
        return CURVES[key.curve.name]
    raise ValueError("a key of this kind is not supported")


def _sign_assertion(enrollment: Enrollment, secret: str) -> str:
    """A statement of who asks, for this broker alone, good for a minute and for one use."""
    now = int(time.time())
    claims = {
        "iss": enrollment.client_id,
        "sub": enrollment.client_id,
        "aud": enrollment.issuer,
        "jti": secrets.token_urlsafe(16),
        "iat": now,
        "exp": now + ASSERTION_SECONDS,
    }
    try:
        key = read_private_key(secret)
        headers = {"kid": key.key_id} if key.key_id else None
        return jwt.encode(claims, key.key, key.algorithm, headers)
    except (ValueError, TypeError, jwt.PyJWTError):
        raise BrokerFault("the private key cannot be used") from None
