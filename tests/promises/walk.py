"""Calls of write operations through every door, and what they need to be there before."""

import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx2

from sitehand.app import assemble, build
from sitehand.operation.caller import Role
from sitehand.operation.declaration import Operation
from sitehand.operation.policy import Rule
from sitehand.settings import Settings
from tests.choices import set_rules
from tests.promises.dumps import dump_state, dump_stored, dump_tables
from tests.samples.sample import Nth, Placeholders, Step, Write, fill
from tests.samples.table import FRESH
from tests.service import BASE, MCP, Service, open_service, run_lifespan
from tests.wordpress.reset import dump_content, dump_written
from tests.wordpress.site import WordPress

CLIENT = "Walker/1.0"
AUDITS = "sitehand.beside.list_audits"
"""The jobs that audit a site: they would write while its rows are compared."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer as REST has it; of a tool, with the status that its problem names."""

    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def code(self) -> str:
        """The error code; "" of a success."""
        return str(self.body.get("code", "")) if self.status >= 400 else ""

    @property
    def change_id(self) -> int | None:
        """The change that the journal has of it."""
        found = self.body.get("change_id", (self.body.get("result") or {}).get("change_id"))
        return None if found is None else int(found)


@dataclass(frozen=True, slots=True)
class Walk:
    """A running service with an admin, another admin, and an author whose writes wait for a person."""

    service: Service
    reader: sqlite3.Connection | None = None
    """A connection to its database that stays open, for tests that compare all rows often."""

    @property
    def data(self) -> Path:
        """Its folder."""
        return self.service.settings.data

    def dump_stored(self) -> dict[str, Any]:
        """Every row of the service and of its host."""
        site = self.service.wordpress
        stored = dump_tables(self.reader) if self.reader else dump_stored(self.data)
        return {**stored, **({"written": dump_written(site)} if site else {})}

    def dump_state(self) -> dict[str, Any]:
        """The state of the service and of its host, as an undo gives it back."""
        site = self.service.wordpress
        return {**dump_state(self.data), **({"content": dump_content(site)} if site else {})}

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
        whole = await self.rest(
            "POST", "/batch", {"requests": [part], **more.get("batch", {})}, role=more.get("role", "admin")
        )
        (answer,) = whole.body["responses"]
        return Reply(answer["status"], answer["body"], whole.headers)

    async def step(self, step: Step, made: Placeholders, role: str = "admin") -> Reply:
        """A prepared call about what was made."""
        return await self.rest(step.method, fill(step.path, made), fill(step.body, made), role=role)

    async def prepare(self, write: Write) -> tuple[dict[str, Any], Placeholders]:
        """Arguments for one call, about something of its own, and what that is."""
        made = await self.make(write.fresh)
        return fill(write.arguments, made), made

    async def make(self, name: str) -> Placeholders:
        """What stands for the thing that was made; nothing for no name."""
        if not name:
            return {}
        fresh = FRESH[name]
        if not isinstance(fresh.step, Step):
            return fresh.step(self.data)
        base = await self.make(fresh.of)
        answer = await self.step(fresh.step, base, fresh.role)
        assert answer.status < 300, (name, answer.body)
        return {**base, **fresh.found(answer.body)}

    async def list_ids(self, name: str) -> list[int]:
        """Ids of all that there is by that name."""
        fresh = FRESH[name]
        assert fresh.listed is not None, f"{name}: say how it is listed."
        listed = await self.rest(fresh.listed.method, fresh.listed.path)
        if listed.status == 404:
            return []
        rows = listed.body["items"] if isinstance(listed.body, Mapping) else listed.body
        return [each["id"] for each in rows if fresh.known_by.items() <= each.items()]

    async def name_objects(self, value: Any, after: int = 0) -> Any:
        """The value with ids of what there is in place of numbers that were drawn; of changes those after that one."""
        if isinstance(value, dict):
            return {name: await self.name_objects(each, after) for name, each in value.items()}
        if isinstance(value, list):
            return [await self.name_objects(each, after) for each in value]
        if not isinstance(value, Nth):
            return value
        ids = [each for each in await self.list_ids(value.name) if value.name != "change" or each > after]
        known = [*ids, value.absent]
        return known[value.number % len(known)]

    async def _call_tool(self, name: str, arguments: Mapping[str, Any], **more: Any) -> Reply:
        params = {"name": name, "arguments": dict(arguments)}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        headers = {"X-API-Key": self.service.keys[more.get("role", "admin")], "User-Agent": CLIENT}
        http: httpx2.AsyncClient = more.get("http", self.service.http)
        answer = await http.post(MCP, json=message, headers=headers)
        result = answer.json()["result"]
        body = result["structuredContent"]
        return Reply(body["data"]["status"] if result["isError"] else 200, body, answer.headers)


@asynccontextmanager
async def open_walk(folder: Path, wordpress: WordPress | None = None) -> AsyncIterator[Walk]:
    """A service to walk through, over the built-in site or over a WordPress. An audit that is wanted stays pending."""
    roles: list[Role] = ["admin", "editor", "author"]
    with patch(AUDITS, return_value=()):
        async with open_service(folder, roles=roles, wordpress=wordpress) as service:
            await let_wait(service.settings, Rule(role="author"))
            with open_site(service.settings.data) as reader:
                yield Walk(service, reader)


@asynccontextmanager
async def open_second(settings: Settings) -> AsyncIterator[httpx2.AsyncClient]:
    """A client of another application over the same folder, as another worker is one."""
    with patch(AUDITS, return_value=()):
        app = build(settings)
    transport = httpx2.ASGITransport(app=app)
    async with run_lifespan(app), httpx2.AsyncClient(transport=transport, base_url=settings.site_url) as http:
        yield http


async def let_wait(settings: Settings, *rules: Rule) -> None:
    """Set the owner's policy."""
    parts = assemble(settings)
    try:
        await set_rules(parts.database, rules)
    finally:
        await parts.close()


@contextmanager
def sabotaged(data: Path, trigger: str) -> Iterator[None]:
    """A trigger on the database while the block runs. It fires after those of its table."""
    with open_site(data) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"CREATE TRIGGER sabotage {trigger}")
        make_older(connection, "sabotage")
        connection.execute("COMMIT")
    try:
        yield
    finally:
        run_sql(data, "DROP TRIGGER sabotage")


def make_older(connection: sqlite3.Connection, name: str) -> None:
    """Create the other triggers of the trigger's table again, for SQLite fires the newest first.

    One that rewrites a row before the search index has its words would let FTS5 take out words that it does not have.
    """
    others = """SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name <> ?1
        AND tbl_name = (SELECT tbl_name FROM sqlite_master WHERE name = ?1) ORDER BY rowid"""
    for other, statement in connection.execute(others, [name]).fetchall():
        connection.execute(f'DROP TRIGGER "{other}"')
        connection.execute(statement)


def run_sql(data: Path, statement: str) -> None:
    """Run one statement past the service."""
    with open_site(data) as connection:
        connection.execute(statement)


def open_site(data: Path) -> closing[sqlite3.Connection]:
    """A connection past the service, which closes when the block ends."""
    return closing(sqlite3.connect(data / "sitehand.db", isolation_level=None))


def fill_path(operation: Operation, arguments: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The path with its arguments, and those that are left for the body."""
    body = dict(arguments)
    path = operation.path
    for name in operation.path_arguments:
        path = path.replace(f"{{{name}}}", str(body.pop(name)))
    return path, body
