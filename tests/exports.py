"""Exports for tests: read and imported as the operation does it, from the file at a path; or given away by a site."""

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import in_call
from sitehand.hosts.builtin.importing import importer, wxr
from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.site.export import Entry, Export
from sitehand.site.importing import ExportFile, Progress
from sitehand.store.database import Database

OWNER = Attribution("owner", "Owner", "admin", "import_export", Origin("cli"))


def read_export(path: Path) -> Export:
    """Everything in the file."""
    with path.open("rb") as stream:
        return wxr.read_export(ExportFile(path.name, stream))


async def import_export(database: Database, path: Path, *, report_progress: Any, now: datetime) -> ImportReport:
    """Import the file, as the owner."""
    with path.open("rb") as stream, in_call(by=OWNER):
        export = wxr.read_export(ExportFile(path.name, stream))
        return await importer.import_export(database, export, report_progress=report_progress, now=now)


def make_entry(source_id: int, type_: str = "page", **fields: Any) -> Entry:
    """A published item."""
    known: dict[str, Any] = {
        **{"line": 0, "source_id": source_id, "type": type_, "status": "publish", "title": f"Item {source_id}"},
        **{"content": "", "excerpt": "", "slug": f"item-{source_id}", "parent": 0, "menu_order": 0},
        **{"date": "2020-01-02T03:04:05Z", "modified": "", "local_date": False, "link": "", "creator": ""},
        **{"sticky": False, "password": "", "attachment_url": "", "terms": [], "meta": {}, "comments": []},
    }
    return Entry(**{**known, **fields})


@dataclass(frozen=True)
class OtherSite:
    """A site that gives one page away, or an export."""

    export: Export = field(default_factory=lambda: Export("other.example", entries=[make_entry(1)]))
    name: str = "https://other.example"

    async def read(self, progress: Progress) -> Export:
        """What it gives away."""
        await progress(1, 1, "Reading")
        return self.export
