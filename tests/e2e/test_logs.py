"""The log: one line a request, never a secret, and the cause of a fault only there."""

import json
import logging
import re
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from typing_extensions import TypedDict

from sitehand.hookspecs import hookimpl
from sitehand.logs import TextFormatter
from sitehand.operation.context import Context
from sitehand.operation.declaration import Operation, operation
from sitehand.site.values import NoArguments
from tests.processes import Served, make_key, serve_process
from tests.service import Service, open_service

SECRET = "the-cause-that-only-the-owner-may-read"


class Nothing(TypedDict):
    """No result."""


@operation("GET /broken", category="content", access="read")
async def break_down(ctx: Context, _: NoArguments) -> Nothing:
    """Fail in a way that nobody foresaw."""
    raise ZeroDivisionError(SECRET)


class Plugin:
    """A plugin whose operation has a fault."""

    @hookimpl
    def register_operations(self) -> Sequence[Operation]:
        """The operation."""
        return [break_down]


@pytest.fixture
async def broken(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with the faulty plugin."""
    async with open_service(tmp_path, plugins=[Plugin()]) as service:
        yield service


async def test_an_unknown_fault_leaves_as_internal_error(broken: Service, caplog: pytest.LogCaptureFixture) -> None:
    """REST and MCP tell the request's id and nothing of the cause; the log has both."""
    headers = {"X-API-Key": broken.keys["admin"]}
    rest = await broken.http.get("/sitehand/v1/broken", headers=headers)
    params = {"name": "break_down", "arguments": {}}
    mcp = await broken.http.post(
        "/sitehand/v1/mcp",
        json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params},
        headers=headers,
    )
    tool = mcp.json()["result"]
    assert rest.status_code == 500
    assert tool["isError"] is True
    for answer, problem in ((rest, rest.json()), (mcp, json.loads(tool["content"][0]["text"]))):
        assert problem["code"] == "internal_error"
        assert answer.headers["x-request-id"] in json.dumps(problem)
        assert SECRET not in answer.text
        assert "Traceback" not in answer.text
        records = [r for r in caplog.records if r.exc_info and answer.headers["x-request-id"] in r.getMessage()]
        assert records
        assert records[0].levelno == logging.ERROR
        assert isinstance(records[0].exc_info[1], ZeroDivisionError)  # type: ignore[index]


async def test_a_batch_goes_on_after_an_unknown_fault(broken: Service) -> None:
    """The part answers 500 in the error shape, and the next part runs."""
    parts = [{"method": "GET", "path": "/broken"}, {"method": "GET", "path": "/site-info"}]
    answer = await broken.http.post(
        "/sitehand/v1/batch", json={"requests": parts}, headers={"X-API-Key": broken.keys["admin"]}
    )
    assert [part["status"] for part in answer.json()["responses"]] == [500, 200]
    assert SECRET not in answer.text


def exercise(served: Served, key: str) -> None:
    """Requests of every kind, with the key in each of its three places."""
    base = f"{served.url}/sitehand/v1"
    for headers in ({"X-API-Key": key}, {"Authorization": f"Bearer {key}"}):
        urlopen(Request(f"{base}/pages?search=in-the-query", headers=headers), timeout=10).close()
    urlopen(f"{base}/pages?search=in-the-query&api_key={key}", timeout=10).close()
    urlopen(f"{served.url}/?s=in-the-query", timeout=10).close()
    assert served.call("GET", f"/nothing?api_key={key}")[0] == 404
    assert served.call("GET", "/pages", "sitehand_" + "0" * 48)[0] == 401
    assert served.call("POST", "/pages", key, {"title": "in-the-body"})[0] == 201
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "site_info", "arguments": {}}}
    assert served.call("POST", f"/mcp?api_key={key}", "", message)[0] == 200


def test_json_lines_have_an_id_and_no_secret(tmp_path: Path) -> None:
    """Every line is an object with time, level and request id; no key, no query and no body is in any."""
    data = tmp_path / "site"
    key = make_key(data)
    with serve_process(data, "--log", "json") as served:
        exercise(served, key)
    text = "\n".join(served.lines())
    lines = [line for line in served.lines() if not line.startswith(("Site ", "Admin ", "MCP "))]
    entries: list[dict[str, Any]] = [json.loads(line) for line in lines]
    requests = [entry for entry in entries if entry["logger"] == "sitehand.access"]
    assert len(requests) >= 8
    assert len({entry["request_id"] for entry in requests}) == len(requests)
    for entry in entries:
        assert entry.keys() >= {"time", "level", "logger", "message", "request_id"}
    for entry in requests:
        assert entry["milliseconds"] >= 0
        assert entry["client"] == "127.0.0.1"
    told = {entry["message"]: (entry["caller"], entry["operation"]) for entry in requests}
    assert told["GET /sitehand/v1/pages 200"] == ("key:1", "list_pages")
    assert told["POST /sitehand/v1/pages 201"] == ("key:1", "create_page")
    assert told["POST /sitehand/v1/mcp 200"] == ("key:1", "site_info")
    assert told["GET /sitehand/v1/pages 401"] == ("", "")
    assert told["GET / 200"] == ("", "")
    check_secrets(text, key)


def check_secrets(text: str, key: str) -> None:
    """Nothing in the text is a secret or a value of the caller's."""
    for secret in (key, key[9:], "api_key", "in-the-query", "in-the-body", "0" * 48):
        assert secret not in text


@pytest.mark.parametrize("form", ["text", "off"])
def test_the_other_forms_have_no_secret_either(tmp_path: Path, form: str) -> None:
    """Text for people; off leaves no line of a request."""
    data = tmp_path / "site"
    key = make_key(data)
    with serve_process(data, "--log", form) as served:
        exercise(served, key)
    text = "\n".join(served.lines())
    line = (
        r"(?m)^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ INFO sitehand\.access: GET /sitehand/v1/pages 200 list_pages by key:1$"
    )
    assert bool(re.search(line, text)) is (form == "text")
    assert ("sitehand.access" in text) is (form == "text")
    check_secrets(text, key)


def test_a_callers_id_cannot_forge_a_line() -> None:
    """A broker or a plugin chooses it: line ends and spaces in it are quoted."""
    record = logging.LogRecord("sitehand.access", logging.INFO, "", 0, "GET / 200", (), None)
    record.caller, record.operation = "token:a b\nINFO forged", "list_pages"
    line = TextFormatter().format(record)
    assert line.endswith("Z INFO sitehand.access: GET / 200 list_pages by token:a%20b%0AINFO%20forged")


def test_a_path_cannot_forge_a_line(tmp_path: Path) -> None:
    """Line ends in an address stay inside their line, in both forms."""
    data = tmp_path / "site"
    with serve_process(data, "--log", "text") as served:
        assert served.call("GET", "/a%0aINFO%20sitehand.access:%20forged")[0] in (401, 404)
        assert served.call("GET", "/b%1b[2Kforged%0d")[0] in (401, 404)
    assert not [line for line in served.lines() if re.match(r"(\S+ )?INFO sitehand\.access: forged", line)]
    assert len([line for line in served.lines() if "forged" in line]) == 2
    assert "\x1b" not in "".join(served.lines())
