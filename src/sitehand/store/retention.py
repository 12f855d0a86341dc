"""Clears away what was kept long enough: changes in the journal, answers to repeat, what was pending, jobs, audits.

Of the journal always the oldest entries go, so that what is left is one chain; the id and hash of the last one that
went are kept, and the first that is left must follow on it.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from itertools import takewhile

from sqlalchemy import Connection, delete, select

from sitehand.site.host import clear_nothing
from sitehand.site.jobs import Run, Work
from sitehand.site.values import iso
from sitehand.store.capture import forget_changes
from sitehand.store.clock_watch import PLAUSIBLE, believe
from sitehand.store.database import Database
from sitehand.store.findings import clear_audits
from sitehand.store.jobs import ENDED
from sitehand.store.journal import ANCHOR
from sitehand.store.replays import KEPT_FOR
from sitehand.store.settings import write_settings
from sitehand.store.space import cut_log, release_pages
from sitehand.store.tables import changed_objects, changes, jobs, pending_changes, replays, uploads, usage
from sitehand.store.texts import release
from sitehand.store.uploads import clear_staged

INTERVAL_SECONDS = 3600
PORTION = 200
"""Entries that one transaction clears."""
PAUSE_SECONDS = 0.05
"""Seconds between two portions, for whoever waits to write, in this process or another."""
ClearSite = Callable[[datetime, str], Awaitable[None]]
"""What the host clears away, see `Host.clear`."""
log = logging.getLogger(__name__)


class Retention:
    """Clears what is older than the owner wants to keep, as a job that comes round every hour."""

    def __init__(
        self, database: Database, clock: Callable[[], datetime], days: int, clear_site: ClearSite = clear_nothing
    ) -> None:
        self._database = database
        self._clock = clock
        self._days = days
        self._clear_site = clear_site
        self.work = Work("clear_old", self.clear, INTERVAL_SECONDS)

    async def clear(self, run: Run) -> int:
        """Clear away everything that is old, by a clock that can be believed. Returns how many changes that were."""
        now = self._clock()
        if not await run.transact(lambda connection: believe(connection, now)):
            log.warning("The clock has jumped to %s: nothing old is cleared until it has gone on for a day.", now)
            return 0
        # A jump of the clock by up to that is believed, and must clear nothing too early.
        now -= PLAUSIBLE
        cutoff = iso(now - timedelta(days=self._days))
        cleared = await _clear_in_portions(run, lambda connection: clear_changes(connection, cutoff))
        await self._clear_site(now, cutoff)
        await run.transact(lambda connection: _clear_beside(connection, iso(now - KEPT_FOR), cutoff))
        await _clear_in_portions(run, lambda connection: clear_audits(connection, cutoff, PORTION))
        await clear_staged(self._database, self._clock().timestamp())
        more = True
        while more:
            more = await release_pages(self._database)
            await asyncio.sleep(PAUSE_SECONDS)
        await cut_log(self._database)
        return cleared


async def _clear_in_portions(run: Run, clear: Callable[[Connection], int]) -> int:
    """Clear until nothing is left to clear, with a pause after each portion. Returns how much that was."""
    cleared = 0
    while part := await run.transact(clear):
        cleared += part
        await asyncio.sleep(PAUSE_SECONDS)
    return cleared


def clear_changes(connection: Connection, cutoff: str, limit: int = PORTION) -> int:
    """Clear the oldest changes, up to the first that is not older than the moment. Returns how many those were.

    What belongs to them goes with them (ON DELETE CASCADE). Another worker may have been faster: nothing is known
    from before the transaction.
    """
    oldest = select(changes.c.id, changes.c.at, changes.c.hash).order_by(changes.c.id).limit(limit)
    old = list(takewhile(lambda row: row.at < cutoff, connection.execute(oldest)))
    if old:
        named = select(changed_objects.c.texts).where(changed_objects.c.change_id <= old[-1].id)
        release(connection, connection.execute(named).scalars().all())  # while the rows that name them are there
        connection.execute(delete(changes).where(changes.c.id <= old[-1].id))
        write_settings(connection, {ANCHOR: json.dumps({"id": old[-1].id, "hash": old[-1].hash})})
    return len(old)


def _clear_beside(connection: Connection, replayed: str, cutoff: str) -> None:
    """Clear what is kept beside the journal. Of what waited, what the journal tells went before: no entry is needed."""
    connection.execute(delete(replays).where(replays.c.at <= replayed))
    connection.execute(delete(usage).where(usage.c.day < cutoff[:10]))
    connection.execute(delete(pending_changes).where(pending_changes.c.expires < cutoff))
    connection.execute(delete(uploads).where(uploads.c.expires < replayed))
    connection.execute(delete(jobs).where(jobs.c.state.in_(ENDED), jobs.c.updated < cutoff))
    forget_changes(connection)
