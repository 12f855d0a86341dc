"""Every operation x every kind of token x every door, against what the operation's declaration says."""

import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest

from sitehand.operation.catalog import Catalog, collect
from sitehand.operation.declaration import Operation
from sitehand.operations.modules import OPERATION_MODULES
from tests.access.test_access import PROBES, Probes
from tests.broker.broker import Broker, start_broker
from tests.broker.person import introspect, revoke, sign_in
from tests.broker.site import REST, Site, bearer, open_site
from tests.hosts import find_lacking

CATALOG = Catalog([*collect(OPERATION_MODULES), *PROBES])
ELSEWHERE = "http://127.0.0.1:8001/sitehand/v1/mcp"
GOOD = ("no scope", "read", "write")
BAD = ("expired", "revoked", "wrong audience", "other issuer", "refresh token", "id token", "garbage", "16 KB")
DOORS = ("rest", "mcp", "batch")
HARMLESS = {None, "invalid_arguments", "not_found"}
"""What an allowed call may end with here: the calls carry no arguments, and an id that there is not."""
JOB_WITHOUT_ARGUMENTS = "audit_site"
"""The one that needs no arguments; a token is told at once that it starts no jobs."""
LACKING = find_lacking()
ABSENT = "999999"
ONE_HOUR = 3600


def expect(kind: str, wanted: Operation, door: str) -> set[str | None]:
    """The codes that the declaration allows."""
    if wanted.public and door == "rest":
        return {None}
    if kind in BAD:
        return {"invalid_credential"}
    if door == "batch" and (refused := refusal(kind, batch_operation())):
        return {refused}
    refused = refusal(kind, wanted)
    if refused:
        return {refused}
    return {"not_supported"} if wanted.name in {JOB_WITHOUT_ARGUMENTS, *LACKING} else HARMLESS


def refusal(kind: str, wanted: Operation) -> str | None:
    """The code with which a good token is refused this operation, or None."""
    if kind == "no scope":
        return "insufficient_scope"
    if wanted.access == "admin":
        return "admin_required"
    return "insufficient_scope" if wanted.access == "write" and kind == "read" else None


def batch_operation() -> Operation:
    """The operation behind the batch door."""
    found = CATALOG.get("batch")
    assert found
    return found


@dataclass(frozen=True, slots=True)
class Walk:
    """An enrolled site with the probes, and a token of each kind."""

    site: Site
    tokens: dict[str, str]

    async def call(self, door: str, wanted: Operation, token: str) -> list[httpx2.Response]:
        """The answers, by each of the operation's methods."""
        if door == "mcp":
            return [await self.site.call_tool(wanted.name, token)]
        path = wanted.path.replace("{id}", ABSENT)
        if door == "batch":
            parts = [{"requests": [{"method": method, "path": path}]} for method in wanted.methods]
            return [await self.site.post("/batch", token, part) for part in parts]
        return [await self._send(method, path, token) for method in wanted.methods]

    async def _send(self, method: str, path: str, token: str) -> httpx2.Response:
        body: Any = None if method == "GET" else {}
        return await self.site.http.request(method, REST + path, headers=bearer(token), json=body)


def code_of(answer: httpx2.Response) -> str | None:
    """The code of a refusal through any door, or None."""
    said = answer.json()
    if "jsonrpc" in said:
        if "error" in said:
            return str(said["error"]["data"]["code"])
        return str(said["result"]["structuredContent"]["code"]) if said["result"]["isError"] else None
    if answer.status_code == 207:
        (part,) = said["responses"]
        return None if part["status"] < 400 else str(part["body"]["code"])
    return None if answer.is_success else str(said["code"])


@pytest.fixture(scope="module")
async def walk(broker: Broker, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Walk]:
    """One site and one token of each kind for all tests of this file: their calls change nothing."""
    folder = tmp_path_factory.mktemp("walk")
    async with open_site(folder, broker, plugins=[Probes()]) as site:
        with start_broker(folder, resources=[site.endpoint]) as stranger:
            foreign = (await sign_in(stranger, site.endpoint)).access
        yield Walk(site, {**await make_tokens(broker, site.endpoint), "other issuer": foreign})


async def make_tokens(broker: Broker, resource: str) -> dict[str, str]:
    """A token of each kind, each asked for at the real broker."""
    broker.know(ELSEWHERE)
    revoked = (await sign_in(broker, resource)).access
    await revoke(broker, revoked)
    named = await sign_in(broker, resource, ask=["openid", "site:read", "site:write"])
    expired = await sign_in(broker, resource)
    await let_expire(broker, expired.access)
    return {
        "no scope": (await sign_in(broker, resource, [])).access,
        "read": (await sign_in(broker, resource, ["site:read"])).access,
        "write": (await sign_in(broker, resource)).access,
        "expired": expired.access,
        "revoked": revoked,
        "wrong audience": (await sign_in(broker, ELSEWHERE)).access,
        "refresh token": named.refresh,
        "id token": named.identity,
        "garbage": secrets.token_urlsafe(32),
        "16 KB": "x" * 16384,
    }


async def let_expire(broker: Broker, token: str) -> None:
    """Move the broker's clock past the token's end, see that it drops the token, and put the clock back."""
    assert (await introspect(broker, token))["active"]
    broker.move_clock(2 * ONE_HOUR)
    assert not (await introspect(broker, token))["active"]
    broker.move_clock(0)
    assert not (await introspect(broker, token))["active"]


@pytest.mark.parametrize("wanted", list(CATALOG), ids=lambda wanted: wanted.name)
async def test_a_token_reaches_what_the_declaration_says(walk: Walk, wanted: Operation) -> None:
    """Each kind of token is let in or refused with the right code, through every door."""
    for kind in (*GOOD, *BAD):
        for door in DOORS:
            expected = expect(kind, wanted, door)
            for answer in await walk.call(door, wanted, walk.tokens[kind]):
                assert code_of(answer) in expected, (kind, door, answer.text)
                check_challenge(answer, code_of(answer), door)


def check_challenge(answer: httpx2.Response, code: str | None, door: str) -> None:
    """A refusal of the whole request has the status and the challenge that a client acts on (RFC 6750, 3)."""
    challenge = answer.headers.get("www-authenticate", "")
    if code == "invalid_credential":
        assert answer.status_code == 401
        assert 'error="invalid_token"' in challenge
        assert "resource_metadata=" in challenge
    if code == "insufficient_scope" and answer.status_code != 207:
        assert answer.status_code == 403, door
        assert 'error="insufficient_scope"' in challenge


@pytest.mark.parametrize("kind", GOOD)
async def test_introspect_and_the_tools_show_what_the_token_may_do(walk: Walk, kind: str) -> None:
    """tools/list and introspect agree with the declarations, and no admin operation is ever shown."""
    allowed = {wanted.name for wanted in CATALOG if refusal(kind, wanted) is None} - LACKING
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    listed = await walk.site.http.post(walk.site.endpoint, headers=bearer(walk.tokens[kind]), json=message)
    shown = await walk.site.get("/introspect", walk.tokens[kind])
    if kind == "no scope":
        assert (listed.status_code, shown.status_code) == (403, 403)
        return
    assert {tool["name"] for tool in listed.json()["result"]["tools"]} == allowed
    categories = shown.json()["categories"].values()
    assert {line["name"] for lines in categories for line in lines} == allowed
    assert shown.json()["caller"]["kind"] == "token"
