"""Jobs in the ledger: enqueued in the transaction of a write, held by one run at a time under a lease.

Who claims a job holds it until its lease ends, and makes the lease longer while it works. Every transaction of a run
asks first whether the job is still its own: a run that slept through its lease writes nothing. A key that was revoked
ends its jobs in the same place.
"""

import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, cast

from sqlalchemy import (
    ClauseElement,
    ColumnElement,
    Connection,
    Row,
    and_,
    exists,
    func,
    not_,
    or_,
    select,
    text,
    true,
    update,
)

from sitehand.errors import Code, Problem, not_found
from sitehand.guard.attribution import Attribution, Origin
from sitehand.guard.call import current_call
from sitehand.guard.lineage import kind_of
from sitehand.site.content import Listing
from sitehand.site.jobs import MAX_REPORT, Job, JobQuery, JobRecord, JobState, Progress, Work
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.reading import list_rows
from sitehand.store.sqlite import upsert
from sitehand.store.tables import api_keys, jobs
from sitehand.store.verification import verify_row

LEASE_SECONDS = 60
MAX_WAIT_SECONDS = 600
"""More than any job waits for its next run, but for one that comes round."""
HINT = "list_jobs lists the jobs."
ENDED = ("done", "failed", "cancelled")
LINE = tuple(Job.__annotations__)
SHOWN = [jobs.c[name] for name in LINE]

# Each second every lane of jobs asks this. The states come twice: first for the index, past all jobs that have ended.
DUE = """SELECT id FROM jobs WHERE kind = :kind AND state IN ('pending', 'running') AND id = coalesce(:id, id)
    AND (state = 'pending' AND (due <= :now OR due > :ahead) OR state = 'running' AND (lease < :now OR lease > :held))
    ORDER BY due, id LIMIT 1"""
"""The next job of a kind that may be claimed, or the one with that id."""


class Lost(Exception):
    """The job is not this run's any more: it was cancelled, another run has it, or its caller may not go on."""


@dataclass(frozen=True, slots=True)
class Held:
    """A job in the hands of one run; `attempts` counts the runs since its last step, this one too."""

    id: int
    holder: str
    arguments: Mapping[str, Any]
    cursor: Any
    by: Attribution
    attempts: int


@dataclass(frozen=True, slots=True)
class Before:
    """How the last job of a slot stood when another began, and the arguments of that."""

    job: Job
    arguments: Mapping[str, Any]


def enqueue(
    connection: Connection, kind: str, arguments: Mapping[str, Any], at: str, *, slot: str | None = None
) -> int | None:
    """Add a job to the open transaction, as the doing of the present call; its id.

    Of a `slot` there is one job: while it is pending or runs, nothing is added, and None is answered.
    Raises Problem(not_supported) for a caller who cannot be asked about later.
    """
    by = current_call().by
    if kind_of(by.caller) not in ("owner", "key"):
        raise _refuse_caller()
    values = {
        **{"kind": kind, "slot": slot, "arguments": json.dumps(arguments), "state": "pending"},
        **{"caller": by.caller, "label": by.label, "role": by.role, "operation": by.operation},
        **{"door": by.origin.door, "client": by.origin.client, "due": at, "created": at, "updated": at},
    }
    found: int | None = ADD.scalar(connection, values)
    return found


def _write_add() -> ClauseElement:
    """Adds a job, or begins that of its slot anew when it has ended; tells the id of what it did."""
    added = upsert(jobs)
    given = ("kind", "slot", "arguments", "state", "caller", "label", "role", "operation", "door", "client")
    again = {name: added.excluded[name] for name in (*given, "due", "created", "updated")}
    anew = {"attempts": 0, "cursor": "null", "done": 0, "total": 0, "message": "", "error": "", "report": "[]"}
    ended = or_(*(jobs.c.state == state for state in ENDED))
    return added.on_conflict_do_update(index_elements=["slot"], set_={**again, **anew}, where=ended).returning(
        jobs.c.id
    )


ADD = Prepared(_write_add())


class JobTable:
    """Jobs of all workers, which have one clock. A run that is silent for `lease_seconds` has lost its job."""

    def __init__(self, database: Database, clock: Callable[[], datetime], lease_seconds: float = LEASE_SECONDS) -> None:
        self.database = database
        self.lease_seconds = lease_seconds
        self._clock = clock
        self._length = timedelta(seconds=lease_seconds)

    async def enqueue(self, kind: str, arguments: Mapping[str, Any], *, slot: str | None = None) -> int | None:
        """See `enqueue`; inside a write it joins its transaction."""
        at = iso(self._clock())
        return await self.database.transact(lambda connection: enqueue(connection, kind, arguments, at, slot=slot))

    async def start(self, kind: str, arguments: Mapping[str, Any], slot: str) -> tuple[int, bool]:
        """The job of a slot, and whether it is new: one that is pending or runs stays the only one."""
        at = iso(self._clock())

        def work(connection: Connection) -> tuple[int, bool]:
            added = enqueue(connection, kind, arguments, at, slot=slot)
            if added is not None:
                verify_row(connection, jobs, {"id": added}, {"kind": kind, "state": "pending"})
                return added, True
            return connection.execute(select(jobs.c.id).where(jobs.c.slot == slot)).scalar_one(), False

        return await self.database.transact(work)

    def has_slot(self, slot: str) -> bool:
        """Whether there is a job of that slot."""
        return bool(self.database.look_up("SELECT 1 FROM jobs WHERE slot = :slot", {"slot": slot}))

    async def take(self, kind: str, slot: str, describe: Callable[[Before | None], Mapping[str, Any]]) -> Held:
        """Begin the job of a slot at once, in the caller's hands: whoever had it has lost it.

        `describe` makes its arguments, given how the slot's last job stood. For work that needs its caller, and cannot
        wait for a worker.
        """
        at = iso(self._clock())

        def work(connection: Connection) -> Held:
            row = connection.execute(select(*[*SHOWN, jobs.c.arguments]).where(jobs.c.slot == slot)).first()
            before = Before(_show(row), json.loads(row.arguments)) if row else None
            connection.execute(update(jobs).where(jobs.c.slot == slot).values(state="cancelled"))
            added = enqueue(connection, kind, describe(before), at, slot=slot)
            values = {"state": "running", "holder": secrets.token_hex(16), "attempts": 1, **self._lease()}
            taken = update(jobs).where(jobs.c.id == added).values(values).returning(*jobs.c)
            return _hold(connection.execute(taken).one())

        return await self.database.transact(work)

    async def claim(self, work: Work, job_id: int | None = None) -> Held | None:
        """Take the next job of a kind, or the one that is named; None when none is due."""
        due = self._tell_due(work, job_id)
        # Mostly nothing is due, and then no write begins.
        if not self.database.look_up(DUE, due):
            return None
        first = text(DUE).bindparams(**due).columns(jobs.c.id).scalar_subquery()
        values = {"state": "running", "holder": secrets.token_hex(16), "attempts": jobs.c.attempts + 1, **self._lease()}
        claim = update(jobs).where(jobs.c.id == first).values(values).returning(*jobs.c)
        row = await self.database.transact(lambda connection: connection.execute(claim).first())
        return _hold(row) if row is not None else None

    def check(self, connection: Connection, held: Held, progress: Progress | None = None) -> None:
        """Make the lease longer, and keep the progress, in the open transaction. Raises Lost."""
        told = {} if progress is None else {**_tell(connection, held.id, progress), "attempts": 0, "error": ""}
        if connection.execute(update(jobs).where(*self._mine(held)).values({**told, **self._lease()})).rowcount == 0:
            raise Lost

    def date(self, by: Attribution) -> Attribution:
        """The attribution, dated with this moment."""
        return replace(by, at=iso(self._clock()))

    async def extend(self, held: Held) -> None:
        """Make the lease longer, unless the job is lost: then its next step finds out."""
        with suppress(Lost):
            await self.database.transact(lambda connection: self.check(connection, held))

    async def release(self, held: Held, state: JobState, *, seconds: float = 0, **values: Any) -> None:
        """End a run: the job is over, or pending again for so many seconds. What another run has by now stays."""
        now = self._clock()
        ended = {"state": state, "holder": "", "due": iso(now + timedelta(seconds=seconds)), "updated": iso(now)}
        release = update(jobs).where(*_in_hand(held)).values({**ended, **values})
        await self.database.transact(lambda connection: connection.execute(release))

    async def end_orphan(self, held: Held, error: str) -> None:
        """End a job whose key does not work any more."""
        ended = {"state": "failed", "holder": "", "error": error, "updated": iso(self._clock())}
        end = update(jobs).where(*_in_hand(held), not_(self._may_go_on())).values(ended)
        await self.database.transact(lambda connection: connection.execute(end))

    async def list(self, query: JobQuery, caller: str | None) -> Listing[Job]:
        """Jobs of one caller, or of all (None), newest first."""
        where = and_(
            true() if caller is None else jobs.c.caller == caller,
            true() if query.state is None else jobs.c.state == query.state,
        )
        some = select(*SHOWN).where(where).order_by(jobs.c.id.desc())
        rows = await self.database.read(list_rows(some.limit(query.per_page).offset(query.offset)))
        (counted,) = await self.database.read(list_rows(select(func.count()).select_from(jobs).where(where)))
        return Listing([_show(row) for row in rows], counted[0], query.page, query.per_page)

    async def get(self, job_id: int, caller: str | None) -> JobRecord:
        """One job. Raises Problem(not_found), also for another caller's unless `caller` is None."""
        rows = await self.database.read(list_rows(select(*SHOWN, jobs.c.report).where(jobs.c.id == job_id)))
        if not rows or (caller is not None and rows[0].caller != caller):
            raise not_found("job", job_id, HINT)
        return JobRecord(**_show(rows[0]), report=json.loads(rows[0].report))

    async def cancel(self, job_id: int, caller: str | None) -> JobRecord:
        """End a job; a step that runs is refused. Raises Problem: not_found, conflict for one that is over."""
        job = await self.get(job_id, caller)
        if job["caller"] == "site":
            raise Problem(Code.CONFLICT, f"Job {job_id} belongs to the site and cannot be cancelled.", hint=HINT)
        values = {"state": "cancelled", "holder": "", "updated": iso(self._clock())}

        def work(connection: Connection) -> None:
            open_ = (jobs.c.id == job_id, jobs.c.state.in_(("pending", "running")))
            if connection.execute(update(jobs).where(*open_).values(values)).rowcount == 0:
                raise Problem(Code.CONFLICT, f"Job {job_id} is over: it is {job['state']}.", hint=HINT)
            verify_row(connection, jobs, {"id": job_id}, values)

        await self.database.transact(work)
        return await self.get(job_id, caller)

    def _lease(self) -> dict[str, str]:
        now = self._clock()
        return {"lease": iso(now + self._length), "updated": iso(now)}

    def _tell_due(self, work: Work, job_id: int | None) -> dict[str, Any]:
        """The values for `DUE`. A moment that is too far ahead was written by a clock that was wrong."""
        now = self._clock()
        ahead = iso(now + timedelta(seconds=work.every or MAX_WAIT_SECONDS))
        return {"kind": work.kind, "id": job_id, "now": iso(now), "ahead": ahead, "held": iso(now + self._length)}

    def _mine(self, held: Held) -> tuple[ColumnElement[bool], ...]:
        """The job while this run holds it, and its caller may go on."""
        return (*_in_hand(held), jobs.c.lease >= iso(self._clock()), self._may_go_on())

    def _may_go_on(self) -> ColumnElement[bool]:
        """Whether it is the owner's or the site's, or its key works. Nobody else is known to be let in still."""
        key = and_(jobs.c.caller == "key:" + api_keys.c.id.cast(jobs.c.caller.type), api_keys.c.revoked.is_(None))
        alive = exists().where(key, or_(api_keys.c.expires.is_(None), api_keys.c.expires > iso(self._clock())))
        return or_(jobs.c.caller.in_(("owner", "site")), alive)


def _refuse_caller() -> Problem:
    """Whether an access token, or whom a plugin vouches for, may go on is known only while they call."""
    message = "This starts a job, which goes on after the call, and only API keys can start jobs. Nothing was changed."
    return Problem(Code.NOT_SUPPORTED, message, hint="Ask the owner for an API key, and call with it.")


def _in_hand(held: Held) -> tuple[ColumnElement[bool], ...]:
    return (jobs.c.id == held.id, jobs.c.holder == held.holder, jobs.c.state == "running")


def _hold(row: Row[Any]) -> Held:
    by = Attribution(row.caller, row.label, row.role, row.operation, Origin(row.door, row.client))
    return Held(row.id, row.holder, json.loads(row.arguments), json.loads(row.cursor), by, row.attempts)


def _show(row: Row[Any]) -> Job:
    return cast(Job, {name: row._mapping[name] for name in LINE})


def _tell(connection: Connection, job_id: int, progress: Progress) -> dict[str, Any]:
    """The progress as it is stored, its lines behind those that are there, as far as they fit."""
    told = {"cursor": json.dumps(progress.cursor), "done": progress.done, "total": progress.total}
    if progress.report:
        old = json.loads(connection.execute(select(jobs.c.report).where(jobs.c.id == job_id)).scalar_one())
        told["report"] = json.dumps([*old, *progress.report][:MAX_REPORT])
    return {**told, "message": progress.message[:500]}
