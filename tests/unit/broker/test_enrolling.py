"""The enrolling: enrollment tries the broker before anything is stored, and says what it found."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sitehand.app import assemble
from sitehand.broker import EnrollmentRequest
from sitehand.broker.credentials import is_private_key
from sitehand.errors import Code, Problem
from sitehand.parts import Parts
from sitehand.settings import Settings
from tests.databases import migrate
from tests.service import enroll
from tests.unit.broker.loopback import Asked, Broker
from tests.unit.broker.test_credentials import KEYS, write_pem
from tests.unit.broker.test_signature import publish, sign

METADATA = "/.well-known/oauth-authorization-server"
URL = "https://site.example"
SECRET = "quite-a-secret"


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    """A data folder."""
    made = assemble(Settings(data=tmp_path, log="off", url=URL))
    await migrate(made.database)
    yield made
    await made.close()


def offer(broker: Broker, **more: Any) -> None:
    """Offer introspection, with other metadata."""
    endpoints = {
        "introspection_endpoint": f"{broker.url}/introspect",
        "registration_endpoint": f"{broker.url}/register",
    }
    broker.answer(METADATA, {"issuer": broker.url, **endpoints, **more})
    broker.answer("/introspect", {"active": False})


def wish_for(broker: Broker, **more: Any) -> EnrollmentRequest:
    """What an owner gives."""
    return replace(EnrollmentRequest(broker.url, "site", SECRET), **more)


async def refuse(parts: Parts, wanted: EnrollmentRequest) -> Problem:
    """The refusal of a wanted, which changes nothing and repeats no secret."""
    with pytest.raises(Problem) as refused:
        await enroll(parts, wanted)
    assert parts.broker.enrolling.describe() == []
    told = f"{refused.value.message} {refused.value.hint} {refused.value.details}"
    assert not wanted.secret or wanted.secret not in told
    return refused.value


async def test_what_is_found_is_shown(broker: Broker, parts: Parts) -> None:
    """Everything but the secret; and the test call was about a token that made-up token."""
    offer(broker)
    await enroll(parts, wish_for(broker))
    found = dict(parts.broker.enrolling.describe())
    assert found["Issuer"] == broker.url
    assert found["Client id"] == "site"
    assert found["Introspection endpoint"] == f"{broker.url}/introspect"
    assert found["Authentication"] == "client_secret_basic"
    assert found["Answers"] == "plain JSON"
    assert found["Resource identifier"] == f"{URL}/sitehand/v1/mcp (the MCP address)"
    assert SECRET not in str(found)
    assert broker.paths() == [METADATA, "/introspect"]
    assert broker.asked[1].form["token"].startswith("sitehand-test-")
    assert await parts.broker.enrolling.test() == ""


async def test_the_ways_are_tried_in_turn(broker: Broker, parts: Parts) -> None:
    """A broker that says that it knows both, and takes the secret in the form alone, is asked in the form."""
    offer(broker, introspection_endpoint_auth_methods_supported=["client_secret_basic", "client_secret_post"])
    good = broker.answers["/introspect"]

    async def take_form(asked: Asked, writer: Any) -> None:
        broker.answer("/refused", {"error": "invalid_client"}, 401)
        taken = good if asked.form.get("client_secret") == SECRET else broker.answers["/refused"]
        await taken(asked, writer)

    broker.answers["/introspect"] = take_form
    await enroll(parts, wish_for(broker, resource="https://site.example/"))
    found = dict(parts.broker.enrolling.describe())
    assert (found["Authentication"], found["Resource identifier"]) == ("client_secret_post", "https://site.example/")


async def test_signed_answers_are_preferred(broker: Broker, parts: Parts) -> None:
    """And kept to when the test call has shown that they come and can be verified; else answers are plain."""
    publish(broker)
    signing = {"jwks_uri": f"{broker.url}/keys", "introspection_signing_alg_values_supported": ["HS256", "ES256"]}
    offer(broker, **signing)
    await enroll(parts, wish_for(broker))
    assert dict(parts.broker.enrolling.describe())["Answers"] == "plain JSON"
    reply = sign(iss=broker.url, token_introspection={"active": False})
    broker.answer("/introspect", reply.content, media_type=reply.media_type)
    await enroll(parts, wish_for(broker))
    assert dict(parts.broker.enrolling.describe())["Answers"] == "signed (ES256)"


async def test_registration(broker: Broker, parts: Parts) -> None:
    """With a token the site describes itself, and keeps what the broker then issues."""
    offer(broker, introspection_signing_alg_values_supported=["HS256", "ES256"])
    broker.answer("/register", {"client_id": "made", "client_secret": "made-up-secret"}, 201)
    await enroll(parts, wish_for(broker, client_id="", secret="registration-token"))
    assert dict(parts.broker.enrolling.describe())["Client id"] == "made"
    asked = next(asked for asked in broker.asked if asked.path == "/register")
    assert asked.headers["authorization"] == "Bearer registration-token"
    assert b'"grant_types": []' in asked.body
    assert b'"introspection_signed_response_alg": "ES256"' in asked.body


@pytest.mark.parametrize(
    ("value", "status"),
    [
        ({"error": "invalid_token"}, 401),
        ({}, 201),
        ({"client_id": "a"}, 201),
        ({"client_id": 5, "client_secret": "b"}, 201),
        ([], 201),
    ],
)
async def test_registration_that_fails(broker: Broker, parts: Parts, value: Any, status: int) -> None:
    """Nothing is stored."""
    offer(broker)
    broker.answer("/register", value, status)
    wanted = wish_for(broker, client_id="", secret="registration-token")
    assert (await refuse(parts, wanted)).code is Code.BROKER_UNAVAILABLE


async def test_brokers_that_cannot_be_used(broker: Broker, parts: Parts) -> None:
    """Without registration, without a way to authenticate that we know, with a refusal, or that approve of anything."""
    offer(broker, registration_endpoint=None)
    assert "no registration" in (await refuse(parts, wish_for(broker, client_id="", secret="token"))).message
    offer(broker, introspection_endpoint_auth_methods_supported=["tls_client_auth"])
    assert "tls_client_auth" in (await refuse(parts, wish_for(broker))).message
    offer(broker)
    broker.answer("/introspect", {"error": "invalid_client", "error_description": SECRET}, 401)
    assert "401, invalid_client" in (await refuse(parts, wish_for(broker))).message
    broker.answer("/introspect", {"active": True})
    assert "made-up token" in (await refuse(parts, wish_for(broker))).message
    assert (
        await refuse(parts, EnrollmentRequest("http://127.0.0.1:1", "site", SECRET))
    ).code is Code.BROKER_UNAVAILABLE


@pytest.mark.parametrize(
    ("changed", "path"),
    [
        ({"issuer": "http://broker.example"}, "issuer"),
        ({"issuer": ""}, "issuer"),
        ({"resource": "not absolute"}, "resource"),
        ({"resource": ""}, "resource"),
        ({"client_id": "a\nb"}, "client_id"),
        ({"client_id": "x" * 501}, "client_id"),
        ({"secret": ""}, "secret"),
        ({"secret": "x" * 20_001}, "secret"),
        ({"secret": "two\nlines"}, "secret"),
        ({"secret": "-----BEGIN nonsense"}, "secret"),
        ({"secret": '{"kty": "none"}'}, "secret"),
        ({"client_id": "", "secret": "two words"}, "secret"),
    ],
)
async def test_wishes_that_cannot_be_right(broker: Broker, parts: Parts, changed: dict[str, Any], path: str) -> None:
    """Are refused before anybody is asked, with the field that is wrong."""
    problem = await refuse(parts, wish_for(broker, **changed))
    assert (problem.code, [detail["path"] for detail in problem.details]) == (Code.INVALID_ARGUMENTS, [path])
    assert broker.asked == []


async def test_a_wrong_address_is_told_in_one_sentence(broker: Broker, parts: Parts) -> None:
    """With what is wrong about it."""
    problem = await refuse(parts, wish_for(broker, issuer="foo"))
    expected = "issuer: expected an address exactly as the broker has it, got another: it is not a valid address."
    assert problem.message == expected


async def test_a_private_key_signs(broker: Broker, parts: Parts) -> None:
    """It is never sent."""
    offer(broker, introspection_endpoint_auth_methods_supported=["client_secret_basic", "private_key_jwt"])
    pem = write_pem(KEYS["ES256"])
    assert is_private_key(pem)
    await enroll(parts, wish_for(broker, secret=pem))
    assert dict(parts.broker.enrolling.describe())["Authentication"] == "private_key_jwt"
    assert not any(pem.splitlines()[1].encode() in asked.body for asked in broker.asked)


async def test_a_failed_enrollment_leaves_the_one_before(broker: Broker, parts: Parts) -> None:
    """And a later fault is seen by a test call, and mended by none."""
    offer(broker)
    await enroll(parts, wish_for(broker))
    before = parts.broker.enrolling.describe()
    with pytest.raises(Problem):
        await enroll(parts, wish_for(broker, issuer="http://127.0.0.1:1"))
    assert parts.broker.enrolling.describe() == before
    broker.answer("/introspect", {}, 500)
    assert "500" in await parts.broker.enrolling.test()
    assert parts.broker.enrolling.describe() == before


async def test_the_end_asks_nobody(broker: Broker, parts: Parts) -> None:
    """Also of a broker that is not there any more; a second end is none."""
    offer(broker)
    await enroll(parts, wish_for(broker))
    broker.asked.clear()
    assert await parts.broker.enrolling.disconnect()
    assert not await parts.broker.enrolling.disconnect()
    assert parts.broker.enrolling.describe() == []
    assert await parts.broker.enrolling.test() == "the site is not enrolled"
    assert broker.asked == []
