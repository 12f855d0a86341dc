"""Variables of Elementor: colours, fonts and sizes with a label that styles refer to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sitehand.elementor.rendering.values import write_color, write_family
from sitehand.elementor.shared.entries import Entries, Items
from sitehand.elementor.shared.names import SORTS
from sitehand.errors import Code, Problem

MAX_VARIABLES = 100
"""Variables of one site: Elementor's own limit."""
MAX_VALUE = 512
PREFIX = "e-gv-"
LABEL = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,49}")
_SIZE = re.compile(r"-?(?:\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})(?:px|em|rem|%|vw|vh|ch)|auto")
EXPECTED = {
    "color": "a CSS colour, such as #1a4548",
    "font": "the name of a font, or a list of them",
    "size": "a number with px, em, rem, %, vw, vh or ch",
}


@dataclass(frozen=True, slots=True)
class VariableChange:
    """A variable by its label, which is new where none has it: then it has a sort and a value. "" leaves them."""

    label: str
    sort: str = ""
    value: str = ""
    rename: str = ""


@dataclass(frozen=True, slots=True)
class VariableChanges:
    """What is set, and what goes, by label. Removals come first."""

    set: Sequence[VariableChange] = ()
    remove: Sequence[str] = ()


def name_sort(variable: Any) -> str:
    """The sort of a stored variable; one that is unknown has the name of its type."""
    stored = str(variable.get("type"))
    return next((sort for sort, key in SORTS.items() if key == stored), stored)


def change_variables(items: Items, ranking: Sequence[str], changes: VariableChanges) -> tuple[Items, Sequence[str]]:
    """The variables with the changes. Raises Problem(invalid_arguments)."""
    entries = Entries("variable", PREFIX, items, ranking)
    entries.remove(changes.remove)
    for number, change in enumerate(changes.set):
        _set_variable(entries, change, f"variables[{number}]")
    if len(entries.items) > MAX_VARIABLES:
        raise Problem(Code.INVALID_ARGUMENTS, f"There would be {len(entries.items)} variables.", hint="100 at most.")
    return entries.stored


def _set_variable(entries: Entries, change: VariableChange, path: str) -> None:
    identifier = entries.find(change.label)
    if change.rename and identifier is None:
        identifier = entries.need(change.label, f"{path}.label")
    label = change.rename or change.label
    member = f"{path}.rename" if change.rename else f"{path}.label"
    if not LABEL.fullmatch(label):
        expected = "1 to 50 letters, digits, _ or -, and no digit first"
        raise entries.refuse("A variable cannot have this label.", member, expected, label)
    entries.check_free(label, member, identifier)
    stored = entries.items.get(identifier or "", {})
    sort = _read_sort(entries, change, stored, path)
    value = _read_value(entries, sort, change.value, path) if change.value or not stored else stored["value"]
    made = {**stored, "type": SORTS.get(sort, sort), "label": label, "value": value}
    if identifier is None:
        entries.add(made)
    else:
        entries.put(identifier, made)


def _read_sort(entries: Entries, change: VariableChange, stored: Any, path: str) -> str:
    before = name_sort(stored) if stored else ""
    if before and change.sort not in ("", before):
        hint = "Remove it and make another: what refers to it takes this sort alone."
        raise entries.refuse(
            f"A variable cannot change from {before} to {change.sort}.",
            f"{path}.{change.sort}",
            before,
            change.sort,
            hint,
        )
    if not before and not change.sort:
        raise entries.refuse("A new variable needs a value.", path, f"one of {', '.join(SORTS)}", "")
    return before or change.sort


def _read_value(entries: Entries, sort: str, value: str, path: str) -> str:
    value = value.strip()
    right = {"color": write_color, "font": write_family, "size": _write_size}
    if sort not in right or not value or len(value) > MAX_VALUE or not right[sort](value):
        expected = EXPECTED.get(sort, f"no value: Sitehand does not know the sort {sort}")
        raise entries.refuse(f"This is not a valid {sort}.", f"{path}.{sort}", expected, value)
    return value


def _write_size(value: str) -> str:
    return value if _SIZE.fullmatch(value) else ""
