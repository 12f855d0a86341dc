"""Every operation x every role x every door, against a table that is typed from the specification."""

import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, get_args

import pytest

from sitehand.app import assemble
from sitehand.guard.approvals import Approvals
from sitehand.guard.gate import Gate
from sitehand.guard.keys import digest, new_key
from sitehand.guard.restrictions import Restrictions
from sitehand.guard.result_cache import ResultCache
from sitehand.guard.switches import Choice, Switches
from sitehand.guard.writes import Writes
from sitehand.hookspecs import hookimpl
from sitehand.operation.caller import Caller, Category, Role
from sitehand.operation.catalog import Catalog, collect
from sitehand.operation.context import Context
from sitehand.operation.declaration import Operation, operation
from sitehand.operations.modules import OPERATION_MODULES
from sitehand.settings import Settings
from sitehand.site.kinds import KINDS
from sitehand.site.values import NoArguments, utc_now
from sitehand.store.creator_table import CreatorTable
from sitehand.store.database import FILE_NAME
from sitehand.store.ledger import DatabaseLedger
from sitehand.store.pace import ChangeCounts
from tests.hosts import HOSTS, find_lacking, find_wordpress
from tests.samples.sample import ABSENT, fill
from tests.samples.table import CATEGORY_OF, SAMPLES
from tests.service import BASE, MCP, Service, open_service

ROLES: tuple[Role, ...] = ("admin", "editor", "designer", "author")
EVERY_CATEGORY = {"content", "elementor", "gutenberg", "media", "taxonomy", "seo", "site"}
ROLE_CATEGORIES = {
    "admin": EVERY_CATEGORY,
    "editor": {"content", "elementor", "gutenberg", "media", "taxonomy", "seo"},
    "designer": {"elementor", "gutenberg", "media", "site"},
    "author": {"content", "media", "taxonomy"},
}
"""The specification's table "Roles and the tool categories each role may use"."""
HARMLESS = {None, "invalid_arguments", "not_found"}
"""What an allowed call may end with here: the calls carry no arguments, and an id that there is not."""
BAD_KEYS = {
    "none": "missing_credential",
    "revoked": "invalid_credential",
    "expired": "invalid_credential",
    "garbage": "invalid_credential",
}
DOORS = ("rest", "mcp", "batch")


def make_probe(category: Category, access: Any) -> Operation:
    """An operation of a plugin in that category, which only says that it ran."""

    async def probe(ctx: Context, _: NoArguments) -> dict[str, str]:
        """Say that it ran."""
        return {"ran": category}

    probe.__name__ = f"probe_{category}_{access}"
    method = "GET" if access == "read" else "POST"
    return operation(f"{method} /probes/{category}/{access}", category=category, access=access)(probe)


PROBES = [make_probe(category, access) for category in get_args(Category) for access in ("read", "write")]
PROBES.append(make_probe("seo", "admin"))


class Probes:
    """The plugin that brings them, so that categories without an operation of ours are walked too."""

    @hookimpl
    def register_operations(self) -> list[Operation]:
        """All of them."""
        return PROBES


OPERATIONS = list(Catalog([*collect(OPERATION_MODULES), *PROBES]))


def expected_refusal(name: str, role: str) -> str | None:
    """The oracle: the code with which the specification refuses, by what the samples say of the operation, or None."""
    who, category = describe(name)
    if who == "public":
        return None
    if role not in ROLE_CATEGORIES:
        return "category_forbidden"
    if who == "admin":
        return None if role == "admin" else "admin_required"
    opening = {category, *(SAMPLES[name].also if name in SAMPLES else ())}
    return None if who == "everyone" or opening & set(ROLE_CATEGORIES[role]) else "category_forbidden"


def describe(name: str) -> tuple[str, str]:
    """Who may call the operation, and its category; of a probe by its name."""
    if not name.startswith("probe_"):
        return SAMPLES[name].who, CATEGORY_OF[name]
    _, category, access = name.split("_")
    return "admin" if access == "admin" else "category", category


@dataclass(frozen=True, slots=True)
class Site:
    """A service with the probes, and good and bad keys by name."""

    service: Service
    keys: dict[str, str]

    @property
    def unmet(self) -> frozenset[str]:
        """Operations that need what the host does not offer."""
        return self.service.unmet

    async def call(self, door: str, wanted: Operation, key: str) -> list[str | None]:
        """The code of the answer, or None for success, by each of the operation's methods."""
        if door == "mcp":
            return [await self._call_tool(wanted.name, key)]
        path = fill(wanted.path, dict.fromkeys(wanted.path_arguments, ABSENT))
        send = self._send if door == "rest" else self._send_in_batch
        return [await send(method, path, key) for method in wanted.methods]

    def _headers(self, key: str) -> dict[str, str]:
        return {"X-API-Key": self.keys[key]} if key != "none" else {}

    async def _send(self, method: str, path: str, key: str) -> str | None:
        body: Any = None if method == "GET" else {}
        answer = await self.service.http.request(method, f"{BASE}{path}", headers=self._headers(key), json=body)
        return None if answer.is_success else str(answer.json()["code"])

    async def _send_in_batch(self, method: str, path: str, key: str) -> str | None:
        parts = {"requests": [{"method": method, "path": path}]}
        answer = await self.service.http.post(f"{BASE}/batch", json=parts, headers=self._headers(key))
        if answer.status_code != 207:
            return str(answer.json()["code"])
        (part,) = answer.json()["responses"]
        return None if part["status"] < 400 else str(part["body"]["code"])

    async def _call_tool(self, name: str, key: str) -> str | None:
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": {}}}
        answer = (await self.service.http.post(MCP, json=message, headers=self._headers(key))).json()
        if "error" in answer:
            return str(answer["error"]["data"]["code"])
        return str(answer["result"]["structuredContent"]["code"]) if answer["result"]["isError"] else None


@pytest.fixture(scope="module", params=HOSTS)
async def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    """One service for all tests of this file: their calls change nothing."""
    folder = tmp_path_factory.mktemp("access")
    chosen: dict[str, Any] = {"plugins": [Probes()], "failures_per_minute": 100_000}
    async with open_service(folder, roles=ROLES, wordpress=find_wordpress(request), **chosen) as service:
        yield Site(service, {**service.keys, **await make_bad_keys(service.settings)})


async def make_bad_keys(settings: Settings) -> dict[str, str]:
    """A revoked key, an expired one, one that never was, and one whose role the service does not know."""
    parts = assemble(settings)
    then = datetime(2026, 1, 1, tzinfo=UTC)
    made: Any = {"label": "bad", "role": "admin", "expires": None, "requests_per_minute": None, "now": then}
    revoked = await parts.keys.create(**made)
    await parts.keys.revoke(revoked["id"], now=utc_now())
    expired = await parts.keys.create(**{**made, "expires": then.replace(month=2)})
    await parts.close()
    stranger = new_key()
    row = ("stranger", "owner", digest(stranger), stranger[:15], "2026-01-01T00:00:00Z", 100_000)
    with sqlite3.connect(settings.data / FILE_NAME) as database:
        fields = "label, role, secret_sha256, first_characters, created, requests_per_minute"
        database.execute(f"INSERT INTO api_keys ({fields}) VALUES (?, ?, ?, ?, ?, ?)", row)
    database.close()
    return {"revoked": revoked["value"], "expired": expired["value"], "garbage": new_key(), "stranger": stranger}


each_operation = pytest.mark.parametrize("wanted", OPERATIONS, ids=lambda wanted: wanted.name)


@each_operation
async def test_roles_reach_what_the_specification_says(site: Site, wanted: Operation) -> None:
    """Each role is let in or refused with the right code, the same through every door."""
    for role in (*ROLES, "stranger"):
        refused = expected_refusal(wanted.name, role)
        for door in DOORS:
            expected = {refused} if refused else {"not_supported"} if wanted.name in site.unmet else HARMLESS
            if door == "batch" and role == "stranger":
                expected = {"category_forbidden"}
            codes = await site.call(door, wanted, role)
            assert set(codes) <= expected, (role, door)


@each_operation
async def test_bad_credentials_reach_nothing(site: Site, wanted: Operation) -> None:
    """No key, and a revoked, expired or unknown one, are refused everywhere but at the one public path."""
    for key, code in BAD_KEYS.items():
        for door in DOORS:
            expected = None if door == "rest" and wanted.public else code
            assert set(await site.call(door, wanted, key)) == {expected}, (key, door)


def test_every_category_is_walked() -> None:
    """Those without an operation of ours too."""
    assert {wanted.category for wanted in OPERATIONS} == EVERY_CATEGORY


def test_the_public_path_is_the_only_one() -> None:
    """Only openapi.json is open to those who have no credential."""
    assert [wanted.name for wanted in OPERATIONS if wanted.public] == ["get_openapi"]


@pytest.mark.parametrize("role", ROLES)
async def test_what_is_shown_is_what_may_be_called(site: Site, role: Role) -> None:
    """tools/list and introspect show exactly the operations that the oracle allows, in the catalogue's order."""
    allowed = [
        wanted.name
        for wanted in OPERATIONS
        if expected_refusal(wanted.name, role) is None and wanted.name not in site.unmet
    ]
    listed = (await site.service.rpc("tools/list", role=role))["result"]["tools"]
    assert [tool["name"] for tool in listed] == allowed
    shown = (await site.service.tool("introspect", role=role))["structuredContent"]
    lines = [(category, line["name"]) for category, lines in shown["categories"].items() for line in lines]
    assert {name for _, name in lines} == set(allowed)
    assert len(lines) == len(allowed)
    declared = {wanted.name: wanted.category for wanted in OPERATIONS}
    assert all(declared[name] == category for category, name in lines)
    assert set(shown["caller"]["categories"]) == ROLE_CATEGORIES[role]
    assert ("admin" in shown["caller"]["access"]) == (role == "admin")


async def test_a_key_of_an_unknown_role_sees_nothing(site: Site) -> None:
    """tools/list is empty for it, and introspect refuses."""
    headers = {"X-API-Key": site.keys["stranger"]}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    answer = await site.service.http.post(MCP, json=message, headers=headers)
    assert answer.json()["result"]["tools"] == []
    answer = await site.service.http.get(f"{BASE}/introspect", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "category_forbidden")


async def test_the_gate_shows_what_the_oracle_allows(tmp_path: Any) -> None:
    """gate.visible agrees with the table for each role, and is empty for a role that there is not."""
    parts = assemble(Settings(data=tmp_path, log="off"), plugins=[Probes()])
    gate = Gate(
        parts.catalog,
        keys=parts.keys,
        limits=parts.limits,
        plugins=parts.plugins,
        clock=utc_now,
        cache=ResultCache(lambda: None, 0),
        writes=Writes(
            parts.host.transactions,
            DatabaseLedger(),
            Approvals(parts.choices.rules, parts.pending, KINDS),
            "never",
            KINDS,
            Restrictions(
                parts.host, CreatorTable(parts.database), ChangeCounts(parts.database), parts.choices.blocks.policy
            ),
        ),
        switches=Switches(Choice),
        usage=parts.usage,
        capabilities=parts.host.capabilities,
    )
    caller = Caller("key", "key:1", "one", "admin")
    for role in ROLES:
        visible = {wanted.name for wanted in gate.visible(replace(caller, role=role))}
        allowed = {wanted.name for wanted in OPERATIONS if expected_refusal(wanted.name, role) is None}
        assert visible == allowed - find_lacking()
        assert set(gate.categories(replace(caller, role=role))) == ROLE_CATEGORIES[role]
    for unknown in ("", "owner", "ADMIN", "admin "):
        assert list(gate.visible(replace(caller, role=unknown))) == []
        assert list(gate.categories(replace(caller, role=unknown))) == []
    await parts.close()
