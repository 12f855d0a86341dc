"""A site in a folder, to import into."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.store.database import Database
from tests.exports import import_export
from tests.unit.hosts.builtin.importing.exports import write_export

Importer = Callable[..., Awaitable[ImportReport]]
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def run_import(database: Database, tmp_path: Path) -> Importer:
    """Import an export with the given parts, or a file."""

    async def run(*parts: str, path: Path | None = None, now: datetime = NOW) -> ImportReport:
        file = path or write_export(tmp_path, *parts)
        return await import_export(database, file, report_progress=lambda *_: None, now=now)

    return run
