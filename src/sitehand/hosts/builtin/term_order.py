"""Putting the terms below a parent in an order."""

from sqlalchemy import Connection, select, text, update

from sitehand.hosts.builtin.tables import terms
from sitehand.site.terms import TermOrder, refuse_order
from sitehand.store.prepared import Prepared
from sitehand.store.verification import refuse_written

PLACE = Prepared(text("UPDATE terms SET menu_order = :place WHERE id = :id AND menu_order <> :place"))


def place_terms(connection: Connection, order: TermOrder) -> None:
    """Give these terms the numbers up to -1, in their order, and 0 to their siblings, which follow by name.

    Raises Problem(invalid_arguments) for a term that is not right below the parent.
    """
    beside = (terms.c.taxonomy == order.taxonomy) & (terms.c.parent == order.parent)
    placed = beside & (terms.c.menu_order < 0)
    known = set(connection.scalars(select(terms.c.id).where(beside, terms.c.id.in_(order.ids))))
    for position, term_id in enumerate(order.ids):
        if term_id not in known:
            raise refuse_order(order, position)
    connection.execute(update(terms).where(placed, terms.c.id.not_in(order.ids)).values(menu_order=0))
    PLACE.run_each(
        connection, ({"id": term_id, "place": place} for place, term_id in enumerate(order.ids, -len(order.ids)))
    )
    stored = connection.scalars(select(terms.c.id).where(placed).order_by(terms.c.menu_order)).all()
    if list(stored) != list(order.ids):
        raise refuse_written(terms, {"parent": order.parent}, "menu_order")
