"""Checks that what an item refers to is there: its parent, its author, its picture."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, text

from sitehand.errors import Code, Detail, Problem
from sitehand.hosts.builtin.trees import is_below
from sitehand.store.prepared import Prepared

STATUS_OF = Prepared(text("SELECT status FROM items WHERE id = :id AND type = :type"))
REFERENCES = (
    ("author", "authors", Prepared(text("SELECT 1 FROM authors WHERE id = :id"))),
    ("featured_media", "media", Prepared(text("SELECT 1 FROM media WHERE id = :id"))),
)


def check_references(connection: Connection, state: Mapping[str, Any], names: set[str]) -> None:
    """Check those of the fields `parent`, `author` and `featured_media` that are in `names`.

    Raises Problem(invalid_arguments) for one that leads nowhere, or a parent that would close a cycle.
    """
    if "parent" in names and state["parent"]:
        _check_parent(connection, state)
    for name, table, query in REFERENCES:
        asked = name in names and (state[name] or name == "author")
        if asked and query.scalar(connection, {"id": state[name]}) is None:
            raise _refuse(name, state[name], f"the id of one of the {table}", f"There is no {name} {state[name]}.")


def find_status(connection: Connection, item_id: int, item_type: str) -> str | None:
    """The status of an item of this type; None when there is none."""
    status: str | None = STATUS_OF.scalar(connection, {"id": item_id, "type": item_type})
    return status


def _check_parent(connection: Connection, state: Mapping[str, Any]) -> None:
    parent, noun = state["parent"], state["type"]
    status = find_status(connection, parent, noun)
    expected = f"the id of a {noun}, or 0 for the top level"
    if status is None:
        raise _refuse("parent", parent, expected, f"There is no parent {noun} {parent}.")
    if status == "trash":
        message = f"{noun.capitalize()} {parent} is in the trash and cannot be a parent."
        raise _refuse("parent", parent, expected, message)
    if is_below(connection, "items", parent, state["id"]):
        raise _refuse("parent", parent, f"a {noun} that is not below this one", f"The {noun} cannot be below itself.")


def _refuse(path: str, got: object, expected: str, message: str) -> Problem:
    detail = Detail(path=path, expected=expected, got=str(got))
    return Problem(Code.INVALID_ARGUMENTS, message, hint=f"Give {path} {expected}.", details=[detail])
