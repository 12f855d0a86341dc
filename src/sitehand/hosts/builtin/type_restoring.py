"""Putting registered types back as they were before a change, beside the items and pages that are there by now."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext

from sqlalchemy import Connection

from sitehand.hosts.builtin.type_rules import FIXED, check_new, check_unused, find_row
from sitehand.hosts.builtin.undo_refusals import blocking_undo
from sitehand.site.changes import ObjectChange
from sitehand.store.journal import OBJECTS
from sitehand.store.rows import restore_row


class TypeRestorer:
    """Implements `store.restoring.Restorer`."""

    def __init__(self, reserved: frozenset[str]) -> None:
        """`reserved` are words with which addresses of the service begin."""
        self._reserved = reserved

    def prepare(self, connection: Connection, objects: Sequence[ObjectChange]) -> None:
        """Do nothing: a type needs no preparation."""

    def restore(self, connection: Connection, change: ObjectChange) -> None:
        """Put the row of a type back."""
        restore_row(connection, change, OBJECTS)

    def complete(self, connection: Connection, objects: Sequence[ObjectChange]) -> None:
        """Raise Problem(conflict) for a type that items or addresses no longer allow."""
        for change in objects:
            with blocking_undo():
                if find_row(connection, change.object) is None:
                    check_unused(connection, change.object, "cannot be removed")
                elif change.after is None:
                    check_new(connection, change.object, self._reserved)
                elif set(change.before or ()) & set(FIXED):
                    check_unused(connection, change.object, "cannot be changed")

    def finish(self, connection: Connection, fields: Mapping[str, set[str]]) -> None:
        """Do nothing: nothing is stored that follows from a type."""

    def precompute(self, connection: Connection, objects: Iterable[ObjectChange]) -> AbstractContextManager[None]:
        """Do nothing: a type has no rendered form."""
        return nullcontext()
