"""What works beside the calls, made of the service's parts: jobs, files on their way in, MCP, screens and the owner."""

import gc
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from functools import cached_property, partial
from typing import TYPE_CHECKING

from sitehand.admin.services import AdminServices
from sitehand.doors.file_bodies import FileBodies
from sitehand.doors.first_call import Door, DoorAtFirstCall
from sitehand.doors.mcp.options import Options
from sitehand.doors.uploads import UploadDoor, build_files
from sitehand.guard.gate import Gate
from sitehand.guard.permits import Permits
from sitehand.guard.restrictions import Restrictions
from sitehand.guard.switches import Switches
from sitehand.hosts.inquiry import WordPressInquiry
from sitehand.operation.audit import list_repairs, list_settings
from sitehand.operation.context import Services
from sitehand.operation.owner import OwnerServices
from sitehand.parts import Parts
from sitehand.site.jobs import Work
from sitehand.store.creator_table import CreatorTable
from sitehand.store.job_runner import JobRunner
from sitehand.store.job_runner import Permits as JobPermits
from sitehand.store.jobs import JobTable
from sitehand.store.pace import ChangeCounts
from sitehand.store.periodic import repeat
from sitehand.store.receiving import FileReceiver
from sitehand.store.retention import Retention
from sitehand.store.site_audit import SiteAudit
from sitehand.store.staged_files import StagedFiles
from sitehand.store.uploads import UploadTable
from sitehand.store.usage import UsageTable

if TYPE_CHECKING:
    from sitehand.files.link_check import Checked, LinkChecker

# What few sites need is imported when they need it.
# ruff: noqa: PLC0415
WATCH_SECONDS = 1
"""Seconds between two looks at whether the data folder is connected with another site."""


@asynccontextmanager
async def run(parts: Parts, runner: JobRunner, changed: Callable[[], None]) -> AsyncIterator[None]:
    """Run jobs, and tell when another process or a screen has connected the data folder with another site."""
    before = parts.connections.stamp()

    async def look() -> None:
        if parts.connections.stamp() != before:
            changed()

    async with runner.run(), repeat(look, WATCH_SECONDS, "Whether the connection has changed is not known."):
        yield


def make_permits(parts: Parts, gate: Gate) -> Permits:
    """What asks the gate again, later."""
    return Permits(gate, Switches(parts.choices.choice), parts.keys, make_restrictions(parts), parts.clock)


def make_restrictions(parts: Parts) -> Restrictions:
    """What callers may not do to objects."""
    creators, pace = CreatorTable(parts.database), ChangeCounts(parts.database)
    return Restrictions(parts.host, creators, pace, parts.choices.blocks.policy)


def make_uploads(parts: Parts) -> UploadTable:
    """Addresses that take a file."""
    url = parts.settings.site_url + parts.settings.uploads_path
    return UploadTable(parts.database, parts.clock, url, parts.settings.max_upload_bytes)


def make_receiver(parts: Parts) -> FileReceiver:
    """What keeps the files that the owner sends by a form."""
    staged = StagedFiles(parts.database.path.parent)
    return FileReceiver(staged, parts.settings.max_upload_bytes, parts.settings.upload_seconds)


def make_files(parts: Parts, permits: Permits) -> tuple[FileBodies, UploadDoor]:
    """What receives files in place of JSON, and at addresses of their own."""
    staged = StagedFiles(parts.database.path.parent)
    return build_files(parts.settings, make_uploads(parts), staged, parts.limits, permits)


def make_runner(parts: Parts, permits: JobPermits) -> JobRunner:
    """What runs the jobs of the host and of the service itself."""
    return JobRunner(JobTable(parts.database, parts.clock), list_works(parts), permits)


def list_works(parts: Parts) -> Sequence[Work]:
    """The kinds of job of the host and of the service itself."""
    retention = Retention(parts.database, parts.clock, parts.settings.journal_days, parts.host.clear)
    return (*parts.host.works, retention.work, *list_audits(parts))


def list_audits(parts: Parts) -> Iterator[Work]:
    """The job that audits the public pages of a host that has any."""
    host = parts.host
    if host.public_pages is not None:
        repairs = list_repairs(host)
        checks = LinkChecks(host.public_pages.home)
        yield SiteAudit(parts.database, host.public_pages, list_settings(host), repairs, parts.clock, checks).work


class LinkChecks:
    """Checks links to other sites for the site at `home`. The HTTP client is imported at the first one."""

    def __init__(self, home: str) -> None:
        self._home = home

    @cached_property
    def _checker(self) -> "LinkChecker":
        from sitehand.files.link_check import LinkChecker

        return LinkChecker(self._home)

    async def check_host(self, addresses: Sequence[str]) -> "Sequence[Checked]":
        """Check some links to one host, one after the other."""
        return await self._checker.check_host(addresses)


def make_owner_services(parts: Parts) -> OwnerServices:
    """What the owner's operations need."""
    inquiry = WordPressInquiry(parts.connections)
    enrolling = parts.broker.enrolling
    return OwnerServices(parts.owner, parts.choices, parts.limits, enrolling, parts.connections, inquiry)


def make_admin_services(parts: Parts, gate: Gate, services: Services) -> AdminServices:
    """Make what the admin screens need."""
    return AdminServices(
        owner=parts.owner,
        keys=parts.keys,
        limits=parts.limits,
        settings=parts.host.settings,
        address=parts.address,
        clock=parts.clock,
        gate=gate,
        operations=services,
        choices=parts.choices,
        usage=UsageTable(parts.database),
        broker=parts.broker.enrolling,
        connections=parts.connections,
        inquiry=WordPressInquiry(parts.connections),
        receiver=make_receiver(parts),
    )


def open_mcp(parts: Parts, gate: Gate, services: Services, own: bool) -> Door:
    """The MCP door, made at its first call; in a process of its `own` the collector leaves what it imports alone.

    Where plugins add to it, it is made at once, so that a faulty one is named before anything is served.
    """
    make = partial(_make_mcp, parts, gate, services, own)
    hooks = parts.plugins.hook
    added = (hooks.register_mcp_tools, hooks.register_mcp_resources, hooks.register_mcp_prompts)
    return make() if any(hook.get_hookimpls() for hook in added) else DoorAtFirstCall(make)


def _make_mcp(parts: Parts, gate: Gate, services: Services, own: bool) -> Door:
    settings = parts.settings
    with _without_collection() if own else nullcontext():
        from sitehand.doors.mcp.door import McpDoor  # it takes the SDK's 0.3 seconds

        return McpDoor(
            gate,
            services,
            parts.plugins,
            allowed_hosts=settings.allowed_hosts,
            allowed_origins=[*settings.allowed_origins, *settings.cors_origins],
            options=Options(settings.output_schemas, short=settings.surface == "short"),
        )


@contextmanager
def _without_collection() -> Iterator[None]:
    """What is imported in the block stays: the collector would look through all of it again and again."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
