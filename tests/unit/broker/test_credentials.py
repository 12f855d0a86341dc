"""How the site shows the broker who it is."""

import base64
import json
from dataclasses import replace
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm

from sitehand.broker.credentials import choose_methods, show_credentials
from sitehand.broker.private_keys import read_private_key
from sitehand.guard.broker import BrokerFault, Enrollment
from tests.unit.guard.broker.test_check import ENROLLMENT

KEYS: dict[str, Any] = {
    "ES256": ec.generate_private_key(ec.SECP256R1()),
    "ES384": ec.generate_private_key(ec.SECP384R1()),
    "ES512": ec.generate_private_key(ec.SECP521R1()),
    "RS256": rsa.generate_private_key(65537, 2048),
    "EdDSA": ed25519.Ed25519PrivateKey.generate(),
}
MAKERS = {"E": ECAlgorithm, "R": RSAAlgorithm}


def write_pem(key: Any) -> str:
    """A private key as PEM."""
    form = serialization.PrivateFormat.PKCS8
    return str(key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()).decode())


def write_jwk(algorithm: str, **more: str) -> str:
    """The private key of an algorithm as a JWK."""
    maker: Any = OKPAlgorithm if algorithm == "EdDSA" else MAKERS[algorithm[0]]
    return json.dumps({**maker.to_jwk(KEYS[algorithm], as_dict=True), **more})


def enroll(secret: str | None, method: Any, client_id: str = "site") -> Enrollment:
    """An enrollment with that secret."""
    return replace(ENROLLMENT, secret=secret, authentication=method, client_id=client_id)


def test_a_secret_in_the_header() -> None:
    """Both halves are encoded as in a form first (RFC 6749, 2.3.1), so that a colon in them divides nothing."""
    headers, fields = show_credentials(enroll("p:ä+ %", "client_secret_basic", "a:b"))
    assert fields == {}
    scheme, _, value = headers["Authorization"].partition(" ")
    assert (scheme, base64.b64decode(value)) == ("Basic", b"a%3Ab:p%3A%C3%A4%2B+%25")


def test_a_secret_in_the_form() -> None:
    """As two fields, and nothing in the header."""
    assert show_credentials(enroll("s", "client_secret_post")) == ({}, {"client_id": "site", "client_secret": "s"})


@pytest.mark.parametrize("algorithm", KEYS)
@pytest.mark.parametrize("form", ["pem", "jwk"])
def test_a_signed_assertion(algorithm: str, form: str) -> None:
    """It names the site, is for this broker alone, ends soon and is never the same; a JWK's name goes with it."""
    text = write_pem(KEYS[algorithm]) if form == "pem" else write_jwk(algorithm, kid="one")
    seen = set()
    for _ in range(2):
        headers, fields = show_credentials(enroll(text, "private_key_jwt"))
        assertion = fields.pop("client_assertion")
        kind = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
        assert (headers, fields) == ({}, {"client_id": "site", "client_assertion_type": kind})
        public = KEYS[algorithm].public_key()
        claims = jwt.decode(assertion, public, algorithms=[algorithm], audience=ENROLLMENT.issuer)
        assert (claims["iss"], claims["sub"], claims["exp"] - claims["iat"]) == ("site", "site", 60)
        assert jwt.get_unverified_header(assertion).get("kid") == ("one" if form == "jwk" else None)
        seen.add(claims["jti"])
    assert len(seen) == 2


def test_an_rsa_key_may_name_another_algorithm() -> None:
    """One of RSA's; what is not is ignored."""
    assert read_private_key(write_jwk("RS256", alg="PS384")).algorithm == "PS384"
    assert read_private_key(write_jwk("RS256", alg="RS512")).algorithm == "RS512"


@pytest.mark.parametrize(
    "text",
    [
        *("", "secret", "{", "[]", "{}", "-----BEGIN PRIVATE KEY-----\nsecret\n-----END PRIVATE KEY-----\n"),
        json.dumps({"kty": "oct", "k": base64.urlsafe_b64encode(b"secret").decode()}),
        json.dumps({"kty": "EC", "crv": "secret", "d": "secret"}),
        json.dumps({"kty": "RSA", "n": "secret", "e": "AQAB", "d": "secret"}),
        write_pem(ec.generate_private_key(ec.SECP256K1())),
        json.dumps(ECAlgorithm.to_jwk(KEYS["ES256"].public_key(), as_dict=True)),
    ],
)
def test_what_is_no_private_key(text: str) -> None:
    """Nor one that signs: the fault says so without a word of it."""
    with pytest.raises(ValueError, match="it is no private key") as fault:
        read_private_key(text)
    assert "secret" not in str(fault.value)
    with pytest.raises(BrokerFault, match="cannot be used"):
        show_credentials(enroll(text, "private_key_jwt"))


def test_a_secret_that_cannot_be_decrypted() -> None:
    """Nothing is sent."""
    for method in ("client_secret_basic", "client_secret_post", "private_key_jwt"):
        with pytest.raises(BrokerFault, match="decrypted"):
            show_credentials(enroll(None, method))


@pytest.mark.parametrize(
    ("secret", "supported", "methods"),
    [
        ("s", ["none", "client_secret_post", "client_secret_basic"], ["client_secret_basic", "client_secret_post"]),
        ("s", ["client_secret_post"], ["client_secret_post"]),
        ("s", ["private_key_jwt", "tls_client_auth", "client_secret_jwt"], []),
        ("-----BEGIN PRIVATE KEY-----", ["client_secret_basic", "private_key_jwt"], ["private_key_jwt"]),
        ('{"kty": "EC"}', ["client_secret_basic"], []),
    ],
)
def test_ways_that_both_know(secret: str, supported: list[str], methods: list[str]) -> None:
    """The header before the form; a private key is never sent as a secret."""
    assert choose_methods(secret, supported) == methods
