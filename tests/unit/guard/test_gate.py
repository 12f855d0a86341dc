"""The gate: hooks that fail, faults of ours, and what is open without a key."""

import asyncio
import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sitehand.errors import Code, Problem
from sitehand.hookspecs import hookimpl
from sitehand.operation.caller import Caller
from sitehand.operation.context import Context
from sitehand.operation.declaration import Operation, operation
from sitehand.site.values import Input, NoArguments
from tests.service import MCP, Service, open_service

BASE = "/sitehand/v1"
VISITOR = Caller("plugin", "visitor:1", "visitor", "author")


class Vouching:
    """A plugin that vouches with whatever the test says."""

    def __init__(self, answer: Callable[[Any], Any]) -> None:
        self.answer = answer
        self.asked = 0

    @hookimpl
    def skip_key_validation(self, request: Any) -> Any:
        """Answer, and count how often the hook was asked."""
        self.asked += 1
        return self.answer(request)


class Listening:
    """A plugin that hears of finished calls."""

    def __init__(self, fault: type[BaseException] | None = None) -> None:
        self.heard: list[tuple[Any, ...]] = []
        self.fault = fault

    @hookimpl
    def operation_done(self, caller: Any, operation: Operation, arguments: Any, problem: Any) -> None:
        """Keep what was heard."""
        self.heard.append((caller, operation.name, arguments, problem))
        if self.fault:
            raise self.fault("the listener broke")


class Kind(Input):
    """How to fail."""

    kind: str


@operation("GET /faulty", category="site", access="read", everyone=True)
async def fail_now(ctx: Context, wanted: Kind) -> dict[str, str]:
    """Fail as asked."""
    if wanted.kind == "problem":
        raise Problem(Code.CONFLICT, "As asked.", hint="Ask otherwise.")
    raise FAULTS[wanted.kind]


FAULTS = {
    "runtime": RuntimeError("secret"),
    "key": KeyError("secret"),
    "group": ExceptionGroup("secret", [ValueError("secret")]),
    "exit": SystemExit("secret"),
}


@operation("GET /clock", category="site", access="read", public=True)
async def read_clock(ctx: Context, _: NoArguments) -> dict[str, str]:
    """Say who calls."""
    return {"caller": ctx.caller.id, "role": ctx.caller.role}


class Endless:
    """A plugin with an operation that never ends by itself."""

    def __init__(self) -> None:
        self.running = asyncio.Event()

    @hookimpl
    def register_operations(self) -> list[Operation]:
        """It."""

        @operation("GET /endless", category="site", access="read")
        async def wait_for_ever(ctx: Context, _: NoArguments) -> dict[str, str]:
            """Never answer."""
            self.running.set()
            await asyncio.Event().wait()
            return {}

        return [wait_for_ever]


class Faulty:
    """A plugin with an operation that fails, and a public one."""

    @hookimpl
    def register_operations(self) -> list[Operation]:
        """Both."""
        return [fail_now, read_clock]


async def get(service: Service, path: str, key: str = "") -> Any:
    """A GET, with the admin's key or none."""
    headers = {"X-API-Key": service.keys[key]} if key else {}
    return await service.http.get(f"{BASE}{path}", headers=headers)


async def call_mcp(service: Service) -> Any:
    """tools/call site_info without a key."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "site_info", "arguments": {}}}
    return await service.http.post(MCP, json=message)


async def test_a_plugin_may_vouch_for_a_request(tmp_path: Path) -> None:
    """Its caller has the role's rights and no more, its own counter, and is asked for once a request."""
    vouching = Vouching(lambda request: VISITOR if request.headers.get("x-visitor") else None)
    async with open_service(tmp_path, plugins=[vouching]) as service:
        service.http.headers["x-visitor"] = "1"
        assert (await get(service, "/pages")).status_code == 200
        assert vouching.asked == 1
        assert (await get(service, "/site-info")).headers["RateLimit-Remaining"] == "58"
        assert (await get(service, "/api-keys")).json()["code"] == "admin_required"
        assert (await call_mcp(service)).json()["result"]["isError"] is False
        del service.http.headers["x-visitor"]
        assert (await get(service, "/pages")).json()["code"] == "missing_credential"
        assert (await get(service, "/pages", "admin")).status_code == 200


def explode(request: Any) -> Any:
    """A hook that fails."""
    raise LookupError("the hook's secret")


@pytest.mark.parametrize(
    "answer",
    [
        explode,
        lambda request: sys.exit("secret"),
        lambda request: True,
        lambda request: "admin",
        lambda request: {"role": "admin"},
        lambda request: Caller("key", "key:1", "one", "admin"),
        lambda request: Caller("plugin", "one", "one", "owner"),
        lambda request: Caller("plugin", "one", "one", ""),
        lambda request: Caller("plugin", "owner", "one", "admin"),
        lambda request: Caller("plugin", "site", "one", "admin"),
        lambda request: Caller("plugin", "key:1", "one", "admin"),
        lambda request: Caller("plugin", "token:1", "one", "admin"),
        lambda request: 0,
        lambda request: "",
    ],
)
async def test_a_hook_that_fails_or_answers_nonsense_refuses(
    tmp_path: Path, answer: Callable[[Any], Any], caplog: pytest.LogCaptureFixture
) -> None:
    """With or without a valid key, through both doors: internal_error, and the cause in the log alone."""
    async with open_service(tmp_path, plugins=[Vouching(answer)]) as service:
        for key in ("", "admin"):
            refused = await get(service, "/site-info", key)
            assert (refused.status_code, refused.json()["code"]) == (500, "internal_error")
            assert "secret" not in refused.text
        refused = await call_mcp(service)
        assert (refused.status_code, refused.json()["error"]["data"]["code"]) == (500, "internal_error")
    assert any("skip_key_validation" in record.getMessage() for record in caplog.records)


async def test_every_finished_call_is_announced(tmp_path: Path) -> None:
    """Once, with the caller, the arguments as parsed and the problem; refused calls too."""
    listening = Listening()
    async with open_service(tmp_path, roles=("admin", "author"), plugins=[listening]) as service:
        await get(service, "/pages?per_page=2", "admin")
        await get(service, "/pages?per_page=x", "admin")
        await get(service, "/api-keys", "author")
        await service.tool("site_info")
        await service.tool("batch", {"requests": [{"method": "GET", "path": "/site-info"}]})
        await get(service, "/openapi.json")
    assert [(name, problem and problem.code.value) for _, name, _, problem in listening.heard] == [
        ("list_pages", None),
        ("list_pages", "invalid_arguments"),
        ("list_api_keys", "admin_required"),
        ("site_info", None),
        ("site_info", None),
        ("batch", None),
        ("get_openapi", None),
    ]
    assert listening.heard[0][2].per_page == 2
    assert [caller and caller.role for caller, *_ in listening.heard] == [
        "admin",
        "admin",
        "author",
        *["admin"] * 3,
        None,
    ]


async def test_a_call_that_is_cancelled_is_no_success(tmp_path: Path) -> None:
    """Who listens hears of a problem, for nobody got a result."""
    listening, endless = Listening(), Endless()
    async with open_service(tmp_path, plugins=[listening, endless]) as service:
        call = asyncio.create_task(get(service, "/endless", "admin"))
        await endless.running.wait()
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
    assert [(name, problem.code) for _, name, _, problem in listening.heard] == [("wait_for_ever", Code.INTERNAL_ERROR)]


@pytest.mark.parametrize("fault", [RuntimeError, SystemExit])
async def test_a_listener_that_fails_changes_nothing(
    tmp_path: Path, fault: type[BaseException], caplog: pytest.LogCaptureFixture
) -> None:
    """The answer is the same, success or refusal; the fault is logged."""
    async with open_service(tmp_path, plugins=[Listening(fault)]) as service:
        assert (await get(service, "/site-info", "admin")).status_code == 200
        assert (await get(service, "/pages/7", "admin")).json()["code"] == "not_found"
        made = await service.tool("create_page", {"title": "kept"})
        assert made["isError"] is False
        assert (await get(service, f"/pages/{made['structuredContent']['id']}", "admin")).status_code == 200
    assert len([record for record in caplog.records if "operation_done failed" in record.getMessage()]) == 4


@pytest.mark.parametrize("kind", FAULTS)
async def test_an_unknown_fault_names_the_request_alone(
    tmp_path: Path, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    """internal_error with the id that the answer's header and the log have too; nothing of the cause."""
    caplog.set_level(logging.ERROR)
    async with open_service(tmp_path, plugins=[Faulty()]) as service:
        answer = await get(service, f"/faulty?kind={kind}", "admin")
        identifier = answer.headers["X-Request-Id"]
        assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
        assert identifier in answer.json()["message"]
        assert "secret" not in answer.text
        assert answer.headers["RateLimit-Limit"]
        assert any(identifier in record.getMessage() and record.exc_info for record in caplog.records)
        result = await service.tool("fail_now", {"kind": kind})
        assert result["structuredContent"]["code"] == "internal_error"
        assert "secret" not in str(result)
        parts = {
            "requests": [{"method": "GET", "path": f"/faulty?kind={kind}"}, {"method": "GET", "path": "/site-info"}]
        }
        answers = (await service.tool("batch", parts))["structuredContent"]["responses"]
        assert [part["status"] for part in answers] == [500, 200]


async def test_a_problem_of_an_operation_goes_out_as_it_is(tmp_path: Path) -> None:
    """With its own code and hint, and nothing in the log."""
    async with open_service(tmp_path, plugins=[Faulty()]) as service:
        answer = await get(service, "/faulty?kind=problem", "admin")
        assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (409, "conflict", "As asked.")


async def test_a_public_operation_needs_no_key(tmp_path: Path) -> None:
    """Nor does it learn who calls, count, or fail on a wrong key; its answer may be stored on the way."""
    async with open_service(tmp_path, plugins=[Faulty()]) as service:
        for headers in ({}, {"X-API-Key": "wrong"}, {"X-API-Key": service.keys["admin"]}):
            answer = await service.http.get(f"{BASE}/clock", headers=headers)
            assert answer.json() == {"caller": "nobody", "role": ""}
            assert "RateLimit-Limit" not in answer.headers
            assert answer.headers["Cache-Control"].startswith("public")
        assert (await get(service, "/site-info")).headers["Cache-Control"] == "no-store"


async def test_nobody_hears_what_paths_there_are(tmp_path: Path) -> None:
    """Without a key every path but the public ones answers the same 401, known or not."""
    async with open_service(tmp_path) as service:
        answers = [await get(service, path) for path in ("/pages", "/nowhere", "/pages/1", "/pages?per_page=x")]
        assert {answer.text for answer in answers} == {answers[0].text}
        for answer in answers:
            assert answer.status_code == 401
            assert answer.headers["WWW-Authenticate"] == 'Bearer realm="sitehand"'
