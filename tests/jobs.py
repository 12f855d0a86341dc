"""Jobs in tests: a run that nobody else wants, and processes that work."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sitehand.guard.attribution import Attribution
from sitehand.site.changes import ObjectChange
from sitehand.site.jobs import Progress
from sitehand.store.database import Database
from tests.processes import clean_environment

T = TypeVar("T")


class FreePermits:
    """Everybody may do everything."""

    def is_free(self, by: Attribution) -> bool:
        """Nobody is held up."""
        return True

    async def check(self, by: Attribution) -> None:
        """Nothing is refused."""

    async def check_step(self, by: Attribution, objects: Sequence[ObjectChange]) -> None:
        """Nor here."""


class FreeRun:
    """A run of what is no job at the moment: it writes to the database as it is told."""

    def __init__(self, database: Database, arguments: dict[str, Any] | None = None, attempts: int = 1) -> None:
        self.arguments = arguments or {}
        self.attempts = attempts
        self.cursor: Any = None
        self._database = database

    async def transact(self, work: Callable[[Any], T]) -> T:
        """Write."""
        return await self._database.transact(work)

    async def step(self, work: Callable[[Any], Progress]) -> None:
        """Write, and remember where."""
        self.cursor = (await self._database.transact(work)).cursor


@contextmanager
def work_in_process(data: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    """A process that runs the jobs of `job_worker.py` over a folder, and says each step; killed when the block ends."""
    command = [sys.executable, "-m", "tests.job_worker", str(data), *options]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=clean_environment()
    )
    silent = threading.Timer(60, process.kill)  # so that a test that waits for its words fails
    silent.start()
    try:
        yield process
    finally:
        silent.cancel()
        process.kill()
        process.communicate()


def do_steps(process: subprocess.Popen[str], number: int) -> None:
    """Let a process do so many steps. Raises AssertionError when it ends before."""
    assert process.stdin
    assert process.stdout
    process.stdin.write("\n" * number)
    assert all(process.stdout.readline() for _ in range(number))
