"""Putting back objects that are no more than their row, where what others have changed since allows it."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext

from sqlalchemy import Connection

from sitehand.hosts.builtin.undo_refusals import blocking_undo
from sitehand.site.changes import ObjectChange
from sitehand.store.journal import OBJECTS
from sitehand.store.rows import restore_row


class RowRestorer:
    """Implements `store.restoring.Restorer`. The restorer of a kind says in `check` what must hold."""

    def prepare(self, connection: Connection, objects: Sequence[ObjectChange]) -> None:
        """Do nothing: a row needs no preparation."""

    def restore(self, connection: Connection, change: ObjectChange) -> None:
        """Put the row back."""
        restore_row(connection, change, OBJECTS)

    def complete(self, connection: Connection, objects: Sequence[ObjectChange]) -> None:
        """Look at each object when all of the change is put back: in it, they may have taken each other's places."""
        for change in objects:
            with blocking_undo():
                self.check(connection, change)

    def check(self, connection: Connection, change: ObjectChange) -> None:
        """Raise Problem for an object that others no longer allow."""

    def finish(self, connection: Connection, fields: Mapping[str, set[str]]) -> None:
        """Do nothing: nothing is stored that follows from a row."""

    def precompute(self, connection: Connection, objects: Iterable[ObjectChange]) -> AbstractContextManager[None]:
        """Do nothing: a row has no rendered form."""
        return nullcontext()
