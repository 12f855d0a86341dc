"""Rate limits: what counts, what is allowed, and what every answer says about it."""

import asyncio
import time
from collections.abc import AsyncIterator
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any

import httpx2
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from limits.aio.storage import MemoryStorage

from sitehand.app import build
from sitehand.errors import Code, Problem
from sitehand.guard.keys import new_key
from sitehand.guard.limits import LOGINS_PER_MINUTE, RateLimits, network_of
from sitehand.hosts.builtin.schema import SITE
from sitehand.store.database import Database
from sitehand.store.limits import LimitTable
from tests.service import MCP, Service, open_service, run_lifespan

BASE = "/sitehand/v1"


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service in which the wrong credentials of an address run out soon."""
    async with open_service(tmp_path, failures_per_minute=3) as opened:
        yield opened


@pytest.fixture
async def limited(service: Service) -> str:
    """A key without a limit of its own."""
    return await make_key(service)


def with_key(key: str) -> dict[str, str]:
    """The header that carries it."""
    return {"X-API-Key": key}


async def make_key(service: Service, **given: Any) -> str:
    """A new editor's key."""
    wanted = {"label": "limited", "role": "editor", **given}
    answer = await service.http.post(f"{BASE}/api-keys", json=wanted, headers=with_key(service.keys["admin"]))
    return str(answer.json()["value"])


async def set_limit(service: Service, **wanted: Any) -> httpx2.Response:
    """PUT /rate-limit by the admin."""
    return await service.http.put(f"{BASE}/rate-limit", json=wanted, headers=with_key(service.keys["admin"]))


async def read_state(service: Service, key: str) -> dict[str, int]:
    """GET /rate-limit, which counts too."""
    state: dict[str, int] = (await service.http.get(f"{BASE}/rate-limit", headers=with_key(key))).json()
    return state


async def key_id(service: Service) -> int:
    """The id of the key that was made last."""
    answer = await service.http.get(f"{BASE}/api-keys", headers=with_key(service.keys["admin"]))
    return int(answer.json()[0]["id"])


async def set_plan(service: Service, plan: str) -> None:
    """Change the plan as the owner does, through another process's parts."""
    from sitehand.app import assemble

    parts = assemble(service.settings)
    await parts.limits.set_plan("pro" if plan == "pro" else "free")
    await parts.close()


async def test_the_plan_gives_the_default(service: Service, limited: str) -> None:
    """60 requests a minute on the free plan, 120 on pro, at once."""
    assert (await read_state(service, limited))["limit"] == 60
    await set_plan(service, "pro")
    assert (await read_state(service, limited))["limit"] == 120
    await set_plan(service, "free")
    assert (await read_state(service, limited))["limit"] == 60


async def test_put_changes_the_default(service: Service, limited: str) -> None:
    """For every key without a limit of its own, at once; choosing a plan makes the plan's limit the default again."""
    own = await make_key(service, requests_per_minute=7)
    answer = await set_limit(service, requests_per_minute=33)
    assert answer.status_code == 200
    assert answer.json().items() >= {"requests_per_minute": 33, "changed": True}.items()
    assert (await read_state(service, limited))["limit"] == 33
    assert (await read_state(service, own))["limit"] == 7
    await set_plan(service, "pro")
    assert (await read_state(service, limited))["limit"] == 120


async def test_put_with_a_key_changes_that_key_alone(service: Service, limited: str) -> None:
    """The others keep the default; an unknown key is not found."""
    identifier = await key_id(service)
    other = await make_key(service)
    answer = await set_limit(service, requests_per_minute=9, key_id=identifier)
    assert answer.json().items() >= {"requests_per_minute": 9, "key_id": identifier}.items()
    assert (await read_state(service, limited))["limit"] == 9
    assert (await read_state(service, other))["limit"] == 60
    assert (await set_limit(service, requests_per_minute=9, key_id=999_999)).status_code == 404


async def test_the_request_past_the_limit_is_refused(service: Service) -> None:
    """429 with Retry-After, the code rate_limited and the three figures of GET /rate-limit, through REST and MCP."""
    key = await make_key(service, requests_per_minute=3)
    for left in (2, 1, 0):
        answer = await service.http.get(f"{BASE}/site-info", headers=with_key(key))
        assert answer.status_code == 200
        assert answer.headers["RateLimit-Remaining"] == str(left)
    message = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    refusals = [
        await service.http.get(f"{BASE}/site-info", headers=with_key(key)),
        await service.http.get(f"{BASE}/nowhere", headers=with_key(key)),
        await service.http.post(MCP, json=message, headers=with_key(key)),
    ]
    for answer in refusals:
        body = answer.json()
        problem = body["error"]["data"] if "error" in body else body
        assert (answer.status_code, problem["code"]) == (429, "rate_limited")
        assert problem["data"]["limit"] == 3
        assert problem["data"]["remaining"] == 0
        assert 0 < problem["data"]["reset"] - time.time() <= 61
        assert 1 <= int(answer.headers["Retry-After"]) <= 60
        assert problem["data"]["retry_after"] == int(answer.headers["Retry-After"])
        assert answer.headers["RateLimit-Limit"] == "3"
        assert answer.headers["RateLimit-Remaining"] == "0"
        assert 0 <= int(answer.headers["RateLimit-Reset"]) <= 60


async def test_every_answer_after_identification_says_what_is_left(service: Service, limited: str) -> None:
    """Success or failure, known path or not: the headers are there, and count down by one."""
    headers = with_key(limited)
    calls: list[dict[str, Any]] = [
        {"method": "GET", "url": f"{BASE}/site-info"},
        {"method": "HEAD", "url": f"{BASE}/site-info"},
        {"method": "GET", "url": f"{BASE}/nowhere"},
        {"method": "DELETE", "url": f"{BASE}/site-info"},
        {"method": "OPTIONS", "url": f"{BASE}/site-info"},
        {"method": "GET", "url": f"{BASE}/pages?per_page=x"},
        {"method": "GET", "url": f"{BASE}/pages?search=%ff"},
        {"method": "GET", "url": f"{BASE}/api-keys"},
        {"method": "GET", "url": f"{BASE}/pages/999999"},
        {"method": "POST", "url": f"{BASE}/pages", "content": b"{", "headers": {"Content-Type": "application/json"}},
        {"method": "POST", "url": f"{BASE}/pages", "content": b"x", "headers": {"Content-Type": "text/plain"}},
        {"method": "POST", "url": f"{BASE}/pages", "json": []},
        {"method": "POST", "url": f"{BASE}/batch", "json": {"requests": []}},
        {"method": "POST", "url": f"{MCP}?x=%ff", "json": {"jsonrpc": "2.0", "id": 1, "method": "ping"}},
        {"method": "POST", "url": MCP, "content": b"{", "headers": {"Content-Type": "application/json"}},
        {"method": "POST", "url": MCP, "json": {"jsonrpc": "1.0"}},
        {"method": "POST", "url": MCP, "json": {"jsonrpc": "2.0", "method": "notifications/initialized"}},
        {"method": "POST", "url": MCP, "json": {"jsonrpc": "2.0", "id": 1, "method": "nonsense"}},
        {"method": "POST", "url": MCP, "json": {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}},
    ]
    for place, call in enumerate(calls, start=1):
        answer = await service.http.request(**{**call, "headers": {**call.get("headers", {}), **headers}})
        assert answer.headers.get("RateLimit-Remaining") == str(60 - place), call
        assert answer.headers["RateLimit-Limit"] == "60", call
        assert 0 <= int(answer.headers["RateLimit-Reset"]) <= 60, call


async def test_a_batch_counts_as_one(service: Service, limited: str) -> None:
    """Whether of 25 parts or of failing ones, and as a tool too."""
    parts = {"requests": [{"method": "GET", "path": "/site-info"}, {"method": "GET", "path": "/nowhere"}] * 12}
    parts["requests"].append({"method": "GET", "path": "/rate-limit"})
    answer = await service.http.post(f"{BASE}/batch", json=parts, headers=with_key(limited))
    assert answer.status_code == 207
    assert len(answer.json()["responses"]) == 25
    assert answer.headers["RateLimit-Remaining"] == "59"
    assert answer.json()["responses"][24]["body"]["remaining"] == 59
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "batch", "arguments": parts}}
    answer = await service.http.post(MCP, json=message, headers=with_key(limited))
    assert len(answer.json()["result"]["structuredContent"]["responses"]) == 25
    assert (await read_state(service, limited))["remaining"] == 57


async def test_exactly_the_limit_passes_at_once(service: Service) -> None:
    """Of 100 simultaneous calls, in two applications over one folder, exactly the limit passes."""
    key = await make_key(service, requests_per_minute=40)
    second = build(service.settings)
    transport = httpx2.ASGITransport(app=second)
    async with run_lifespan(second), httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as http:
        clients = [http, service.http] * 50
        calls = [client.get(f"{BASE}/site-info", headers=with_key(key)) for client in clients]
        statuses = [answer.status_code for answer in await asyncio.gather(*calls)]
    assert (statuses.count(200), statuses.count(429)) == (40, 60)


async def test_reset_forgets_the_counts(service: Service, limited: str) -> None:
    """Of one key, or of all."""
    identifier = await key_id(service)
    other = await make_key(service)
    admin = with_key(service.keys["admin"])
    for key in (limited, limited, other):
        await read_state(service, key)
    answer = await service.http.post(f"{BASE}/rate-limit/reset", json={"key_id": identifier}, headers=admin)
    assert answer.json() == {"reset": str(identifier), "changed": True}
    assert (await read_state(service, limited))["remaining"] == 59
    assert (await read_state(service, other))["remaining"] == 58
    answer = await service.http.post(f"{BASE}/rate-limit/reset", headers=admin)
    assert answer.json() == {"reset": "all", "changed": True}
    assert (await read_state(service, other))["remaining"] == 59


async def test_wrong_credentials_run_out_by_address(service: Service) -> None:
    """After the limit 401 becomes 429, while a valid key from the same address still passes."""
    wrong = [await service.http.get(f"{BASE}/site-info", headers=with_key(key)) for key in (new_key(), "x", new_key())]
    assert [answer.json()["code"] for answer in wrong] == ["invalid_credential"] * 3
    message = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    rest = await service.http.get(f"{BASE}/site-info", headers=with_key(new_key()))
    mcp = await service.http.post(MCP, json=message, headers=with_key(new_key()))
    assert rest.json()["code"] == mcp.json()["error"]["data"]["code"] == "too_many_failures"
    for answer in (rest, mcp):
        assert answer.status_code == 429
        assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert (await service.http.get(f"{BASE}/site-info", headers=with_key(service.keys["admin"]))).status_code == 200
    assert (await service.http.get(f"{BASE}/openapi.json", headers=with_key(new_key()))).status_code == 200


async def send_wrong_keys(service: Service, client: str, forwarded: list[str]) -> list[int]:
    """The statuses of calls with wrong keys, from that address, with those forwarded addresses."""
    transport = httpx2.ASGITransport(app=service.app, client=(client, 1))
    async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as http:
        return [
            (
                await http.get(f"{BASE}/site-info", headers={"X-API-Key": new_key(), "X-Forwarded-For": address})
            ).status_code
            for address in forwarded
        ]


async def test_a_forwarded_address_is_not_believed(service: Service) -> None:
    """Without trusted proxies, whoever invents a new X-Forwarded-For for each call is still one address."""
    addresses = [f"10.0.0.{place}" for place in range(5)]
    assert await send_wrong_keys(service, "203.0.113.9", addresses) == [401, 401, 401, 429, 429]


async def test_a_trusted_proxy_tells_addresses_apart(tmp_path: Path) -> None:
    """What the named proxy forwards is believed; the same header from anybody else is not."""
    async with open_service(tmp_path, failures_per_minute=2, trusted_proxies=["192.0.2.1"]) as service:
        assert await send_wrong_keys(service, "192.0.2.1", ["10.0.0.1", "10.0.0.2"] * 3) == [401] * 4 + [429] * 2
        assert await send_wrong_keys(service, "192.0.2.2", [f"10.9.0.{n}" for n in range(3)]) == [401, 401, 429]


async def test_counters_in_memory_work_alike(tmp_path: Path) -> None:
    """With a storage of the library `limits` instead of the file."""
    async with open_service(tmp_path, counters_url="async+memory://") as service:
        key = await make_key(service, requests_per_minute=2)
        answers = [await service.http.get(f"{BASE}/site-info", headers=with_key(key)) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert 0 < answers[2].json()["data"]["reset"] - time.time() <= 61
        assert not (service.settings.data / "counters.db").exists()


async def test_a_client_of_ipv6_cannot_change_its_address(service: Service) -> None:
    """All of a /64 are one client, for wrong keys as for logins; the next /64 is another."""
    own = [f"2001:db8:1:2::{place}" for place in range(5)]
    statuses = [(await send_wrong_keys(service, address, ["-"]))[0] for address in own]
    assert statuses == [401, 401, 401, 429, 429]
    assert await send_wrong_keys(service, "2001:db8:1:3::1", ["-"]) == [401]
    limits = RateLimits(MemoryStorage(), MemoryStorage(), LimitTable(Database(service.settings.data, SITE)), 3)
    for place in range(LOGINS_PER_MINUTE):
        await limits.begin_attempt(f"2001:db8::{place:x}", None)
    with pytest.raises(Problem) as refused:
        await limits.begin_attempt("2001:db8::ffff:ffff:ffff:ffff", None)
    assert refused.value.code is Code.TOO_MANY_FAILURES
    await limits.begin_attempt("2001:db8:0:1::", None)


async def test_clients_of_ipv4_are_told_apart_on_a_socket_of_both_kinds(service: Service) -> None:
    """`::ffff:192.0.2.1` is 192.0.2.1, and not one of a /64 that all of IPv4 shares."""
    mapped = [f"::ffff:192.0.2.{place}" for place in range(5)]
    assert [(await send_wrong_keys(service, address, ["-"]))[0] for address in mapped] == [401] * 5
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"


@given(st.integers(0, 2**128 - 1).map(IPv6Address), st.integers(0, 2**64 - 1))
def test_the_lower_half_of_an_ipv6_address_does_not_matter(address: IPv6Address, other: int) -> None:
    """And the upper half does, to its last bit."""
    sibling = IPv6Address((int(address) >> 64 << 64) | other)
    assume(address.ipv4_mapped is None and sibling.ipv4_mapped is None)
    stranger = IPv6Address(int(address) ^ (1 << 64))
    assert network_of(str(address)) == network_of(str(sibling)) == network_of(address.exploded)
    assert network_of(str(address)) != network_of(str(stranger))


@given(st.text(max_size=40))
def test_any_text_may_stand_for_an_address(text: str) -> None:
    """A socket file, a name that a proxy made up, nothing: it is itself, and nothing fails."""
    assert isinstance(network_of(text), str)
    assert network_of("unknown") == "unknown"
    assert network_of("fe80::1%eth0") == network_of("fe80::2%eth1")
