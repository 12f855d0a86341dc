"""A process that works: `python -m tests.job_worker FOLDER`. Each step of a job notes its number in a table.

It does a step for each line on its standard input.
"""

import asyncio
import sys
from pathlib import Path

from sqlalchemy import Connection, text

from sitehand.guard.attribution import Attribution
from sitehand.hosts.builtin.schema import SITE
from sitehand.site.jobs import Progress, Run, Work
from sitehand.site.values import utc_now
from sitehand.store.database import Database
from sitehand.store.job_runner import JobRunner
from sitehand.store.jobs import JobTable

STEPS = 8
LEASE_SECONDS = 2


async def count(run: Run) -> None:
    """Note each number once, and say it."""
    while (number := run.cursor or 0) < STEPS:
        await asyncio.to_thread(sys.stdin.readline)

        def note(connection: Connection, number: int = number) -> Progress:
            connection.execute(text("INSERT INTO effects VALUES (:job, :number)"), {**run.arguments, "number": number})
            return Progress(number + 1, number + 1, STEPS)

        await run.step(note)
        print(run.arguments["job"], number, flush=True)


async def permit(by: Attribution) -> None:
    """Everybody may count."""


async def main(folder: Path) -> None:
    """Work until the process is killed."""
    table = JobTable(Database(folder, SITE), utc_now, LEASE_SECONDS)
    async with JobRunner(table, [Work("count", count)], permit, 0.05).run():
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
