"""Tells which processes that work on a data folder still live: each holds a lock on a small file of its own.

The lock ends with the process, however that ends, so nobody has to trust a clock or the number of a process, which
another container may use as well. Source: flock(2).
"""

import fcntl
import os
import secrets
from contextlib import suppress
from pathlib import Path

FOLDER = "holders"


class Holder:
    """Marks this process as working on a data folder. Makes its file when somebody first asks for its name."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / FOLDER
        self._name = ""
        self._handle: int | None = None

    @property
    def name(self) -> str:
        """What others know it by, for as long as it lives."""
        if self._handle is None:
            self._name = secrets.token_hex(8)
            self._folder.mkdir(mode=0o700, exist_ok=True)
            self._handle = os.open(self._folder / self._name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            fcntl.flock(self._handle, fcntl.LOCK_EX)
        return self._name

    def is_alive(self, name: str) -> bool:
        """Whether the process of that name still runs; the file of one that is gone is removed."""
        if self._handle is not None and name == self._name:
            return True
        path = self._folder / name
        try:
            handle = os.open(path, os.O_RDWR)
        except FileNotFoundError:
            return False
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        else:
            path.unlink(missing_ok=True)
            return False
        finally:
            os.close(handle)

    def leave(self) -> None:
        """Remove the file by which others know that this process works."""
        if self._handle is not None:
            with suppress(FileNotFoundError):
                (self._folder / self._name).unlink()
            os.close(self._handle)
            self._handle = None
