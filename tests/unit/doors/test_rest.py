"""The REST door as a client meets it."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2
import pytest

from sitehand.hookspecs import hookimpl
from sitehand.operation.context import Context
from sitehand.operation.declaration import Operation, operation
from sitehand.site.content import Listing
from sitehand.site.values import Input, NoArguments
from tests.service import Service, open_service

BASE = "/sitehand/v1"


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service with one page."""
    async with open_service(tmp_path) as opened:
        await opened.tool("create_page", {"title": "one", "content": "<p>text</p>"})
        yield opened


async def call(service: Service, method: str, path: str, **more: Any) -> httpx2.Response:
    """A call by the admin."""
    headers = {"X-API-Key": service.keys["admin"], **more.pop("headers", {})}
    return await service.http.request(method, f"{BASE}{path}", headers=headers, **more)


async def test_the_life_of_a_page(service: Service) -> None:
    """201 with its address, changed by PUT and PATCH alike, to the trash, and gone for good."""
    made = await call(service, "POST", "/pages", json={"title": "two", "status": "publish"})
    assert made.status_code == 201
    address = made.headers["Location"]
    assert address == f"http://127.0.0.1:8000{BASE}/pages/{made.json()['id']}"
    path = address.removeprefix(f"http://127.0.0.1:8000{BASE}")
    for method in ("PUT", "PATCH"):
        changed = await call(service, method, path, json={"title": method})
        assert changed.json()["title"]["rendered"] == method
        assert changed.json()["status"] == "publish"
    assert (await call(service, "DELETE", path)).json()["status"] == "trash"
    assert (await call(service, "DELETE", f"{path}?force=true")).json()["deleted"] is True
    assert (await call(service, "GET", path)).json()["code"] == "not_found"


@pytest.mark.parametrize("path", ["/pages/", "//pages", "/pages"])
async def test_a_slash_more_changes_no_address(service: Service, path: str) -> None:
    """Location and Link name the one address of each thing."""
    made = await call(service, "POST", path, json={"title": "two"})
    assert made.headers["Location"] == f"http://127.0.0.1:8000{BASE}/pages/2"
    listed = await call(service, "GET", f"{path}?per_page=1")
    assert listed.headers["Link"] == f'<http://127.0.0.1:8000{BASE}/pages?per_page=1&page=2>; rel="next"'


@pytest.mark.parametrize("fields", ["id.x", "title.rendered.x", "title.x", "lost", "", ",", "id,,title..rendered", "."])
async def test_odd_members_are_no_fault_of_ours(service: Service, fields: str) -> None:
    """Whatever `_fields` asks for, a list and an item answer 200."""
    for path in ("/pages", "/pages/1"):
        assert (await call(service, "GET", f"{path}?_fields={fields}")).status_code == 200


async def test_a_head_is_a_get_without_its_body(service: Service) -> None:
    """The same status and headers."""
    head, get = await call(service, "HEAD", "/pages"), await call(service, "GET", "/pages")
    assert (head.status_code, head.content) == (200, b"")
    for name in ("X-WP-Total", "X-WP-TotalPages", "Content-Type", "Content-Length"):
        assert head.headers[name] == get.headers[name]


async def test_every_answer_is_guarded(service: Service) -> None:
    """JSON, never stored, never sniffed, with an id; success or not."""
    for path in ("/pages", "/nowhere", "/pages/x", "/api-keys"):
        answer = await call(service, "GET", path)
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert len(answer.headers["X-Request-Id"]) == 32


async def test_a_path_is_decoded_once(service: Service) -> None:
    """%31 is 1; %2531 is %31, which is no id."""
    assert (await call(service, "GET", "/pages/%31")).status_code == 200
    assert (await call(service, "GET", "/pages/%2531")).json()["code"] == "invalid_arguments"


async def test_a_body_that_is_too_large_is_refused(service: Service) -> None:
    """413 whether its size was declared or not, and nothing is written."""

    async def pieces() -> AsyncIterator[bytes]:
        yield b'{"title": "'
        for _ in range(50):
            yield b"x" * 100_000
        yield b'"}'

    declared = b'{"title": "' + b"x" * 5_000_000 + b'"}'
    for content in (declared, pieces()):
        answer = await call(service, "POST", "/pages", content=content, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
    assert (await call(service, "GET", "/pages")).headers["X-WP-Total"] == "1"


class Shelf(Input):
    """A place with a name in words."""

    name: str
    page: int = 1


@operation("GET /shelves/{name}", category="site", access="read")
async def list_shelf(ctx: Context, shelf: Shelf) -> Listing[dict[str, str]]:
    """What stands there."""
    return Listing(items=[{"name": shelf.name}], total=3, page=1, per_page=1)


class Shelves:
    """A plugin whose path has an argument in words."""

    @hookimpl
    def register_operations(self) -> list[Operation]:
        """The operation."""
        return [list_shelf]


class Broken:
    """A plugin whose public operation fails."""

    @hookimpl
    def register_operations(self) -> list[Operation]:
        """It."""

        @operation("GET /broken-clock", category="site", access="read", public=True)
        async def read_clock(ctx: Context, _: NoArguments) -> dict[str, str]:
            """Fail."""
            raise RuntimeError("broken")

        return [read_clock]


async def test_only_a_result_that_everybody_gets_may_be_kept_on_the_way(tmp_path: Path) -> None:
    """No refusal or fault of a public path, and nothing whose address holds a key."""
    async with open_service(tmp_path, plugins=[Broken()]) as service:
        key = service.keys["admin"]
        for path, status, kept in (
            ("/openapi.json", 200, True),
            ("/openapi.json?surplus=1", 400, False),
            ("/broken-clock", 500, False),
            (f"/openapi.json?api_key={key}", 200, False),
            ("/openapi.json?%61pi_key=", 200, False),
            ("/openapi.json?api_key=%ff", 400, False),
        ):
            for method in ("GET", "HEAD"):
                answer = await service.http.request(method, f"{BASE}{path}")
                assert answer.status_code == status, path
                expected = "public, max-age=300" if kept else "no-store"
                assert answer.headers["Cache-Control"] == expected, path


@pytest.mark.parametrize(
    "name", ["plain", "K\u00e4se", "\u20ac \u5b57", "a\r\nSet-Cookie: b=1", 'a>; rel="prev"', "50%25", "a?b#c"]
)
async def test_words_in_a_path_cannot_break_out_of_a_header(tmp_path: Path, name: str) -> None:
    """Link holds them percent-encoded, alone and in a batch, and leads back to the same operation."""
    async with open_service(tmp_path, plugins=[Shelves()]) as service:
        path = f"/shelves/{quote(name, safe='')}"
        answer = await call(service, "GET", path)
        assert (answer.status_code, answer.json()) == (200, [{"name": name}])
        link = answer.headers["Link"]
        assert link.isascii()
        assert link.isprintable()
        address = re.fullmatch(r'<([^<>"]+)>; rel="next"', link)
        assert address
        headers = {"X-API-Key": service.keys["admin"]}
        assert (await service.http.get(address[1], headers=headers)).json() == [{"name": name}]
        part = {"requests": [{"method": "GET", "path": path}]}
        batch = await call(service, "POST", "/batch", json=part)
        assert batch.json()["responses"][0]["headers"]["Link"] == link
