"""Jobs: each step is done once, by one worker, while its caller may."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from sitehand.app import assemble
from sitehand.errors import Code, Problem
from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import in_call
from sitehand.parts import Parts
from sitehand.settings import Settings
from sitehand.site.jobs import JobQuery, JobRecord, Progress, Run, Work
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.job_runner import MAX_ATTEMPTS, JobRunner
from sitehand.store.jobs import DUE, LEASE_SECONDS, JobTable, enqueue
from sitehand.store.reading import list_rows
from tests.databases import migrate
from tests.job_worker import do_steps, work_in_process
from tests.jobs import FreePermits

OWNER = Attribution("owner", "Owner", "admin", "import_export", Origin("cli"))
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
Body = Callable[[Run], Awaitable[object]]


@dataclass(slots=True)
class Site:
    """A site whose clock is moved by hand."""

    parts: Parts
    now: datetime = NOW
    said: list[str] = field(default_factory=list)

    @property
    def jobs(self) -> JobTable:
        """Its jobs."""
        return JobTable(self.parts.database, lambda: self.now)

    async def add(self, kind: str = "count", slot: str | None = None, by: Attribution = OWNER) -> int | None:
        """A new job."""
        with in_call(by=by):
            return await self.jobs.enqueue(kind, {}, slot=slot)

    async def serve(self, body: Body, **more: Any) -> None:
        """Run what is due."""
        await JobRunner(self.jobs, [], FreePermits()).serve(Work("count", body, **more))

    async def get(self, job_id: int | None = 1) -> JobRecord:
        """A job."""
        assert job_id
        return await self.jobs.get(job_id, None)

    async def effects(self) -> list[str]:
        """What steps have written."""
        rows = await self.parts.database.read(
            list_rows(text("SELECT name FROM settings WHERE name LIKE 'step %' ORDER BY name"))
        )
        return [row.name for row in rows]

    def pass_(self, seconds: float) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """A site without jobs."""
    parts = assemble(Settings(data=tmp_path / "site"))
    await migrate(parts.database)
    yield Site(parts)
    await parts.close()


def note(number: int) -> Callable[[Connection], Progress]:
    """A step that leaves a trace; done twice it fails."""

    def work(connection: Connection) -> Progress:
        connection.execute(text("INSERT INTO settings VALUES (:name, '')"), {"name": f"step {number}"})
        return Progress(number + 1, number + 1, 3, f"Step {number}", (f"line {number}",))

    return work


async def count(run: Run) -> None:
    """Three steps."""
    while (number := run.cursor or 0) < 3:
        await run.step(note(number))


async def test_a_job_tells_how_far_it_is_and_is_done(site: Site) -> None:
    """With its steps, its lines, and whose it is."""
    await site.add()
    assert (await site.get())["state"] == "pending"
    await site.serve(count)
    job = await site.get()
    assert (job["state"], job["done"], job["total"], job["message"]) == ("done", 3, 3, "Step 2")
    assert (job["caller"], job["operation"], job["report"]) == (
        "owner",
        "import_export",
        ["line 0", "line 1", "line 2"],
    )
    assert await site.effects() == ["step 0", "step 1", "step 2"]


async def test_a_job_exists_exactly_when_the_write_that_asks_for_it_is_kept(site: Site) -> None:
    """It is enqueued in the write's own transaction."""
    async with site.parts.database.units.open():
        await site.add()
    with pytest.raises(RuntimeError):
        await site.parts.database.transact(enqueue_and_fail)
    assert (await site.jobs.list(JobQuery(), None)).total == 0
    await site.parts.database.transact(lambda connection: enqueue(connection, "count", {}, iso(NOW)))
    assert (await site.jobs.list(JobQuery(), None)).total == 1


def enqueue_and_fail(connection: Connection) -> None:
    """A write that fails after it has asked for a job."""
    enqueue(connection, "count", {}, iso(NOW))
    raise RuntimeError


async def test_of_a_slot_there_is_one_job(site: Site) -> None:
    """It can be asked for anew when it is over, and then begins at its beginning."""
    first = await site.add(slot="import")
    assert await site.add(slot="import") is None
    await site.serve(count)
    assert await site.add(slot="import") == first
    job = await site.get(first)
    assert (job["state"], job["done"], job["report"], job["message"]) == ("pending", 0, [], "")


async def test_a_run_whose_lease_ran_out_writes_nothing(site: Site) -> None:
    """It wakes up after another has taken the job, and its step is refused with all that it did."""
    asleep, woken = asyncio.Event(), asyncio.Event()

    async def sleep(run: Run) -> None:
        await run.step(note(0))
        asleep.set()
        await woken.wait()
        await run.step(note(7))

    await site.add()
    sleeper = asyncio.create_task(site.serve(sleep))
    await asleep.wait()
    await site.serve(count)
    assert (await site.get())["state"] == "running"  # the lease holds
    site.pass_(LEASE_SECONDS + 1)
    await site.serve(count)
    woken.set()
    await sleeper
    assert await site.effects() == ["step 0", "step 1", "step 2"]
    assert (await site.get())["state"] == "done"


async def test_a_lease_that_ran_out_is_refused_before_another_has_the_job(site: Site) -> None:
    """A run that overslept never knows who else may have looked."""

    async def oversleep(run: Run) -> None:
        if site.now > NOW:
            return await count(run)
        site.pass_(LEASE_SECONDS + 1)
        return await run.step(note(7))

    await site.add()
    await site.serve(oversleep)
    assert (await site.effects(), (await site.get())["state"]) == (["step 0", "step 1", "step 2"], "done")


async def test_a_cancelled_job_stops_at_its_next_step(site: Site) -> None:
    """What it has done stays; one that is over is not cancelled."""

    async def cancel(run: Run) -> None:
        await run.step(note(0))
        await site.jobs.cancel(1, None)
        await run.step(note(1))

    await site.add()
    await site.serve(cancel)
    assert (await site.effects(), (await site.get())["state"]) == (["step 0"], "cancelled")
    with pytest.raises(Problem) as refused:
        await site.jobs.cancel(1, None)
    assert refused.value.code is Code.CONFLICT


async def test_a_job_ends_with_its_key(site: Site) -> None:
    """Revoked in the middle: the next step is refused, and the job says why it failed."""
    issued = await site.parts.keys.create(
        label="Me", role="admin", expires=None, requests_per_minute=None, now=site.now
    )

    async def revoke(run: Run) -> None:
        await run.step(note(0))
        await site.parts.keys.revoke(issued["id"], now=site.now)
        await run.step(note(1))

    await site.add(by=Attribution(f"key:{issued['id']}", "Me", "admin", "create_page", Origin("rest")))
    await site.serve(revoke)
    job = await site.get()
    assert (await site.effects(), job["state"]) == (["step 0"], "failed")
    assert "key" in job["error"]


@pytest.mark.parametrize("caller", ["token:ann", "crm:ann"])
async def test_who_cannot_be_asked_about_later_starts_no_job(site: Site, caller: str) -> None:
    """An access token may be void by then, and a plugin vouches for one request: both are told at once."""
    with pytest.raises(Problem) as refused:
        await site.add(by=Attribution(caller, "Ann", "writer", "create_page", Origin("mcp")))
    assert (refused.value.code, "API key" in refused.value.hint) == (Code.NOT_SUPPORTED, True)
    assert (await site.jobs.list(JobQuery(), None)).total == 0
    await site.add()
    await site.parts.database.transact(
        lambda connection: connection.execute(text("UPDATE jobs SET caller = :caller"), {"caller": caller})
    )
    await site.serve(count)
    assert (await site.effects(), (await site.get())["state"]) == ([], "failed")


async def test_a_run_that_fails_is_followed_by_another_at_the_cursor(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    """Later each time; after some without a step the job has failed, with the reason."""

    async def fail_after_one(run: Run) -> None:
        if not run.cursor:
            await run.step(note(0))
        raise OSError

    await site.add()
    with caplog.at_level(logging.CRITICAL):
        for _ in range(MAX_ATTEMPTS + 1):
            await site.serve(fail_after_one)
            site.pass_(3600)
    job = await site.get()
    assert (job["state"], job["error"], job["done"]) == ("failed", "The service failed (OSError).", 1)
    assert await site.effects() == ["step 0"]


async def test_a_refusal_that_passes_is_waited_for(site: Site) -> None:
    """Any other ends the job."""

    async def refuse(run: Run) -> None:
        raise Problem(Code.WRITES_PAUSED if site.now == NOW else Code.NOT_FOUND, "No.")

    await site.add()
    await site.serve(refuse)
    assert (await site.get())["state"] == "pending"
    site.pass_(60)
    await site.serve(refuse)
    job = await site.get()
    assert (job["state"], job["error"]) == ("failed", "No.")


async def test_what_comes_round_comes_once_to_all_workers(site: Site) -> None:
    """In each round one of them does it; a fault does not end it, nor a moment that a wrong clock wrote."""
    rounds = 0

    async def repeat(run: Run) -> None:
        nonlocal rounds
        rounds += 1
        if rounds == 1:
            raise Problem(Code.CONFLICT, "Once.")

    async def serve_all() -> int:
        await asyncio.gather(*(site.serve(repeat, every=10) for _ in range(3)))
        return rounds

    assert await serve_all() == 1
    assert await serve_all() == 1
    site.pass_(10)
    assert await serve_all() == 2
    site.now = NOW + timedelta(days=400)
    assert await serve_all() == 3
    site.now = NOW + timedelta(seconds=30)
    assert await serve_all() == 4
    assert (await site.jobs.list(JobQuery(), None)).total == 1


async def test_a_job_of_a_clock_that_was_wrong_runs_when_that_is_right(site: Site) -> None:
    """Asked for in another year, it is due at once, and not in that year."""
    site.now = NOW + timedelta(days=3650)
    job = await site.add()
    site.now = NOW
    await site.serve(count)
    assert (await site.get(job))["state"] == "done"


async def test_what_has_ended_is_passed_over_by_an_index(site: Site) -> None:
    """Each second it is asked for every kind of job, in the event loop."""
    values = dict.fromkeys(("kind", "id", "now", "ahead", "held"))
    plan = site.parts.database.look_up(f"EXPLAIN QUERY PLAN {DUE}", values)
    assert plan[0]["detail"] == "SEARCH jobs USING INDEX ix_jobs_kind (kind=? AND state=?)"


async def test_what_is_not_ready_is_not_begun(site: Site) -> None:
    """Nothing is written meanwhile, so that results that are kept stay good."""
    await site.serve(count, every=10)
    site.pass_(10)
    state = site.parts.database.state()
    await site.serve(count, every=10, ready=lambda: False)
    assert site.parts.database.state() == state


async def test_a_worker_that_ends_hands_its_jobs_over(site: Site) -> None:
    """The next begins at once, and not when the lease ends."""
    begun = asyncio.Event()

    async def wait(run: Run) -> None:
        begun.set()
        await asyncio.Event().wait()

    await site.add()
    async with JobRunner(site.jobs, [Work("count", wait)], FreePermits()).run():
        await begun.wait()
    assert (await site.get())["state"] == "pending"
    await site.serve(count)
    assert (await site.get())["state"] == "done"


def prepare_effects(connection: Connection) -> None:
    """Four jobs, and a table for what they do."""
    connection.execute(text("CREATE TABLE effects (job INTEGER, number INTEGER)"))
    for number in range(4):
        enqueue(connection, "count", {"job": number}, iso(NOW))


@pytest.mark.parametrize("survives", [True, False])
async def test_each_step_is_done_once_though_workers_are_killed(database: Database, survives: bool) -> None:
    """One of two, or both, in the middle: others go on where they were, with 32 effects of 32."""
    with in_call(by=OWNER):
        await database.transact(prepare_effects)
    folder = database.path.parent
    with work_in_process(folder) as one, work_in_process(folder) as two:
        do_steps(one, 3)
        do_steps(two, 5)
        one.end()
        if survives:
            do_steps(two, 24)
        else:
            two.end()
            with work_in_process(folder) as three:
                do_steps(three, 24)
    rows = await database.read(
        list_rows(text("SELECT job, number, count(*) AS times FROM effects GROUP BY job, number"))
    )
    assert [tuple(row) for row in rows] == [(job, step, 1) for job in range(4) for step in range(8)]
