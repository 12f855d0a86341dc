"""`build(settings)`: puts the service together. The only file that knows every concrete class."""

import functools
import gc
import sys
from asyncio import Event
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import replace
from typing import Any

import pydantic_core
from starlette.types import ASGIApp

from sitehand import __version__, beside
from sitehand.admin import build_admin
from sitehand.application import Application, Lifecycle, Routing
from sitehand.broker import build_broker
from sitehand.doors.batch import BatchRunner
from sitehand.doors.discovery import DiscoveryDoor, mcp_paths
from sitehand.doors.document import Document
from sitehand.doors.first_call import Door
from sitehand.doors.health import HealthDoor
from sitehand.doors.mcp.versions import PROTOCOL_VERSIONS
from sitehand.doors.openapi import build_document
from sitehand.doors.rest import RestDoor
from sitehand.doors.routes import RouteTable
from sitehand.files.chromium import Chromium
from sitehand.guard.approvals import Approvals
from sitehand.guard.decisions import Decisions
from sitehand.guard.gate import Gate
from sitehand.guard.keys import KeyRegister
from sitehand.guard.limits import RateLimits
from sitehand.guard.ownership import Ownership
from sitehand.guard.result_cache import ResultCache
from sitehand.guard.switches import Switches
from sitehand.guard.trials import Trials
from sitehand.guard.usage import Usage
from sitehand.guard.writes import Writes
from sitehand.hosts.choice import check_host, choose_schema, open_host
from sitehand.logs import configure_logs
from sitehand.operation.catalog import Catalog, collect
from sitehand.operation.context import Services
from sitehand.operation.services import ServiceAddress
from sitehand.operations.modules import OPERATION_MODULES, OWNER_MODULES
from sitehand.parts import Clock, Parts
from sitehand.plugins import build_plugins, list_added, list_block_types, list_widgets
from sitehand.renewal import Renewing
from sitehand.settings import Settings
from sitehand.site.capabilities import Need
from sitehand.site.values import utc_now
from sitehand.store.approvals import Bounds, PendingTable
from sitehand.store.broker import SecretSeal
from sitehand.store.changes import ChangeTable
from sitehand.store.choices import Choices
from sitehand.store.connection import ConnectionTable
from sitehand.store.creator_table import CreatorTable
from sitehand.store.database import FILE_NAME, Database
from sitehand.store.findings import FindingTable
from sitehand.store.jobs import JobTable
from sitehand.store.journal_end import JournalAnchor
from sitehand.store.keys import KeyTable
from sitehand.store.ledger import DatabaseLedger
from sitehand.store.limits import LimitTable, open_counters
from sitehand.store.migration import migrate
from sitehand.store.owner import Owner
from sitehand.store.schema import Schema
from sitehand.store.undo import Undo
from sitehand.store.usage import UsageRecorder, UsageTable

OPERATIONS = tuple(collect((*OPERATION_MODULES, *OWNER_MODULES)))
"""The operations of Sitehand itself, without those of plugins."""
Works = Callable[[], AbstractAsyncContextManager[None]]
SWITCH_SECONDS = 0.0005
"""How long a thread may keep the others from running: a write gives up its turn 27 times."""


def assemble(
    settings: Settings, *, plugins: Iterable[object] = (), clock: Clock = utc_now, schema: Schema | None = None
) -> Parts:
    """Make the parts over the data folder. Nothing is made or migrated yet. `schema`: instead of the chosen one."""
    folder = settings.data.resolve()
    database = Database(folder, schema or choose_schema(folder / FILE_NAME), settings.read_seconds)
    manager = build_plugins(plugins)
    where, workers = (settings.data, settings.counters_url), settings.workers
    counters = open_counters(*where, workers=workers)
    defences = open_counters(*where, "defences", workers=workers, spent=True)
    rest = settings.site_url + settings.path
    address = ServiceAddress(site=settings.site_url, rest=rest, mcp=f"{rest}/mcp")
    connections = ConnectionTable(database, SecretSeal(folder, settings.broker_key))
    host = open_host(settings, database, connections, clock, list_block_types(manager), list_widgets(manager))
    return Parts(
        settings=settings,
        clock=clock,
        database=database,
        keys=KeyRegister(KeyTable(database)),
        counters=(counters, defences),
        limits=RateLimits(counters, defences, LimitTable(database), settings.failures_per_minute),
        owner=Owner(database),
        host=host,
        plugins=manager,
        catalog=Catalog([*OPERATIONS, *list_added(manager)]),
        choices=Choices(database),
        changes=ChangeTable(database, host.kinds),
        pending=PendingTable(
            database,
            clock,
            Bounds(settings.approval_days, settings.pending_per_caller, settings.pending_bytes_per_caller),
        ),
        usage=Usage(),
        address=address,
        broker=build_broker(settings, database, address, clock),
        connections=connections,
    )


def build(
    settings: Settings, *, plugins: Iterable[object] = (), clock: Clock = utc_now, own_process: bool = False
) -> ASGIApp:
    """The service as an ASGI application: alone, or mounted under any path of any ASGI site.

    It starts with the server's lifespan, or on the first request when the outer site sends none. `plugins` are
    registered beside the installed ones. In its `own_process` all that is there at the start lives to the end.
    """
    return Renewing(functools.partial(_make_application, settings, tuple(plugins), clock, own_process))


def _make_application(
    settings: Settings, plugins: Iterable[object], clock: Clock, own_process: bool, changed: Callable[[], None]
) -> Application:
    """The application over the data folder as it is now; `changed` is called when another one is wanted."""
    parts = assemble(settings, plugins=plugins, clock=clock)
    routes = RouteTable(parts.catalog)
    gate, services = connect(parts, routes)
    permits = beside.make_permits(parts, gate)
    files, upload_door = beside.make_files(parts, permits)
    mcp = beside.open_mcp(parts, gate, services, own_process)
    works = functools.partial(beside.run, parts, beside.make_runner(parts, permits), changed)
    lifecycle = Lifecycle(functools.partial(_run, parts, mcp, works, own_process))
    routing = Routing(
        rest=RestDoor(gate, routes, parts.address.rest, files),
        mcp=mcp,
        admin=build_admin(beside.make_admin_services(parts, gate, services)),
        uploads=upload_door,
        public=_public(parts, Trials(gate, services, clock)),
        well_known=DiscoveryDoor(parts.broker.check, mcp_paths(settings.path, parts.address.mcp)),
        health=HealthDoor(functools.partial(_probe, parts, lifecycle)),
    )
    return Application(settings, routing, lifecycle)


def connect(parts: Parts, routes: RouteTable) -> tuple[Gate, Services]:
    """The gate over the parts, and what operations see."""
    rules = Approvals(parts.choices.rules, parts.pending, parts.host.kinds)
    gate = Gate(
        parts.catalog,
        keys=parts.keys,
        limits=parts.limits,
        plugins=parts.plugins,
        clock=parts.clock,
        cache=ResultCache(parts.host.state, parts.settings.recall_bytes),
        writes=_build_writes(parts, rules),
        switches=Switches(parts.choices.choice),
        usage=parts.usage,
        capabilities=parts.host.capabilities,
        tokens=parts.broker.check,
    )
    services = Services(
        host=parts.host,
        keys=parts.keys,
        limits=parts.limits,
        gate=gate,
        run_batch=BatchRunner(gate, routes, parts.address.rest, parts.keys, parts.settings.max_answer_bytes).run,
        changes=parts.changes,
        undo=Undo(parts.database, parts.host.transactions, parts.host.kinds),
        jobs=JobTable(parts.database, parts.clock),
        audits=FindingTable(parts.database),
        uploads=beside.make_uploads(parts),
        camera=Chromium(parts.settings.chromium),
        decisions=Decisions(parts.pending, KeyTable(parts.database), gate, parts.host.kinds),
        policy=rules,
        ownership=Ownership(CreatorTable(parts.database), parts.host.kinds),
        owner=beside.make_owner_services(parts),
        openapi=_document(parts),
        address=parts.address,
        protocol_versions=PROTOCOL_VERSIONS,
    )
    gate.connect(services)
    return gate, services


def _build_writes(parts: Parts, rules: Approvals) -> Writes:
    host, strict = parts.host, parts.settings.require_revision
    return Writes(host.transactions, DatabaseLedger(), rules, strict, host.kinds, beside.make_restrictions(parts))


def from_environment() -> ASGIApp:
    """The application as the environment describes it; what each worker process calls.

    The process is the service's own, so that it may decide how its threads take turns.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    settings = Settings()
    configure_logs(settings.log)
    return build(settings, own_process=True)


def build_openapi(settings: Settings) -> str:
    """The OpenAPI document of this installation as text."""
    parts = assemble(settings)
    return pydantic_core.to_json(_build_document(parts, parts.host.capabilities().offered), indent=2).decode()


async def _run(parts: Parts, mcp: Door, works: Works, own: bool, started: Event, stop: Event) -> None:
    """All that lives as long as the application, in one task."""
    await migrate(parts.database)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(parts.close)
        check_host(parts.database)
        await stack.enter_async_context(mcp.run())
        await stack.enter_async_context(parts.host.run())
        await stack.enter_async_context(works())
        await stack.enter_async_context(JournalAnchor(parts.database).run())
        await stack.enter_async_context(UsageRecorder(parts.usage, UsageTable(parts.database)).run())
        if own:
            gc.freeze()  # the collector need not look at it again
        started.set()
        await stop.wait()


async def _probe(parts: Parts, lifecycle: Lifecycle) -> None:
    """Raises unless the application has started and its database answers."""
    await lifecycle.start()
    parts.database.look_up("SELECT version_num FROM alembic_version", committed=True)


def _public(parts: Parts, trials: Trials) -> ASGIApp | None:
    return parts.host.public(parts.limits, trials) if parts.settings.public_site and parts.host.public else None


def _document(parts: Parts) -> Document[frozenset[Need]]:
    """The OpenAPI document of this installation."""
    return Document(functools.partial(_build_document, parts), lambda: parts.host.capabilities().offered)


def _build_document(parts: Parts, offered: frozenset[Need]) -> dict[str, Any]:
    there = offered | {""}
    found = [each for each in parts.catalog if each.needs in there]
    operations = [each if each.shortcuts_need in there else replace(each, shortcuts={}) for each in found]
    return build_document(operations, base_url=parts.address.rest, version=__version__)
