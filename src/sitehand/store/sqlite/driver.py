"""The driver of the database: what its connections, rows and faults are, and how one reaches it past SQLAlchemy."""

import sqlite3
from collections.abc import Mapping
from typing import Any, cast

from sqlalchemy import Connection

from sitehand.errors import Code, Problem

DriverConnection = sqlite3.Connection
DriverFault = sqlite3.Error
Row = sqlite3.Row
"""Of a look-up: its values by the names of the columns, or by their places."""
ENGINE = f"SQLite {sqlite3.sqlite_version}"
OLDEST = (3, 40)
"""The oldest that the tests run on. With 3.35.2 the journal misses changes."""


def check_engine() -> None:
    """Raise Problem(conflict) where SQLite is too old."""
    if sqlite3.sqlite_version_info < OLDEST:
        needed = ".".join(map(str, OLDEST))
        raise Problem(
            Code.CONFLICT,
            f"Sitehand needs SQLite {needed} or later, and this Python has {sqlite3.sqlite_version}.",
            hint="Use a Python that has a newer SQLite. The database was not changed.",
        )


def driver_of(connection: Connection) -> DriverConnection:
    """The driver's connection behind SQLAlchemy's."""
    return cast(DriverConnection, connection.connection.driver_connection)


def look_up_in(connection: Connection, statement: str, values: Mapping[str, Any]) -> list[Row]:
    """The rows of a statement, as a connection for look-ups has them, in the transaction that is open."""
    cursor = driver_of(connection).cursor()
    cursor.row_factory = Row
    return cursor.execute(statement, values).fetchall()
