"""Asking about a token: what is sent, and which answers are answers."""

from dataclasses import replace
from typing import Any

import pytest

from sitehand.broker.client import BrokerClient
from sitehand.broker.introspection import Introspection
from sitehand.guard.broker import BrokerFault, Enrollment
from tests.unit.broker.loopback import Broker
from tests.unit.broker.test_signature import publish, sign
from tests.unit.guard.broker.test_check import ENROLLMENT


def enroll(broker: Broker) -> Enrollment:
    """An enrollment with the broker of the test."""
    return replace(ENROLLMENT, introspection_endpoint=f"{broker.url}/introspect")


async def test_what_is_asked(broker: Broker, line: BrokerClient) -> None:
    """The token in a form, with a hint; never in the address."""
    broker.answer("/introspect", {"active": True, "sub": "anna"})
    answer = await Introspection(line).introspect(enroll(broker), "a+b/c=")
    assert answer == {"active": True, "sub": "anna"}
    (asked,) = broker.asked
    assert (asked.method, asked.path) == ("POST", "/introspect")
    assert asked.headers["content-type"] == "application/x-www-form-urlencoded"
    assert asked.headers["accept"] == "application/json"
    assert asked.headers["authorization"].startswith("Basic ")
    assert asked.form == {"token": "a+b/c=", "token_type_hint": "access_token"}


async def test_a_token_that_cannot_be_looked_up_is_inactive(broker: Broker, line: BrokerClient) -> None:
    """oidc-provider says so of every JWT, such as an id token."""
    broker.answer("/introspect", {"error": "unsupported_token_type"}, 400)
    assert await Introspection(line).introspect(enroll(broker), "t") == {"active": False}


async def test_what_is_not_signed_for_is_inactive(broker: Broker, line: BrokerClient) -> None:
    """glewlwyd, asked for a signed answer about what is no live access token, says an empty 400; then it is none.

    An empty 400 says so only where signed answers were asked for, and a complaint about the request says it nowhere.
    """
    signing = replace(publish(broker), introspection_endpoint=f"{broker.url}/introspect")
    broker.answer("/introspect", b"", 400)
    assert await Introspection(line).introspect(signing, "t") == {"active": False}
    with pytest.raises(BrokerFault):
        await Introspection(line).introspect(enroll(broker), "t")
    for value, status in ((b"", 401), (b"", 500), ({"error": "invalid_client"}, 400)):
        broker.answer("/introspect", value, status)
        with pytest.raises(BrokerFault):
            await Introspection(line).introspect(signing, "t")


@pytest.mark.parametrize(
    ("value", "status", "excused"),
    [
        *(({"active": active}, 200, False) for active in ("true", 1, None, [True])),
        *(({}, 200, False), ([], 200, False), (b"x", 200, False)),
        *(({"active": True}, status, False) for status in (500, 503, 599)),
        *(({"active": True}, status, True) for status in (400, 401, 403, 404, 429)),
        *(({"active": True}, status, False) for status in (201, 204, 300)),
    ],
)
async def test_no_answers(broker: Broker, line: BrokerClient, value: Any, status: int, excused: bool) -> None:
    """Nonsense, and every status but 200; of those that refuse in time it is noted that they did."""
    broker.answer("/introspect", value, status)
    with pytest.raises(BrokerFault) as fault:
        await Introspection(line).introspect(enroll(broker), "t")
    assert fault.value.excused == excused
    assert fault.value.answered
    assert "secret" not in str(fault.value)


async def test_signed_answers_are_asked_for_and_required(broker: Broker, line: BrokerClient) -> None:
    """When the broker signs, a plain answer is none."""
    enrollment = replace(publish(broker), introspection_endpoint=f"{broker.url}/introspect")
    reply = sign()
    broker.answer("/introspect", reply.content, media_type=reply.media_type)
    introspection = Introspection(line)
    assert await introspection.introspect(enrollment, "t") == {"active": True}
    assert broker.asked[0].headers["accept"] == "application/token-introspection+jwt"
    reply = sign(token_introspection={"sub": "anna"})
    broker.answer("/introspect", reply.content, media_type=reply.media_type)
    with pytest.raises(BrokerFault, match="whether the token is active"):
        await introspection.introspect(enrollment, "t")
    broker.answer("/introspect", {"active": True})
    with pytest.raises(BrokerFault, match="not signed"):
        await introspection.introspect(enrollment, "t")
