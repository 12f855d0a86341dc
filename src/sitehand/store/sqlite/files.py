"""A database as a file: made, looked through, copied, and made smaller.

Source: https://sqlite.org/pragma.html, https://sqlite.org/lang_vacuum.html
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from sitehand.store.sqlite import BUSY_TIMEOUT_MILLISECONDS
from sitehand.store.sqlite.connections import set_pragmas

WAIT_SECONDS = BUSY_TIMEOUT_MILLISECONDS / 1000
STEPS = 200
"""Steps of SQLite's virtual machine between two looks at how far a copy is."""
ATTEMPTS = 100
INCREMENTAL = 2
"""The value of PRAGMA auto_vacuum with which free pages stay in the file until they are cut off."""
PORTION_PAGES = 500
"""Pages of the file that one transaction gives back: two megabytes."""


def prepare(path: Path) -> None:
    """Switch a new file to WAL, patiently: SQLite does not wait by itself when several do this at once.

    That it gives pages back must be said before; in a file that has tables it has no effect.
    """
    for attempt in range(ATTEMPTS):
        try:
            with closing(sqlite3.connect(path, timeout=WAIT_SECONDS)) as connection:
                set_pragmas(connection, f"auto_vacuum={INCREMENTAL}", "journal_mode=WAL")
                return
        except sqlite3.OperationalError:
            if attempt == ATTEMPTS - 1:
                raise
            time.sleep(0.05)


def refuse_others(path: Path) -> None:
    """Raise sqlite3.OperationalError when any program has the database open. Its log is worked into it on the way."""
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        set_pragmas(connection, "journal_mode=DELETE", "journal_mode=WAL")  # to leave WAL, SQLite must be alone


def open_read_only(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing, whatever version the file has."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=WAIT_SECONDS)


def check_readable(path: Path) -> None:
    """Raise sqlite3.Error for a file that is no database, or cannot be read and written."""
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as connection:
        list_tables(connection)


def list_tables(connection: Any) -> set[str]:
    """The names of all tables in the file that a connection of `sqlite3` has open."""
    return {row[0] for row in connection.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'")}


def find_damage(path: Path) -> str:
    """What is wrong with a whole file, which nobody else uses; empty for nothing. It takes as long as reading it."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            return _tell(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as fault:
        return str(fault)


def find_damage_quickly(connection: Connection) -> str:
    """What is wrong with an open database; empty for nothing. Does not compare the indexes with their tables."""
    return _tell(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())


def _tell(answer: object) -> str:
    return "" if answer == "ok" else str(answer)


def copy_compact(source: Path, copy: Path, report: Callable[[int, int], None]) -> None:
    """Copy what is committed at this moment, without free pages; no writer waits for it.

    `report` gets how many bytes of how many are copied.
    """
    with closing(open_read_only(source)) as connection, _watched(connection, copy, report):
        connection.execute("VACUUM INTO ?", (str(copy),))


def copy_pages(source: Path, target: Path) -> None:
    """Copy page by page, in one read transaction: no writer waits for it, and nothing is put in order."""
    with closing(open_read_only(source)) as reading, closing(sqlite3.connect(target)) as writing:
        reading.backup(writing)


def erase(path: Path, statement: str) -> None:
    """Delete rows so that nothing of them is left in the file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        set_pragmas(connection, "secure_delete=ON")
        connection.execute(statement)


@contextmanager
def _watched(connection: sqlite3.Connection, copy: Path, report: Callable[[int, int], None]) -> Iterator[None]:
    """Tell how large the copy has become, of the pages that are in use."""
    pages, free, size = (_ask(connection, name) for name in ("page_count", "freelist_count", "page_size"))
    total = (pages - free) * size

    def look() -> int:
        report(min(copy.stat().st_size, total), total)
        return 0

    connection.set_progress_handler(look, STEPS)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)


def cut_pages(path: Path) -> bool:
    """Cut some free pages off the file's end. Returns whether there are more; never of a file that keeps them."""
    with closing(_open(path)) as connection:
        # It cuts one page for each row that is taken, and only a script takes them all: it has no columns.
        connection.executescript(f"PRAGMA incremental_vacuum({PORTION_PAGES})")
        return _ask(connection, "auto_vacuum") == INCREMENTAL and _ask(connection, "freelist_count") > 0


def write_anew(path: Path) -> None:
    """Write the file anew, without free pages, and as one that gives them back from then on."""
    with closing(_open(path)) as connection:
        set_pragmas(connection, f"auto_vacuum={INCREMENTAL}")
        connection.execute("VACUUM")
    cut_log(path, WAIT_SECONDS)


def cut_log(path: Path, wait_seconds: float) -> None:
    """Empty the write-ahead log, unless somebody reads or writes for so long."""
    with closing(_open(path, wait_seconds)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _open(path: Path, wait_seconds: float = WAIT_SECONDS) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=wait_seconds, isolation_level=None)


def _ask(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])
