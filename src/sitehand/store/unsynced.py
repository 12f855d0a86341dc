"""Writes that may be lost with the machine, and must never hold up a request that only reads."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sitehand.store.faults import explain
from sitehand.store.files import identify_file
from sitehand.store.sqlite.connections import open_unsynced
from sitehand.store.sqlite.driver import DriverConnection, DriverFault


class UnsyncedWrites:
    """A connection of its own, which waits for nothing: neither for the disk nor for another writer."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: DriverConnection | None = None
        self._opened: tuple[int, int] | None = None
        """Which file that is."""

    def try_write(self, statement: str, values: Mapping[str, Any]) -> bool:
        """Write one row by its index, from the event loop.

        False while somebody else writes, when the disk is full, and when the file was removed or replaced.
        """
        place = identify_file(self._path)
        try:
            if self._connection is None:
                self._connection, self._opened = open_unsynced(self._path), place
            elif place != self._opened:
                return False
            self._connection.execute(statement, values)
        except DriverFault as fault:
            if explain(fault) is None:
                raise
            return False
        return True

    def close(self) -> None:
        """Close the connection; the next write opens another."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None
