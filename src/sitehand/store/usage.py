"""Counts of use, in the database: all workers add to the same rows."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import text

from sitehand.errors import Problem
from sitehand.guard.usage import Count, Counts, DayOfCaller, Usage
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.reading import list_rows

INTERVAL_SECONDS = 5
LINES = text(
    """
    WITH top(caller) AS (
        SELECT :caller UNION SELECT caller FROM (
            SELECT caller FROM usage WHERE day >= :since
            GROUP BY caller ORDER BY sum(calls) DESC, sum(changes) DESC, caller LIMIT :most) AS most)
    SELECT day, caller, label, calls, changes, no_ops FROM usage
    WHERE day >= :since AND caller IN (SELECT caller FROM top)
    UNION ALL
    SELECT day, '', 'All others', sum(calls), sum(changes), sum(no_ops) FROM usage
    WHERE day >= :since AND caller NOT IN (SELECT caller FROM top) GROUP BY day
    ORDER BY day, caller
    """
)
ADD = """
INSERT INTO usage (day, caller, label, calls, changes, no_ops)
VALUES (:day, :caller, :label, :calls, :changes, :no_ops)
ON CONFLICT (day, caller) DO UPDATE SET label = excluded.label, calls = usage.calls + excluded.calls,
    changes = usage.changes + excluded.changes, no_ops = usage.no_ops + excluded.no_ops
"""
ADD_PREPARED = Prepared(text(ADD))
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UsageLine:
    """What one caller did on one day (UTC, "2026-07-28")."""

    day: str
    caller: str
    label: str
    calls: int
    changes: int
    no_ops: int


class UsageTable:
    """Adds up what the workers counted."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, counts: Counts) -> None:
        """Add counts to what is stored, all or none. One caller's, when nobody writes, wait for nothing."""
        rows = [_show(*each) for each in counts.items()]
        if len(rows) == 1 and self._database.unsynced.try_write(ADD, rows[0]):
            return
        await self._database.transact(lambda connection: ADD_PREPARED.run_each(connection, rows))

    async def list(self, since: str, most: int, caller: str | None = None) -> Sequence[UsageLine]:
        """The lines from that day on, oldest first: of `caller`, of as many callers as that with most calls, and for
        each day one of all others together, whose id is empty.
        """
        values = {"since": since, "most": most, "caller": caller or ""}
        return [UsageLine(**row._mapping) for row in await self._database.read(list_rows(LINES, values))]


class UsageRecorder:
    """Stores what was counted every few seconds, as long as the application runs, and once at its end."""

    def __init__(self, counted: Usage, table: UsageTable, interval_seconds: float = INTERVAL_SECONDS) -> None:
        self._counted = counted
        self._table = table
        self._interval_seconds = interval_seconds

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Work in the background while the block runs."""
        stop = asyncio.Event()
        task = asyncio.create_task(self._work(stop))
        try:
            yield
        finally:
            stop.set()
            await task

    async def store(self) -> None:
        """Store what was counted until now; what cannot be stored is counted on."""
        counts = self._counted.take()
        if not counts:
            return
        try:
            await self._table.add(counts)
        except Problem as problem:
            log.warning("Counts of use could not be stored; trying again. %s", problem.message)
            self._counted.put_back_counts(counts)
        except Exception:
            log.exception("Counts of use could not be stored; trying again.")
            self._counted.put_back_counts(counts)

    async def _work(self, stop: asyncio.Event) -> None:
        while not stop.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), self._interval_seconds)
            await self.store()


def _show(key: DayOfCaller, count: Count) -> dict[str, Any]:
    day, caller = key
    return {"day": day, "caller": caller, **asdict(count)}
