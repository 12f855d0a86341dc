"""Putting field groups back as they were before a change, beside the groups and values that are there by now."""

from sqlalchemy import Connection, bindparam, select

from sitehand.hosts.builtin.field_group_rules import check_others, check_types
from sitehand.hosts.builtin.row_restoring import RowRestorer
from sitehand.hosts.builtin.tables import field_groups
from sitehand.hosts.builtin.undo_refusals import blocking_undo
from sitehand.site.changes import ObjectChange
from sitehand.store.prepared import Prepared

SELECT = Prepared(select(field_groups).where(field_groups.c.id == bindparam("group_id")))


class FieldGroupRestorer(RowRestorer):
    """Restores field groups. Within one change a name may have gone from one group to another."""

    def restore(self, connection: Connection, change: ObjectChange) -> None:
        """Put its row back. Raises Problem(conflict) for another type of a field that has values by now."""
        super().restore(connection, change)
        before, after = change.before or {}, change.after or {}
        if "fields" in before and "fields" in after:
            with blocking_undo():
                check_types(connection, after, before)

    def check(self, connection: Connection, change: ObjectChange) -> None:
        """Raise Problem(conflict) for a name that another group has by now."""
        row = SELECT.first(connection, {"group_id": int(change.object)})
        if row is not None:
            check_others(connection, row)
