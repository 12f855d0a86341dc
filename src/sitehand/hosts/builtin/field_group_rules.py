"""What a field group meets when it is written: the other groups, and the values that items have."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, RowMapping, bindparam, select

from sitehand.errors import Code, Problem
from sitehand.hosts.builtin.tables import field_groups, item_field_values
from sitehand.hosts.builtin.type_rules import is_type
from sitehand.site.field_groups import refuse_item_type, refuse_name, refuse_type
from sitehand.site.search import ITEM_TYPES
from sitehand.store.prepared import Prepared

MAX_GROUPS = 50
"""The most field groups: all are read when an item's custom fields are written."""
OTHERS = Prepared(select(field_groups).where(field_groups.c.id != bindparam("group_id")))
NAMED = item_field_values.c.name == bindparam("name")
IN_USE = Prepared(select(item_field_values.c.item_id).where(NAMED).limit(1))
Row = Mapping[str, Any] | RowMapping


def check_others(connection: Connection, row: Row) -> None:
    """Raise Problem(conflict) for a name that a field of another group has, and for one group too many."""
    names = {each["name"] for each in json.loads(row["fields"])}
    others = OTHERS.all(connection, {"group_id": row["id"]})
    for other in others:
        for each in json.loads(other["fields"]):
            if each["name"] in names:
                raise refuse_name(each["name"], other["id"])
    if len(others) >= MAX_GROUPS:
        message = f"There are {MAX_GROUPS} field groups already."
        raise Problem(Code.CONFLICT, message, hint="Add the fields to one of them with update_field_group.")


def check_item_types(connection: Connection, row: Row) -> None:
    """Raise Problem(invalid_arguments) for a type that the site does not have."""
    for name in json.loads(row["types"]):
        check_item_type(connection, name, "types")


def check_item_type(connection: Connection, name: str, path: str) -> None:
    """Raise Problem(invalid_arguments) for a type, given as the argument at `path`, that the site does not have."""
    if name not in ITEM_TYPES and not is_type(connection, name):
        raise refuse_item_type(name, path)


def check_types(connection: Connection, old: Row, new: Row) -> None:
    """Raise Problem(conflict) for another type of a field that has values, or of a part of a repeater that has."""
    before = _list_types(old)
    for path, kind in _list_types(new).items():
        if before.get(path, kind) != kind:
            used_by = IN_USE.scalar(connection, {"name": path.partition(".")[0]})
            if used_by is not None:
                raise refuse_type(path, used_by)


def _list_types(row: Row) -> dict[str, tuple[str, bool]]:
    """The type of each field and of each part of a repeater (`steps.photo`), and whether it has several values."""
    fields = json.loads(row["fields"])
    paths = [(each["name"], each) for each in fields]
    paths += [(f"{each['name']}.{part['name']}", part) for each in fields for part in each.get("fields", ())]
    return {path: (each.get("type", "text"), each.get("multiple", False)) for path, each in paths}
