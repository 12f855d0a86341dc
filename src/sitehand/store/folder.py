"""The data folder: whether it can be used, and what it says when it cannot."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sitehand.errors import Code, Problem
from sitehand.store.database import FILE_NAME
from sitehand.store.faults import BUSY, CLOSED, DAMAGED, FULL, code_of

DEMO_FILE = "demo.json"
"""Marks a folder as a demo's, and holds the demo's key and password. No backup has it."""

SITE = "SELECT 1 FROM sqlite_master WHERE name = 'items'"
CONNECTED = "SELECT json_extract(value, '$.facts.home') FROM settings WHERE name = 'wordpress'"

_CURES = (
    (FULL, "Free disk space for {folder} and try again."),
    (BUSY, "Another program uses it. Wait for that program or stop it, then try again."),
    (CLOSED, "Give the user that runs Sitehand write access to {folder}."),
    (DAMAGED, "Stop the server, keep a copy of {folder}, and restore the last good backup: sitehand restore FILE."),
)
_OTHER_CURE = "Run: sitehand doctor --data {folder}"


def check_folder(folder: Path) -> None:
    """Raise Problem(storage_unavailable) unless there is a site in the folder that can be written, and read at all."""
    database = folder.resolve() / FILE_NAME
    if not database.is_file():
        missing = "has no site in it" if folder.is_dir() else "is not there"
        raise _refuse(f"The data folder {folder.resolve()} {missing}.", f"Create one: sitehand init --data {folder}")
    if not os.access(folder, os.W_OK | os.X_OK):
        hint = f"Give the user that runs Sitehand write access to {folder.resolve()}."
        raise _refuse(f"The data folder {folder.resolve()} cannot be written.", hint)
    try:
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=rw", uri=True)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as fault:
        raise explain_fault(folder, fault) from None


def is_demo(folder: Path) -> bool:
    """Whether `sitehand demo` made the folder."""
    return (folder / DEMO_FILE).exists()


def read_connected(database: Path) -> str:
    """The address of the WordPress that a data folder serves; empty for the built-in site. Asked before migrations."""
    return str(_look_up(database, CONNECTED) or "")


def has_site(database: Path) -> bool:
    """Whether a database has the tables of the built-in site. Asked before migrations."""
    return _look_up(database, SITE) is not None


def _look_up(database: Path, query: str) -> object:
    """The value that a query finds first; None for nothing."""
    if not database.is_file():
        return None
    try:
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
            row = connection.execute(query).fetchone()
            return row[0] if row else None
    except sqlite3.Error:
        return None  # what is wrong with the file is told when it is migrated


def explain_fault(folder: Path, fault: sqlite3.Error) -> Problem:
    """What a fault of the database means, with its path, and what to do next."""
    code = code_of(fault)
    cure = next((cure for codes, cure in _CURES if code in codes), _OTHER_CURE).format(folder=folder.resolve())
    return _refuse(f"The database {folder.resolve() / FILE_NAME} cannot be used: {fault}.", cure)


def find_fault(error: BaseException) -> sqlite3.Error | None:
    """SQLite's own fault behind an error, which SQLAlchemy wraps."""
    cause = getattr(error, "orig", error)
    return cause if isinstance(cause, sqlite3.Error) else None


def _refuse(message: str, hint: str) -> Problem:
    return Problem(Code.STORAGE_UNAVAILABLE, message, hint=hint)
