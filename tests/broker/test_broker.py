"""The broker alone: what it offers, and what it says about the tokens that it issued."""

import httpx2
import pytest

from tests.broker.broker import Broker
from tests.broker.person import introspect, revoke, sign_in

HERE = "http://127.0.0.1:8000/sitehand/v1/mcp"
ELSEWHERE = "http://127.0.0.1:8001/sitehand/v1/mcp"


@pytest.fixture
def two_sites(broker: Broker) -> Broker:
    """The broker, knowing two sites."""
    broker.know(HERE)
    broker.know(ELSEWHERE)
    return broker


async def test_its_metadata_names_what_a_site_and_a_client_need(broker: Broker) -> None:
    """RFC 8414 metadata: the issuer, registration, PKCE with S256, revocation, and introspection for sites."""
    async with httpx2.AsyncClient(trust_env=False) as http:
        answer = await http.get(f"{broker.url}/.well-known/oauth-authorization-server")
    offered = answer.json()
    assert offered["issuer"] == broker.issuer
    assert offered["code_challenge_methods_supported"] == ["S256"]
    for endpoint in ("registration", "introspection", "revocation", "token", "authorization"):
        assert offered[f"{endpoint}_endpoint"].startswith(broker.url), endpoint


async def test_a_token_is_bound_to_the_site_that_was_asked_for(two_sites: Broker) -> None:
    """Introspection names the audience, the scopes that the person allowed, the client and the subject."""
    tokens = await sign_in(two_sites, HERE, ["site:read"])
    said = await introspect(two_sites, tokens.access)
    assert said["active"] is True
    assert (said["aud"], said["scope"], said["client_id"]) == (HERE, "site:read", "assistant")
    assert (said["sub"], said["iss"], said["token_type"]) == ("anna", two_sites.issuer, "Bearer")
    other = await introspect(two_sites, (await sign_in(two_sites, ELSEWHERE)).access)
    assert (other["aud"], other["scope"]) == (ELSEWHERE, "site:read site:write")


async def test_a_refresh_token_is_told_from_an_access_token_by_its_missing_type(two_sites: Broker) -> None:
    """It is active, but has neither a token type nor an audience."""
    tokens = await sign_in(two_sites, HERE)
    said = await introspect(two_sites, tokens.refresh)
    assert said["active"] is True
    assert "token_type" not in said
    assert "aud" not in said


async def test_a_revoked_token_and_one_that_never_was_are_inactive(two_sites: Broker) -> None:
    """Nothing more is said about them."""
    tokens = await sign_in(two_sites, HERE)
    await revoke(two_sites, tokens.access)
    assert await introspect(two_sites, tokens.access) == {"active": False}
    assert await introspect(two_sites, "garbage") == {"active": False}


async def test_a_token_for_no_known_site_is_not_issued(broker: Broker) -> None:
    """A site that the broker does not know is an invalid target (RFC 8707, 2)."""
    with pytest.raises(AssertionError, match="invalid_target"):
        await sign_in(broker, "http://127.0.0.1:9/unknown")
