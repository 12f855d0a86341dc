"""The broker's metadata: where they are looked for, and what they must say."""

from typing import Any

import pytest

from sitehand.broker.client import BrokerClient
from sitehand.broker.metadata import discover, metadata_addresses
from sitehand.guard.broker import BrokerFault
from tests.unit.broker.loopback import Broker

OAUTH, OPENID = "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"


def describe(issuer: str, **more: Any) -> dict[str, Any]:
    """Metadata as they should be, with other members."""
    found = {"issuer": issuer, "introspection_endpoint": f"{issuer}/introspect", **more}
    return {name: value for name, value in found.items() if value is not None}


@pytest.mark.parametrize(
    ("issuer", "addresses"),
    [
        ("https://b.example", [OAUTH, OPENID]),
        ("https://b.example/", [OAUTH, OPENID]),
        ("https://b.example/realms/x", [f"{OAUTH}/realms/x", f"{OPENID}/realms/x", f"/realms/x{OPENID}"]),
        ("https://b.example/x/", [f"{OAUTH}/x", f"{OPENID}/x", f"/x{OPENID}"]),
    ],
)
def test_where_metadata_may_be(issuer: str, addresses: list[str]) -> None:
    """RFC 8414, 3.1, for both names, and the older way of OpenID; the order is that of the MCP specification."""
    assert list(metadata_addresses(issuer)) == [f"https://b.example{address}" for address in addresses]


@pytest.mark.parametrize("issuer_path", ["", "/realms/x"])
@pytest.mark.parametrize("place", [0, 1, -1])
async def test_they_are_found_in_each_place(broker: Broker, line: BrokerClient, issuer_path: str, place: int) -> None:
    """The first that is there holds, and tells where it was."""
    issuer = broker.url + issuer_path
    address = list(metadata_addresses(issuer))[place]
    broker.answer(address.removeprefix(broker.url), describe(issuer))
    found = await discover(line, issuer)
    assert (found.issuer, found.source) == (issuer, address)
    assert found.introspection_endpoint == f"{issuer}/introspect"
    assert found.authentication == ("client_secret_basic",)
    assert (found.jwks_uri, found.registration_endpoint, found.answer_algorithms) == (None, None, ())


async def test_every_member_is_read(broker: Broker, line: BrokerClient) -> None:
    """Those of introspection before those of the token endpoint."""
    more = {
        "registration_endpoint": f"{broker.url}/register",
        "jwks_uri": f"{broker.url}/keys",
        "token_endpoint_auth_methods_supported": ["none"],
        "introspection_endpoint_auth_methods_supported": ["client_secret_post"],
        "introspection_signing_alg_values_supported": ["ES256", "HS256"],
    }
    broker.answer(OAUTH, describe(broker.url, **more))
    found = await discover(line, broker.url)
    assert (found.registration_endpoint, found.jwks_uri) == (f"{broker.url}/register", f"{broker.url}/keys")
    assert found.authentication == ("client_secret_post",)
    assert found.answer_algorithms == ("ES256", "HS256")


async def test_the_next_place_is_asked_when_one_names_no_introspection(broker: Broker, line: BrokerClient) -> None:
    """Some brokers name it in one document alone."""
    broker.answer(OAUTH, describe(broker.url, introspection_endpoint=None))
    with pytest.raises(BrokerFault, match="no introspection endpoint"):
        await discover(line, broker.url)
    broker.answer(OPENID, describe(broker.url))
    assert (await discover(line, broker.url)).source == broker.url + OPENID


@pytest.mark.parametrize("named", ["https://other.example", "", None, 5, "{url}/", "HTTP{rest}"])
async def test_another_issuer_is_refused(broker: Broker, line: BrokerClient, named: Any) -> None:
    """To the letter, and without a look at the next place: one broker must not speak for another."""
    if isinstance(named, str):
        named = named.format(url=broker.url, rest=broker.url.removeprefix("http"))
    broker.answer(OAUTH, {**describe(broker.url), "issuer": named})
    broker.answer(OPENID, describe(broker.url))
    with pytest.raises(BrokerFault, match="are of the issuer"):
        await discover(line, broker.url)
    assert broker.paths() == [OAUTH]


@pytest.mark.parametrize("name", ["introspection_endpoint", "jwks_uri", "registration_endpoint"])
@pytest.mark.parametrize(
    "address", ["http://broker.example/x", "ftp://127.0.0.1/x", "/introspect", 5, "https://a@b.example"]
)
async def test_endpoints_have_addresses_like_the_broker(
    broker: Broker, line: BrokerClient, name: str, address: Any
) -> None:
    """https, or http on this machine; anything else makes the metadata unusable."""
    broker.answer(OAUTH, describe(broker.url, **{name: address}))
    with pytest.raises(BrokerFault, match=f"the {name} of the metadata is not usable"):
        await discover(line, broker.url)


async def test_no_metadata_at_all(broker: Broker, line: BrokerClient) -> None:
    """The fault names the places; a page in place of them is none; nobody follows a redirect."""
    with pytest.raises(BrokerFault, match=f"no metadata at .*{OPENID}"):
        await discover(line, broker.url)
    broker.answer(OAUTH, b"<html>", media_type="text/html")
    with pytest.raises(BrokerFault, match="instead of JSON"):
        await discover(line, broker.url)
    broker.answer(OAUTH, b"", status=302)
    with pytest.raises(BrokerFault, match="redirect"):
        await discover(line, broker.url)
