"""What the storage could not do, told as a Problem: the one place that knows SQLite's and the system's error codes.

Source: https://sqlite.org/rescode.html
"""

import errno
import sqlite3
from contextlib import AbstractContextManager
from types import TracebackType

from sqlalchemy import ExceptionContext
from sqlalchemy.exc import DBAPIError

from sitehand.errors import Code, Problem

RETRY_SECONDS = 5
FULL = frozenset({sqlite3.SQLITE_FULL})
BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL})
CLOSED = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM})
DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT})
NO_ACCESS = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})


def code_of(fault: BaseException) -> int:
    """SQLite's primary result code of an error, also of one that SQLAlchemy has wrapped; 0 for any other error."""
    inner = fault.orig if isinstance(fault, DBAPIError) else fault
    return getattr(inner, "sqlite_errorcode", 0) & 0xFF


def explain(fault: BaseException) -> Problem | None:
    """The refusal for a fault of the storage; None for a fault of ours, or a damaged file, which no waiting mends."""
    code = code_of(fault)
    number = fault.errno if isinstance(fault, OSError) else None
    if code in FULL or number in NO_SPACE:
        return storage_full()
    if code in BUSY:
        return storage_unavailable("Another program blocks the database.")
    if code in CLOSED or number in NO_ACCESS:
        return storage_unavailable("The data folder is not writable, or its files cannot be opened.")
    if code == sqlite3.SQLITE_IOERR or number == errno.EIO:
        return storage_unavailable("The disk reports errors.")
    return None


def storage_full() -> Problem:
    """The refusal of a write for which there is no room."""
    return Problem(
        Code.STORAGE_FULL,
        "The disk that holds the site is full. Nothing was changed.",
        hint="You can still read. Ask the owner to free disk space, then send the write again.",
    )


def storage_unavailable(message: str) -> Problem:
    """The refusal for a storage that does not answer as it should, and may do so again soon."""
    return Problem(
        Code.STORAGE_UNAVAILABLE,
        f"{message} Nothing was changed.",
        hint=f"Try again in {RETRY_SECONDS} seconds. If the failure persists, the owner can run sitehand doctor.",
        extra={"retry_after": RETRY_SECONDS},
    )


class _Explained:
    """Not a generator, which costs each read of the state as much as SQLite does."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: type[BaseException] | None, fault: BaseException | None, _: TracebackType | None) -> None:
        if isinstance(fault, sqlite3.Error | OSError) and (problem := explain(fault)):
            raise problem from fault


_EXPLAINED = _Explained()


def explained() -> AbstractContextManager[None]:
    """Whatever the storage refuses inside is raised as a Problem."""
    return _EXPLAINED


def raise_explained(context: ExceptionContext) -> None:
    """Raise a fault of the storage as a Problem, as a listener to SQLAlchemy's `handle_error`."""
    if problem := explain(context.original_exception):
        raise problem from context.original_exception
