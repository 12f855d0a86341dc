"""Who works on a data folder: any number of processes that serve or write, or one that replaces what is in it.

It is a lock of the system on the folder itself: no file is left behind, and it ends with the process, however that
ends. Source: flock(2).
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sitehand.errors import Code, Problem


class Occupancy:
    """Holds a folder, together with others who work on it, from `take` until `leave`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._handle: int | None = None

    def take(self) -> None:
        """Hold the folder, unless it is held already. Raises Problem(conflict) while it is being restored."""
        if self._handle is None:
            self._handle = _lock(self._folder, fcntl.LOCK_SH, "A backup is being restored", "Wait until it is done.")

    def leave(self) -> None:
        """Release the folder."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


@contextmanager
def occupied_alone(folder: Path) -> Iterator[None]:
    """Nobody else works on the folder inside; it is made when there is none. Raises Problem(conflict) if one does."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = _lock(folder, fcntl.LOCK_EX, "Something runs", "Stop the service and every other command on this folder.")
    try:
        yield
    finally:
        os.close(handle)


def _lock(folder: Path, how: int, what: str, hint: str) -> int:
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, how | fcntl.LOCK_NB)
    except OSError as fault:
        os.close(handle)
        if not isinstance(fault, BlockingIOError):
            raise
        raise Problem(Code.CONFLICT, f"{what} on {folder}.", hint=hint) from None
    return handle
