"""Fixtures of the unit tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sitehand.hosts.builtin.schema import SITE
from sitehand.store.database import Database
from tests.databases import migrate


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """The database of an empty site, in a folder of the test's own."""
    database = Database(tmp_path, SITE)
    await migrate(database)
    yield database
    await database.close()
