"""The journal as an explanation: its entries laid over an old state give the new one."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sitehand.hosts.builtin.schema import SITE
from sitehand.hosts.builtin.tables import items
from sitehand.site.item_kinds import OWN_TYPES
from sitehand.store.journal import REVISION
from sitehand.store.parts import Part
from sitehand.store.tracked import Tracked
from tests.promises.dumps import Dump

Row = dict[str, Any]
Objects = dict[tuple[str, str], Row]
"""The journaled fields of every object, by its kind and id; of what belongs to it those that hold something."""


def read_tracked(stored: Dump) -> Objects:
    """What of a dump the journal is about."""
    found = [(tracked, row) for tracked in SITE.tracked for row in stored[tracked.table.name]]
    named = [(_name_row(tracked, row), {column: row[column] for column in tracked.columns}) for tracked, row in found]
    objects = {key: row for key, row in named if key[0] not in SITE.part_rows}
    for part in SITE.parts:
        _add_fields(part, stored, objects)
    return objects


def fold_entries(first: Objects, entries: Iterable[Mapping[str, Any]]) -> Objects:
    """The state after the entries. Raises AssertionError for one that tells of a state before it that was not."""
    state = dict(first)
    for entry in entries:
        for each in entry["objects"]:
            key = each["kind"], each["object"]
            empty: Row = {
                name: value for part in SITE.parts_of.get(each["kind"], ()) for name, value in part.empty.items()
            }
            after = _fold(key, empty, state.pop(key, None), _read(each["before"]), _read(each["after"]))
            if after is not None:
                state[key] = {name: value for name, value in after.items() if name not in empty or value}
    return state


def _fold(key: tuple[str, str], empty: Row, row: Row | None, before: Row | None, after: Row | None) -> Row | None:
    if row is None or before is None:
        assert row is before is None, f"{key} is told to have been {before}, and was {row}"
        return after
    row = empty | row
    assert before.items() <= row.items(), f"{key} is told to have been {before}, and was {row}"
    assert after is not None or empty | before == row, f"{key} is gone, and only {before} is told of {row}"
    return None if after is None else row | after


def _read(side: str | None) -> Row | None:
    """A side of an object, without the revision token that is told beside its columns."""
    return None if side is None else {name: value for name, value in json.loads(side).items() if name != REVISION}


def _add_fields(part: Part, stored: Dump, objects: Objects) -> None:
    """Give the objects what belongs to them."""
    taxonomies = {row["id"]: row["taxonomy"] for row in stored["terms"]}
    rows = stored[part.table.name]
    for owner in {row[part.owner.name] for row in rows}:
        key = next(key for kind in part.owned_by if (key := (kind, str(owner))) in objects)
        fields = part.join([row for row in rows if row[part.owner.name] == owner], taxonomies)
        objects[key] |= {name: value for name, value in fields.items() if value}


def _name_row(tracked: Tracked, row: Mapping[str, Any]) -> tuple[str, str]:
    return _name_kind(tracked, row), ":".join(str(row[column.name]) for column in tracked.table.primary_key)


def _name_kind(tracked: Tracked, row: Mapping[str, Any]) -> str:
    if tracked.table is items:
        return str(row["type"]) if row["type"] in OWN_TYPES else "custom_item"
    return tracked.names[0] if len(tracked.names) == 1 else str(row["kind"])
