"""Fixtures of the unit tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sitehand.app import assemble
from sitehand.hosts.builtin.schema import SITE
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.store.database import Database
from tests.databases import migrate
from tests.unit.clock import NOW


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """The database of an empty site, in a folder of the test's own."""
    database = Database(tmp_path, SITE)
    await migrate(database)
    yield database
    await database.close()


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    """A site whose clock stands still."""
    parts = assemble(Settings(data=tmp_path / "site"), clock=lambda: NOW)
    await migrate(parts.database)
    yield parts
    await parts.close()
