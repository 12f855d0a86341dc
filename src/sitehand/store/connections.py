"""What every connection to the database file gets when it opens, and whether the file is still where it was."""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.pool import ConnectionPoolEntry

from sitehand.store.faults import storage_unavailable
from sitehand.store.files import identify_file
from sitehand.store.schema import SCHEMA, Schema
from sitehand.store.sqlite.connections import set_up, undo_in_memory
from sitehand.store.sqlite.triggers import prepare_connection

OPENED = "sitehand_file"
"""Where a connection notes which file it has opened."""


def configure(schema: Schema, connection: Any, record: ConnectionPoolEntry) -> None:
    """Set it up. The connection carries the schema of its database, for `schema_of`."""
    record.info[SCHEMA] = schema
    set_up(connection)


def note_changes(engine: Engine) -> None:
    """Let each connection of an engine note what its transactions change."""
    event.listen(engine, "connect", _capture)


def note_file(engine: Engine, path: Path) -> None:
    """Let each connection of an engine remember which file it has opened."""

    def note(_connection: Any, record: ConnectionPoolEntry) -> None:
        record.info[OPENED] = identify_file(path)

    event.listen(engine, "connect", note)


def is_in_place(connection: Connection, path: Path) -> bool:
    """Whether the file that the connection has open is still the one at the path."""
    return bool(connection.info[OPENED] == identify_file(path))


def check_place(connection: Connection, path: Path) -> None:
    """Raise Problem(storage_unavailable) when nobody would find the file again, to be asked before a commit."""
    if not is_in_place(connection, path):
        raise storage_unavailable("The data folder was removed or replaced. Restart the service.")


def _capture(connection: Any, record: ConnectionPoolEntry) -> None:
    undo_in_memory(connection)
    prepare_connection(connection, record.info[SCHEMA])
