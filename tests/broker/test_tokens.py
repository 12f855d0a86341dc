"""What the site makes of real tokens: for which site they are, how they are sent, and when they end."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from sitehand.operation.policy import Rule
from tests.broker.broker import Broker, start_broker
from tests.broker.person import in_forms, introspect, revoke, sign_in
from tests.broker.proof import Proof
from tests.broker.python_client import start_python
from tests.broker.site import REST, Site, bearer, disconnect, enroll, open_site, serve_site, set_policy
from tests.node_tools import Node

OTHER = "http://127.0.0.1:8001"


@pytest.fixture
async def site(broker: Broker, tmp_path: Path) -> AsyncIterator[Site]:
    """An enrolled site."""
    async with open_site(tmp_path, broker) as site:
        yield site


async def test_a_token_for_one_site_is_refused_by_the_other(broker: Broker, tmp_path: Path) -> None:
    """Two sites at one broker: each takes its own token and refuses the other's, through REST and MCP."""
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(open_site(tmp_path / "here", broker))
        there = await stack.enter_async_context(open_site(tmp_path / "there", broker, url=OTHER))
        tokens = {site.endpoint: (await sign_in(broker, site.endpoint)).access for site in (here, there)}
        for site in (here, there):
            for resource, token in tokens.items():
                assert (await introspect(broker, token))["active"] is True
                expected = 200 if resource == site.endpoint else 401
                assert (await site.get("/pages", token)).status_code == expected
                assert (await site.call_tool("site_info", token)).status_code == expected


async def test_a_token_ends_with_its_revocation(broker: Broker, site: Site) -> None:
    """Each request asks the broker: the very next one after the revocation is refused."""
    token = (await sign_in(broker, site.endpoint)).access
    for _ in range(3):
        assert (await site.get("/pages", token)).status_code == 200
    await revoke(broker, token)
    for _ in range(3):
        assert (await site.get("/pages", token)).status_code == 401


async def test_a_token_in_the_address_is_refused(broker: Broker, site: Site) -> None:
    """OAuth 2.1 allows it in the header alone: as `access_token` or `api_key` it opens nothing."""
    token = (await sign_in(broker, site.endpoint)).access
    for name in ("access_token", "api_key"):
        answer = await site.http.get(f"{REST}/pages", params={name: token})
        assert answer.status_code in (400, 401), name
        assert token not in answer.text
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        answer = await site.http.post(site.endpoint, params={name: token}, json=message)
        assert answer.status_code in (400, 401), name


async def test_a_token_in_the_header_of_keys_is_refused(broker: Broker, site: Site) -> None:
    """X-API-Key is for keys."""
    token = (await sign_in(broker, site.endpoint)).access
    answer = await site.http.get(f"{REST}/pages", headers={"X-API-Key": token})
    assert answer.status_code == 401


async def test_a_token_that_is_bound_to_a_key_is_refused_clearly(broker: Broker, site: Site) -> None:
    """A DPoP-bound token (RFC 9449) opens nothing, as Bearer or as DPoP, and the refusal names DPoP."""
    proof = Proof()
    bound = await sign_in(broker, site.endpoint, headers={"DPoP": proof.sign("POST", f"{broker.url}/token")})
    said = await introspect(broker, bound.access)
    assert (said["token_type"], said["cnf"]) == ("DPoP", {"jkt": proof.thumbprint})
    as_bearer = await site.get("/pages", bound.access)
    shown = proof.sign("GET", f"{site.settings.url}{REST}/pages", bound.access)
    as_dpop = await site.http.get(f"{REST}/pages", headers={"Authorization": f"DPoP {bound.access}", "DPoP": shown})
    for answer in (as_bearer, as_dpop):
        assert (answer.status_code, answer.json()["code"]) == (401, "invalid_credential")
        assert "DPoP" in answer.text


async def test_a_key_and_a_token_in_one_request_are_refused(broker: Broker, site: Site) -> None:
    """Two credentials are one too many."""
    token = (await sign_in(broker, site.endpoint)).access
    answer = await site.http.get(f"{REST}/pages", headers={**bearer(token), "X-API-Key": site.keys["admin"]})
    assert (answer.status_code, answer.json()["code"]) == (400, "conflicting_credentials")


async def test_disconnect_and_enroll_again_hold_at_once(broker: Broker, site: Site) -> None:
    """A running site follows: its tokens end with Disconnect, and are good again after a new enrollment."""
    token = (await sign_in(broker, site.endpoint)).access
    assert (await site.get("/pages", token)).status_code == 200
    await disconnect(site.settings)
    assert (await site.get("/pages", token)).status_code == 401
    assert (await site.get_with_key("/pages")).status_code == 200
    await enroll(site.settings, broker)
    assert (await site.get("/pages", token)).status_code == 200


async def test_one_person_with_one_client_has_one_rate_limit(broker: Broker, site: Site) -> None:
    """Two tokens of the same subject and client are counted together, those of somebody else apart."""
    anna = [(await sign_in(broker, site.endpoint, name="anna")).access for _ in range(2)]
    berta = (await sign_in(broker, site.endpoint, name="berta")).access
    left = [(await site.get("/rate-limit", token)).json()["remaining"] for token in (*anna, *anna, berta)]
    assert left[:4] == list(range(left[0], left[0] - 4, -1))
    assert left[4] == left[0]


async def test_the_journal_names_subject_and_client(broker: Broker, site: Site) -> None:
    """What a token wrote is ascribed to whom the broker named; the token itself is nowhere. It may be taken back."""
    token = (await sign_in(broker, site.endpoint, name="clara")).access
    made = await site.post("/pages", token, {"title": "Clara's"})
    assert made.status_code == 201, made.text
    change = f"/changes/{made.json()['change_id']}"
    seen = [await site.get(change, token), await site.get_with_key(change)]
    for answer in seen:
        assert (answer.json()["role"], answer.json()["operation"]) == ("writer", "create_page")
        assert answer.json()["label"] == "clara via assistant"
        assert token not in answer.text
    somebody = (await sign_in(broker, site.endpoint, name="dora")).access
    assert (await site.get(change, somebody)).status_code == 404
    undone = await site.post("/changes/undo", token, {"id": made.json()["change_id"]})
    assert undone.status_code == 200, undone.text


async def test_what_a_token_writes_may_wait_for_a_person(broker: Broker, site: Site) -> None:
    """A rule for the role of such tokens holds them up; what is approved is done in the name of who proposed it."""
    await set_policy(site.settings, [Rule(role="writer")])
    token = (await sign_in(broker, site.endpoint, name="emil")).access
    waiting = await site.post("/pages", token, {"title": "Emil's"})
    assert waiting.status_code == 202, waiting.text
    approve = f"/pending/{waiting.json()['pending']['id']}/approve"
    assert (await site.post(approve, token, {})).status_code == 403
    approved = await site.http.post(REST + approve, headers={"X-API-Key": site.keys["admin"]}, json={})
    assert approved.status_code == 200, approved.text
    done = await site.get_with_key(f"/changes/{approved.json()['result']['change_id']}")
    assert (done.json()["label"], done.json()["outcome"]) == ("emil via assistant", "approved")


async def test_introspect_says_whose_token_it_is(broker: Broker, site: Site) -> None:
    """The subject, the client, and what the scopes give; never the token."""
    token = (await sign_in(broker, site.endpoint, ["site:read"], name="berta")).access
    answer = await site.get("/introspect", token)
    caller = answer.json()["caller"]
    assert (caller["kind"], caller["access"]) == ("token", ["read"])
    assert "berta" in caller["label"]
    assert "assistant" in caller["label"]
    assert token not in answer.text


async def test_tokens_of_any_length_are_refused_over_the_network(broker: Broker, tmp_path: Path) -> None:
    """A server's own limits on headers are met with a status, and a long token with a 401."""
    async with serve_site(tmp_path, broker) as site:
        for length, expected in ((100, {401}), (16_384, {401}), (40_000, {401}), (200_000, {400, 401, 431})):
            assert (await site.get("/pages", "x" * length)).status_code in expected, length
        assert (await site.get_with_key("/pages")).status_code == 200


async def test_a_broker_below_a_path_works(node: Node, tmp_path: Path) -> None:
    """An issuer with a path is found where RFC 8414 puts its metadata, by the site and by a client."""
    with start_broker(tmp_path, path="/tenants/one") as broker:
        async with serve_site(tmp_path, broker) as site, start_python(in_forms, site.endpoint) as assistant:
            assert "list_pages" in await assistant.list_tools()
            metadata = (await site.http.get("/.well-known/oauth-protected-resource")).json()
            assert metadata["authorization_servers"] == [broker.issuer]
            assert broker.issuer.endswith("/tenants/one")


async def test_the_metadata_names_the_resource_and_the_broker(broker: Broker, site: Site) -> None:
    """RFC 9728 metadata at both addresses, and the challenge of a 401 leads there."""
    refused = await site.http.post(site.endpoint, json={})
    assert refused.status_code == 401
    address = f"{site.settings.url}/.well-known/oauth-protected-resource/sitehand/v1/mcp"
    assert f'resource_metadata="{address}"' in refused.headers["www-authenticate"]
    for path in (address, "/.well-known/oauth-protected-resource"):
        metadata = (await site.http.get(path)).json()
        assert metadata["resource"] == site.endpoint
        assert metadata["authorization_servers"] == [broker.issuer]
        assert metadata["scopes_supported"] == ["site:read", "site:write"]
        assert metadata["bearer_methods_supported"] == ["header"]
