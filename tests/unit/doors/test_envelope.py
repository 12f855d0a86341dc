"""The envelope around every request: clients that go away, bodies that are too large, keys in wrong places."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message

from sitehand.admin.guard import MAX_OPEN_FORM_BYTES
from tests.service import MCP, Service, open_service

BASE = "/sitehand/v1"
GONE = 499
LARGE = 10 * 1024 * 1024


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with an admin's key, without an own limit, and an author's."""
    async with open_service(tmp_path, roles=("admin", "author")) as opened:
        yield opened


def scope_of(service: Service, path: str) -> dict[str, Any]:
    """A POST as a server hands it over."""
    media_type = b"application/x-www-form-urlencoded" if "admin" in path else b"application/json"
    key = service.keys["admin"].encode()
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1:8000"), (b"x-api-key", key), (b"content-type", media_type)],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8000),
    }


@pytest.mark.parametrize("path", [f"{BASE}/pages", f"{BASE}/batch", MCP, "/sitehand/admin/login"])
async def test_a_client_that_goes_away_is_no_fault(
    service: Service, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    """In the middle of its body: no error is logged, the line says 499, and the next request is served."""
    caplog.set_level(logging.INFO)
    messages: list[Message] = [
        {"type": "http.request", "body": b"{", "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> Message:
        return messages.pop(0) if len(messages) > 1 else messages[0]

    async def send(message: Message) -> None:
        pass

    await service.app(scope_of(service, path), receive, send)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    (line,) = [record.getMessage() for record in caplog.records if record.name == "sitehand.access"]
    assert line == f"POST {path} {GONE}"
    answer = await service.http.get(f"{BASE}/pages", headers={"X-API-Key": service.keys["admin"]})
    assert answer.json() == []


async def send_slowly(service: Service, path: str, chunks: list[bytes]) -> tuple[int, dict[bytes, bytes], int]:
    """The status and headers of the answer to a body that is never completed, and how many bytes of it were taken."""
    taken, sent = 0, []

    async def receive() -> Message:
        nonlocal taken
        if not chunks:
            await asyncio.Event().wait()
        taken += len(chunks[0])
        return {"type": "http.request", "body": chunks.pop(0), "more_body": True}

    async def send(message: Message) -> None:
        sent.append(message)

    await service.app(scope_of(service, path), receive, send)
    return sent[0]["status"], dict(sent[0]["headers"]), taken


@pytest.mark.parametrize("path", [f"{BASE}/pages", f"{BASE}/batch", MCP, "/sitehand/admin/login", "/secret/"])
async def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path, path: str) -> None:
    """Past its time the client is told so, and the connection ends."""
    async with open_service(tmp_path, body_seconds=0.01) as service:
        page = {"title": "Secret", "status": "publish", "password": "x"}
        await service.http.post(f"{BASE}/pages", json=page, headers={"X-API-Key": service.keys["admin"]})
        status, headers, _ = await send_slowly(service, path, [b"a="])
    assert status == 408
    assert headers[b"connection"] == b"close"


async def test_a_form_before_the_login_is_small(service: Service) -> None:
    """Whoever has not logged in makes the service keep no more than some kilobytes."""
    status, _, taken = await send_slowly(service, "/sitehand/admin/login", [b"a" * 1024] * 100)
    assert status == 413
    assert taken == MAX_OPEN_FORM_BYTES + 1024


@pytest.mark.parametrize("path", [f"{BASE}/pages", f"{BASE}/batch", MCP])
@pytest.mark.parametrize("declared", [True, False])
async def test_a_body_that_is_too_large_counts(service: Service, path: str, declared: bool) -> None:
    """413 takes one request from the caller's limit and tells what is left, like every other answer."""

    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(LARGE // 65536):
            yield b"a" * 65536

    headers = {"X-API-Key": service.keys["author"], "Content-Type": "application/json"}
    first = await service.http.get(f"{BASE}/rate-limit", headers=headers)
    if declared:
        headers["Content-Length"] = str(LARGE)
    answer = await service.http.post(path, content=chunks(), headers=headers)
    assert answer.status_code == 413
    assert int(answer.headers["RateLimit-Remaining"]) == int(first.headers["RateLimit-Remaining"]) - 1


@pytest.mark.parametrize("path", [f"{BASE}/pages", f"{BASE}/batch", MCP, "/sitehand/admin/login"])
@pytest.mark.parametrize("digits", [19, 5000])
async def test_a_length_beyond_all_numbers_is_too_large(service: Service, path: str, digits: int) -> None:
    """A Content-Length of any number of digits is refused with an answer that has an id, as any other is."""
    scope = scope_of(service, path)
    scope["headers"].append((b"content-length", b"9" * digits))
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"{}"}

    async def send(message: Message) -> None:
        sent.append(message)

    await service.app(scope, receive, send)
    assert sent[0]["status"] == 413
    assert b"x-request-id" in dict(sent[0]["headers"])


@pytest.mark.parametrize("path", [f"{BASE}/pages", MCP])
async def test_who_has_no_key_is_told_so_before_the_size(service: Service, path: str) -> None:
    """A stranger's body is not read, whatever its length says."""
    headers = {"Content-Type": "application/json", "Content-Length": str(LARGE)}
    answer = await service.http.post(path, content=b"{}", headers=headers)
    assert answer.status_code == 401


@pytest.mark.parametrize("path", ["/pages&api_key=KEY", "/KEY", "/pages/KEY/KEY", "/pages%26api_key%3DKEY"])
async def test_a_key_in_a_path_stays_out_of_the_log(
    service: Service, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever writes & for ? has put a key into the path; the line shows that one was there, and not which."""
    caplog.set_level(logging.INFO)
    key = service.keys["admin"]
    for prefix in (BASE, "", "/sitehand/admin"):
        await service.http.get(prefix + path.replace("KEY", key))
    lines = [record.getMessage() for record in caplog.records if record.name == "sitehand.access"]
    assert len(lines) == 3
    for line in lines:
        assert "sitehand_***" in line
        assert key[9:] not in line


@pytest.mark.parametrize("path", ["/sitehand/admin", "/feed", "/?s=words", "/robots.txt", "/no-such-page", "/a-page"])
async def test_a_key_in_the_query_of_a_page_goes_no_further(service: Service, path: str) -> None:
    """Pages take no key: neither a redirect, which a browser may keep, nor a link of theirs repeats it."""
    admin = {"X-API-Key": service.keys["admin"]}
    fields = {"title": "A page", "status": "publish", "content": "<p>words</p>"}
    assert (await service.http.post(f"{BASE}/pages", json=fields, headers=admin)).status_code == 201
    mark = "&" if "?" in path else "?"
    for query in ("api_key=KEY", "a=%20b&api_key=KEY&c=1", "%61pi_key=KEY", "api_key=&api_key=KEY"):
        answer = await service.http.get(path + mark + query.replace("KEY", admin["X-API-Key"]))
        assert answer.status_code < 500
        assert admin["X-API-Key"] not in answer.text + str(answer.headers)
        if answer.is_redirect and "a=" in query:
            assert answer.headers["location"].endswith("?a=%20b&c=1")
