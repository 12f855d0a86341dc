"""How connections to a database file are set up, begin and are asked. Source: https://sqlite.org/pragma.html"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, text

from sitehand.store.prepared import Prepared
from sitehand.store.sqlite import BUSY_TIMEOUT_MILLISECONDS

MAPPED_BYTES = 256 * 1024 * 1024
BEGIN = Prepared(text("BEGIN IMMEDIATE"))


def set_up(connection: Any) -> None:
    """Durable on commit, readers beside the writer, foreign keys on, transactions begun by us alone."""
    leave_transactions(connection)
    set_pragmas(connection, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"mmap_size={MAPPED_BYTES}")


def undo_in_memory(connection: Any) -> None:
    """Keep in memory, not in files, what the rollback of a savepoint needs, and temporary tables too.

    A savepoint copies each page before it changes: a page of the site that is made needs about forty, 77 calls of the
    operating system. They stay until the savepoint ends, so what changes many rows takes none (`turns.Turn.alone`).
    Source: https://sqlite.org/tempfiles.html, 2.6 and 3
    """
    set_pragmas(connection, "temp_store=MEMORY")


def leave_transactions(connection: Any) -> None:
    """Begin no transaction by itself, and wait for others that write."""
    connection.isolation_level = None
    set_pragmas(connection, f"busy_timeout={BUSY_TIMEOUT_MILLISECONDS}")


def set_pragmas(connection: Any, *pragmas: str) -> None:
    """Set how a connection of `sqlite3` works, such as `synchronous=OFF`."""
    with closing(connection.cursor()) as cursor:  # one that is left open holds the file, even behind a refusal
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")


def begin_writing(connection: Connection) -> None:
    """Begin a transaction that has the right to write from its beginning."""
    BEGIN.run(connection)


def begin_alone(connection: Connection) -> None:
    """Begin a transaction beside which nobody reads either: that of migrations."""
    connection.exec_driver_sql("BEGIN EXCLUSIVE")


def open_lookups(path: Path) -> sqlite3.Connection:
    """A connection that only reads, each statement by itself.

    It maps nothing: SQLite would give the mapping back after each commit of somebody, and a look-up reads few pages.
    """
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, isolation_level=None)
    connection.row_factory = sqlite3.Row
    return connection


def open_unsynced(path: Path) -> sqlite3.Connection:
    """A connection that writes each statement by itself and waits for nothing: neither the disk nor another writer.

    So it leaves it to the writing connection to bring what is in the log into the database.
    """
    connection = sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True, timeout=0, isolation_level=None)
    set_pragmas(connection, "synchronous=NORMAL", "wal_autocheckpoint=0")
    return connection


def state_reader(connection: sqlite3.Connection) -> Callable[[], int]:
    """What reads a number that changes with every commit of another connection to the file, by whatever process."""
    cursor = connection.cursor()
    cursor.row_factory = None

    def read() -> int:
        state: int = cursor.execute("PRAGMA data_version").fetchone()[0]
        return state

    return read


def count_changes(connection: Connection) -> int:
    """How many rows a connection has changed in all, which never goes back, not even with a transaction.

    Source: https://sqlite.org/c3ref/total_changes.html
    """
    driver: Any = connection.connection.dbapi_connection
    return int(driver.total_changes)
