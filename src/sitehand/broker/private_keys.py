"""Private keys with which this site shows the broker who it is. Source: RFC 7523, 2.2 and 3.

Who uses a client secret never loads the libraries that this needs: it is imported where a key is used.
"""

import json
import secrets
import time
from dataclasses import dataclass
from typing import Any

import jwt
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from sitehand.guard.broker import BrokerFault, Enrollment

ASSERTION_SECONDS = 60
CURVES = {"secp256r1": "ES256", "secp384r1": "ES384", "secp521r1": "ES512"}
RSA_ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512")


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A private key, the algorithm that goes with it, and its name at the broker."""

    key: Any
    algorithm: str
    key_id: str | None


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


def sign_assertion(enrollment: Enrollment, secret: str) -> str:
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
