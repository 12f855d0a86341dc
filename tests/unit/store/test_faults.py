"""What the storage cannot do is refused with its reason, in the thread and door that it happens in."""

import resource
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from sitehand.app import assemble
from sitehand.errors import Code, Problem
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.content import PageFields
from sitehand.store.database import Database
from tests.databases import migrate


@pytest.fixture
async def parts(tmp_path: Path) -> AsyncIterator[Parts]:
    """A site with a page."""
    parts = assemble(Settings(data=tmp_path / "site"))
    await migrate(parts.database)
    await write(parts)
    yield parts
    await parts.close()


async def write(parts: Parts) -> None:
    """A page of more than the file has room for."""
    await parts.host.pages.create(PageFields(title="Title", content="x" * 50_000), "key:1")


async def count(parts: Parts) -> int:
    """How many pages there are."""
    return sum((await parts.host.overview.counts())["page"].values())


async def fill(database: Database) -> None:
    """Leave no room in the file for another page."""
    await database.transact(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count=1"))


async def test_a_full_disk_refuses_writes_and_serves_reads(parts: Parts) -> None:
    """With the reason; when there is room again, writes go on."""
    await fill(parts.database)
    for _ in range(2):
        with pytest.raises(Problem) as refused:
            await write(parts)
        assert refused.value.code is Code.STORAGE_FULL
    assert await count(parts) == 1
    await parts.database.transact(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count=100000"))
    await write(parts)
    assert await count(parts) == 2


async def test_a_folder_that_became_read_only_refuses_writes(parts: Parts) -> None:
    """As something that may pass, with the seconds to wait."""
    await parts.database.transact(lambda connection: connection.exec_driver_sql("PRAGMA query_only=ON"))
    with pytest.raises(Problem, match="is not writable") as refused:
        await write(parts)
    assert refused.value.code is Code.STORAGE_UNAVAILABLE
    assert refused.value.extra["retry_after"] > 0
    assert await count(parts) == 1


async def test_a_disk_that_fails_refuses_writes(parts: Parts) -> None:
    """The system refuses to let the files grow; when it lets them, the same connections go on."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, before[1]))
    try:
        with pytest.raises(Problem, match="reports errors") as refused:
            await write(parts)
        assert await count(parts) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert refused.value.code is Code.STORAGE_UNAVAILABLE
    await write(parts)
    assert await count(parts) == 2


@pytest.mark.parametrize("replaced", [False, True])
async def test_a_folder_that_is_gone_takes_no_writes(parts: Parts, replaced: bool) -> None:
    """Removed, or with another one in its place: what is written there would be found by nobody."""
    folder = parts.settings.data
    folder.rename(folder.with_name("away"))
    if replaced:
        shutil.copytree(folder.with_name("away"), folder)
    with pytest.raises(Problem, match="removed or replaced") as refused:
        await write(parts)
    assert refused.value.code is Code.STORAGE_UNAVAILABLE
    folder.with_name("away").rename(folder.with_name("site" if not replaced else "back"))
    kept = folder if not replaced else folder.with_name("back")
    with closing(sqlite3.connect(kept / "sitehand.db")) as connection:
        assert connection.execute("SELECT count(*) FROM items").fetchone() == (1,)


async def test_reads_never_fail_because_their_use_cannot_be_noted(parts: Parts) -> None:
    """A key works on a full disk, though nobody can write down when it was used."""
    issued = await parts.keys.create(
        label="me", role="admin", expires=None, requests_per_minute=None, now=parts.clock()
    )
    assert parts.database.unsynced.try_write("UPDATE api_keys SET last_used = NULL WHERE id = :id", {"id": 1})
    assert parts.database.unsynced._connection is not None
    parts.database.unsynced._connection.execute("PRAGMA query_only=ON")
    assert await parts.keys.identify(issued["value"], parts.clock())
