"""Putting terms back as they were before a change, with the terms above and below them that are there by now."""

from sqlalchemy import Connection, bindparam, select

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.row_restoring import RowRestorer
from sitehand.hosts.builtin.tables import terms
from sitehand.hosts.builtin.term_rules import check_parent
from sitehand.site.changes import ObjectChange
from sitehand.store.prepared import Prepared

SELECT = Prepared(select(terms).where(terms.c.id == bindparam("term_id")))
BELOW = Prepared(select(terms.c.id).where(terms.c.parent == bindparam("term_id")).limit(20))


class TermRestorer(RowRestorer):
    """Restores terms. Within one change terms may have come to stand below each other."""

    def check(self, connection: Connection, change: ObjectChange) -> None:
        """Raise Problem for a parent that is gone or stands below the term by now, and for a term with others below."""
        row = SELECT.first(connection, {"term_id": int(change.object)})
        if row is None:
            _refuse_if_parent(connection, int(change.object))
        elif "parent" in (change.before or {}):
            check_parent(connection, row, nested=True)


def _refuse_if_parent(connection: Connection, term_id: int) -> None:
    below = [row["id"] for row in BELOW.all(connection, {"term_id": term_id})]
    if below:
        message = f"The terms {', '.join(map(str, below))} are below term {term_id}."
        raise Problem(Code.CONFLICT, message, hint="Give those terms another parent first.", extra={"terms": below})
