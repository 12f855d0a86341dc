"""Hostile input through REST and MCP: a clear refusal in the error shape, and nothing written."""

import json
from collections.abc import AsyncIterator
from functools import cache
from random import Random
from typing import Any

import httpx2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitehand.errors import Code
from tests.processes import dump_database
from tests.service import MCP, Service, open_service

BASE = "/sitehand/v1"
DEEP = 10_000
TEN_MEGABYTES = 10 * 1024 * 1024

BODIES: dict[str, tuple[bytes, int, str]] = {
    "malformed": (b'{"title": ', 400, "invalid_json"),
    "two values": (b'{"title": "a"} {}', 400, "invalid_json"),
    "single quotes": (b"{'title': 'a'}", 400, "invalid_json"),
    "bad UTF-8": (b'{"title": "\xff\xfe"}', 400, "invalid_json"),
    "overlong UTF-8": (b'{"title": "\xc0\xaf"}', 400, "invalid_json"),
    "UTF-16": ('{"title": "a"}'.encode("utf-16"), 400, "invalid_json"),
    "NaN": (b'{"title": "a", "menu_order": NaN}', 400, "invalid_json"),
    "infinity": (b'{"title": "a", "menu_order": -Infinity}', 400, "invalid_json"),
    "lone surrogate": (b'{"title": "\\ud800"}', 400, ""),
    "lone surrogate in a name": (b'{"title": "a", "\\udfff": 1}', 400, ""),
    "NUL": (b'{"title": "a\\u0000b"}', 400, "invalid_arguments"),
    "NUL in a name": (b'{"title": "a", "sl\\u0000ug": "b"}', 400, "invalid_arguments"),
    "deep arrays": (b'{"title": ' + b"[" * DEEP + b"]" * DEEP + b"}", 400, ""),
    "deep objects": (b'{"title": ' + b'{"a":' * DEEP + b"1" + b"}" * DEEP + b"}", 400, ""),
    "deep and never closed": (b"[" * DEEP, 400, "invalid_json"),
    "array": (b"[]", 400, "invalid_arguments"),
    "text": (b'"title"', 400, "invalid_arguments"),
    "null": (b"null", 400, "invalid_arguments"),
    "empty": (b"", 400, "invalid_arguments"),
    "white space": (b"  \n", 400, "invalid_json"),
    "wrong type": (b'{"title": 7}', 400, "invalid_arguments"),
    "number as other text": (b'{"title": "a", "parent": "0.0"}', 400, "invalid_arguments"),
    "id as text beyond 64 bits": (b'{"title": "a", "parent": "9223372036854775808"}', 400, "invalid_arguments"),
    "null for a value": (b'{"title": null}', 400, "invalid_arguments"),
    "unknown status": (b'{"title": "a", "status": "published"}', 400, "invalid_arguments"),
    "id beyond 64 bits": (b'{"title": "a", "parent": 9223372036854775808}', 400, "invalid_arguments"),
    "huge integer": (b'{"title": "a", "menu_order": ' + b"9" * 5000 + b"}", 400, ""),
    "huge exponent": (b'{"title": "a", "menu_order": 1e999}', 400, ""),
    "negative id": (b'{"title": "a", "author": -1}', 400, "invalid_arguments"),
    "fraction": (b'{"title": "a", "menu_order": 1.5}', 400, "invalid_arguments"),
    "duplicate key, the last one wrong": (b'{"title": "a", "title": 7}', 400, "invalid_arguments"),
    "impossible date": (b'{"title": "a", "date": "2026-02-30T00:00:00Z"}', 400, "invalid_arguments"),
    "a parent that is not there": (b'{"title": "a", "parent": 999}', 400, "invalid_arguments"),
}
"""By what is wrong: a body for POST /pages, the status, and the code (empty: either fault of a body)."""

GATED = ("_fields", "dry_run", "expected_revision", "idempotency_key")
"""Arguments that the door and the gate read, the same at each operation."""

PATHS: dict[str, tuple[str, int]] = {
    "id beyond 64 bits": ("/pages/9223372036854775808", 400),
    "id of a thousand digits": (f"/pages/{'9' * 1000}", 400),
    "largest id": ("/pages/9223372036854775807", 404),
    "zero": ("/pages/0", 400),
    "negative": ("/pages/-1", 400),
    "word": ("/pages/first", 400),
    "other digits": ("/pages/%D9%A1", 400),
    "NUL": ("/pages/%00", 400),
    "bad UTF-8": ("/pages/%FF", 400),
    "dots": ("/pages/..%2f..%2f..%2fetc/passwd", 404),
    "encoded dots": ("/pages/%2e%2e/%2e%2e/", 404),
    "encoded slash": ("/pages/1%2F2", 404),
    "very long": (f"/{'a' * 6000}", 404),
    "very deep": ("/a" * 3000, 404),
    "bad UTF-8 in the query": ("/pages?search=%FF%FE", 400),
    "NUL in the query": ("/pages?search=a%00b", 400),
    "surrogate in the query": ("/pages?search=%ED%A0%80", 400),
    "unknown name in the query": ("/pages?serch=a", 400),
    "page beyond 64 bits": ("/pages?page=99999999999999999999", 400),
    "too many values": ("/pages?" + "&".join(["include=1"] * 300), 400),
    "long list": ("/pages?include=" + ",".join(["1"] * 200), 400),
    "nothing": ("/nothing", 404),
}

MESSAGES: dict[str, tuple[bytes, int]] = {
    "malformed": (b'{"jsonrpc": "2.0"', -32700),
    "bad UTF-8": (b'{"jsonrpc": "2.0", "id": 1, "method": "\xff"}', -32700),
    "deep": (b"[" * DEEP + b"]" * DEEP, -32700),
    "batch": (b"[]", -32600),
    "null": (b"null", -32600),
    "text": (b'"ping"', -32600),
    "no version": (b'{"id": 1, "method": "ping"}', -32600),
    "wrong version": (b'{"jsonrpc": "1.0", "id": 1, "method": "ping"}', -32600),
    "no method": (b'{"jsonrpc": "2.0", "id": 1}', -32600),
    "method that is a number": (b'{"jsonrpc": "2.0", "id": 1, "method": 7}', -32600),
    "params that are an array": (b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}', -32600),
    "id that is an object": (b'{"jsonrpc": "2.0", "id": {}, "method": "ping"}', -32600),
    "unknown method": (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/burn"}', -32601),
    "unknown tool": (
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "burn", "arguments": {}}}',
        -32602,
    ),
    "tool without a name": (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {}}', -32602),
    "arguments that are an array": (
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "list_pages", "arguments": []}}',
        -32602,
    ),
}


@pytest.fixture(scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Service]:
    """A service with one page and an admin's key, for all tests: what they send is refused and writes nothing."""
    async with open_service(tmp_path_factory.mktemp("hostile")) as running:
        created = await running.http.post(f"{BASE}/pages", json={"title": "One"}, headers=key_of(running))
        assert created.status_code == 201
        # The first visit of the admin screens makes the secret that sessions are signed with.
        assert (await running.http.get("/sitehand/admin/login")).status_code == 200
        yield running


def key_of(service: Service) -> dict[str, str]:
    """The headers of a JSON call by the admin."""
    return {"X-API-Key": service.keys["admin"], "Content-Type": "application/json"}


def check_refusal(answer: httpx2.Response, status: int, code: str = "") -> Any:
    """The answer is the error object of the blueprint under that status; gives the object."""
    assert answer.status_code == status, answer.text[:500]
    assert answer.headers["content-type"] == "application/json"
    problem = answer.json()
    assert problem.keys() == {"code", "message", "data"}
    assert problem["data"].keys() >= {"status", "hint", "details"}
    assert problem["data"]["status"] == status
    assert problem["message"]
    assert problem["data"]["hint"]
    assert len(answer.content) < 20_000
    Code(problem["code"])
    if code:
        assert problem["code"] == code, problem
    return problem


@pytest.mark.parametrize("fault", BODIES)
async def test_a_hostile_body_is_refused_and_writes_nothing(service: Service, fault: str) -> None:
    """REST refuses each with a 4xx in the error shape, and the database stays as it was."""
    content, status, code = BODIES[fault]
    before = dump_database(service.settings.data)
    answer = await service.http.post(f"{BASE}/pages", content=content, headers=key_of(service))
    problem = check_refusal(answer, status, code)
    assert problem["code"] in ("invalid_json", "invalid_arguments")
    assert dump_database(service.settings.data) == before


@pytest.mark.parametrize("fault", PATHS)
async def test_a_hostile_address_is_refused(service: Service, fault: str) -> None:
    """Ids, paths and queries that lead nowhere get a 4xx in the error shape."""
    path, status = PATHS[fault]
    before = dump_database(service.settings.data)
    check_refusal(await service.http.get(BASE + path, headers=key_of(service)), status)
    assert dump_database(service.settings.data) == before


@pytest.mark.parametrize("fault", MESSAGES)
async def test_a_hostile_message_is_a_json_rpc_error(service: Service, fault: str) -> None:
    """Faults of the protocol get its own codes, and the database stays as it was."""
    content, code = MESSAGES[fault]
    before = dump_database(service.settings.data)
    answer = await service.http.post(MCP, content=content, headers=key_of(service))
    assert answer.status_code < 500
    message = answer.json()
    assert message["jsonrpc"] == "2.0"
    assert message["error"]["code"] == code, message
    assert message["error"]["message"]
    assert dump_database(service.settings.data) == before


@pytest.mark.parametrize(
    "arguments",
    [
        '{"title": 7}',
        '{"titel": "a"}',
        '{"title": "a", "parent": 9223372036854775808}',
        '{"title": "a\\u0000"}',
        '{"title": ' + "[" * 100 + "]" * 100 + "}",
        '{"title": "a", "parent": 999}',
        "{}",
        '{"title": "a", "status": ["draft"]}',
    ],
)
async def test_hostile_arguments_of_a_tool_are_its_error(service: Service, arguments: str) -> None:
    """A tool's faults come back as its result with isError and the error object, and write nothing."""
    before = dump_database(service.settings.data)
    call = (
        '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "create_page", "arguments": ARGUMENTS}}'
    )
    content = call.replace("ARGUMENTS", arguments)
    answer = await service.http.post(MCP, content=content, headers=key_of(service))
    assert answer.status_code == 200
    result = answer.json()["result"]
    assert result["isError"] is True
    assert json.loads(result["content"][0]["text"])["code"] == "invalid_arguments"
    assert dump_database(service.settings.data) == before


async def test_an_unknown_argument_is_told_the_nearest_name(service: Service) -> None:
    """Through REST's body and query, and through a tool."""
    headers = key_of(service)
    body = check_refusal(await service.http.post(f"{BASE}/pages", json={"titel": "a"}, headers=headers), 400)
    query = check_refusal(await service.http.get(f"{BASE}/pages?serch=a", headers=headers), 400)
    tool = await service.tool("create_page", {"titel": "a"})
    for details, path, nearest in (
        (body["data"]["details"], "body.titel", "title"),
        (query["data"]["details"], "query.serch", "search"),
        (json.loads(tool["content"][0]["text"])["data"]["details"], "titel", "title"),
    ):
        fault = next(detail for detail in details if detail["path"] == path)
        assert nearest in fault["expected"]


@pytest.mark.parametrize("path", [f"{BASE}/pages", MCP, "/sitehand/admin/login", "/"])
@pytest.mark.parametrize("declared", [True, False])
async def test_a_body_of_ten_megabytes_is_refused(service: Service, path: str, declared: bool) -> None:
    """413 whether the length is declared or comes in chunks; the rest is not read."""
    pieces = 0

    async def chunks() -> AsyncIterator[bytes]:
        nonlocal pieces
        for _ in range(TEN_MEGABYTES // 65536):
            pieces += 1
            yield b"a" * 65536

    before = dump_database(service.settings.data)
    headers = key_of(service)
    if path.endswith("login"):
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    if declared:
        headers["Content-Length"] = str(TEN_MEGABYTES)
    answer = await service.http.post(path, content=chunks(), headers=headers)
    if path == MCP and answer.json().get("jsonrpc"):
        assert answer.status_code == 413
        assert answer.json()["error"]["data"]["code"] == "body_too_large"
    elif path.endswith("login"):
        assert answer.status_code == 413
        assert "text/html" in answer.headers["content-type"]
        assert pieces < TEN_MEGABYTES // 65536 / 2 or declared
    elif path == "/":
        assert answer.status_code == 405  # a page that reads no body
    else:
        check_refusal(answer, 413, "body_too_large")
    assert dump_database(service.settings.data) == before


async def test_a_form_of_many_small_fields_is_refused_too(service: Service) -> None:
    """Ten megabytes in chunks, no field too large by itself: a page with 413, and nothing is written."""

    async def chunks() -> AsyncIterator[bytes]:
        for place in range(TEN_MEGABYTES // 65536):
            yield b"field%d=" % place + b"a" * 65536 + b"&"

    before = dump_database(service.settings.data)
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = await service.http.post("/sitehand/admin/login", content=chunks(), headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (413, "text/html; charset=utf-8")
    assert dump_database(service.settings.data) == before


async def test_a_body_of_too_many_values_is_refused(service: Service) -> None:
    """413 through both doors and in a batch, before it is parsed: nobody sees that its end is missing."""
    before = dump_database(service.settings.data)
    crowd = b'{"title": ' + b"[]," * 100_000
    part = b'{"requests": [{"method": "POST", "path": "/pages", "body": ' + crowd
    for path, content in ((f"{BASE}/pages", crowd), (f"{BASE}/batch", part)):
        answer = await service.http.post(path, content=content, headers=key_of(service))
        assert "20,000 values" in check_refusal(answer, 413, "body_too_large")["message"]
    call = (
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "create_page", "arguments": ' + crowd
    )
    answer = await service.http.post(MCP, content=call, headers=key_of(service))
    assert answer.status_code == 413
    assert answer.json()["error"]["data"]["code"] == "body_too_large"
    assert dump_database(service.settings.data) == before


@pytest.mark.parametrize("media_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
async def test_another_content_type_is_refused(service: Service, media_type: str) -> None:
    """415 through both doors, so that no form of a foreign page can reach an operation."""
    headers = {**key_of(service), "Content-Type": media_type}
    answer = await service.http.post(f"{BASE}/pages", content=b'{"title": "a"}', headers=headers)
    check_refusal(answer, 415, "unsupported_media_type")
    message = await service.http.post(MCP, content=b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}', headers=headers)
    assert message.status_code == 415
    assert message.json()["error"]["data"]["code"] == "unsupported_media_type"


@pytest.mark.parametrize("method", ["BREW", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "pages", "PATCH"])
async def test_an_unknown_method_is_refused_by_name(service: Service, method: str) -> None:
    """405 with Allow, through REST and MCP."""
    for path in (f"{BASE}/pages", MCP):
        answer = await service.http.request(method, path, headers=key_of(service))
        assert answer.status_code == 405
        assert "POST" in answer.headers["allow"]
    assert check_refusal(
        await service.http.request(method, f"{BASE}/pages", headers=key_of(service)), 405, "method_not_allowed"
    )


async def test_head_answers_as_get_without_a_body(service: Service) -> None:
    """The same status and headers, for what is there and for what is not."""
    for path in (f"{BASE}/pages", f"{BASE}/pages/99", "/", "/robots.txt"):
        got = await service.http.get(path, headers=key_of(service))
        head = await service.http.head(path, headers=key_of(service))
        assert head.status_code == got.status_code
        assert head.headers["content-type"] == got.headers["content-type"]
        assert head.content == b""


async def test_the_last_of_duplicate_keys_counts(service: Service) -> None:
    """JSON leaves it open; here it is the same as in every common parser, and one page is written."""
    content = b'{"title": "first", "title": "second"}'
    answer = await service.http.post(f"{BASE}/pages", content=content, headers=key_of(service))
    assert answer.status_code == 201
    assert answer.json()["title"]["rendered"] == "second"


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["\ud800", "\x00", 2**63, -(2**63) - 1, 10**400, "draft", "any", "GET", "/pages", "/batch"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


async def test_no_arguments_of_any_tool_break_the_service(service: Service) -> None:
    """Whatever the known arguments hold, no tool answers with a fault of the server."""
    tools = {tool["name"]: tool for tool in (await service.rpc("tools/list"))["result"]["tools"]}
    assert len(tools) > 100
    for name, tool in tools.items():
        for arguments in draw(list(tool["inputSchema"]["properties"]), name):
            params = {"name": name, "arguments": arguments}
            message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            answer = await send(service, "POST", MCP, message)
            assert answer.status_code < 500, (name, arguments, answer.text)
            result = answer.json().get("result", {})
            code = json.loads(result["content"][0]["text"])["code"] if result.get("isError") else None
            assert code not in ("internal_error", "host_unavailable"), (name, arguments, answer.text)


async def test_no_arguments_of_any_route_break_the_service(service: Service) -> None:
    """Nor does a route, whether they stand in its body or in its query."""
    document = (await service.http.get(f"{BASE}/openapi.json")).json()
    assert len(document["paths"]) > 80
    for path, item in document["paths"].items():
        for method, described in item.items():
            await fuzz_route(service, method.upper(), path, described)


async def fuzz_route(service: Service, method: str, path: str, described: dict[str, Any]) -> None:
    """Call a route with each drawn set of arguments, in the body or in the query."""
    content = described.get("requestBody", {}).get("content", {}).get("application/json", {})
    names = list(content.get("schema", {}).get("properties", {}))
    queries = [parameter["name"] for parameter in described["parameters"] if parameter["in"] == "query"]
    place = BASE + path.replace("{id}", "1")
    for arguments in draw(names or queries, f"{method} {path}"):
        if names:
            answer = await send(service, method, place, arguments)
        else:
            texts = {name: str(value).encode("utf-8", "replace").decode() for name, value in arguments.items()}
            answer = await service.http.request(method, place, params=texts, headers=key_of(service))
        assert answer.status_code < 500, (method, path, arguments, answer.text)


async def send(service: Service, method: str, path: str, value: Any) -> httpx2.Response:
    """Send a JSON value, written as Python writes it: with NaN and lone surrogates."""
    return await service.http.request(method, path, content=json.dumps(value).encode(), headers=key_of(service))


@cache
def draw_values(count: int = 500) -> list[Any]:
    """Values of every kind; the same at each run. To draw one costs Hypothesis more than a call costs the service."""
    drawn: list[Any] = []

    @settings(max_examples=count, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(JSON)
    def collect(value: Any) -> None:
        drawn.append(value)

    collect()
    return drawn


def draw(names: list[str], operation: str, count: int = 30) -> list[dict[str, Any]]:
    """Sets of values for arguments of these names and one that is unknown; the same at each run.

    What the gate reads gets one value at each operation. The others get as many as if all were drawn alike.
    """
    known = [name for name in [*names, "unknown"] if name not in GATED]
    values, chosen = draw_values(), Random(operation)  # a tool tries others than its route
    gated = [{name: chosen.choice(values)} for name in names if name in GATED]
    share = count * len(known) // (len(known) + len(gated))
    own = [{chosen.choice(known): chosen.choice(values) for _ in range(chosen.randrange(5))} for _ in range(share)]
    return gated + own
