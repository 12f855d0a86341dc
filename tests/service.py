"""The whole service for tests: built as in production, over a folder of the test's own, called without a network."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
from starlette.types import ASGIApp, Message

from sitehand.app import assemble, build
from sitehand.beside import list_works
from sitehand.broker import EnrollmentRequest
from sitehand.operation.caller import Role
from sitehand.operation.grants import Grants
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.store.database import FILE_NAME
from sitehand.store.job_runner import JobRunner
from sitehand.store.jobs import JobTable
from tests.databases import migrate, write_database
from tests.hosts import connect_folder, find_lacking
from tests.jobs import FreePermits
from tests.wordpress.site import WordPress

URL = "http://127.0.0.1:8000"
BASE = "/sitehand/v1"
MCP = f"{BASE}/mcp"


@dataclass(frozen=True, slots=True)
class Service:
    """A running service, a client of it without credentials, and a key of each role that was asked for.

    `wordpress` is its host, if it is not the built-in site; `unmet` are operations that need what that does not offer.
    """

    app: ASGIApp
    settings: Settings
    http: httpx2.AsyncClient
    keys: Mapping[str, str]
    unmet: frozenset[str] = frozenset()
    wordpress: WordPress | None = None

    async def rpc(
        self, method: str, params: Mapping[str, Any] | None = None, *, role: str = "admin", **headers: str
    ) -> Any:
        """The JSON-RPC answer to one MCP request of the handshake era, with the key of that role."""
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": dict(params or {})}
        answer = await self.http.post(MCP, json=message, headers={"X-API-Key": self.keys[role], **headers})
        return answer.json()

    async def tool(self, name: str, arguments: Mapping[str, Any] | None = None, *, role: str = "admin") -> Any:
        """The result of a tool call."""
        return (await self.rpc("tools/call", {"name": name, "arguments": dict(arguments or {})}, role=role))["result"]


@asynccontextmanager
async def open_service(
    folder: Path,
    *,
    roles: Iterable[Role] = ("admin",),
    plugins: Iterable[object] = (),
    wordpress: WordPress | None = None,
    unfiltered_html: bool = False,
    **settings: Any,
) -> AsyncIterator[Service]:
    """Start a service, with a key that may make many requests for each role; stop it when the block ends.

    Its host is the built-in site, or the WordPress that is given. The keys may write all HTML when the test says so.
    Unless the test says otherwise, its tools answer with structured content too, which tests read.
    """
    given = {"data": folder / "site", "log": "off", "url": URL, "output_schemas": True, "check_visible": False}
    chosen = Settings(**{**given, **settings})
    unmet = await connect_folder(chosen, wordpress) if wordpress is not None else find_lacking()
    keys = await make_keys(chosen, roles, unfiltered_html=unfiltered_html)
    app = build(chosen, plugins=plugins)
    async with run_lifespan(app), httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url=URL) as http:
        yield Service(app, chosen, http, keys, unmet, wordpress)


async def enroll(parts: Parts, wanted: EnrollmentRequest) -> None:
    """Enroll the site with a broker, as the operation does it in its two steps."""
    await parts.broker.enrolling.save(await parts.broker.enrolling.draft(wanted))


async def make_keys(settings: Settings, roles: Iterable[Role], *, unfiltered_html: bool = False) -> dict[str, str]:
    """A new key of each role, as `sitehand key create` makes them.

    Where no site is yet, it becomes a copy of the first one of this process that was made with such keys.
    """
    path, chosen = settings.data / FILE_NAME, (tuple(roles), unfiltered_html)
    if path.exists():
        return await _create_keys(settings, *chosen)
    if chosen not in _MADE:
        keys = await _create_keys(settings, *chosen)
        _MADE[chosen] = path.read_bytes(), keys
    database, keys = _MADE[chosen]
    write_database(path, database)
    return dict(keys)


_MADE: dict[tuple[tuple[Role, ...], bool], tuple[bytes, dict[str, str]]] = {}
"""By roles and whether they may write all HTML: the database of a site, and the values of its keys."""


async def _create_keys(settings: Settings, roles: Iterable[Role], unfiltered_html: bool) -> dict[str, str]:
    parts = assemble(settings)
    try:
        await migrate(parts.database)
        await parts.owner.session_secret()  # else each service makes it at its start, and opens the writer for it
        keys: dict[str, str] = {}
        for role in roles:
            issued = await parts.keys.create(
                label=role,
                role=role,
                expires=None,
                requests_per_minute=100_000,
                grants=Grants(unfiltered_html=unfiltered_html),
                now=datetime.now(UTC),
            )
            keys[role] = issued["value"]
        await _do_periodic_jobs(parts)
        return keys
    finally:
        await parts.close()


async def _do_periodic_jobs(parts: Parts) -> None:
    """Do what a new site does first. Else each service over a copy of it would begin with it."""
    works = [work for work in list_works(parts) if work.every]
    runner = JobRunner(JobTable(parts.database, parts.clock), works, FreePermits())
    for work in works:
        await runner.serve(work)


@asynccontextmanager
async def run_lifespan(app: ASGIApp) -> AsyncIterator[None]:
    """What a server does around its requests. Raises when the application does not start."""
    inbox: asyncio.Queue[Message] = asyncio.Queue()
    outbox: asyncio.Queue[Message] = asyncio.Queue()
    task = asyncio.ensure_future(app({"type": "lifespan", "asgi": {"version": "3.0"}}, inbox.get, outbox.put))
    await inbox.put({"type": "lifespan.startup"})
    message = await outbox.get()
    if message["type"] != "lifespan.startup.complete":
        await task
    try:
        yield
    finally:
        await inbox.put({"type": "lifespan.shutdown"})
        await task
