"""The HTTP side of MCP: who may come in, what counts, and which form the answer has."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sitehand.doors.mcp.message import named_client
from tests.service import MCP, Service, open_service

MODERN = {"MCP-Protocol-Version": "2026-07-28"}
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
BOTH = "application/json, text/event-stream"


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with an admin's and an author's key."""
    async with open_service(tmp_path, roles=["admin", "author"]) as opened:
        yield opened


def batch_call(parts: int, meta: dict[str, Any] | None = None) -> dict[str, Any]:
    """A call of the one tool that reports progress."""
    arguments = {"requests": [{"method": "GET", "path": "/site-info"}] * parts}
    return {
        "jsonrpc": "2.0",
        "id": 7,
        "method": "tools/call",
        "params": {"name": "batch", "arguments": arguments, **({"_meta": meta} if meta else {})},
    }


def read_events(text: str) -> list[Any]:
    """The messages of an event stream."""
    return [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ") and line[6:].strip()]


@pytest.mark.parametrize("written", ["Application/JSON", "application/json ;charset=UTF-8", "application/rpc+json"])
async def test_the_type_of_json_may_be_written_in_any_way(service: Service, written: str) -> None:
    """As through REST: letters in either case, parameters, and types that are made of JSON."""
    headers = {"X-API-Key": service.keys["admin"], "Content-Type": written}
    for message in (PING, {**PING, "method": "tools/list"}):
        answer = await service.http.post(MCP, content=json.dumps(message), headers=headers)
        assert (answer.status_code, "result" in answer.json()) == (200, True)


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT", "OPTIONS"])
async def test_only_post_is_taken(service: Service, method: str) -> None:
    """There is no session to open a stream of or to end: 405, naming POST."""
    answer = await service.http.request(method, MCP, headers={"X-API-Key": service.keys["admin"]})
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"Host": "evil.example"}, 421, "host_forbidden"),
        ({"Host": "127.0.0.1.evil.example:8000"}, 421, "host_forbidden"),
        ({"Host": "[::1"}, 421, "host_forbidden"),
        ({"Origin": "http://evil.example"}, 403, "origin_forbidden"),
        ({"Origin": "null"}, 403, "origin_forbidden"),
        ({"Origin": "http://localhost.evil.example"}, 403, "origin_forbidden"),
        ({"Host": "user@localhost"}, 421, "host_forbidden"),
        ({"Host": "evil.example\\@localhost"}, 421, "host_forbidden"),
        ({"Host": ""}, 421, "host_forbidden"),
        ({"Host": "localhost."}, 421, "host_forbidden"),
        ({"Host": "127.1"}, 421, "host_forbidden"),
        ({"Origin": "http://user@localhost"}, 403, "origin_forbidden"),
        ({"Origin": "http://evil.example\\@localhost"}, 403, "origin_forbidden"),
        ({"Origin": "http://localhost/path"}, 403, "origin_forbidden"),
        ({"Origin": "http://localhost."}, 403, "origin_forbidden"),
        ({"Origin": "file://localhost"}, 403, "origin_forbidden"),
        ({"Origin": ""}, 403, "origin_forbidden"),
    ],
)
async def test_foreign_hosts_and_origins_are_refused(
    service: Service, headers: dict[str, str], status: int, code: str
) -> None:
    """A page of another site cannot reach the endpoint, whatever name it gives to this machine."""
    answer = await service.http.post(MCP, json=PING, headers={"X-API-Key": service.keys["admin"], **headers})
    assert (answer.status_code, answer.json()["error"]["data"]["code"]) == (status, code)


@pytest.mark.parametrize("name", ["host", "origin"])
async def test_two_of_a_kind_are_refused(service: Service, name: str) -> None:
    """Also twice the same: which of them counts, each server on the way decides for itself."""
    good = {"host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000"}
    for names, status in ((["host", "origin"], 200), (["host", "origin", name], 421 if name == "host" else 403)):
        headers = [("x-api-key", service.keys["admin"]), *((each, good[each]) for each in names)]
        assert (await service.http.post(MCP, json=PING, headers=headers)).status_code == status


async def test_known_hosts_and_origins_pass(tmp_path: Path) -> None:
    """The site's own address, this machine, and what the settings name."""
    async with open_service(
        tmp_path, allowed_hosts=["cms.example"], allowed_origins=["https://tool.example"]
    ) as service:
        for headers in (
            {"Host": "cms.example:8443", "Origin": "https://tool.example"},
            {"Host": "localhost:3000", "Origin": "http://localhost:6274"},
            {"Host": "[::1]:8000"},
            {"Origin": "http://127.0.0.1:8000"},
        ):
            answer = await service.http.post(MCP, json=PING, headers={"X-API-Key": service.keys["admin"], **headers})
            assert answer.status_code == 200, headers


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({}, 401, "missing_credential"),
        ({"X-API-Key": "sitehand_" + "0" * 48}, 401, "invalid_credential"),
        ({"X-API-Key": "one", "Authorization": "Bearer two"}, 400, "conflicting_credentials"),
    ],
)
async def test_credentials_are_needed(service: Service, headers: dict[str, str], status: int, code: str) -> None:
    """Without a valid key nothing is answered but the error object, inside a JSON-RPC error."""
    answer = await service.http.post(MCP, json=PING, headers=headers)
    assert answer.status_code == status
    assert answer.json()["error"]["data"]["code"] == code
    assert answer.json()["error"]["data"]["data"]["status"] == status
    assert ("www-authenticate" in answer.headers) == (status == 401)


async def test_each_request_counts_once_whatever_its_method(service: Service) -> None:
    """initialize, ping, a notification, a tool call, an unknown method and broken JSON take one each; then 429."""
    made = await service.tool("create_api_key", {"label": "few", "role": "author", "requests_per_minute": 6})
    headers = {"X-API-Key": made["structuredContent"]["value"], "Content-Type": "application/json"}
    identity = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    bodies = [
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": identity}),
        json.dumps(PING),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json.dumps(batch_call(3)),
        json.dumps({**PING, "method": "no/such"}),
        "{broken",
    ]
    left = []
    for body in bodies:
        answer = await service.http.post(MCP, content=body, headers=headers)
        assert answer.headers["ratelimit-limit"] == "6"
        left.append(answer.headers["ratelimit-remaining"])
    assert left == ["5", "4", "3", "2", "1", "0"]
    answer = await service.http.post(MCP, json=PING, headers=headers)
    assert (answer.status_code, answer.json()["error"]["data"]["code"]) == (429, "rate_limited")
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    assert answer.headers["ratelimit-remaining"] == "0"
    assert answer.json()["error"]["data"]["data"]["limit"] == 6


@pytest.mark.parametrize("accept", ["application/json", "*/*", "text/event-stream", BOTH, ""])
async def test_what_says_nothing_on_the_way_is_plain_json(service: Service, accept: str) -> None:
    """Without a wish for progress the answer is one JSON object, for every client, and is never stored."""
    headers = {"X-API-Key": service.keys["admin"], "Accept": accept}
    answer = await service.http.post(MCP, json=batch_call(2), headers=headers)
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert "mcp-session-id" not in answer.headers
    assert len(answer.json()["result"]["structuredContent"]["responses"]) == 2


@pytest.mark.parametrize("era", ["2025-11-25", "2026-07-28"])
async def test_progress_comes_as_an_event_stream(service: Service, era: str) -> None:
    """A call with a progress token gets its notifications and its result on the response of its own POST."""
    headers = {"X-API-Key": service.keys["admin"], "Accept": BOTH, "MCP-Protocol-Version": era}
    meta: dict[str, Any] = {"progressToken": "t1"}
    if era == "2026-07-28":
        meta |= META
        headers |= {"Mcp-Method": "tools/call", "Mcp-Name": "batch"}
    answer = await service.http.post(MCP, json=batch_call(3, meta), headers=headers)
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-store"
    *notes, result = read_events(answer.text)
    assert [note["params"]["progress"] for note in notes] == [1, 2, 3]
    assert {note["params"]["progressToken"] for note in notes} == {"t1"}
    assert len(result["result"]["structuredContent"]["responses"]) == 3


@pytest.mark.parametrize("together", [{"mode": "atomic"}, {"dry_run": True}], ids=["atomic", "preview"])
async def test_no_transaction_waits_for_a_client(service: Service, together: dict[str, Any]) -> None:
    """While a batch is one transaction, nothing is sent: a client that does not read would hold all writers up."""
    message = batch_call(3, {"progressToken": "t1"})
    message["params"]["arguments"] |= together
    headers = {"X-API-Key": service.keys["admin"], "Accept": BOTH}
    (result,) = read_events((await service.http.post(MCP, json=message, headers=headers)).text)
    assert len(result["result"]["structuredContent"]["responses"]) == 3


async def test_a_wish_for_progress_that_cannot_be_streamed_is_answered_plainly(service: Service) -> None:
    """A client that takes JSON alone, or a tool that reports nothing: no stream, and the result all the same."""
    message = batch_call(2, {"progressToken": 1})
    headers = {"X-API-Key": service.keys["admin"], "Accept": "application/json"}
    answer = await service.http.post(MCP, json=message, headers=headers)
    assert answer.headers["content-type"] == "application/json"
    params = {"name": "site_info", "arguments": {}, "_meta": {"progressToken": 1}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    answer = await service.http.post(MCP, json=message, headers={**headers, "Accept": BOTH})
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["result"]["isError"] is False


async def test_both_eras_share_the_endpoint(service: Service) -> None:
    """initialize answers the older versions, server/discover the newer one, and neither leaves a session."""
    identity = {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    older = await service.rpc("initialize", identity)
    assert older["result"]["protocolVersion"] == "2024-11-05"
    newer = await service.rpc("server/discover", {"_meta": META}, **MODERN, **{"Mcp-Method": "server/discover"})
    assert newer["result"]["supportedVersions"] == ["2026-07-28"]
    assert newer["result"]["cacheScope"] == "private"
    assert (await service.rpc("tools/list"))["result"]["tools"]


async def test_any_worker_answers_any_request(tmp_path: Path) -> None:
    """Two processes over one folder: what one began, the other goes on with, since neither keeps a session."""
    identity = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    async with open_service(tmp_path) as one, open_service(tmp_path) as other:
        assert "result" in await one.rpc("initialize", identity)
        made = await other.rpc(
            "tools/call", {"name": "create_page", "arguments": {"title": "Shared"}}, **{"X-API-Key": one.keys["admin"]}
        )
        number = made["result"]["structuredContent"]["id"]
        read = await one.tool("get_page", {"id": number})
        assert read["structuredContent"]["title"]["rendered"] == "Shared"


async def test_origins_that_cors_allows_may_use_mcp_too(tmp_path: Path) -> None:
    """A page whose origin the owner named for CORS reaches MCP, preflight included; another does not."""
    async with open_service(tmp_path, cors_origins=["https://app.example"]) as service:
        asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST"}
        preflight = await service.http.options(MCP, headers=asked)
        assert preflight.headers["access-control-allow-origin"] == "https://app.example"
        for origin, status in (("https://app.example", 200), ("https://other.example", 403)):
            headers = {"X-API-Key": service.keys["admin"], "Origin": origin}
            assert (await service.http.post(MCP, json=PING, headers=headers)).status_code == status


async def test_a_notification_is_accepted(service: Service) -> None:
    """202 without a body."""
    message = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    answer = await service.http.post(MCP, json=message, headers={"X-API-Key": service.keys["admin"]})
    assert (answer.status_code, answer.content) == (202, b"")


@pytest.mark.parametrize(
    ("content", "status", "code", "rpc"),
    [
        (b"{", 400, "invalid_json", -32700),
        (b"\xff\xfe", 400, "invalid_json", -32700),
        (b'{"a": "\\ud800"}', 400, "invalid_json", -32700),
        (b'{"a": NaN}', 400, "invalid_json", -32700),
        (b"[" * 10_000, 400, "invalid_json", -32700),
        (b"[" * 100_000, 413, "body_too_large", -32600),
        (b"", 400, "invalid_arguments", -32600),
        (b"[]", 400, "invalid_arguments", -32600),
        (b'{"method": "ping", "id": 1}', 400, "invalid_arguments", -32600),
        (b'{"jsonrpc": "2.0", "method": 5, "id": 1}', 400, "invalid_arguments", -32600),
        (b'{"jsonrpc": "2.0", "method": "ping", "id": [1]}', 400, "invalid_arguments", -32600),
        (b'{"jsonrpc": "2.0", "method": "ping", "id": 1, "params": []}', 400, "invalid_arguments", -32600),
    ],
)
async def test_a_malformed_message_is_explained(
    service: Service, content: bytes, status: int, code: str, rpc: int
) -> None:
    """What is no JSON-RPC message is a 400 with the protocol's code and the error object."""
    headers = {"X-API-Key": service.keys["admin"], "Content-Type": "application/json"}
    answer = await service.http.post(MCP, content=content, headers=headers)
    assert answer.status_code == status
    error = answer.json()["error"]
    assert (error["data"]["code"], error["code"]) == (code, rpc)
    assert set(error["data"]["data"]) == {"status", "hint", "details"}


async def test_other_bodies_are_refused(service: Service) -> None:
    """A body that is not JSON by its type: 415. One that is too large: 413, announced or not."""
    headers = {"X-API-Key": service.keys["admin"]}
    answer = await service.http.post(MCP, content=b"a=b", headers={**headers, "Content-Type": "text/plain"})
    assert (answer.status_code, answer.json()["error"]["data"]["code"]) == (415, "unsupported_media_type")
    large = json.dumps({**PING, "params": {"x": "y" * 10_000_000}}).encode()

    async def pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(large), 1_000_000):
            yield large[start : start + 1_000_000]

    for content in (large, pieces()):
        answer = await service.http.post(MCP, content=content, headers={**headers, "Content-Type": "application/json"})
        assert answer.status_code == 413
        assert "body_too_large" in answer.text


async def test_wrong_parameters_are_named(service: Service) -> None:
    """Where the SDK says only that parameters are wrong, the answer says which."""
    error = (await service.rpc("tools/call", {"arguments": {}}))["error"]
    assert error["code"] == -32602
    assert "name" in error["data"]["data"]["details"][0]["path"]


async def test_wrong_parameters_are_told_in_words(service: Service) -> None:
    """What was expected and what came, as JSON, without words of Python."""
    error = (await service.rpc("tools/call", {"name": 5, "arguments": []}))["error"]
    assert error["data"]["data"]["details"] == [
        {"path": "params.arguments", "expected": "an object", "got": "[]"},
        {"path": "params.name", "expected": "a valid string", "got": "5"},
    ]
    error = (await service.rpc("completion/complete", {"ref": {"type": "x"}, "argument": 1}))["error"]
    assert "Reference" not in json.dumps(error)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
METHODS = st.sampled_from(
    ["tools/call", "tools/list", "resources/read", "prompts/get", "completion/complete", "initialize", "ping", "x"]
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
async def test_no_message_makes_the_service_fail(service: Service, data: st.DataObject) -> None:
    """Whatever JSON comes as parameters or as the whole body, the answer is no 5xx and no internal error."""
    whole: Any = data.draw(
        JSON_VALUES
        | st.fixed_dictionaries(
            {"jsonrpc": st.just("2.0"), "id": st.integers() | st.text(), "method": METHODS},
            optional={
                "params": JSON_VALUES | st.fixed_dictionaries({"name": st.just("list_pages"), "arguments": JSON_VALUES})
            },
        )
    )
    headers = {"X-API-Key": service.keys["admin"], "Content-Type": "application/json"}
    content = json.dumps(whole).encode("utf-8", "surrogatepass")
    answer = await service.http.post(MCP, content=content, headers=headers)
    assert answer.status_code in (200, 202, 400)
    if answer.content:
        assert answer.json().get("error", {}).get("code") != -32603
        assert "internal_error" not in answer.text


@pytest.mark.parametrize(
    ("info", "client"),
    [
        ({"name": "Claude Desktop", "version": "1.2.3"}, "Claude Desktop/1.2.3"),
        ({"name": "a\u202etool\n", "version": "1\x00"}, "atool/1"),
        ({"name": "n" * 300, "version": "1"}, "n" * 200),
    ],
)
async def test_the_journal_names_the_client(service: Service, info: dict[str, str], client: str) -> None:
    """As the request itself names it, not as its User-Agent does; nothing that cannot be printed, nothing endless."""
    assert await journaled_client(service, META | {"io.modelcontextprotocol/clientInfo": info}) == client


async def test_a_client_without_a_name_is_its_user_agent(service: Service) -> None:
    """In the handshake era only `initialize` has the name, and there is no session to keep it in."""
    call = {"name": "create_page", "arguments": {"title": "A"}}
    answer = await service.rpc("tools/call", call, **{"User-Agent": "an agent/9"})
    change = await service.tool("get_change", {"id": answer["result"]["structuredContent"]["change_id"]})
    assert change["structuredContent"]["client"] == "an agent/9"


async def test_no_key_is_kept_as_a_client(service: Service) -> None:
    """Who puts a key into the client's name, by mistake, does not find it in the journal."""
    info = {"name": service.keys["admin"], "version": "1"}
    client = await journaled_client(service, META | {"io.modelcontextprotocol/clientInfo": info})
    assert client == "sitehand_***/1"


async def journaled_client(service: Service, meta: dict[str, Any]) -> Any:
    """Which client the journal names for a call of the newest revision."""
    call = {"name": "create_page", "arguments": {"title": "A"}, "_meta": meta}
    sent = {"MCP-Method": "tools/call", "MCP-Name": "create_page", "User-Agent": "an agent/9", **MODERN}
    answer = await service.rpc("tools/call", call, **sent)
    change = await service.tool("get_change", {"id": answer["result"]["structuredContent"]["change_id"]})
    assert change["structuredContent"]["door"] == "mcp"
    return change["structuredContent"]["client"]


@pytest.mark.parametrize(
    ("message", "client"),
    [
        ({"method": "initialize", "params": {"clientInfo": {"name": "a", "version": "1"}}}, "a/1"),
        ({"method": "x", "params": {"_meta": {"io.modelcontextprotocol/clientInfo": {"name": "a"}}}}, "a"),
        ({"method": "x", "params": {"_meta": {"io.modelcontextprotocol/clientInfo": "a"}}}, ""),
        ({"method": "x", "params": {"clientInfo": {"name": 1, "version": ["1"]}, "_meta": []}}, ""),
        ({"method": "x"}, ""),
        ({"result": {}}, ""),
    ],
)
def test_a_client_is_named_where_the_protocol_says(message: dict[str, Any], client: str) -> None:
    """Anything of another form names nobody, and is not refused for it."""
    assert named_client(message) == client
