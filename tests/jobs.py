"""Jobs in tests: a run that nobody else wants, and processes that work."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sitehand.site.jobs import Progress
from sitehand.store.database import Database
from tests.processes import clean_environment

T = TypeVar("T")


class FreeRun:
    """A run of what is no job at the moment: it writes to the database as it is told."""

    def __init__(self, database: Database, arguments: dict[str, Any] | None = None) -> None:
        self.arguments = arguments or {}
        self.cursor: Any = None
        self._database = database

    async def transact(self, work: Callable[[Any], T]) -> T:
        """Write."""
        return await self._database.transact(work)

    async def step(self, work: Callable[[Any], Progress]) -> None:
        """Write, and remember where."""
        self.cursor = (await self._database.transact(work)).cursor


@contextmanager
def work_in_process(data: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that runs the jobs of `job_worker.py` over a folder, and says each step; killed when the block ends."""
    command = [sys.executable, "-m", "tests.job_worker", str(data)]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env=clean_environment()
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def do_steps(process: subprocess.Popen[str], number: int) -> None:
    """Let a process do so many steps. Raises AssertionError when it ends before."""
    assert process.stdin
    assert process.stdout
    process.stdin.write("\n" * number)
    assert all(process.stdout.readline() for _ in range(number))
