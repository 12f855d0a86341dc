"""Brings what another site has given away into this one: read and planned first, then written in portions."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection, RowMapping

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.importing.addresses import OldSite
from sitehand.hosts.builtin.importing.comments import write_comments
from sitehand.hosts.builtin.importing.front import write_front
from sitehand.hosts.builtin.importing.items import write_item
from sitehand.hosts.builtin.importing.job import name_slot, run_as_job
from sitehand.hosts.builtin.importing.leading import find_led
from sitehand.hosts.builtin.importing.links import Links, read_links
from sitehand.hosts.builtin.importing.logo import write_logo
from sitehand.hosts.builtin.importing.losses import report_files, report_losses
from sitehand.hosts.builtin.importing.media import attach_media, write_media
from sitehand.hosts.builtin.importing.menus import write_menu
from sitehand.hosts.builtin.importing.people import write_authors
from sitehand.hosts.builtin.importing.portions import Portions
from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.hosts.builtin.importing.selection import Selection, select_import
from sitehand.hosts.builtin.importing.session import ReportProgress, Session
from sitehand.hosts.builtin.importing.surroundings import bring_surroundings
from sitehand.hosts.builtin.importing.templates import Template, lead_template, write_template
from sitehand.hosts.builtin.importing.terms import write_term
from sitehand.hosts.builtin.importing.wxr import read_export
from sitehand.hosts.builtin.slugs import RESERVED
from sitehand.site.export import Export
from sitehand.site.importing import ExportFile, Progress, Source
from sitehand.site.values import iso, utc_now
from sitehand.store.database import Database
from sitehand.store.jobs import JobTable
from sitehand.store.sqlite.driver import Row

T = TypeVar("T")
KIND = "import_files"
"""The job that fetches files; see `files.py`."""
TYPES = "SELECT slug, hierarchical FROM content_types"


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What people call the source, whether the files of attachments are fetched, what is before their addresses
    here, and the slugs that no page at the top level may have.
    """

    name: str = "export.xml"
    fetch: bool = False
    site_url: str = ""
    reserved: frozenset[str] = RESERVED


async def read_source(source: Source, progress: Progress) -> Export:
    """What a file or a site gives away. Raises Problem; see `read_export` and `Exporter`."""
    if isinstance(source, ExportFile):
        return await asyncio.to_thread(read_export, source)
    return await source.read(progress)


async def import_export(
    database: Database,
    export: Export,
    *,
    report_progress: ReportProgress,
    now: datetime,
    clock: Callable[[], datetime] = utc_now,
    options: ImportOptions = ImportOptions(),
) -> ImportReport:
    """Import an export into a migrated database, in portions. `report_progress(done, total, doing)` is called after
    each step, in the thread that writes; `now` is the moment of all that it makes, `clock` that of entries in the
    journal.

    Raises Problem. What ends it, such as types that were registered or removed meanwhile (conflict), leaves the
    portions before. An item that cannot be read is left out. Run again, it changes only what the export has otherwise
    than before, and nothing that was changed here in between.
    """
    report = ImportReport()
    await bring_surroundings(database, export, report, options.reserved)
    types = _name_types(database.look_up(TYPES))
    selection = await asyncio.to_thread(select_import, export, iso(now), report, types)
    find_links = partial(read_links, source=export.source, site_url=options.site_url)
    look_up = partial(database.read, find_links, long=True)
    links = await look_up()
    old = OldSite.of(export.source, options.site_url)
    session = Session(export.source, iso(now), report, report_progress, selection.steps, options.reserved, links, old)
    async with run_as_job(JobTable(database, clock), export.source, options.name) as job:
        portions = Portions(database, session, job, clock, partial(_check_types, planned=types))
        await _write_templates(portions, session, selection.templates, look_up)
        await portions.write(_write_selection(session, export, selection), selection.items)
        await portions.lead(await asyncio.to_thread(find_led, session, selection.items, await look_up()))
        await database.read(partial(_report_losses, session, selection), long=True)
        if not options.fetch:
            report_files(selection.media, report)
        elif selection.media:
            slot = name_slot(KIND, export.source)
            report.job = await JobTable(database, clock).enqueue(KIND, {"source": export.source}, slot=slot)
    report.cut_off = job.cut_off
    report.in_file = len(export.entries) + len(export.damaged)
    report.came_in = sum(map(len, (session.templates, session.items, session.media))) + session.menu_entries
    return report


async def _write_templates(
    portions: Portions, session: Session, templates: Sequence[Template], look_up: Callable[[], Awaitable[Links]]
) -> None:
    """Templates of Elementor come before items, which name them by their ids, and then name each other."""
    for write in (write_template, lead_template) if templates else ():
        await portions.write(_each(write, session, templates), [])
        session.links = await look_up()


def _report_losses(session: Session, selection: Selection, connection: Connection) -> None:
    """What did not come over as visitors knew it, seen when all is there."""
    session.connection = connection
    report_losses(session, selection)


def _check_types(connection: Connection, planned: dict[str, bool]) -> None:
    if _name_types(connection.exec_driver_sql(TYPES).mappings()) != planned:
        message = "The types of content have changed meanwhile."
        raise Problem(Code.CONFLICT, message, hint="Run the import again.")


def _name_types(rows: Iterable[Row | RowMapping]) -> dict[str, bool]:
    """The registered types, and whether their items have parents."""
    return {row["slug"]: bool(row["hierarchical"]) for row in rows}


def _write_selection(session: Session, export: Export, selection: Selection) -> Iterator[None]:
    """One step after the other. Whatever something refers to is written before it."""
    yield from write_authors(session, export.authors)
    yield from _each(write_term, session, selection.terms)
    yield from _each(write_media, session, selection.media)
    if export.logo:
        write_logo(session, export.logo)
        yield
    yield from _each(write_item, session, selection.items)
    if export.front:
        write_front(session, export.front)
        yield
    for item in selection.items:
        yield from write_comments(session, item)
    yield from _each(attach_media, session, selection.media)
    terms = {term.source_id: term for term in export.terms if term.source_id}
    for menu in selection.menus:
        yield from write_menu(session, menu, selection.menu_entries.get(menu.slug, []), terms)


def _each(write: Callable[[Session, T], None], session: Session, things: Iterable[T]) -> Iterator[None]:
    for thing in things:
        write(session, thing)
        yield
