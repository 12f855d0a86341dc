"""The pages right below a page, which move up when it is deleted."""

from sqlalchemy import Connection, select

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.states import State, read_state
from sitehand.hosts.builtin.tables import items

MAX_CHILDREN = 2_000
"""Pages that move up with one deletion, while others wait to write."""


def read_children(connection: Connection, item_id: int) -> list[State]:
    """The pages right below one. Raises Problem(conflict) for more than others should wait for."""
    query = select(items.c.id).where(items.c.parent == item_id, items.c.type == "page").order_by(items.c.id)
    ids = connection.execute(query.limit(MAX_CHILDREN + 1)).scalars().all()
    if len(ids) > MAX_CHILDREN:
        message = f"More than {MAX_CHILDREN:,} pages are right below the page {item_id}."
        raise Problem(Code.CONFLICT, message, hint="Give some of them another parent first.")
    return [state for child in ids if (state := read_state(connection, child))]
