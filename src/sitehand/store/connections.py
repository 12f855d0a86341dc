"""What every connection to the database file gets when it opens, and whether the file is still where it was."""

from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.pool import ConnectionPoolEntry

from sitehand.store.faults import storage_unavailable
from sitehand.store.files import identify_file
from sitehand.store.schema import SCHEMA, Schema
from sitehand.store.sqlite.connections import begin_writing, set_up
from sitehand.store.sqlite.triggers import prepare_connection

OPENED = "sitehand_file"
"""Where a connection notes which file it has opened."""


def configure(schema: Schema, connection: Any, record: ConnectionPoolEntry) -> None:
    """Set it up. The connection carries the schema of its database, for `schema_of`."""
    record.info[SCHEMA] = schema
    set_up(connection)


def begin_at_once(engine: Engine) -> None:
    """Let each transaction of an engine have the right to write from its beginning, and note what it changes."""
    event.listen(engine, "connect", _capture)
    event.listen(engine, "begin", begin_writing)


class Place:
    """Where the file is that connections have opened."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def note(self, engine: Engine) -> None:
        """Let each connection of an engine remember which file it has opened."""
        event.listen(engine, "connect", self._note_file)

    def hold(self, engine: Engine) -> None:
        """Refuse commits of an engine to a file that nobody would find again."""
        event.listen(engine, "commit", self._check_file)

    def has(self, connection: Connection) -> bool:
        """Whether the file that the connection has open is still the one in the folder."""
        return bool(connection.info[OPENED] == identify_file(self._path))

    def _note_file(self, _connection: Any, record: ConnectionPoolEntry) -> None:
        record.info[OPENED] = identify_file(self._path)

    def _check_file(self, connection: Connection) -> None:
        if not self.has(connection):
            raise storage_unavailable("The data folder was removed or replaced. Restart the service.")


def _capture(connection: Any, record: ConnectionPoolEntry) -> None:
    prepare_connection(connection, record.info[SCHEMA])
