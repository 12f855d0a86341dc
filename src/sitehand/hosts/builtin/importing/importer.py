"""Brings a WordPress export into the site: read and checked first, then written in one transaction."""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from sqlite3 import Row

from sqlalchemy import Connection, RowMapping

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.importing.comments import write_comments
from sitehand.hosts.builtin.importing.export import Entry, Export
from sitehand.hosts.builtin.importing.items import write_item
from sitehand.hosts.builtin.importing.links import FileLinks, read_links
from sitehand.hosts.builtin.importing.losses import report_files, report_losses
from sitehand.hosts.builtin.importing.media import attach_media, write_media
from sitehand.hosts.builtin.importing.menus import write_menu
from sitehand.hosts.builtin.importing.people import write_authors
from sitehand.hosts.builtin.importing.plan import Plan, plan_import
from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.hosts.builtin.importing.session import ReportProgress, Session
from sitehand.hosts.builtin.importing.terms import write_term
from sitehand.hosts.builtin.importing.wxr import read_export
from sitehand.hosts.builtin.renderings import TEXTS, Form, kept, list_forms, prepare
from sitehand.hosts.builtin.slugs import RESERVED
from sitehand.site.importing import ExportFile
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.jobs import enqueue

KIND = "import_files"
"""The job that fetches files; see `files.py`."""
TYPES = "SELECT slug, hierarchical FROM content_types"


@dataclass(frozen=True, slots=True)
class FileOptions:
    """Whether the files of attachments are fetched, and what stands before their addresses here."""

    fetch: bool = False
    site_url: str = ""


async def import_export(
    database: Database,
    file: ExportFile,
    *,
    report_progress: ReportProgress,
    now: datetime,
    reserved: frozenset[str] = RESERVED,
    options: FileOptions = FileOptions(),
) -> ImportReport:
    """Import the file into a migrated database. `report_progress(done, total, doing)` is called after each step, in the
    thread that writes;
    `reserved` are the slugs that no page at the top level may have.

    Raises Problem, and writes nothing: invalid_arguments when the file is damaged, conflict when types were registered
    or removed meanwhile. An item that cannot be read is left out. Run again, it changes only what the export has
    otherwise than before, and nothing that was changed here in between.
    """
    report = ImportReport()
    export = await asyncio.to_thread(read_export, file)
    types = _name_types(database.look_up_rows(TYPES))
    plan = plan_import(export, iso(now), report, types)

    def write(connection: Connection) -> Session:
        _check_types(connection, types)
        links = read_links(connection, export.source, options.site_url)
        session = Session(connection, export.source, iso(now), report, report_progress, plan.steps, reserved, links)
        _write_plan(session, export, plan)
        report_losses(session, plan)
        if not options.fetch:
            report_files(plan.media, report)
        elif plan.media:
            slot = f"{KIND}:{sha256(export.source.encode()).hexdigest()[:32]}"
            report.job = enqueue(connection, KIND, {"source": export.source}, iso(now), slot=slot)
        return session

    links = await database.read_beside(lambda connection: read_links(connection, export.source, options.site_url))
    with kept(await prepare(_list_forms(plan.items, links))):
        session = await database.transact(write)
    report.in_file = len(export.entries) + len(export.damaged)
    report.came_in = len(session.items) + len(session.media) + session.menu_entries
    return report


def _check_types(connection: Connection, planned: dict[str, bool]) -> None:
    if _name_types(connection.exec_driver_sql(TYPES).mappings()) != planned:
        message = "The types of content have changed meanwhile. Nothing was imported."
        raise Problem(Code.CONFLICT, message, hint="Import the file again.")


def _name_types(rows: Iterable[Row | RowMapping]) -> dict[str, bool]:
    """The registered types, and whether their items have parents."""
    return {row["slug"]: bool(row["hierarchical"]) for row in rows}


def _list_forms(entries: Iterable[Entry], links: FileLinks) -> Iterator[Form]:
    """The rendered forms of an export's pages and posts."""
    for entry in entries:
        yield from list_forms({name: links.rewrite(getattr(entry, name)) for name in TEXTS}).values()


def _write_plan(session: Session, export: Export, plan: Plan) -> None:
    """Whatever something refers to is written before it."""
    write_authors(session, export.authors)
    for term in plan.terms:
        write_term(session, term)
    for attachment in plan.media:
        write_media(session, attachment)
    for item in plan.items:
        write_item(session, item)
    for item in plan.items:
        write_comments(session, item)
    for attachment in plan.media:
        attach_media(session, attachment)
    terms = {term.source_id: term for term in export.terms if term.source_id}
    for menu in plan.menus:
        write_menu(session, menu, plan.menu_entries.get(menu.slug, []), terms)
