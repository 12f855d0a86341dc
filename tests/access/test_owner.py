"""Operations of the owner alone: no door leads to one, and no caller but the owner runs one."""

import itertools
import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

import pytest

import sitehand
from sitehand.admin.sentences import tell_change
from sitehand.app import assemble, connect
from sitehand.doors.routes import RouteTable
from sitehand.errors import Code, Problem
from sitehand.guard.gate import OWNER
from sitehand.hookspecs import hookimpl
from sitehand.operation.caller import Caller
from sitehand.operation.catalog import Catalog, collect
from sitehand.operation.declaration import Operation
from sitehand.operation.policy import Rule
from sitehand.operations.modules import OPERATION_MODULES, OWNER_MODULES
from sitehand.owner import perform
from sitehand.parts import Parts
from sitehand.site.kinds import KINDS
from tests.exports import OtherSite
from tests.promises.dumps import dump_stored
from tests.promises.walk import Walk, let_wait, sabotaged
from tests.samples.owner import PASSWORD, SECRET
from tests.samples.table import OWNERS, SAMPLES
from tests.service import open_service

EXPORT = Path(__file__).parents[1] / "unit/hosts/builtin/importing/fixtures/small.xml"
CALLS: dict[str, dict[str, Any]] = {
    name: dict(sample.examples[0].arguments) for name, sample in SAMPLES.items() if sample.who == "owner"
}
"""How each is called, in an order in which the owner can."""
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
STRANGERS = (
    Caller("key", "key:1", "admin", "admin", key_id=1),
    Caller("token", "token:1", "somebody", "writer"),
    Caller("plugin", "plugin:1", "plugin", "admin"),
    Caller("plugin", "owner", "Owner", "admin"),
)
each_name = pytest.mark.parametrize("name", OWNERS)


@dataclass
class Listener:
    """A plugin that hears of every call, and vouches for requests that ask it to."""

    heard: list[tuple[str, str, str, str]] = field(default_factory=list)

    @hookimpl
    def skip_key_validation(self, request: Any) -> Caller | None:
        """An admin, for whoever says so."""
        return Caller("plugin", "plugin:1", "plugin", "admin", 100_000) if request.headers.get("x-plugin") else None

    @hookimpl
    def operation_done(self, caller: Any, operation: Operation, arguments: Any, problem: Any) -> None:
        """Write down what a plugin's log would have."""
        told = repr((caller, operation.name, arguments, problem, getattr(problem, "details", "")))
        self.heard.append((caller.id if caller else "", operation.name, problem.code if problem else "", told))


@pytest.fixture(scope="module")
async def walk(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Walk]:
    """One service for all tests of this file that knock at doors: nothing of what they try happens."""
    folder = tmp_path_factory.mktemp("owner")
    async with open_service(folder, roles=["admin", "editor", "author"], plugins=[Listener()]) as service:
        yield Walk(service)


def open_for(name: str, stream: BinaryIO) -> dict[str, object]:
    """What an operation takes that is opened already."""
    opened: dict[str, dict[str, object]] = {"import_export": {"stream": stream}, "import_site": {"site": OtherSite()}}
    return opened.get(name, {})


def guess_paths(name: str) -> list[str]:
    """Paths at which somebody would look for it, written in each of the ways that paths have here."""
    verb, _, noun = name.partition("_")
    words = {name, name.replace("_", "-"), noun.replace("_", "-"), f"{noun}/{verb}", f"owner/{name}", f"tools/{name}"}
    return ["", "/", *(f"/{each}" for each in sorted(words) if each)]


def test_the_catalogue_keeps_them_apart() -> None:
    """What doors walk and search has none of them, and neither has the table of routes."""
    catalog = Catalog(collect((*OPERATION_MODULES, *OWNER_MODULES)))
    assert not {each.name for each in catalog} & OWNERS.keys()
    assert [catalog.get(name) for name in OWNERS] == [None] * len(OWNERS)
    assert {each.name for each in catalog.owners} == OWNERS.keys()
    assert {each.access for each in OWNERS.values()} == {"owner"}
    assert "owner" not in {each.access for each in catalog}
    table = RouteTable(catalog)
    for name, method in itertools.product(OWNERS, ("", *METHODS)):
        for path in guess_paths(name):
            with suppress(Problem):
                assert table.resolve(method, path)[0].name not in OWNERS


def test_only_two_commands_write_without_an_operation() -> None:
    """A restored backup and the demo's content are more than any operation does; all else goes through the gate."""
    package = Path(sitehand.__file__).parent
    marks = ("attribute_command(", "in_call(by=")
    found = {
        file.relative_to(package).as_posix()
        for file in [*package.glob("*.py"), *package.glob("cli/*.py")]
        if any(mark in file.read_text() for mark in marks)
    }
    assert found == {"owner.py", "demo.py", "cli/backup.py"}


@each_name
async def test_rest_has_no_path_to_it(walk: Walk, name: str) -> None:
    """Whatever method and path somebody guesses, with an admin's key and as a plugin's admin."""
    before = dump_stored(walk.data)
    for method, path in itertools.product(METHODS, guess_paths(name)):
        for headers in ({"X-API-Key": walk.service.keys["admin"]}, {"X-Plugin": "yes"}):
            answer = await walk.service.http.request(method, f"/sitehand/v1{path}", json=CALLS[name], headers=headers)
            assert answer.status_code in (404, 405), (method, path)
    assert dump_stored(walk.data) == before


@each_name
async def test_it_is_no_tool(walk: Walk, name: str) -> None:
    """A call answers as for a name that there is not."""
    answers = [
        await walk.service.rpc("tools/call", {"name": each, "arguments": CALLS[name]}) for each in (name, "no_tool")
    ]
    told = [repr(each).replace(name, "no_tool") for each in answers]
    assert told[0] == told[1]
    assert "unknown_operation" in told[0]


@each_name
async def test_it_is_no_part_of_a_batch(walk: Walk, name: str) -> None:
    """Sent through REST or as a tool, part by part or as one transaction, or only checked."""
    before = dump_stored(walk.data)
    for path, mode, validation in itertools.product(
        guess_paths(name)[1:], ("each", "atomic"), ("normal", "require-all-validate")
    ):
        part = {"method": "POST", "path": path, "body": CALLS[name]}
        batch = {"requests": [part], "mode": mode, "validation": validation}
        answer = await walk.rest("POST", "/batch", batch)
        told = [answer.body, (await walk.service.tool("batch", batch))["structuredContent"]]
        for each in told:
            codes = [part["body"]["code"] for part in each.get("responses", ())] or [each["code"]]
            assert set(codes) <= {"route_not_found", "method_not_allowed"}, (path, each)
    assert dump_stored(walk.data) == before


async def test_nobody_is_told_of_it(walk: Walk) -> None:
    """Neither the document, nor introspect, the list of tools, or the part of the document that one asks for."""
    tools = await walk.service.rpc("tools/list")
    shown = await walk.service.tool("introspect", {"detail": "full"})
    document = (await walk.rest("GET", "/openapi.json")).body
    names = {tool["name"] for tool in tools["result"]["tools"]}
    names |= {line["name"] for lines in shown["structuredContent"]["categories"].values() for line in lines}
    names |= {
        part["operationId"] for path in document["paths"].values() for part in path.values() if "operationId" in part
    }
    assert "create_api_key" in names
    assert not names & OWNERS.keys()
    for name in OWNERS:
        assert (await walk.rest("GET", "/openapi.json", query={"operation": name})).status == 404


@each_name
async def test_the_gate_refuses_everybody_else(tmp_path: Path, name: str) -> None:
    """Every kind of caller, with the role admin too; the operation does not run."""
    async with open_service(tmp_path) as service:
        parts = assemble(service.settings)
        gate, _ = connect(parts, RouteTable(parts.catalog))
        wanted = parts.catalog.get_for_owner(name)
        for caller in STRANGERS:
            with pytest.raises(Problem) as refused:
                await gate.perform(caller, wanted, CALLS[name])
            assert refused.value.code is Code.ADMIN_REQUIRED
            assert wanted not in gate.visible(caller)
        with pytest.raises(Problem) as refused:
            await gate.perform(None, wanted, CALLS[name])
        assert refused.value.code is Code.MISSING_CREDENTIAL
        await parts.close()


@each_name
async def test_no_proposal_runs_it(walk: Walk, name: str) -> None:
    """One that somebody wrote into the database by hand, in whosever name, whoever approves it."""
    await let_wait(walk.service.settings, Rule(role="author"))
    waiting = await walk.rest("POST", "/pages", {"title": "Wait"}, role="author")
    pending = waiting.body["pending"]["id"]
    for caller in ("key:1", "key:3", "owner", "site", "plugin:x"):
        with closing(sqlite3.connect(walk.data / "sitehand.db", isolation_level=None)) as connection:
            values = (name, caller, "admin", b"{}", pending)
            connection.execute(
                "UPDATE pending_changes SET operation=?, caller=?, role=?, arguments=? WHERE id=?", values
            )
        before = dump_stored(walk.data)
        assert (await walk.rest("POST", f"/pending/{pending}/approve")).status in (400, 403, 404)
        parts = assemble(walk.service.settings)
        gate, _ = connect(parts, RouteTable(parts.catalog))
        with pytest.raises(Problem) as refused:
            await gate.perform(OWNER, parts.catalog.get_for_owner("approve_change"), {"id": pending})
        await parts.close()
        assert refused.value.code is Code.UNKNOWN_OPERATION
        assert dump_stored(walk.data) == before
    await let_wait(walk.service.settings)


async def run_all(parts: Parts) -> None:
    """Each of them, as the owner on the command line."""
    for name, arguments in CALLS.items():
        with suppress(Problem), EXPORT.open("rb") as stream:
            await perform(parts, name, {**arguments, **open_for(name, stream)})


async def test_what_the_owner_does_is_heard_journaled_and_the_owners(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Plugins hear of each; no admin undoes one; no secret is in what plugins see, in the journal or in the log."""
    listener = Listener()
    async with open_service(tmp_path, roles=["admin", "editor", "author"]) as service:
        parts = assemble(service.settings, plugins=[listener])
        with caplog.at_level(logging.DEBUG):
            await run_all(parts)
        await parts.close()
        heard = {name: (caller, code) for caller, name, code, _ in listener.heard}
        assert heard == {name: ("owner", SAMPLES[name].examples[0].code or "") for name in CALLS}
        walk = Walk(service)
        done = (await walk.rest("GET", "/changes", query={"caller": "owner", "per_page": 100})).body
        assert [each["operation"] for each in reversed(done)] == [each for each in CALLS if SAMPLES[each].journaled]
        told = {each["operation"]: tell_change(each, datetime.now(UTC), KINDS).what for each in done}
        assert {name for name, what in told.items() if "setting" in what} == {"set_site_settings", "set_limits"}, told
        for each in done:
            for choice in ({"id": each["id"]}, {"request_id": each["request_id"]}):
                undone = await walk.rest("POST", "/changes/undo", choice)
                assert (undone.status, undone.code) == (403, "admin_required"), each["operation"]
        stored = (walk.data / "sitehand.db").read_bytes() + (walk.data / "sitehand.db-wal").read_bytes()
        seen = "\n".join(line for *_, line in listener.heard) + caplog.text + stored.decode("latin-1")
        assert "NewPassword" in seen
        assert PASSWORD not in seen
        assert SECRET not in seen


@pytest.mark.parametrize("setting", ["block_policy", "ability_policy", "operations_off"])
async def test_rules_that_cannot_be_read_keep_nobody_from_clearing_them(tmp_path: Path, setting: str) -> None:
    """The gate itself reads some of them; the journal keeps what was cleared."""
    async with open_service(tmp_path) as service:
        with closing(sqlite3.connect(service.settings.data / "sitehand.db")) as connection, connection:
            connection.execute("INSERT INTO settings VALUES (?, 'nonsense')", [setting])
        parts = assemble(service.settings)
        assert (await perform(parts, "clear_rules", {"setting": setting}))["setting"] == setting
        with pytest.raises(Problem, match="can be read"):
            await perform(parts, "clear_rules", {"setting": setting})
        (change,) = (await Walk(service).rest("GET", "/changes", query={"caller": "owner"})).body
        assert (change["operation"], change["objects"][0]["action"]) == ("clear_rules", "delete")
        await parts.close()


async def test_a_form_is_all_or_nothing(tmp_path: Path) -> None:
    """What fails in the middle leaves nothing of what came before it, and no entry."""
    async with open_service(tmp_path) as service:
        parts = assemble(service.settings)
        before = dump_stored(service.settings.data)
        refusal = "BEFORE INSERT ON settings WHEN new.name = 'plan' BEGIN SELECT RAISE(ABORT, 'no'); END"
        with sabotaged(service.settings.data, refusal), pytest.raises(Problem):
            await perform(parts, "set_site_settings", CALLS["set_site_settings"])
        assert dump_stored(service.settings.data) == before
        await perform(parts, "set_site_settings", CALLS["set_site_settings"])
        changes = (await Walk(service).rest("GET", "/changes", query={"caller": "owner"})).body
        assert [len(each["objects"]) for each in changes] == [2]
        await parts.close()


@pytest.mark.parametrize("stream", [str(EXPORT), EXPORT, EXPORT.read_bytes(), None])
async def test_an_import_opens_nothing_by_itself(tmp_path: Path, stream: object) -> None:
    """It takes what is opened already, and neither a path nor the text."""
    async with open_service(tmp_path) as service:
        parts = assemble(service.settings)
        before = dump_stored(service.settings.data)
        with pytest.raises(Problem) as refused:
            await perform(parts, "import_export", {"file": "small.xml", "stream": stream})
        assert (refused.value.code, refused.value.details[0]["path"]) == (Code.INVALID_ARGUMENTS, "stream")
        assert dump_stored(service.settings.data) == before
        await parts.close()


async def test_what_can_be_previewed_leaves_nothing(tmp_path: Path) -> None:
    """An import too; what a broker or another site would hear of is refused before anybody asks it."""
    async with open_service(tmp_path) as service:
        parts = assemble(service.settings)
        before = dump_stored(service.settings.data)
        for name, arguments in CALLS.items():
            with EXPORT.open("rb") as stream:
                given = {**arguments, "dry_run": True, **open_for(name, stream)}
                if SAMPLES[name].examples[0].code:
                    with pytest.raises(Problem, match=r"has no preview|can be read"):
                        await perform(parts, name, given)
                    continue
                plan = await perform(parts, name, given)
            assert plan.body["dry_run"] is True, name
            assert plan.body["changed"] == bool(plan.body["changes"])
        assert dump_stored(service.settings.data) == before
        await parts.close()
