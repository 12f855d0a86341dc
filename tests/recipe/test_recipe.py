"""A noun on its own table, made by the recipe, keeps every promise."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from sitehand.app import assemble, connect
from sitehand.doors.routes import RouteTable
from sitehand.errors import Code, Problem
from sitehand.guard.gate import OWNER, Gate
from sitehand.hosts.builtin.schema import SITE
from sitehand.operation.caller import Caller
from sitehand.operation.catalog import Catalog, collect
from sitehand.operation.policy import Rule
from sitehand.operation.write import Interim
from sitehand.operations.modules import OPERATION_MODULES, OWNER_MODULES
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.store.chain import Chain
from sitehand.store.schema import Schema
from sitehand.store.tracked import list_tracked
from tests.choices import set_rules
from tests.databases import migrate
from tests.recipe import operations
from tests.recipe.builtin import build_host
from tests.recipe.snippets import metadata

CHAIN = Chain(Path(__file__).parent / "migrations", "recipe_version")
SNIPPETS = Schema(chains=(CHAIN,), tracked=list_tracked(metadata))
EDITOR = Caller("key", "key:7", "Script", "editor", key_id=7)


@dataclass(frozen=True, slots=True)
class Service:
    """The gate over a site that has snippets."""

    parts: Parts
    gate: Gate

    async def perform(self, called: str, caller: Caller = EDITOR, /, **arguments: Any) -> Any:
        """The result of a call."""
        return await self.gate.perform(caller, self.gate.catalog.get(called) or pytest.fail(called), arguments)


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service over a new site with snippets."""
    parts = assemble(Settings(data=tmp_path / "site", log="off"), schema=SITE.extended(SNIPPETS))
    host = build_host(parts.host, parts.database)
    catalog = Catalog(collect((*OPERATION_MODULES, *OWNER_MODULES, operations)))
    parts = replace(parts, host=host, catalog=catalog)
    await migrate(parts.database)
    yield Service(parts, connect(parts, RouteTable(catalog))[0])
    await parts.close()


async def make(service: Service, **more: Any) -> Mapping[str, Any]:
    """A new snippet."""
    made: Mapping[str, Any] = await service.perform("create_snippet", name="Greeting", text="Hello", **more)
    return made


async def test_the_five_operations(service: Service) -> None:
    """Created, read, listed, changed and deleted; then it is not found."""
    made = await make(service)
    assert (await service.perform("get_snippet", id=made["id"]))["text"] == "Hello"
    assert [each["name"] for each in (await service.perform("list_snippets")).items] == ["Greeting"]
    changed = await service.perform("update_snippet", id=made["id"], text="Good day")
    assert (changed["text"], changed["changed"]) == ("Good day", True)
    gone = await service.perform("delete_snippet", id=made["id"])
    assert (gone["deleted"], gone["previous"]["text"]) == (True, "Good day")
    with pytest.raises(Problem) as missing:
        await service.perform("get_snippet", id=made["id"])
    assert missing.value.code is Code.NOT_FOUND


async def test_a_preview_changes_nothing(service: Service) -> None:
    """It tells field by field what would be different."""
    made = await make(service)
    shown = await service.perform("update_snippet", id=made["id"], text="Good day", dry_run=True)
    assert isinstance(shown, Interim)
    (told,) = shown.body["changes"]
    assert (told["kind"], [(each["field"], each["before"], each["after"]) for each in told["fields"]]) == (
        "snippet",
        [("text", "Hello", "Good day")],
    )
    assert (await service.perform("get_snippet", id=made["id"]))["text"] == "Hello"


async def test_a_stale_revision_is_refused(service: Service) -> None:
    """And the present one is not."""
    made = await make(service)
    changed = await service.perform("update_snippet", id=made["id"], text="b", expected_revision=made["revision"])
    with pytest.raises(Problem) as stale:
        await service.perform("update_snippet", id=made["id"], text="c", expected_revision=made["revision"])
    assert stale.value.code is Code.REVISION_CONFLICT
    assert stale.value.extra["revision"] == changed["revision"]


async def test_an_idempotency_key_repeats_the_answer(service: Service) -> None:
    """One snippet is made, whoever sends it again."""
    first, second = [await make(service, idempotency_key="once") for _ in range(2)]
    assert first["id"] == second["id"]
    assert (await service.perform("list_snippets")).total == 1


async def test_every_change_is_undone(service: Service) -> None:
    """The newest first: a deletion, a change, the creation."""
    made = await make(service)
    changed = await service.perform("update_snippet", id=made["id"], text="Good day")
    gone = await service.perform("delete_snippet", id=made["id"])
    for change, text in ((gone, "Good day"), (changed, "Hello")):
        await service.perform("undo_change", id=change["change_id"])
        assert (await service.perform("get_snippet", id=made["id"]))["text"] == text
    await service.perform("undo_change", id=made["change_id"])
    assert (await service.perform("list_snippets")).total == 0


@pytest.mark.parametrize(
    ("transition", "name", "arguments"),
    [("public", "create_snippet", {"name": "Another"}), ("delete", "delete_snippet", {"id": 1})],
)
async def test_the_owners_rules_hold_it(
    service: Service, transition: Any, name: str, arguments: Mapping[str, Any]
) -> None:
    """What is made public or removed needs approval, without a line of the noun's own; then it is done."""
    await make(service)
    await set_rules(service.parts.database, [Rule(role="editor", transition=transition)])
    held = await service.perform(name, **arguments)
    assert isinstance(held, Interim)
    assert (held.status, (await service.perform("list_snippets")).total) == (202, 1)
    await service.perform("approve_change", OWNER, id=held.body["pending"]["id"])
    assert (await service.perform("list_snippets")).total == {"public": 2, "delete": 0}[transition]
