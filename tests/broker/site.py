"""A site that is enrolled with the broker: called without a network, or served on a port for real clients."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import httpx2
from starlette.types import ASGIApp

from sitehand.app import assemble, build
from sitehand.broker import EnrollmentRequest
from sitehand.operation.caller import Role
from sitehand.operation.policy import Rule
from sitehand.settings import Settings
from tests.browser import serve
from tests.choices import set_rules
from tests.databases import migrate
from tests.processes import free_port
from tests.service import MCP, URL, make_keys, run_lifespan

REST = "/sitehand/v1"
MOST_REQUESTS = 100_000


@dataclass(frozen=True, slots=True)
class Site:
    """A running site, a client of it without credentials, and a key of each role that was asked for."""

    settings: Settings
    http: httpx2.AsyncClient
    keys: Mapping[str, str]

    @property
    def endpoint(self) -> str:
        """Its MCP address, which is its resource identifier too."""
        return f"{self.settings.url}{MCP}"

    async def get(self, path: str, token: str, **headers: str) -> httpx2.Response:
        """A GET below the REST root with a token."""
        return await self.http.get(REST + path, headers={**bearer(token), **headers})

    async def post(self, path: str, token: str, body: Any) -> httpx2.Response:
        """A POST below the REST root with a token."""
        return await self.http.post(REST + path, headers=bearer(token), json=body)

    async def call_tool(self, name: str, token: str, arguments: Mapping[str, Any] | None = None) -> httpx2.Response:
        """A tool call with a token, as the HTTP answer that it gets."""
        params = {"name": name, "arguments": dict(arguments or {})}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        return await self.http.post(MCP, headers=bearer(token), json=message)

    async def get_with_key(self, path: str) -> httpx2.Response:
        """A GET below the REST root with the first key."""
        return await self.http.get(REST + path, headers={"X-API-Key": next(iter(self.keys.values()))})


def bearer(token: str) -> dict[str, str]:
    """The header that carries a token (RFC 6750, 2.1)."""
    return {"Authorization": f"Bearer {token}"}


class Enrollable(Protocol):
    """A broker with which a site can be enrolled, of whatever make."""

    @property
    def issuer(self) -> str: ...
    @property
    def clients(self) -> Mapping[str, Mapping[str, Any]]:
        """What it has issued to each site."""
        ...

    def know(self, resource: str) -> None:
        """From now on issue tokens for this site too."""


@asynccontextmanager
async def open_site(
    folder: Path,
    broker: Enrollable,
    *,
    client_id: str = "site",
    secret: str = "",
    url: str = URL,
    roles: Iterable[Role] = ("admin",),
    plugins: Iterable[object] = (),
    **settings: Any,
) -> AsyncIterator[Site]:
    """A site called without a network, enrolled, whose rate limits and failure limits are out of the way."""
    chosen = Settings(
        data=folder / "site", log="off", url=url, output_schemas=True, failures_per_minute=100_000, **settings
    )
    keys = await make_keys(chosen, roles)
    await enroll(chosen, broker, client_id, secret)
    app = build(chosen, plugins=plugins)
    async with run_lifespan(app), connect(app, url) as http:
        site = Site(chosen, http, keys)
        await lift_limit(site)
        yield site


async def lift_limit(site: Site) -> None:
    """Let every caller make as many requests as the site allows at all."""
    limit = {"requests_per_minute": MOST_REQUESTS}
    answer = await site.http.put(f"{REST}/rate-limit", headers={"X-API-Key": site.keys["admin"]}, json=limit)
    assert answer.status_code == 200, answer.text


def connect(app: ASGIApp, url: str) -> httpx2.AsyncClient:
    """A client that calls an application without a network."""
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url=url)


@asynccontextmanager
async def serve_site(folder: Path, broker: Enrollable) -> AsyncIterator[Site]:
    """A site on a port of this machine, enrolled."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    chosen = Settings(data=folder / "site", log="off", url=url, port=port, output_schemas=True)
    keys = await make_keys(chosen, ["editor"])
    await enroll(chosen, broker)
    async with serve(build(chosen), port) as address, httpx2.AsyncClient(base_url=address, trust_env=False) as http:
        yield Site(chosen, http, keys)


async def enroll(settings: Settings, broker: Enrollable, client_id: str = "site", secret: str = "") -> None:
    """Enroll a site, and let the broker issue tokens for it. Without a secret it is the one that the broker issued."""
    broker.know(f"{settings.url}{MCP}")
    parts = assemble(settings)
    try:
        given = secret or str(broker.clients[client_id]["client_secret"])
        await migrate(parts.database)
        wanted = EnrollmentRequest(issuer=broker.issuer, client_id=client_id, secret=given, resource=None)
        await parts.broker.enrolling.save(await parts.broker.enrolling.draft(wanted))
    finally:
        await parts.close()


async def disconnect(settings: Settings) -> None:
    """Disconnect a site from its broker, in a process of its own as it were."""
    parts = assemble(settings)
    try:
        await parts.broker.enrolling.disconnect()
    finally:
        await parts.close()


async def set_policy(settings: Settings, rules: Sequence[Rule]) -> None:
    """Say which writes wait for a person."""
    parts = assemble(settings)
    try:
        await set_rules(parts.database, rules)
    finally:
        await parts.close()
