"""Small things that each database does in its own way, as SQLite does them."""

import sqlite3
import zlib

from sqlalchemy import ColumnElement, Connection, func, text
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.exc import DBAPIError

from sitehand.store.prepared import Prepared

__all__ = [
    "BUSY_TIMEOUT_MILLISECONDS",
    "contains",
    "defer_references",
    "enforce_references",
    "find_place",
    "is_unreadable",
    "next_id_of",
    "upsert",
]

BUSY_TIMEOUT_MILLISECONDS = 30_000
"""How long a connection waits for another that writes."""
DEFER_REFERENCES = Prepared(text("PRAGMA defer_foreign_keys=ON"))
ENFORCE_REFERENCES = Prepared(text("PRAGMA defer_foreign_keys=OFF"))


def next_id_of(table: str, **more: str) -> Prepared:
    """The id that the next row of a table gets; no other writer can take it while the transaction is open.

    `more` are expressions to read with it, by their names. Source: https://sqlite.org/autoinc.html
    """
    following = f"coalesce((SELECT seq FROM sqlite_sequence WHERE name = '{table}'), 0) + 1 AS id"  # noqa: S608
    return Prepared(text(f"SELECT {', '.join([following, *(f'{sql} AS {name}' for name, sql in more.items())])}"))


def defer_references(connection: Connection) -> None:
    """Check references when the open transaction commits, and not before. Source: PRAGMA defer_foreign_keys."""
    DEFER_REFERENCES.run(connection)


def enforce_references(connection: Connection) -> None:
    """Check references at once again. Those that are broken by then are still found when the transaction commits."""
    ENFORCE_REFERENCES.run(connection)


def is_unreadable(fault: BaseException) -> bool:
    """Whether a fault comes of a stored value that is not of the form that was written: no text, no JSON, no zlib.

    SQLite keeps any bytes in any column, and its driver calls text that is not UTF-8 an error of operation, as it does
    a disk that cannot be read. Source: https://sqlite.org/datatype3.html
    """
    cause = fault.orig if isinstance(fault, DBAPIError) else fault
    if isinstance(cause, sqlite3.OperationalError):
        return str(cause).startswith("Could not decode to UTF-8")
    return isinstance(cause, TypeError | ValueError | AttributeError | RecursionError | zlib.error)


def find_place(text: str, part: str) -> str:
    """Where a text has a part, in SQL, by the very characters: from 1 on, 0 for nowhere."""
    return f"instr({text}, {part})"


def contains(column: ColumnElement[str], part: str) -> ColumnElement[bool]:
    """Whether a text has a part, by the very characters, which LIKE does not compare."""
    return func.instr(column, part) > 0
