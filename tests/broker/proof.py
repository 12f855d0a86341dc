"""Proofs of possession (RFC 9449), as a client makes them that binds its tokens to a key of its own."""

import base64
import hashlib
import json
import secrets
import time

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from jwt.algorithms import ECAlgorithm


class Proof:
    """A key pair of the client, and what it signs with it."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._public = ECAlgorithm.to_jwk(self._key.public_key(), as_dict=True)

    @property
    def thumbprint(self) -> str:
        """The key's thumbprint (RFC 7638)."""
        required = {name: self._public[name] for name in ("crv", "kty", "x", "y")}
        return digest(json.dumps(required, separators=(",", ":"), sort_keys=True))

    def sign(self, method: str, address: str, token: str = "") -> str:
        """The proof for one request; of one that carries a token, for that token."""
        claims = {"htm": method, "htu": address, "iat": int(time.time()), "jti": secrets.token_hex(16)}
        bound = {"ath": digest(token)} if token else {}
        return jwt.encode({**claims, **bound}, self._key, "ES256", {"typ": "dpop+jwt", "jwk": self._public})


def digest(text: str) -> str:
    """SHA-256 in base64url without padding."""
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
