"""Objects that stand below others of their own table: pages, and terms of a taxonomy."""

from typing import Literal

from sqlalchemy import Connection, text

from sitehand.store.prepared import Prepared

Tree = Literal["items", "terms"]
"""A table whose rows have a `parent`."""


def _prepare(tree: Tree) -> Prepared:
    return Prepared(
        text(
            f"""
            WITH RECURSIVE line(id) AS (
                SELECT CAST(:id AS INTEGER)
                UNION SELECT above.parent FROM {tree} AS above JOIN line ON above.id = line.id WHERE above.parent <> 0)
            SELECT 1 FROM line WHERE id = :above
            """  # noqa: S608 - the name of a table
        )
    )


BELOW: dict[Tree, Prepared] = {"items": _prepare("items"), "terms": _prepare("terms")}


def is_below(connection: Connection, tree: Tree, object_id: int, above: int) -> bool:
    """Whether an object is the other one, or stands below it. A circle that is there already ends the search."""
    return BELOW[tree].scalar(connection, {"id": object_id, "above": above}) is not None
