"""Putting field groups back as they were before a change, beside the groups and values that are there by now."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext

from sqlalchemy import Connection, bindparam, select

from sitehand.hosts.builtin.field_group_rules import check_others, check_types
from sitehand.hosts.builtin.tables import field_groups
from sitehand.hosts.builtin.undo_refusals import blocking_undo
from sitehand.site.changes import ObjectChange
from sitehand.store.journal import OBJECTS
from sitehand.store.prepared import Prepared
from sitehand.store.rows import restore_row

SELECT = Prepared(select(field_groups).where(field_groups.c.id == bindparam("group_id")))


class FieldGroupRestorer:
    """Implements `store.restoring.Restorer`.

    Within one change a name may have gone from one group to another. So names are compared when all of it is put back.
    """

    def prepare(self, connection: Connection, objects: Sequence[ObjectChange]) -> None:
        """Do nothing: a group needs no preparation."""

    def restore(self, connection: Connection, change: ObjectChange) -> None:
        """Put its row back. Raises Problem(conflict) for another type of a field that has values by now."""
        restore_row(connection, change, OBJECTS)
        before, after = change.before or {}, change.after or {}
        if "fields" in before and "fields" in after:
            with blocking_undo():
                check_types(connection, after, before)

    def complete(self, connection: Connection, objects: Sequence[ObjectChange]) -> None:
        """Raise Problem(conflict) for a name that another group has by now."""
        for change in objects:
            row = SELECT.first(connection, {"group_id": int(change.object)})
            if row is not None:
                with blocking_undo():
                    check_others(connection, row)

    def finish(self, connection: Connection, fields: Mapping[str, set[str]]) -> None:
        """Do nothing: nothing is stored that follows from a group."""

    def precompute(self, connection: Connection, objects: Iterable[ObjectChange]) -> AbstractContextManager[None]:
        """Do nothing: a group has no rendered form."""
        return nullcontext()
