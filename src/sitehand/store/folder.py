"""The data folder: whether it can be used, and what it says when it cannot."""

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from sitehand.errors import Code, Problem
from sitehand.store.database import FILE_NAME, Database
from sitehand.store.faults import BUSY, CLOSED, DAMAGED, FULL, code_of
from sitehand.store.sqlite.driver import DriverConnection, DriverFault
from sitehand.store.sqlite.files import check_readable, list_tables, open_read_only
from sitehand.store.sqlite.json import read_member

T = TypeVar("T")
CONNECTED = f"SELECT {read_member('value', 'facts', 'home')} FROM settings WHERE name = 'wordpress'"  # noqa: S608
FORMER = "SELECT value FROM settings WHERE name = 'former_site'"
DEMO_FILE = "demo.json"
"""Marks a folder as a demo's, and holds the demo's key and password. No backup has it."""

_CURES = (
    (FULL, "Free disk space for {folder} and try again."),
    (BUSY, "Another program uses it. Wait for that program or stop it, then try again."),
    (CLOSED, "Give the user that runs Sitehand write access to {folder}."),
    (DAMAGED, "Stop the server, keep a copy of {folder}, and restore the last good backup: sitehand restore FILE."),
)
NAME_A_FOLDER = "Name a folder: --data FOLDER, or the variable SITEHAND_DATA."
_OTHER_CURE = "Run: sitehand doctor --data {folder}"


def check_folder(folder: Path) -> None:
    """Raise Problem(storage_unavailable) unless there is a site in the folder that can be written, and read at all."""
    refuse_file(folder)
    database = folder.resolve() / FILE_NAME
    if not database.is_file():
        missing = "has no site in it" if folder.is_dir() else "is not there"
        raise _refuse(f"The data folder {folder.resolve()} {missing}.", f"Create one: sitehand init --data {folder}")
    check_writable(folder.resolve())
    try:
        check_readable(database)
    except DriverFault as fault:
        raise explain_fault(folder, fault) from None


def check_writable(folder: Path) -> None:
    """Raise Problem(storage_unavailable) unless this user may read and write the folder, its database, and what SQLite
    keeps beside that.
    """
    files = [folder / f"{FILE_NAME}{suffix}" for suffix in ("", "-wal", "-shm")]
    for path, wanted in ((folder, os.W_OK | os.X_OK), *((file, os.R_OK | os.W_OK) for file in files)):
        if os.access(path, os.F_OK) and not os.access(path, wanted):
            hint = f"Give the user that runs Sitehand write access to {path}."
            raise _refuse(f"This user cannot read and write {path}.", hint)


def refuse_file(folder: Path) -> None:
    """Raise Problem(storage_unavailable) for a path that is a file, where a folder is or can be made."""
    if folder.exists() and not folder.is_dir():
        raise _refuse(f"The data folder {folder.resolve()} is a file.", NAME_A_FOLDER)


def is_demo(folder: Path) -> bool:
    """Whether `sitehand demo` made the folder."""
    return (folder / DEMO_FILE).exists()


def read_connected(database: Path) -> str:
    """The address of the WordPress that a data folder serves; empty for the built-in site. Asked before migrations."""
    return _first_address(_ask(database, lambda connection: connection.execute(CONNECTED).fetchone()))


def find_connected(database: Database) -> str:
    """The same as any process has last committed it, of a database that is migrated."""
    return _first_address(next(iter(database.look_up(CONNECTED, committed=True)), None))


def was_connected(database: Path) -> bool:
    """Whether a data folder has served a WordPress that was disconnected since. Asked before migrations."""
    return bool(_ask(database, lambda connection: connection.execute(FORMER).fetchone()))


def has_site(database: Path) -> bool:
    """Whether a database has the tables of the built-in site. Asked before migrations."""
    return bool(_ask(database, lambda connection: "items" in list_tables(connection)))


def _ask(database: Path, question: Callable[[DriverConnection], T]) -> T | None:
    """What a database answers; None when there is none, or it cannot tell."""
    if not database.is_file():
        return None
    try:
        with closing(open_read_only(database)) as connection:
            return question(connection)
    except DriverFault:
        return None  # the migration reports what is wrong with the file


def _first_address(row: Sequence[object] | None) -> str:
    return str(row[0] or "") if row else ""


def explain_fault(folder: Path, fault: DriverFault) -> Problem:
    """What a fault of the database means, with its path, and what to do next."""
    code = code_of(fault)
    cure = next((cure for codes, cure in _CURES if code in codes), _OTHER_CURE).format(folder=folder.resolve())
    return _refuse(f"The database {folder.resolve() / FILE_NAME} cannot be used: {fault}.", cure)


def find_fault(error: BaseException) -> DriverFault | None:
    """SQLite's own fault behind an error, which SQLAlchemy wraps."""
    cause = getattr(error, "orig", error)
    return cause if isinstance(cause, DriverFault) else None


def _refuse(message: str, hint: str) -> Problem:
    return Problem(Code.STORAGE_UNAVAILABLE, message, hint=hint)
