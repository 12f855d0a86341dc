"""The worker of one process: it claims jobs, runs them, and says every so often that it still does.

Each kind of job has a lane of its own, so that none waits for another.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.guard.attribution import SITE, Attribution
from sitehand.guard.call import in_call
from sitehand.site.changes import ObjectChange
from sitehand.site.jobs import Progress, Run, Work
from sitehand.store.capture import read_changes
from sitehand.store.database import journal_changes
from sitehand.store.jobs import Held, JobTable, Lost
from sitehand.store.periodic import repeat

INTERVAL_SECONDS = 1.0
MAX_ATTEMPTS = 5
"""Runs that come to no step, until a job has failed."""
RETRY_SECONDS = 5.0
"""Twice as many after each of them."""
PAUSE_SECONDS = 60.0
"""Seconds until a job is tried again after a refusal that may be over by then."""
PASSING = frozenset({
    *(Code.WRITES_PAUSED, Code.STORAGE_FULL, Code.STORAGE_UNAVAILABLE, Code.READ_TIMEOUT, Code.HOST_UNAVAILABLE),
})  # fmt: skip
T = TypeVar("T")
log = logging.getLogger(__name__)


class Permits(Protocol):
    """What whoever asked for a job may do still. Source: `guard.permits.Permits`."""

    def is_free(self, by: Attribution) -> bool: ...
    async def check(self, by: Attribution) -> None:
        """Raises Problem when it may not use the operation any more."""

    async def check_step(self, by: Attribution, objects: Sequence[ObjectChange]) -> None:
        """Raises Problem when it may not do this to these objects."""


class HeldRun:
    """Implements `site.jobs.Run`."""

    def __init__(self, table: JobTable, held: Held, permits: Permits) -> None:
        self._table = table
        self._held = held
        self._permits = permits
        self.cursor = held.cursor

    @property
    def arguments(self) -> Mapping[str, Any]:
        """What the job was asked for with."""
        return self._held.arguments

    @property
    def attempts(self) -> int:
        """How many runs began since the last step, this one too."""
        return self._held.attempts

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """Write while the job is this run's. Raises Lost, Problem."""

        def checked(connection: Connection) -> T:
            self._table.check(connection, self._held)
            return work(connection)

        return await self._write(checked)

    async def step(self, work: Callable[[Connection], Progress]) -> None:
        """The effect of a step and its progress, in one transaction. Raises Lost, Problem."""

        def checked(connection: Connection) -> Progress:
            progress = work(connection)
            self._table.check(connection, self._held, progress)
            return progress

        self.cursor = (await self._write(checked)).cursor

    async def _write(self, work: Callable[[Connection], T]) -> T:
        """One transaction, kept when the caller may do all that it does."""
        by, database = self._table.date(self._held.by), self._table.database
        await self._permits.check(by)
        if self._permits.is_free(by):
            return await database.transact(work, alone=True)
        # What the caller may no longer do is rolled back with its step.
        async with database.units.open(alone=True) as unit:
            result = await unit.run(work)
            await self._permits.check_step(by, await unit.run(read_changes))
            await unit.finish(lambda connection: (journal_changes(connection, by), True))
        return result


class JobRunner:
    """Runs the jobs of some kinds, as long as a process lives, one of each kind at once."""

    def __init__(
        self, table: JobTable, works: Sequence[Work], permits: Permits, interval_seconds: float = INTERVAL_SECONDS
    ) -> None:
        self._table = table
        self._works = works
        self._permits = permits
        self._interval_seconds = interval_seconds

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Work in the background while the block runs. What is in hand at its end, the next worker takes up."""
        async with AsyncExitStack() as stack:
            for work in self._works:
                lane = repeat(partial(self.serve, work), self._interval_seconds, f"Jobs of {work.kind} failed.")
                await stack.enter_async_context(lane)
            yield

    async def serve(self, work: Work) -> None:
        """Run every job of a kind that is due."""
        if work.every and not self._table.has_slot(work.kind):
            with in_call(by=replace(SITE, operation=work.kind)):
                await self._table.enqueue(work.kind, {}, slot=work.kind)
        while work.ready() and (held := await self._table.claim(work)) is not None:
            await self._perform(work, held)

    async def serve_one(self, kind: str, job_id: int) -> None:
        """Run the job of that kind and id, if it is due and nobody else has it."""
        work = next(each for each in self._works if each.kind == kind)
        if (held := await self._table.claim(work, job_id)) is not None:
            await self._perform(work, held)

    async def _perform(self, work: Work, held: Held) -> None:
        run = HeldRun(self._table, held, self._permits)
        # Two attempts may fail before the lease ends.
        extend, often = partial(self._table.extend, held), self._table.lease_seconds / 3
        try:
            async with repeat(extend, often, "A lease could not be extended."):
                await self._run(work, held, run)
        except asyncio.CancelledError:
            await self._table.release(held, "pending")
            raise
        except Lost:
            await self._table.end_orphan(held, "The key that started it no longer works.")
        except Problem as problem:
            await self._refuse(work, held, problem)
        except Exception as fault:
            log.exception("job %d (%s) failed", held.id, work.kind)
            await self._retry(work, held, f"The service failed ({type(fault).__name__}).")

    async def _run(self, work: Work, held: Held, run: Run) -> None:
        if held.attempts > MAX_ATTEMPTS and not work.every:
            await self._table.release(held, "failed", error="Every run of it was cut off.")
            return
        with in_call(by=held.by):
            await work.run(run)
        again = {"cursor": "null", "attempts": 0} if work.every else {}
        await self._table.release(held, "pending" if again else "done", seconds=work.every, error="", **again)

    async def _refuse(self, work: Work, held: Held, problem: Problem) -> None:
        log.warning("Job %d (%s): %s", held.id, work.kind, problem.message)
        passes = work.every or problem.code in PASSING or "retry_after" in problem.extra
        told = {"error": problem.message[:1000], **({"attempts": 0} if passes else {})}
        await self._table.release(held, "pending" if passes else "failed", seconds=work.every or PAUSE_SECONDS, **told)

    async def _retry(self, work: Work, held: Held, error: str) -> None:
        ended = not work.every and held.attempts >= MAX_ATTEMPTS
        seconds = work.every or RETRY_SECONDS * 2**held.attempts
        await self._table.release(held, "failed" if ended else "pending", seconds=seconds, error=error)
