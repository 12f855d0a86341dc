"""Signed answers: what is not signed as agreed, by the enrolled broker, for this site, says nothing."""

import time
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

from sitehand.broker.client import BrokerClient, Reply
from sitehand.broker.signature import ASK_AGAIN_SECONDS, KEEP_SECONDS, MEDIA_TYPE, SigningKeys, read_signed
from sitehand.guard.broker import BrokerFault, Enrollment
from tests.unit.broker.loopback import Broker
from tests.unit.guard.broker.test_check import ENROLLMENT

CURVE = ec.generate_private_key(ec.SECP256R1())
OTHER = ec.generate_private_key(ec.SECP256R1())
RSA = rsa.generate_private_key(65537, 2048)
SHARED = b"a secret that both of them know."
TYPE = "token-introspection+jwt"


def publish(broker: Broker, **more: Any) -> Enrollment:
    """Publish the keys "curve" and "rsa", and enroll with that broker."""
    keys = [
        {**ECAlgorithm.to_jwk(CURVE.public_key(), as_dict=True), "kid": "curve", "use": "sig"},
        {**RSAAlgorithm.to_jwk(RSA.public_key(), as_dict=True), "kid": "rsa"},
        {"kty": "oct", "k": urlsafe_b64encode(SHARED).decode(), "kid": "shared"},
        {"kty": "unknown"},
    ]
    broker.answer("/keys", {"keys": keys}, media_type="application/jwk-set+json")
    algorithms = ("ES256", "PS256", "RS256")
    return replace(ENROLLMENT, jwks_uri=f"{broker.url}/keys", algorithms=algorithms, **more)


def sign(
    key: Any = CURVE,
    algorithm: str = "ES256",
    headers: Mapping[str, Any] | None = None,
    **claims: Any,
) -> Reply:
    """A signed answer as it should be, with other claims or headers; None takes one away."""
    answer = {"iss": ENROLLMENT.issuer, "aud": "site", "iat": int(time.time()), "token_introspection": {"active": True}}
    answer = {name: value for name, value in {**answer, **claims}.items() if value is not None}
    named = {"typ": TYPE, "kid": "curve", **(headers or {})}
    if named["kid"] is None:
        del named["kid"]
    token = jwt.encode(answer, key, algorithm, named)
    return Reply(200, MEDIA_TYPE, token.encode())


async def read(line: BrokerClient, enrollment: Enrollment, reply: Reply) -> Mapping[str, Any]:
    """What the answer says."""
    return await read_signed(SigningKeys(line), enrollment, reply)


@pytest.mark.parametrize(
    "reply",
    [
        sign(),
        sign(aud=["other", "site"]),
        sign(headers={"typ": "application/Token-Introspection+JWT"}),
        sign(RSA, "RS256", {"kid": "rsa"}),
        sign(RSA, "PS256", {"kid": "rsa"}),
        sign(iat=int(time.time()) + 4000),
        sign(iat=0),
    ],
)
async def test_an_answer_that_is_signed_as_agreed(broker: Broker, line: BrokerClient, reply: Reply) -> None:
    """By one of the published keys, whatever the broker's clock says."""
    assert await read(line, publish(broker), reply) == {"active": True}


async def test_it_may_be_meant_for_the_resource(broker: Broker, line: BrokerClient) -> None:
    """RFC 9701, 5, leaves open by which name the site is meant."""
    enrollment = publish(broker, resource="https://site.example/")
    assert await read(line, enrollment, sign(aud="https://site.example/")) == {"active": True}


@pytest.mark.parametrize("audience", ["https://other.example/", ["https://other.example/", "https://third.example/"]])
async def test_an_answer_for_the_audience_of_a_foreign_token(broker: Broker, line: BrokerClient, audience: Any) -> None:
    """glewlwyd means its answer for whom the token is for: that is no fault, and no `resource` makes it ours."""
    enrollment = publish(broker, resource="https://site.example/")
    said = {"active": True, "aud": audience, "resource": "https://site.example/"}
    answer = await read(line, enrollment, sign(aud=audience, token_introspection=said))
    assert (answer["aud"], answer["resource"]) == (audience, None)
    with pytest.raises(BrokerFault, match="another site"):
        await read(line, enrollment, sign(aud="https://fourth.example/", token_introspection=said))


@pytest.mark.parametrize(
    "reply",
    [
        Reply(200, "application/json", b'{"active": true}'),
        Reply(200, MEDIA_TYPE, b'{"active": true}'),
        Reply(200, MEDIA_TYPE, b"\xff.\xff.\xff"),
        sign(OTHER),
        sign(headers={"kid": "unknown"}),
        sign(headers={"kid": None}),
        sign(headers={"typ": "JWT"}),
        sign(headers={"typ": "at+jwt"}),
        sign(headers={"typ": None}),
        sign(RSA, "RS512", {"kid": "rsa"}),
        sign(RSA, "RS256"),
        sign(SHARED, "HS256", {"kid": "shared"}),
        Reply(200, MEDIA_TYPE, jwt.encode({"iss": ENROLLMENT.issuer}, "", "none", {"typ": TYPE}).encode()),
        Reply(200, MEDIA_TYPE, sign().content[:-10]),
        sign(iss="https://other.example"),
        sign(iss=None),
        sign(aud="another"),
        sign(aud=None),
        sign(aud=[]),
        sign(iat=None),
        sign(token_introspection=None),
        sign(token_introspection=[True]),
        sign(token_introspection=None, active=True),
        sign(exp=1),
        sign(nbf=int(time.time()) + 4000),
    ],
)
async def test_anything_else_is_a_fault(broker: Broker, line: BrokerClient, reply: Reply) -> None:
    """Unsigned, signed by another, otherwise than agreed, by another broker, for another site, or empty."""
    with pytest.raises(BrokerFault):
        await read(line, publish(broker), reply)


async def test_a_shared_secret_is_never_taken_for_a_signature(broker: Broker, line: BrokerClient) -> None:
    """Not even when a stored enrollment allows it, and the broker publishes the secret."""
    enrollment = replace(publish(broker), algorithms=("HS256", "none"))
    with pytest.raises(BrokerFault):
        await read(line, enrollment, sign(SHARED, "HS256", {"kid": "shared"}))


async def test_one_key_needs_no_name(broker: Broker, line: BrokerClient) -> None:
    """When the broker publishes a single one."""
    enrollment = publish(broker)
    broker.answer("/keys", {"keys": [ECAlgorithm.to_jwk(CURVE.public_key(), as_dict=True)]})
    assert await read(line, enrollment, sign(headers={"kid": None})) == {"active": True}


async def test_keys_are_kept_and_asked_for_anew(broker: Broker, line: BrokerClient) -> None:
    """For an unknown name, but not at every one; after a while in any case, so that a withdrawn key ends."""
    now = 1000.0
    enrollment = publish(broker)
    address = str(enrollment.jwks_uri)
    ring = SigningKeys(line, lambda: now)
    for _ in range(3):
        await ring.find(address, "curve")
    assert len(broker.asked) == 1
    for _ in range(3):
        with pytest.raises(BrokerFault, match="does not publish"):
            await ring.find(address, "new")
    assert len(broker.asked) == 1
    new = {**ECAlgorithm.to_jwk(OTHER.public_key(), as_dict=True), "kid": "new"}
    broker.answer("/keys", {"keys": [new, {**new, "kid": "newer"}]})
    now += ASK_AGAIN_SECONDS
    await ring.find(address, "new")
    assert len(broker.asked) == 2
    with pytest.raises(BrokerFault):
        await ring.find(address, "curve")
    broker.answer("/keys", {"keys": [{**new, "kid": "newer"}]})
    now += KEEP_SECONDS
    with pytest.raises(BrokerFault):
        await ring.find(address, "new")


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{}", b'{"keys": []}', b'{"keys": 5}', b'{"keys": [{"kty": "EC"}]}', b"\xff"]
)
async def test_keys_that_cannot_be_read(broker: Broker, line: BrokerClient, content: bytes) -> None:
    """Then no answer can be."""
    enrollment = publish(broker)
    broker.answer("/keys", content)
    with pytest.raises(BrokerFault, match="keys cannot be read"):
        await read(line, enrollment, sign())
