"""The journal as an explanation: its entries laid over an old state give the new one."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sitehand.store.capture import TRACKED, Tracked
from sitehand.store.journal import REVISION
from sitehand.store.tables import items
from tests.promises.dumps import Dump

Row = dict[str, Any]
Objects = dict[tuple[str, str], Row]
"""The journaled columns of every tracked row, by the kind and the id under which the journal has it."""


def read_tracked(stored: Dump) -> Objects:
    """What of a dump the journal is about."""
    found = [(tracked, row) for tracked in TRACKED for row in stored[tracked.table.name]]
    return {_name_row(tracked, row): {column: row[column] for column in tracked.columns} for tracked, row in found}


def fold_entries(first: Objects, entries: Iterable[Mapping[str, Any]]) -> Objects:
    """The state after the entries. Raises AssertionError for one that tells of a state before it that was not."""
    state = dict(first)
    for entry in entries:
        for each in entry["objects"]:
            key = each["kind"], each["object"]
            after = _fold(key, state.pop(key, None), _read(each["before"]), _read(each["after"]))
            if after is not None:
                state[key] = after
    return state


def _fold(key: tuple[str, str], row: Row | None, before: Row | None, after: Row | None) -> Row | None:
    if row is None or before is None:
        assert row is before is None, f"{key} is told to have been {before}, and was {row}"
        return after
    assert before.items() <= row.items(), f"{key} is told to have been {before}, and was {row}"
    assert after is not None or before == row, f"{key} is gone, and only {before} is told of {row}"
    return None if after is None else row | after


def _read(side: str | None) -> Row | None:
    """A side of an object, without the revision token that is told beside its columns."""
    return None if side is None else {name: value for name, value in json.loads(side).items() if name != REVISION}


def _name_row(tracked: Tracked, row: Mapping[str, Any]) -> tuple[str, str]:
    kind = row["type"] if tracked.table is items else tracked.kind.strip("'")
    return kind, ":".join(str(row[column.name]) for column in tracked.table.primary_key)
