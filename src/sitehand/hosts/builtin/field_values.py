"""Values of custom fields that a write gives an item of the built-in site."""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection, text

from sitehand.errors import Code, Detail, Problem
from sitehand.hosts.builtin.changes import NewState
from sitehand.hosts.builtin.parts import VALUES, write_values
from sitehand.hosts.builtin.states import State
from sitehand.site.conditions import OWN, Checked, Condition, check_conditions
from sitehand.site.content import ItemFields
from sitehand.site.field_groups import FieldSpec
from sitehand.site.field_values import (
    FOOTNOTES,
    PUBLIC,
    References,
    Values,
    keep_fitting,
    list_references,
    list_value_types,
    merge_values,
    read_specs,
    refuse_reference,
)
from sitehand.site.item_kinds import kind_of_type
from sitehand.store.database import Database
from sitehand.store.prepared import Prepared
from sitehand.store.sqlite.json import rows_of

MAX_BYTES = 32_768
"""Limit on the values of one item, so that a list of a hundred items has room for them."""
OF_TYPE = Prepared(
    text(
        "SELECT fields FROM field_groups"  # noqa: S608 - a name of ours
        f" WHERE EXISTS (SELECT 1 FROM {rows_of('types')} WHERE value = :type) ORDER BY id"
    )
)
FINDS = {
    "item": Prepared(text("SELECT 1 FROM items WHERE id = :id")),
    "media": Prepared(text("SELECT 1 FROM media WHERE id = :id")),
}


def add_values(connection: Connection, change: NewState, old: State | None, fields: ItemFields, now: str) -> NewState:
    """The change with what the call makes of the item's custom fields; `old` is the item before, None for a new one.

    Raises Problem(invalid_arguments) for values that are not as they are registered, for ids that lead nowhere, and for
    what is made public without a value that is required.
    """
    state = change.state
    public = state["status"] in PUBLIC
    given = fields.fields if "fields" in fields.model_fields_set else {}
    if not given and (not public or (old is not None and old["status"] in PUBLIC)):
        return change
    specs = read_registered(connection, state["type"])
    before: Values = VALUES.read_fields(connection, state["id"])["fields"] if old else {}
    after = merge_values(specs, before, given, public=public)
    if after == before:
        return change
    _check_references(connection, specs, {name: after[name] for name in given if name in after})
    check_size(after)
    return NewState({**state, "fields": after, "modified": now}, change.notices)


def read_registered(connection: Connection, item_type: str) -> list[FieldSpec]:
    """The custom fields that items of a type have, by all groups."""
    groups = OF_TYPE.all(connection, {"type": item_type})
    registered = [spec for group in groups for spec in read_specs(json.loads(group["fields"]))]
    named = any(spec.name == FOOTNOTES.name for spec in registered)
    return registered if named else [FOOTNOTES, *registered]


async def check_where(database: Database, item_type: str, where: Sequence[Condition]) -> list[Checked]:
    """Conditions on the fields that items of a type have. Raises Problem(invalid_arguments)."""
    if not where:
        return []
    specs = await database.read(partial(read_registered, item_type=item_type))
    return check_conditions(where, {**list_value_types(specs), **OWN[kind_of_type(item_type)]})


def take_fitting(connection: Connection, item_type: str, values: Mapping[str, Any]) -> Values:
    """The values that an item of a type could be given now: valid as registered, and referring to what exists."""
    specs = read_registered(connection, item_type)
    fitting = keep_fitting(specs, values)
    return {name: value for name, value in fitting.items() if not any(_find_gone(connection, specs, {name: value}))}


def _check_references(connection: Connection, specs: list[FieldSpec], values: Values) -> None:
    for gone in _find_gone(connection, specs, values):
        raise refuse_reference(*gone)


def _find_gone(connection: Connection, specs: list[FieldSpec], values: Values) -> References:
    """What values refer to and is not there."""
    for path, kind, number in list_references(specs, values):
        if FINDS[kind].scalar(connection, {"id": number}) is None:
            yield path, kind, number


def check_size(values: Values) -> None:
    """Raises Problem(invalid_arguments) for more than a list of items has room for."""
    size = len(write_values(values).encode())
    if size > MAX_BYTES:
        detail = Detail(path="fields", expected=f"at most {MAX_BYTES:,} bytes as JSON", got=f"{size:,} bytes")
        message = f"The custom fields of one item have {size:,} bytes. The limit is {MAX_BYTES:,}."
        raise Problem(Code.INVALID_ARGUMENTS, message, hint="Put long texts in content.", details=[detail])
