"""A noun on its own table, made by the recipe, keeps every promise; each place that is forgotten is named."""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, cast

import pytest

from sitehand.app import Parts, assemble, connect
from sitehand.doors.routes import RouteTable
from sitehand.errors import Code, Problem
from sitehand.guard.gate import OWNER, Gate
from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.tables import metadata as site_metadata
from sitehand.operation.catalog import Catalog, collect
from sitehand.operation.context import Caller
from sitehand.operation.policy import Rule
from sitehand.operation.write import Interim
from sitehand.operations.modules import OPERATION_MODULES, OWNER_MODULES
from sitehand.settings import Settings
from sitehand.site.host import Host
from sitehand.site.kinds import KINDS
from sitehand.store.chain import Chain
from sitehand.store.schema import Schema
from sitehand.store.tables import metadata as ledger_metadata
from sitehand.store.tracked import Tracked
from tests.choices import set_rules
from tests.databases import migrate
from tests.recipe import operations, samples, tables
from tests.recipe.checks import (
    check_kinds,
    check_migrations,
    check_samples,
    check_stores,
    check_tracked,
    join_metadata,
)
from tests.recipe.site import SNIPPET, RecipeHost
from tests.recipe.snippets import Snippets

CHAIN = Chain(Path(__file__).parent / "migrations", "recipe_version")
EDITOR = Caller("key", "key:7", "Script", "editor", key_id=7)
METADATA = join_metadata(ledger_metadata, site_metadata, tables.metadata)


@dataclass(frozen=True, slots=True)
class Service:
    """The gate over a site that has snippets."""

    parts: Parts
    gate: Gate

    async def perform(self, called: str, caller: Caller = EDITOR, /, **arguments: Any) -> Any:
        """The result of a call."""
        return await self.gate.perform(caller, self.gate.catalog.get(called) or pytest.fail(called), arguments)


def fill_host(host: Host, **more: Any) -> RecipeHost:
    """The host with the noun's field and kind."""
    given = {each.name: getattr(host, each.name) for each in fields(host)}
    return RecipeHost(**{**given, "kinds": host.kinds.extended(SNIPPET), **more})


def extend(chains: tuple[Chain, ...] = (CHAIN,), tracked: tuple[Tracked, ...] = tables.TRACKED) -> Schema:
    """The schema of the site with the noun's table."""
    return SITE.extended(Schema(chains=chains, tracked=tracked))


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """A service over a new site with snippets."""
    parts = assemble(Settings(data=tmp_path / "site", log="off"), schema=extend())
    host = fill_host(parts.host, snippets=Snippets(parts.database))
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


def test_a_forgotten_kind_is_named() -> None:
    """In `site/kinds.py`."""
    check_kinds(extend(), KINDS.extended(SNIPPET))
    with pytest.raises(AssertionError, match="Kind for snippet"):
        check_kinds(extend(), KINDS)


def test_a_forgotten_entry_in_tracked_is_named() -> None:
    """In `hosts/builtin/tracked.py`: its changes would not be journaled."""
    check_tracked(extend(), METADATA.tables)
    with pytest.raises(AssertionError, match="Add snippets to TRACKED"):
        check_tracked(extend(tracked=()), METADATA.tables)


def test_a_forgotten_migration_is_named(tmp_path: Path) -> None:
    """In `hosts/builtin/migrations`."""
    with pytest.raises(AssertionError, match=r"Write a migration for .*snippets"):
        check_migrations(tmp_path, extend(chains=()), METADATA)


def test_a_forgotten_table_is_named(tmp_path: Path) -> None:
    """In `hosts/builtin/tables.py`: the migration makes what no table says."""
    with pytest.raises(AssertionError, match=r"Write a migration for .*remove_table.*snippets"):
        check_migrations(tmp_path, extend(), join_metadata(ledger_metadata, site_metadata))


def test_a_migration_that_fits_is_no_finding(tmp_path: Path) -> None:
    """The same check over the whole recipe."""
    check_migrations(tmp_path, extend(), METADATA)


async def test_a_forgotten_store_is_named(service: Service) -> None:
    """A field in `Host` that nobody filled where the host is built, or none at all."""
    host = cast(RecipeHost, service.parts.host)
    check_stores(host)
    with pytest.raises(AssertionError, match=r"snippets \(of the kind snippet\)"):
        check_stores(replace(host, snippets=cast(Any, None)))


def test_forgotten_samples_are_named() -> None:
    """Each operation, with the module in which its sample should stand."""
    declared = {each.name: each for each in collect([operations])}
    check_samples(declared, samples.SAMPLES)
    with pytest.raises(AssertionError, match="Write a sample of list_snippets"):
        check_samples(declared, {})
