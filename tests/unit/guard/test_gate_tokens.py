"""Tokens at the gate, through the doors: where they may stand, what they reach, and how they are counted."""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp_types import ToolAnnotations
from sqlalchemy import text

from sitehand.app import assemble
from sitehand.broker.introspection import Introspection
from sitehand.doors.mcp.features import McpCall, McpTool
from sitehand.guard.broker import BrokerFault, Enrollment
from sitehand.guard.broker.turns import PLACES, WAITING
from sitehand.guard.keys import new_key
from sitehand.hookspecs import hookimpl
from sitehand.parts import Parts
from sitehand.store.broker import EnrollmentTable, SecretSeal
from tests.service import MCP, URL, Service, open_service
from tests.statements import execute
from tests.unit.guard.broker.test_check import ENROLLMENT

BASE = "/sitehand/v1"
CLAIMS = {
    "active": True,
    "iss": ENROLLMENT.issuer,
    "aud": f"{URL}{MCP}",
    "exp": time.time() + 3600,
    "sub": "anna",
    "client_id": "assistant",
    "token_type": "Bearer",
}
SCOPES = {"reader": "site:read", "writer": "site:write", "nobody": "openid"}


class Tools:
    """A plugin with raw tools: one says that it only reads, the other does not say."""

    @hookimpl
    def register_mcp_tools(self) -> list[McpTool]:
        """Both, for every valid credential."""

        async def run(call: McpCall, arguments: Mapping[str, Any]) -> str:
            return "ran"

        reading = ToolAnnotations(read_only_hint=True)
        return [
            McpTool("look", "Look.", run, needs=None, annotations=reading),
            McpTool("act", "Act.", run, needs=None),
        ]


class Site:
    """A service that is enrolled with a broker which knows the tokens of SCOPES, and what was asked of it."""

    def __init__(self, service: Service, parts: Parts, asked: list[str]) -> None:
        self.service = service
        self.parts = parts
        self.asked = asked

    async def get(self, path: str, **headers: str) -> httpx2.Response:
        """A GET below the REST root."""
        return await self.service.http.get(BASE + path, headers=headers)

    async def rpc(self, token: str, method: str, **params: Any) -> httpx2.Response:
        """An MCP request with a token."""
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return await self.service.http.post(MCP, json=message, headers=bearer(token))


def bearer(token: str) -> dict[str, str]:
    """The header of a token."""
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture
async def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Site]:
    """It, with the broker's answers made here: how they come over the network is tested elsewhere."""
    asked: list[str] = []

    async def introspect(self: Introspection, enrollment: Enrollment, token: str) -> Mapping[str, Any]:
        asked.append(token)
        if token == "fault":
            raise BrokerFault("no answer")
        return {**CLAIMS, "scope": SCOPES[token]} if token in SCOPES else {"active": False}

    monkeypatch.setattr(Introspection, "introspect", introspect)
    async with open_service(tmp_path, plugins=[Tools()]) as service:
        parts = assemble(service.settings)
        table = EnrollmentTable(parts.database, SecretSeal(tmp_path / "site", ""))
        await table.save(replace(ENROLLMENT, resource=None))
        yield Site(service, parts, asked)
        await parts.close()


def code_of(answer: httpx2.Response) -> tuple[int, str]:
    """Status and error code."""
    body = answer.json()
    return answer.status_code, body["error"]["data"]["code"] if "error" in body else body["code"]


async def test_a_token_is_let_in_by_the_header_alone(site: Site) -> None:
    """Not as a key, not in the query, not beside another credential; and then the broker is not even asked."""
    assert (await site.get("/rate-limit", **bearer("reader"))).status_code == 200
    assert (await site.get("/rate-limit", Authorization="bEaReR   reader ")).status_code == 200
    site.asked.clear()
    assert code_of(await site.get("/rate-limit", **{"X-API-Key": "reader"})) == (401, "invalid_credential")
    both = {"X-API-Key": "reader", **bearer("reader")}
    assert code_of(await site.get("/rate-limit", **both)) == (401, "invalid_credential")
    assert code_of(await site.get("/rate-limit?api_key=reader")) == (401, "invalid_credential")
    assert code_of(await site.get("/rate-limit?api_key=reader", **bearer("reader"))) == (401, "invalid_credential")
    assert code_of(await site.get("/rate-limit?access_token=reader")) == (401, "missing_credential")
    key = {"X-API-Key": site.service.keys["admin"], **bearer("reader")}
    assert code_of(await site.get("/rate-limit", **key)) == (400, "conflicting_credentials")
    assert site.asked == []


async def test_keys_are_never_shown_to_the_broker(site: Site) -> None:
    """Valid ones, revoked ones, and what was mistyped."""
    assert (await site.get("/rate-limit", **bearer(site.service.keys["admin"]))).status_code == 200
    for value in (new_key(), "sitehand_", new_key()[:-1]):
        assert code_of(await site.get("/rate-limit", **bearer(value))) == (401, "invalid_credential")
    assert site.asked == []


async def test_a_bound_token_is_refused_clearly(site: Site) -> None:
    """The scheme DPoP (RFC 9449) is named in the refusal; nobody is asked."""
    answer = await site.get("/rate-limit", Authorization="DPoP reader")
    assert code_of(answer) == (401, "invalid_credential")
    assert "DPoP" in answer.json()["message"]
    both = {"Authorization": "DPoP reader", "X-API-Key": site.service.keys["admin"]}
    assert code_of(await site.get("/rate-limit", **both)) == (400, "conflicting_credentials")
    assert site.asked == []


async def test_refusals_lead_to_the_broker(site: Site) -> None:
    """Without a credential, with a bad one, and with too small a scope, through both doors."""
    metadata = f'resource_metadata="{URL}/.well-known/oauth-protected-resource/sitehand/v1/mcp"'
    scope = 'scope="site:read site:write"'
    nothing = await site.get("/pages")
    assert nothing.headers["www-authenticate"] == f'Bearer realm="sitehand", {scope}, {metadata}'
    bad = await site.get("/pages", **bearer("unknown"))
    assert bad.headers["www-authenticate"] == f'Bearer realm="sitehand", error="invalid_token", {scope}, {metadata}'
    small = await site.service.http.post(f"{BASE}/pages", json={"title": "x"}, headers=bearer("reader"))
    needed = f'Bearer realm="sitehand", error="insufficient_scope", scope="site:write", {metadata}'
    assert (code_of(small), small.headers["www-authenticate"]) == ((403, "insufficient_scope"), needed)
    tool = await site.rpc("reader", "tools/call", name="create_page", arguments={"title": "x"})
    assert (code_of(tool), tool.headers["www-authenticate"]) == ((403, "insufficient_scope"), needed)
    for answer in (await site.get("/pages", **bearer("nobody")), await site.rpc("nobody", "tools/list")):
        assert code_of(answer) == (403, "insufficient_scope")
        assert 'scope="site:read"' in answer.headers["www-authenticate"]
    first = await site.service.http.post(MCP, json={"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}})
    assert (first.status_code, metadata in first.headers["www-authenticate"]) == (401, True)


async def test_a_token_sees_what_it_may_call(site: Site) -> None:
    """tools/list and introspect show by scopes; nothing for administration; raw tools only when they say they read."""
    for role in ("reader", "writer"):
        listed = {tool["name"] for tool in (await site.rpc(role, "tools/list")).json()["result"]["tools"]}
        shown = (await site.get("/introspect", **bearer(role))).json()
        lines = [line for lines in shown["categories"].values() for line in lines]
        assert {line["name"] for line in lines} == listed - {"look", "act"}
        assert {line["access"] for line in lines} == ({"read"} if role == "reader" else {"read", "write"})
        assert (shown["caller"]["kind"], shown["caller"]["role"]) == ("token", role)
        assert shown["caller"]["label"] == "anna via assistant"
        assert {"look", "act"} & listed == ({"look"} if role == "reader" else {"look", "act"})
    assert (await site.rpc("reader", "tools/call", name="look")).json()["result"]["isError"] is False
    refused = (await site.rpc("reader", "tools/call", name="act")).json()["result"]
    assert refused["structuredContent"]["code"] == "insufficient_scope"
    admin = (await site.rpc("writer", "tools/call", name="list_api_keys")).json()["result"]
    assert admin["structuredContent"]["code"] == "admin_required"


async def test_a_key_with_a_tokens_role_sees_nothing(site: Site) -> None:
    """What is kept for tokens of that role is not shown to it, nor the other way round."""
    await site.rpc("reader", "tools/list")
    await execute(site.parts.database, text("UPDATE api_keys SET role = 'reader'"))
    assert (await site.service.rpc("tools/list"))["result"]["tools"] == []
    assert (await site.rpc("reader", "tools/list")).json()["result"]["tools"] != []


async def test_requests_count_for_the_subject_and_client(site: Site) -> None:
    """Reader and writer are one person with one client: they share a window, which is not the key's."""
    await site.parts.limits.set_default(3)
    for token in ("reader", "writer", "nobody"):
        assert (await site.get("/rate-limit", **bearer(token))).status_code in (200, 403)
    assert code_of(await site.get("/rate-limit", **bearer("writer"))) == (429, "rate_limited")
    key = {"X-API-Key": site.service.keys["admin"]}
    assert (await site.get("/rate-limit", **key)).status_code == 200


async def test_wrong_tokens_count_against_the_address(tmp_path: Path, site: Site) -> None:
    """As wrong keys do; a fault of the broker does not, and a good token passes all the same."""
    for _ in range(3):
        assert code_of(await site.get("/rate-limit", **bearer("fault"))) == (503, "broker_unavailable")
    statuses = {(await site.get("/rate-limit", **bearer("unknown"))).status_code for _ in range(30)}
    assert statuses == {401}
    assert code_of(await site.get("/rate-limit", **bearer("unknown"))) == (429, "too_many_failures")
    assert (await site.get("/rate-limit", **bearer("reader"))).status_code == 200


async def test_made_up_tokens_keep_no_good_one_waiting(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Past its failures an address has two places at the broker; a token that was let in before does not wait there."""
    assert (await site.get("/rate-limit", **bearer("reader"))).status_code == 200
    while (await site.get("/rate-limit", **bearer("unknown"))).status_code != 429:
        pass
    answers, introspect = asyncio.Event(), Introspection.introspect

    async def wait(self: Introspection, enrollment: Enrollment, token: str) -> Mapping[str, Any]:
        answer = await introspect(self, enrollment, token)
        if token == "unknown":
            await answers.wait()
        return answer

    monkeypatch.setattr(Introspection, "introspect", wait)
    site.asked.clear()
    crowd = [asyncio.create_task(site.get("/rate-limit", **bearer("unknown"))) for _ in range(50)]
    for _, answered in zip(range(50 - PLACES - WAITING), asyncio.as_completed(crowd), strict=False):
        await answered
    assert (await site.get("/rate-limit", **bearer("reader"))).status_code == 200
    assert sorted(site.asked) == ["reader", *["unknown"] * PLACES]
    answers.set()
    refused = await asyncio.gather(*crowd)
    assert {code_of(answer) for answer in refused} == {(429, "too_many_failures")}
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)
    assert site.asked.count("unknown") == PLACES + WAITING


async def test_without_an_enrollment_tokens_are_wrong_keys(site: Site) -> None:
    """From the very next request, with the plain challenge."""
    assert (await site.get("/rate-limit", **bearer("reader"))).status_code == 200
    await site.parts.broker.enrolling.disconnect()
    answer = await site.get("/rate-limit", **bearer("reader"))
    assert code_of(answer) == (401, "invalid_credential")
    assert answer.headers["www-authenticate"] == 'Bearer realm="sitehand"'
