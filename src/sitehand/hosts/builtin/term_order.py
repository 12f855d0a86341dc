"""Putting the terms below a parent in an order."""

import json

from sqlalchemy import Connection, text

from sitehand.hosts.builtin.tables import terms
from sitehand.site.terms import TermOrder, refuse_order
from sitehand.store.prepared import Prepared
from sitehand.store.verification import refuse_written

BESIDE = Prepared(
    text(
        "SELECT id FROM terms WHERE id IN (SELECT value FROM json_each(:ids)) AND taxonomy = :taxonomy"
        " AND parent = :parent"
    )
)
RELEASE = Prepared(
    text(
        "UPDATE terms SET menu_order = 0 WHERE taxonomy = :taxonomy AND parent = :parent AND menu_order > 0"
        " AND id NOT IN (SELECT value FROM json_each(:ids))"
    )
)
PLACE = Prepared(text("UPDATE terms SET menu_order = :place WHERE id = :id AND menu_order <> :place"))
PLACED = Prepared(
    text("SELECT id FROM terms WHERE taxonomy = :taxonomy AND parent = :parent AND menu_order > 0 ORDER BY menu_order")
)


def place_terms(connection: Connection, order: TermOrder) -> None:
    """Give these terms the first places, in their order, and no place to their siblings.

    Raises Problem(invalid_arguments) for a term that is not right below the parent.
    """
    siblings = {"taxonomy": order.taxonomy, "parent": order.parent}
    chosen = {**siblings, "ids": json.dumps(order.ids)}
    beside = {row["id"] for row in BESIDE.all(connection, chosen)}
    for position, term_id in enumerate(order.ids):
        if term_id not in beside:
            raise refuse_order(order, position)
    RELEASE.run(connection, chosen)
    PLACE.run_each(connection, ({"id": term_id, "place": place} for place, term_id in enumerate(order.ids, 1)))
    if [row["id"] for row in PLACED.all(connection, siblings)] != list(order.ids):
        raise refuse_written(terms, {"parent": order.parent}, "menu_order")
