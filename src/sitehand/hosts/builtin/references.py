"""Checks that what an item refers to is there: its parent, its author, its picture."""

from collections.abc import Mapping, Set
from typing import Any

from sqlalchemy import Connection, text

from sitehand.hosts.builtin.trees import is_below
from sitehand.site.references import refuse_cycle, refuse_missing_parent, refuse_reference, refuse_trashed_parent
from sitehand.store.prepared import Prepared

STATUS_OF = Prepared(text("SELECT status FROM items WHERE id = :id AND type = :type"))
MEDIUM = Prepared(text("SELECT 1 FROM media WHERE id = :id"))
REFERENCES = (
    ("author", "authors", Prepared(text("SELECT 1 FROM authors WHERE id = :id"))),
    ("featured_media", "media", MEDIUM),
)


def check_references(connection: Connection, state: Mapping[str, Any], names: Set[str]) -> None:
    """Check those of the fields `parent`, `author` and `featured_media` that are in `names`.

    Raises Problem(invalid_arguments) for one that leads nowhere, or a parent that would close a cycle.
    """
    if "parent" in names and state["parent"]:
        _check_parent(connection, state)
    for name, table, query in REFERENCES:
        asked = name in names and (state[name] or name == "author")
        if asked and query.scalar(connection, {"id": state[name]}) is None:
            raise refuse_reference(
                name, state[name], f"the id of one of the {table}", f"There is no {name} {state[name]}."
            )


def is_medium(connection: Connection, medium_id: int) -> bool:
    """Whether there is a file with this id."""
    return MEDIUM.scalar(connection, {"id": medium_id}) is not None


def find_status(connection: Connection, item_id: int, item_type: str) -> str | None:
    """The status of an item of this type; None when there is none."""
    status: str | None = STATUS_OF.scalar(connection, {"id": item_id, "type": item_type})
    return status


def _check_parent(connection: Connection, state: Mapping[str, Any]) -> None:
    parent, noun = state["parent"], state["type"]
    status = find_status(connection, parent, noun)
    if status is None:
        raise refuse_missing_parent(noun, parent, f"There is no parent {noun} {parent}.")
    if status == "trash":
        raise refuse_trashed_parent(noun, parent)
    if is_below(connection, "items", parent, state["id"]):
        raise refuse_cycle(noun, parent)
