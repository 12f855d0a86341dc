"""An import as a job of the command that runs it: how far it is, and what tells of it when that command is cut off."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from hashlib import sha256

from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.site.jobs import Progress, Run
from sitehand.store.jobs import Before, Held, JobTable, Lost
from sitehand.store.periodic import repeat

KIND = "import"
AGAIN = "Run the same import again to bring in the rest. To take back what is in, undo its changes (Activity)."
CUT_OFF = "The import was cut off. What it has written stays."


class ImportJob:
    """How far an import is. `cut_off` says which import before it from the same site was cut off, if one was."""

    def __init__(self, table: JobTable, held: Held) -> None:
        self._table = table
        self._held = held
        self.cut_off: str = held.arguments["cut_off"]
        self.done = self._told = 0
        self.total = 0

    def keep(self, connection: Connection, done: int, total: int, doing: str) -> None:
        """Write down with a portion how far it leads. Raises Lost when the job was cancelled or taken over."""
        self._table.check(connection, self._held, Progress(None, done, total, doing))
        self._told, self.total = done, total

    def note_kept(self) -> None:
        """The portion was committed."""
        self.done = self._told

    def explain(self, fault: BaseException) -> Problem | None:
        """What ended the import, as its caller is told it; None for what is no refusal."""
        if isinstance(fault, Lost):
            message = "The import was cancelled, or another import of the same site began."
            fault = Problem(Code.CONFLICT, message, hint="list_jobs shows what runs.")
        if not isinstance(fault, Problem):
            return None
        reason = fault.message.removesuffix("Nothing was changed.").strip()
        if not self.done:
            return Problem(fault.code, f"{reason} Nothing was imported.", hint=fault.hint, extra=fault.extra)
        stopped = f"The import stopped after {self.done} of {self.total} steps"
        message = f"{reason} {stopped}, which stay unless somebody took them back."
        return Problem(fault.code, message, hint=f"{fault.hint} {AGAIN}".strip(), extra=fault.extra)


@asynccontextmanager
async def run_as_job(table: JobTable, source: str, file: str) -> AsyncIterator[ImportJob]:
    """The job of an import from a site, which ends with the block. One that was there before loses it to this one.

    Raises Problem for whatever ends the block, with how much of it is in.
    """
    slot = name_slot(KIND, source)
    known = {"source": source, "file": file}
    held = await table.take(KIND, slot, lambda before: {**known, "cut_off": _tell_cut_off(before)})
    job = ImportJob(table, held)
    try:
        async with repeat(partial(table.extend, held), table.lease_seconds / 3, "A lease could not be extended."):
            yield job
    except (Exception, asyncio.CancelledError) as fault:
        problem = job.explain(fault)
        told = problem.message if problem else CUT_OFF
        with suppress(Problem):
            await table.release(held, "failed", error=told[:1000])
        if problem is None:
            raise
        raise problem from fault
    await table.release(held, "done", error="")


def _tell_cut_off(before: Before | None) -> str:
    """A sentence about the import before, when that did not come to its end: its own, or one that it had to tell."""
    if before is None or before.job["state"] == "done":
        return ""
    if not before.job["done"]:
        return str(before.arguments.get("cut_off", ""))
    place = f"after {before.job['done']} of {before.job['total']} steps of {before.arguments['file']}"
    return f"An import from the same site was cut off on {before.job['updated']}, {place}."


def name_slot(kind: str, source: str) -> str:
    """The slot of an import: one at a time runs from each site."""
    return f"{kind}:{sha256(source.encode()).hexdigest()[:32]}"


async def refuse_cut_off(_: Run) -> None:
    """The run of an import whose command has died, by a worker: nobody else has its file, so the job has failed."""
    raise Problem(Code.CONFLICT, f"{CUT_OFF} {AGAIN}", hint="list_jobs shows how far it came.")
