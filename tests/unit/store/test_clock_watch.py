"""A clock that jumped clears nothing until it has gone on for a day."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from sitehand.app import assemble
from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import in_call
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.content import PageFields
from sitehand.site.values import iso
from sitehand.store.clock_watch import PLAUSIBLE
from sitehand.store.reading import list_rows
from sitehand.store.replays import Replay, find_replay, store_replay
from sitehand.store.retention import Retention
from sitehand.store.tables import changes, replays
from tests.databases import migrate
from tests.jobs import FreeRun

HOUR, DAY, YEAR = timedelta(hours=1), timedelta(days=1), timedelta(days=365)


class Site:
    """A site with a change of today, cleared by a clock that is set by hand."""

    def __init__(self, folder: Path) -> None:
        self.now = datetime(2026, 11, 21, 12, tzinfo=UTC)
        self.parts: Parts = assemble(Settings(data=folder), clock=lambda: self.now)

    async def write(self) -> None:
        """One change now."""
        by = Attribution("key:1", "Me", "admin", "create_page", Origin("rest"), at=iso(self.now))
        with in_call(by=by):
            await self.parts.host.pages.create(PageFields(title="Page"), "key:1")

    async def go_on(self, time: timedelta, step: timedelta = HOUR) -> int:
        """Let the time pass, with a look at each step, of a process of its own. Returns what was cleared."""
        cleared, end = 0, self.now + time
        while self.now < end:
            self.now += step
            cleared += await self.look()
        return cleared

    async def look(self) -> int:
        """What one round clears."""
        return await Retention(self.parts.database, lambda: self.now, 90).clear(FreeRun(self.parts.database))


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """A site whose clock was looked at once."""
    site = Site(tmp_path / "site")
    await migrate(site.parts.database)
    await site.write()
    assert await site.look() == 0
    yield site
    await site.parts.close()


async def test_a_clock_that_jumps_ahead_and_comes_back_clears_nothing(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    """Though a year had passed by it; the log says what it waits for."""
    site.now += YEAR
    assert await site.go_on(timedelta(hours=23)) == 0
    assert "has jumped" in caplog.text
    site.now -= YEAR
    assert await site.go_on(3 * DAY) == 0


async def test_a_clock_that_goes_on_for_a_day_is_believed(site: Site) -> None:
    """As when the service was off for a year: the change is a year old."""
    site.now += YEAR
    assert await site.go_on(timedelta(hours=24)) == 0
    assert await site.go_on(HOUR) == 1


async def test_days_that_pass_clear_what_is_old(site: Site) -> None:
    """A day after the owner's ninety, as a jump of less than a day is not noticed."""
    site.now += 22 * HOUR
    assert await site.go_on(90 * DAY, DAY) == 0
    assert await site.go_on(DAY) == 1


async def test_a_small_jump_clears_nothing_that_is_to_be_kept(site: Site) -> None:
    """Neither a change of eighty-nine days nor an answer that is still given again."""
    assert await site.go_on(89 * DAY, DAY) == 0
    replay = Replay("key:1\nkey", "call")
    await site.parts.database.transact(
        lambda connection: connection.execute(
            insert(replays).values(key=replay.hashed, fingerprint="call", answer=b"", at=iso(site.now))
        )
    )
    site.now += PLAUSIBLE
    assert await site.look() == 0
    assert await site.parts.database.read(list_rows(select(replays.c.key)))
    assert len(await site.parts.database.read(list_rows(select(changes.c.id)))) == 1


async def test_an_answer_is_given_until_the_round_that_looks_at_the_clock(site: Site) -> None:
    """However old it seems: by a clock that jumped ahead, the call would be done twice."""
    replay = Replay("key:1\none", "call")
    await site.parts.database.transact(lambda connection: store_replay(connection, replay, b"kept"))
    await site.parts.database.transact(lambda c: c.exec_driver_sql("UPDATE replays SET at = '2020-01-01T00:00:00Z'"))
    assert await site.parts.database.transact(lambda connection: find_replay(connection, replay)) == b"kept"
