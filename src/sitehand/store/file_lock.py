"""The lock that the processes of a site hold while they place or remove a file, wherever the files lie."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCK = ".lock"


@contextmanager
def file_lock(folder: Path) -> Iterator[None]:
    """No other process of the data folder places or removes a file meanwhile. The folder is made when it is missing."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
