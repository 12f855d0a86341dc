"""Putting redirects back as they were before a change, beside those that are there by now."""

from sqlalchemy import Connection

from sitehand.hosts.builtin.redirect_rules import check_chain, find_redirect
from sitehand.hosts.builtin.row_restoring import RowRestorer
from sitehand.site.changes import ObjectChange


class RedirectRestorer(RowRestorer):
    """Restores redirects."""

    def check(self, connection: Connection, change: ObjectChange) -> None:
        """Raise Problem for a redirect that leads to another one by now, or that another one leads to. Those that moves
        of items leave behind may, and are found step by step.
        """
        row = find_redirect(connection, int(change.object))
        if row is not None and row["item"] is None:
            check_chain(connection, row["source"], row["target"])
