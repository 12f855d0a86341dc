"""What lies below /.well-known: JSON at every address, and the metadata where RFC 9728 looks for them."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from sitehand.app import assemble, build
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.store.broker import EnrollmentTable, SecretSeal
from tests.databases import migrate
from tests.service import run_lifespan
from tests.unit.guard.broker.test_check import ENROLLMENT

HOST = "https://site.example"
PLAIN = "/.well-known/oauth-protected-resource"
MCP = "/sitehand/v1/mcp"


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    """A data folder."""
    made = assemble(Settings(data=tmp_path, log="off", url=HOST))
    await migrate(made.database)
    yield made
    await made.close()


@pytest.fixture
async def http(parts: Parts) -> AsyncIterator[httpx2.AsyncClient]:
    """A client of a service over it."""
    app = build(parts.settings)
    transport = httpx2.ASGITransport(app=app)
    async with run_lifespan(app), httpx2.AsyncClient(transport=transport, base_url=HOST) as http:
        yield http


async def enroll(parts: Parts) -> None:
    """Enroll it."""
    await EnrollmentTable(parts.database, SecretSeal(parts.settings.data, "")).save(ENROLLMENT)


async def test_the_metadata_come_and_go_with_the_enrollment(parts: Parts, http: httpx2.AsyncClient) -> None:
    """At both addresses, for pages of any origin, kept by nobody."""
    for path in (PLAIN, PLAIN + MCP, f"{PLAIN}{MCP}/"):
        before = await http.get(path)
        assert (before.status_code, before.json()["code"]) == (404, "route_not_found")
        await enroll(parts)
        answer = await http.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["access-control-allow-origin"] == "*"
        assert answer.json()["resource"] == f"{HOST}{MCP}"
        assert answer.json()["authorization_servers"] == [ENROLLMENT.issuer]
        await parts.broker.enrolling.disconnect()
        assert (await http.get(path)).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/.well-known",
        "/.well-known/",
        "/.well-known/oauth-authorization-server",
        "/.well-known/openid-configuration",
        "/.well-known/oauth-protected-resources",
        f"{PLAIN}/sitehand/v1",
        f"{PLAIN}/other/mcp",
        f"{PLAIN}{MCP}/more",
    ],
)
async def test_other_addresses_are_not_found_in_json(parts: Parts, http: httpx2.AsyncClient, path: str) -> None:
    """Also with an enrollment, and whatever the method."""
    await enroll(parts)
    for method in ("GET", "POST", "DELETE"):
        answer = await http.request(method, path)
        assert (answer.status_code, answer.json()["code"]) == (404, "route_not_found")


async def test_the_metadata_are_only_read(parts: Parts, http: httpx2.AsyncClient) -> None:
    """GET, HEAD, and the question of a browser; other methods are told so."""
    await enroll(parts)
    assert (await http.head(PLAIN)).status_code == (await http.options(PLAIN)).status_code == 200
    answer = await http.post(PLAIN)
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD, OPTIONS")
    assert answer.json()["code"] == "method_not_allowed"


async def test_below_the_path_of_another_site(tmp_path: Path) -> None:
    """The refusal names an address that leads to the metadata, and the whole path is known as well."""
    parts = assemble(Settings(data=tmp_path, log="off", url=f"{HOST}/sub"))
    await migrate(parts.database)
    await EnrollmentTable(parts.database, SecretSeal(tmp_path, "")).save(replace(ENROLLMENT, resource=None))
    addon = build(parts.settings)
    outer = Starlette(routes=[Mount("/sub", addon), Mount("/", addon)])
    transport = httpx2.ASGITransport(app=outer)
    async with run_lifespan(addon), httpx2.AsyncClient(transport=transport, base_url=HOST) as http:
        refused = await http.post(f"/sub{MCP}", json={"jsonrpc": "2.0", "id": 1, "method": "ping"})
        named = refused.headers["www-authenticate"].partition('resource_metadata="')[2].partition('"')[0]
        for address in (named, f"{PLAIN}/sub{MCP}"):
            answer = await http.get(address)
            assert (answer.status_code, answer.json()["resource"]) == (200, f"{HOST}/sub{MCP}")
    await parts.close()
