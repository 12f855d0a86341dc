"""The importer as the port has it."""

import asyncio
from collections.abc import Callable
from datetime import datetime

from sitehand.hosts.builtin.importing.job import KIND, refuse_cut_off
from sitehand.hosts.builtin.media_intake import MediaIntake
from sitehand.site.importing import Imported, Progress, Source
from sitehand.site.jobs import Run, Work
from sitehand.site.transactions import Rehearsed
from sitehand.store.database import Database
from sitehand.store.rehearsal import rehearse

TOLD_STEPS = 200
"""How often progress is reported, at most; an export may have hundreds of thousands of steps."""


class BuiltinImporter:
    """Implements `site.importing.Importer`. `reserved` are the slugs that no page at the top level may have."""

    def __init__(
        self, database: Database, reserved: frozenset[str], site_url: str, clock: Callable[[], datetime]
    ) -> None:
        self._database = database
        self._reserved = reserved
        self._site_url = site_url
        self._clock = clock

    async def run(self, source: Source, now: datetime, progress: Progress, *, fetches: bool) -> Imported:
        """Import a file or a site; progress is reported in the event loop, while the writing thread works."""
        # Few starts need its libraries.
        from sitehand.hosts.builtin.importing.importer import ImportOptions, import_export, read_source  # noqa: PLC0415

        loop = asyncio.get_running_loop()

        def show(done: int, total: int, doing: str) -> None:
            if done % (total // TOLD_STEPS + 1) == 0 or done == total:
                asyncio.run_coroutine_threadsafe(_tell(progress, done, total, doing), loop)

        report = await import_export(
            *(self._database, await read_source(source, progress)),
            report_progress=show,
            now=now,
            clock=self._clock,
            options=ImportOptions(source.name, fetches, self._site_url, self._reserved),
        )
        lines = list(report.lines())
        return Imported(
            in_file=report.in_file, came_in=report.came_in, changed=report.changed, job=report.job, report=lines
        )

    async def rehearse(self, source: Source, now: datetime, progress: Progress, *, fetches: bool) -> Rehearsed:
        """Import into a copy of the site."""
        async with rehearse(self._database) as rehearsal:
            importer = BuiltinImporter(rehearsal.database, self._reserved, self._site_url, self._clock)
            imported = await importer.run(source, now, progress, fetches=fetches)
            return Rehearsed({**imported, "job": None}, await rehearsal.objects())


async def _tell(progress: Progress, done: int, total: int, doing: str) -> None:
    await progress(done, total, doing)


def make_import_works(
    database: Database, intake: MediaIntake, site_url: str, clock: Callable[[], datetime]
) -> tuple[Work, Work]:
    """The job that fetches the files of imported attachments, and the one that finds imports whose command has died."""

    async def fetch(run: Run) -> None:
        from sitehand.hosts.builtin.importing.files import FileImport  # noqa: PLC0415 - few starts need its libraries

        await FileImport(database, intake, site_url, clock).run(run)

    return Work("import_files", fetch), Work(KIND, refuse_cut_off)
