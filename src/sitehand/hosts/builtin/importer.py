"""The importer as the port has it."""

import asyncio
from datetime import datetime

from sitehand.site.importing import ExportFile, Imported, Progress
from sitehand.store.database import Database

TOLD_STEPS = 200
"""How often progress is told, at most; an export may have hundreds of thousands of steps."""


class BuiltinImporter:
    """Implements `site.importing.Importer`. `reserved` are the slugs that no page at the top level may have."""

    def __init__(self, database: Database, reserved: frozenset[str]) -> None:
        self._database = database
        self._reserved = reserved

    async def run(self, file: ExportFile, now: datetime, progress: Progress) -> Imported:
        """Import the file; progress is told in the event loop, while the writing thread works."""
        from sitehand.hosts.builtin.importing.importer import import_export  # noqa: PLC0415 - few starts need its libraries

        loop = asyncio.get_running_loop()

        def show(done: int, total: int, doing: str) -> None:
            if done % (total // TOLD_STEPS + 1) == 0 or done == total:
                asyncio.run_coroutine_threadsafe(_tell(progress, done, total, doing), loop)

        report = await import_export(self._database, file, report_progress=show, now=now, reserved=self._reserved)
        return Imported(in_file=report.in_file, came_in=report.came_in, report=list(report.lines()))


async def _tell(progress: Progress, done: int, total: int, doing: str) -> None:
    await progress(done, total, doing)
