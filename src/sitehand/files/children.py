"""Short-lived processes that read files from strangers: one for each file, two at once, each ended at the deadline.

What they may take is in `bounded.py`. A pool of processes could not stop one that hangs.
"""

import asyncio
import json
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sitehand.errors import Code, Problem

T = TypeVar("T")
BOUNDED = Path(__file__).with_name("bounded.py")
SECONDS = 30.0
PLACES = 2
MEGABYTES = 1024
WorkFolder = Callable[[], AbstractContextManager[Path]]
Read = Callable[[Path, dict[str, Any]], T]
"""Makes of the folder and the result of a worker what the caller wants."""


class Worker(NamedTuple):
    """What reads files of one kind: run, never imported, since its libraries would take memory of the service.

    `noun` is what refusals call such a file, and `hint` what they advise.
    """

    script: Path
    noun: str
    hint: str


class Children:
    """Runs workers. `work_folder` makes a folder for each of them."""

    def __init__(self, work_folder: WorkFolder, seconds: float = SECONDS, places: int = PLACES) -> None:
        self._work_folder = work_folder
        self._seconds = seconds
        self._places = asyncio.Semaphore(places)

    async def run(
        self,
        worker: Worker,
        source: bytes,
        *wanted: str | int,
        read: Read[T],
        seconds: float | None = None,
        megabytes: int = MEGABYTES,
    ) -> T:
        """Have a worker read a file. Raises Problem(invalid_arguments) for what it refuses or cannot do."""
        async with self._places:
            with self._work_folder() as folder:
                await asyncio.to_thread((folder / "source").write_bytes, source)
                arguments = (worker.script, worker.noun, megabytes, folder, *wanted)
                if not await _end(folder, seconds or self._seconds, *map(str, arguments)):
                    raise _refuse(worker, f"The {worker.noun} takes too long to read.")
                return await asyncio.to_thread(_read, worker, folder, read)


async def _end(folder: Path, seconds: float, *arguments: str) -> bool:
    """Run a process. It ends by itself, at one of its limits, or, which is told by False, at the deadline."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", str(BOUNDED), *arguments),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        env={},
        cwd=folder,
    )
    try:
        async with asyncio.timeout(seconds):
            await process.wait()
    except TimeoutError:
        return False
    finally:
        # Also when the caller was cancelled: nobody else would end it.
        if process.returncode is None:
            process.kill()
            await process.wait()
    return True


def _read(worker: Worker, folder: Path, read: Read[T]) -> T:
    try:
        result: dict[str, Any] = json.loads((folder / "result.json").read_text())
    except (OSError, ValueError):
        raise _refuse(worker, f"The {worker.noun} takes too much memory or time to read.") from None
    if "refused" in result:
        raise _refuse(worker, result["refused"])
    return read(folder, result)


def _refuse(worker: Worker, message: str) -> Problem:
    return Problem(Code.INVALID_ARGUMENTS, message, hint=worker.hint)
