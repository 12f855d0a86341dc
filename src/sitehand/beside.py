"""What works beside the calls, made of the service's parts: jobs, files on their way in, the screens and the owner."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

from sitehand.admin.services import AdminServices
from sitehand.doors.file_bodies import FileBodies
from sitehand.doors.uploads import UploadDoor, build_files
from sitehand.files.link_check import LinkChecker
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

WATCH_SECONDS = 1
"""Between two looks at whether the data folder is connected with another site."""


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
    retention = Retention(parts.database, parts.clock, parts.settings.journal_days, parts.host.clear)
    works = (*parts.host.works, retention.work, *list_audits(parts))
    return JobRunner(JobTable(parts.database, parts.clock), works, permits)


def list_audits(parts: Parts) -> Iterator[Work]:
    """The job that audits the public pages of a host that has any."""
    host = parts.host
    if host.public_pages is not None:
        repairs = list_repairs(host)
        checks = LinkChecker(host.public_pages.home)
        yield SiteAudit(parts.database, host.public_pages, list_settings(host), repairs, parts.clock, checks).work


def make_owner_services(parts: Parts) -> OwnerServices:
    """What the owner's operations need."""
    inquiry = WordPressInquiry(parts.connections)
    enrolling = parts.broker.enrolling
    return OwnerServices(parts.owner, parts.choices, parts.limits, enrolling, parts.connections, inquiry)


def make_admin_services(parts: Parts, gate: Gate, services: Services) -> AdminServices:
    """What the screens need."""
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
