"""Fixtures of the screens' tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.admin.office import Office, open_office
from tests.browser import serve


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    """A running service with a known password."""
    async with open_office(tmp_path) as office:
        yield office


@pytest.fixture
async def address(office: Office) -> AsyncIterator[str]:
    """Where the service is served."""
    async with serve(office.app) as address:
        yield address
