"""Calls of write operations through every door, and what they need to be there before."""

import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2

from sitehand.app import assemble, build
from sitehand.operation.declaration import Operation
from sitehand.operation.policy import Rule
from sitehand.settings import Settings
from tests.files import add_media
from tests.promises.preparations import BASE, ITEM, Preparation, Step
from tests.service import Service, open_service, run_lifespan

CLIENT = "Walker/1.0"


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer as REST has it; of a tool, with the status that its problem names."""

    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def code(self) -> str:
        """The error code; "" of a success."""
        return str(self.body.get("code", ""))

    @property
    def change_id(self) -> int | None:
        """The change that the journal has of it."""
        found = self.body.get("change_id", (self.body.get("result") or {}).get("change_id"))
        return None if found is None else int(found)


@dataclass(frozen=True, slots=True)
class Walk:
    """A running service with an admin, another admin, and an author whose writes wait for a person."""

    service: Service

    @property
    def data(self) -> Path:
        """Its folder."""
        return self.service.settings.data

    async def rest(
        self, method: str, path: str, body: Mapping[str, Any] | None = None, *, role: str = "admin", **more: Any
    ) -> Reply:
        """A REST call; `query`, `headers` and another `http` client are for the keywords."""
        headers = {"X-API-Key": self.service.keys[role], "User-Agent": CLIENT, **more.get("headers", {})}
        http: httpx2.AsyncClient = more.get("http", self.service.http)
        answer = await http.request(
            method, f"{BASE}{path}", json=dict(body or {}), params=more.get("query"), headers=headers
        )
        return Reply(answer.status_code, answer.json(), answer.headers)

    async def call(self, operation: Operation, arguments: Mapping[str, Any], door: str = "rest", **more: Any) -> Reply:
        """The operation through a door: rest, tool, or a part of a batch."""
        if door == "tool":
            return await self._call_tool(operation.name, arguments, **more)
        path, body = fill_path(operation, arguments)
        if door == "rest":
            return await self.rest(operation.methods[-1], path, body, **more)
        part = {"method": operation.methods[-1], "path": path, "body": body}
        whole = await self.rest("POST", "/batch", {"requests": [part], **more.get("batch", {})})
        (answer,) = whole.body["responses"]
        return Reply(answer["status"], answer["body"], whole.headers)

    async def step(self, step: Step, identifier: int | None) -> Reply:
        """A prepared call about an object."""
        path = step.path.replace("{id}", str(identifier))
        return await self.rest(step.method, path, fill_arguments(step.body, identifier or 0))

    async def prepare(self, preparation: Preparation) -> dict[str, Any]:
        """Arguments for one call, about something of its own."""
        return fill_arguments(preparation.arguments, await self.make(preparation.fresh))

    async def make(self, noun: str) -> int:
        """The id of what was made; 0 where there is none."""
        if noun == "limit":
            await self.rest("PUT", "/rate-limit", {"requests_per_minute": 400})
        if noun in ("", "limit", "media"):
            return add_media(self.data) if noun == "media" else 0
        if noun == "pending":
            waiting = await self.rest("POST", "/posts", {"title": "Waiting", **ITEM}, role="author")
            return int(waiting.body["pending"]["id"])
        if noun == "change":
            page = await self.make("page")
            return int((await self.rest("PATCH", f"/pages/{page}", {"title": "To undo"})).body["change_id"])
        if noun == "key change":
            limit = {"key_id": await self.make("key"), "requests_per_minute": 76}
            return int((await self.rest("PUT", "/rate-limit", limit)).body["change_id"])
        if noun == "key":
            key = {"label": "Fresh", "role": "author", "requests_per_minute": 60}
            return int((await self.rest("POST", "/api-keys", key)).body["id"])
        made = await self.rest("POST", f"/{noun}s", {"title": f"Fresh {noun}", "slug": f"fresh-{noun}", **ITEM})
        return int(made.body["id"])

    async def _call_tool(self, name: str, arguments: Mapping[str, Any], **more: Any) -> Reply:
        params = {"name": name, "arguments": dict(arguments)}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        headers = {"X-API-Key": self.service.keys[more.get("role", "admin")], "User-Agent": CLIENT}
        http: httpx2.AsyncClient = more.get("http", self.service.http)
        answer = await http.post(f"{BASE}/mcp", json=message, headers=headers)
        result = answer.json()["result"]
        body = result["structuredContent"]
        return Reply(body["data"]["status"] if result["isError"] else 200, body, answer.headers)


@asynccontextmanager
async def open_walk(folder: Path) -> AsyncIterator[Walk]:
    """A service to walk through."""
    async with open_service(folder, roles=["admin", "editor", "author"]) as service:
        await let_wait(service.settings, Rule(role="author"))
        yield Walk(service)


@asynccontextmanager
async def open_second(settings: Settings) -> AsyncIterator[httpx2.AsyncClient]:
    """A client of another application over the same folder, as another worker is one."""
    app = build(settings)
    transport = httpx2.ASGITransport(app=app)
    async with run_lifespan(app), httpx2.AsyncClient(transport=transport, base_url=settings.site_url) as http:
        yield http


async def let_wait(settings: Settings, *rules: Rule) -> None:
    """Set the owner's policy."""
    parts = assemble(settings)
    try:
        await parts.choices.set_rules(rules)
    finally:
        await parts.close()


@contextmanager
def sabotaged(data: Path, trigger: str) -> Iterator[None]:
    """A trigger on the database while the block runs."""
    run_sql(data, f"CREATE TRIGGER sabotage {trigger}")
    try:
        yield
    finally:
        run_sql(data, "DROP TRIGGER sabotage")


def run_sql(data: Path, statement: str) -> None:
    """Run one statement past the service."""
    with closing(sqlite3.connect(data / "sitehand.db", isolation_level=None)) as connection:
        connection.execute(statement)


def fill_arguments(arguments: Mapping[str, Any], identifier: int) -> dict[str, Any]:
    """The arguments with the id in its place."""
    return {name: identifier if value == "{id}" else value for name, value in arguments.items()}


def fill_path(operation: Operation, arguments: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The path with its arguments, and those that are left for the body."""
    body = dict(arguments)
    path = operation.path
    for name in operation.path_arguments:
        path = path.replace(f"{{{name}}}", str(body.pop(name)))
    return path, body
