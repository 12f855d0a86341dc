"""WordPress exports for tests: read and imported as the operation does it, from the file at a path."""

from datetime import datetime
from pathlib import Path
from typing import Any

from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import in_call
from sitehand.hosts.builtin.importing import importer, wxr
from sitehand.hosts.builtin.importing.export import Export
from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.site.importing import ExportFile
from sitehand.store.database import Database

OWNER = Attribution("owner", "Owner", "admin", "import_export", Origin("cli"))


def read_export(path: Path) -> Export:
    """Everything in the file."""
    with path.open("rb") as stream:
        return wxr.read_export(ExportFile(path.name, stream))


async def import_export(database: Database, path: Path, *, report_progress: Any, now: datetime) -> ImportReport:
    """Import the file, as the owner."""
    with path.open("rb") as stream, in_call(by=OWNER):
        file = ExportFile(path.name, stream)
        return await importer.import_export(database, file, report_progress=report_progress, now=now)
