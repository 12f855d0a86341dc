"""A process that works on jobs. Each step waits for a line of its input.

Its jobs note numbers in a table; with `site` they are those of the built-in site, which may fetch from this machine,
with `audit` audits of it.
"""

import asyncio
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, text

from sitehand.app import assemble
from sitehand.beside import list_audits
from sitehand.files.fetching import Fetcher
from sitehand.files.intake import Intake
from sitehand.guard.attribution import Attribution
from sitehand.hosts.builtin.host import build_host
from sitehand.hosts.builtin.media_intake import MediaIntake
from sitehand.hosts.builtin.schema import SITE
from sitehand.settings import Settings
from sitehand.site.jobs import Progress, Run, Work
from sitehand.site.values import utc_now
from sitehand.store.database import Database
from sitehand.store.job_runner import JobRunner
from sitehand.store.jobs import JobTable
from sitehand.store.media_files import MediaFiles
from sitehand.store.retention import Retention
from sitehand.store.staged_files import StagedFiles
from tests.forks import Fork, fork
from tests.jobs import FreePermits

STEPS = 8
SITE_URL = "https://hill.example"
LEASE_SECONDS = 2
KEPT_DAYS = 30


class Gate(FreePermits):
    """Lets a write go for each line, and says so; at the end of the input all go."""

    async def check(self, by: Attribution) -> None:
        """Asked before each write of a job."""
        if await asyncio.to_thread(sys.stdin.readline):
            print("write", flush=True)


async def count(run: Run) -> None:
    """Note each number once, and say it."""
    while (number := run.cursor or 0) < STEPS:
        await asyncio.to_thread(sys.stdin.readline)

        def note(connection: Connection, number: int = number) -> Progress:
            connection.execute(text("INSERT INTO effects VALUES (:job, :number)"), {**run.arguments, "number": number})
            return Progress(number + 1, number + 1, STEPS)

        await run.step(note)
        print(run.arguments["job"], number, flush=True)


async def resolve_here(host: str, port: int) -> list[str]:
    """Every name leads to this machine."""
    return ["127.0.0.1"]


def list_works(database: Database) -> Sequence[Work]:
    """Every kind of job that comes round or fetches: of the built-in site, and of the service itself."""
    fetcher = Fetcher(1_000_000, resolve=resolve_here, allows=lambda address: True)
    folder = database.path.parent
    intake = MediaIntake(MediaFiles(folder), Intake(StagedFiles(folder), fetcher))
    host = build_host(database, SITE_URL, utc_now, media_intake=intake)
    return *host.works, Retention(database, utc_now, KEPT_DAYS).work


def choose_works(folder: Path, database: Database, kind: str) -> Sequence[Work]:
    """The jobs of that kind."""
    if kind == "audit":
        return list(list_audits(assemble(Settings(data=folder, log="off", url=SITE_URL))))
    return list_works(database) if kind == "site" else [Work("count", count)]


def main(folder: Path, kind: str = "") -> None:
    """Work until the process is killed."""
    asyncio.run(work(folder, kind))


async def work(folder: Path, kind: str) -> None:
    """Open the database, and run its jobs."""
    database = Database(folder, SITE)
    table = JobTable(database, utc_now, LEASE_SECONDS)
    works = choose_works(folder, database, kind)
    async with JobRunner(table, works, Gate() if kind else FreePermits(), 0.05).run():
        await asyncio.Event().wait()


@contextmanager
def work_in_process(data: Path, kind: str = "") -> Iterator[Fork]:
    """A process that runs the jobs of `job_worker.py` over a folder, and says each step; killed when the block ends."""
    worker = fork(main, data, kind)
    silent = threading.Timer(60, worker.process.kill)  # so that a test that waits for its words fails
    silent.start()
    try:
        yield worker
    finally:
        silent.cancel()
        worker.end()


def do_steps(worker: Fork, number: int) -> None:
    """Let a process do so many steps. Raises AssertionError when it ends before."""
    worker.stdin.write("\n" * number)
    assert all(worker.stdout.readline() for _ in range(number))
