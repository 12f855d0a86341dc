"""Fixtures of the screens' tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.admin.office import Office, open_office


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    """A running service with a known password."""
    async with open_office(tmp_path) as office:
        yield office
