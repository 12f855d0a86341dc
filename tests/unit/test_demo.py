"""The demo's site, key and password."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sitehand.app import Parts, assemble
from sitehand.demo import prepare_demo
from sitehand.settings import Settings
from sitehand.site.content import PageQuery
from sitehand.store.migration import migrate


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    """An empty site."""
    made = assemble(Settings(data=tmp_path / "site"))
    await migrate(made.database)
    yield made
    await made.close()


async def test_the_demo_has_content_and_access_that_works(parts: Parts) -> None:
    """Pages to look at, a password that logs in, an admin key that is recognised."""
    access = await prepare_demo(parts)
    key = await parts.keys.identify(access.key, parts.clock())
    assert await parts.owner.check_password(access.password)
    assert key is not None
    assert key.role == "admin"
    assert (await parts.host.pages.find(PageQuery())).total > 3


async def test_the_next_start_ends_the_last_ones_access(parts: Parts) -> None:
    """One demo key at a time, another password, the same content; a key of the owner's stays."""
    own = await parts.keys.create(
        label="mine", role="author", expires=None, requests_per_minute=None, now=parts.clock()
    )
    first = await prepare_demo(parts)
    pages = (await parts.host.pages.find(PageQuery())).total
    second = await prepare_demo(parts)
    assert await parts.keys.identify(first.key, parts.clock()) is None
    assert await parts.keys.identify(second.key, parts.clock()) is not None
    assert await parts.keys.identify(own["value"], parts.clock()) is not None
    assert not await parts.owner.check_password(first.password)
    assert (await parts.host.pages.find(PageQuery())).total == pages
