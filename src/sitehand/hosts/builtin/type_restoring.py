"""Putting registered types back as they were before a change, beside the items and pages that are there by now."""

from sqlalchemy import Connection

from sitehand.hosts.builtin.row_restoring import RowRestorer
from sitehand.hosts.builtin.type_rules import FIXED, check_new, check_unused, find_row
from sitehand.site.changes import ObjectChange


class TypeRestorer(RowRestorer):
    """Restores types."""

    def __init__(self, reserved: frozenset[str]) -> None:
        """`reserved` are words with which addresses of the service begin."""
        self._reserved = reserved

    def check(self, connection: Connection, change: ObjectChange) -> None:
        """Raise Problem(conflict) for a type that items or addresses no longer allow."""
        if find_row(connection, change.object) is None:
            check_unused(connection, change.object, "cannot be removed")
        elif change.after is None:
            check_new(connection, change.object, self._reserved)
        elif set(change.before or ()) & set(FIXED):
            check_unused(connection, change.object, "cannot be changed")
