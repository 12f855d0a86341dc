"""Fixtures of the screens' tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest

from tests.admin.office import URL, Office, Visitor, open_office
from tests.browser import serve


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    """A running service with a known password."""
    async with open_office(tmp_path) as office:
        yield office


@pytest.fixture
async def stranger(office: Office) -> AsyncIterator[httpx2.AsyncClient]:
    """Somebody without any credential."""
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=office.app), base_url=URL) as stranger:
        yield stranger


@pytest.fixture
async def address(office: Office) -> AsyncIterator[str]:
    """Where the service is served."""
    async with serve(office.app) as address:
        yield address


@pytest.fixture
async def owner(office: Office) -> Visitor:
    """The owner, logged in."""
    visitor = office.visitor()
    assert (await visitor.log_in()).status_code == 303
    return visitor
