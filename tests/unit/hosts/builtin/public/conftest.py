"""The site that the tests of this folder visit."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.unit.hosts.builtin.public.site import Site, open_site


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """A new site with one author and nothing else."""
    async with open_site(tmp_path) as site:
        yield site
