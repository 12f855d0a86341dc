"""The right to write, which the processes on a data folder hand to each other in the order in which they ask.

SQLite lets one process write at a time, and has no queue: who waits asks again after ever longer pauses, and others
come in between. So a process takes this lock before it begins a transaction. There are two files, as with a small room
before a door: who is in the room is the next one through the door, and who comes back waits outside the room.

It is only the queue. What keeps two transactions apart is SQLite's own lock, also from programs that are not ours, and
where the files cannot be had. Source: flock(2).
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sitehand.store.faults import storage_unavailable

ROOM, DOOR = "writing.next", "writing.lock"
SHORTEST_PAUSE, LONGEST_PAUSE = 0.0002, 0.002
"""Seconds between two attempts; the system's own wait has no bound on its time."""
LAST_WAIT = 0.25
"""Seconds in which another process usually gives the lock back."""


class WriteLock:
    """The lock of one folder, for one thread. Its files are opened when it is taken first."""

    def __init__(self, folder: Path, wait_seconds: float) -> None:
        self._folder = folder
        self._wait_seconds = wait_seconds
        self._handles: tuple[int, int] | None = None

    @contextmanager
    def held(self, since: float | None = None) -> Iterator[None]:
        """Hold the lock. Raises Problem(storage_unavailable) when another process does not give it back in time.

        `since` is the moment (`time.monotonic()`) from which the caller has waited; now by default. Who has waited for
        too long already waits for one more turn of another process at most.
        """
        handles = self._open()
        if handles is None:
            yield
            return
        self._take(*handles, time.monotonic() if since is None else since)
        try:
            yield
        finally:
            fcntl.flock(handles[1], fcntl.LOCK_UN)

    def is_wanted(self) -> bool:
        """Whether another process waits for it; ask while it is held."""
        if self._handles is None:
            return False
        room, _ = self._handles
        # Whoever waits for the door holds the room: if the room is free, nobody waits.
        if not _try(room):
            return True
        fcntl.flock(room, fcntl.LOCK_UN)
        return False

    def close(self) -> None:
        """Close its files; taking it opens them again."""
        for handle in self._handles or ():
            os.close(handle)
        self._handles = None

    def _open(self) -> tuple[int, int] | None:
        if self._handles is None:
            with suppress(OSError):  # a full or failing disk: the write itself is told so
                self._handles = (_open(self._folder / ROOM), _open(self._folder / DOOR))
        return self._handles

    def _take(self, room: int, door: int, since: float) -> None:
        until = max(since + self._wait_seconds, time.monotonic() + min(self._wait_seconds, LAST_WAIT))
        _wait_for(room, until)
        # The room is left only with the door in hand, so that nobody can overtake.
        try:
            _wait_for(door, until)
        finally:
            fcntl.flock(room, fcntl.LOCK_UN)


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)


def _wait_for(handle: int, until: float) -> None:
    pause = SHORTEST_PAUSE
    while not _try(handle):
        if time.monotonic() > until:
            raise storage_unavailable("Another process blocks the database.")
        time.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def _try(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
