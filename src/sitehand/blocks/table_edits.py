"""Edits of a table by its rows and columns, as attributes of the block."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sitehand.errors import Code, Detail, Problem

Action = Literal["insert_row", "remove_row", "insert_column", "remove_column", "set_cells"]
Section = Literal["head", "body", "foot"]
Table = dict[Section, list[list[dict[str, Any]]]]
"""The cells of the rows of each section."""
SECTIONS: Sequence[Section] = ("head", "body", "foot")
SPANS = ("colspan", "rowspan")


@dataclass(frozen=True, slots=True)
class TableEdit:
    """What to do. `row` counts within the section, `column` within a row, both from 0; None is the end.

    `cells` are texts: of the new row, of the new column from the head down, or of the cells from `column` on.
    """

    action: Action
    section: Section = "body"
    row: int | None = None
    column: int | None = None
    cells: Sequence[str] = ()


def edit_table(attributes: Mapping[str, Any], edit: TableEdit) -> dict[str, Any]:
    """The attributes of a table that change. Raises Problem: invalid_arguments for a cell that is not there, conflict
    where cells span several rows or columns, so that nothing says what is in which.
    """
    table: Table = {section: [list(row["cells"]) for row in attributes.get(section, ())] for section in SECTIONS}
    if edit.action != "set_cells" and any(_spans(cell) for rows in table.values() for row in rows for cell in row):
        raise Problem(Code.CONFLICT, "The table has cells over several rows or columns.", hint="Use update_block.")
    ACTIONS[edit.action](table, edit)
    rows = {section: [{"cells": cells} for cells in table[section]] for section in SECTIONS}
    return {section: rows[section] for section in SECTIONS if rows[section] != attributes.get(section, [])}


def _insert_row(table: Table, edit: TableEdit) -> None:
    rows = table[edit.section]
    at = _check(edit.row, len(rows) + 1, "row")
    width = max((len(row) for part in SECTIONS for row in table[part]), default=len(edit.cells))
    if len(edit.cells) > max(width, 1):
        raise _wrong("cells", f"at most {width} cells, as the table has columns", len(edit.cells))
    texts = [*edit.cells, *[""] * (width - len(edit.cells))]
    beside = rows[min(at, len(rows) - 1)] if rows else []
    rows.insert(at, [_new_cell(text, edit.section, beside[number : number + 1]) for number, text in enumerate(texts)])


def _remove_row(table: Table, edit: TableEdit) -> None:
    rows = table[edit.section]
    del rows[_check(edit.row, len(rows), "row")]


def _insert_column(table: Table, edit: TableEdit) -> None:
    texts = iter(edit.cells)
    for section in SECTIONS:
        for row in table[section]:
            at = _check(edit.column, len(row) + 1, "column")
            row.insert(at, _new_cell(next(texts, ""), section, []))
    if left := len(list(texts)):
        raise _wrong("cells", "one cell for each row", f"{left} more")


def _remove_column(table: Table, edit: TableEdit) -> None:
    for section in SECTIONS:
        for row in table[section]:
            del row[_check(edit.column, len(row), "column")]
        table[section] = [row for row in table[section] if row]


def _set_cells(table: Table, edit: TableEdit) -> None:
    rows = table[edit.section]
    row = rows[_check(edit.row, len(rows), "row")]
    first = edit.column or 0
    if not edit.cells or first + len(edit.cells) > len(row):
        raise _wrong("cells", f"1 to {max(len(row) - first, 0)} cells", len(edit.cells))
    for number, text in enumerate(edit.cells, first):
        row[number] = {**row[number], "content": text}


ACTIONS: Mapping[Action, Callable[[Table, TableEdit], None]] = {
    "insert_row": _insert_row,
    "remove_row": _remove_row,
    "insert_column": _insert_column,
    "remove_column": _remove_column,
    "set_cells": _set_cells,
}


def _spans(cell: Mapping[str, Any]) -> bool:
    return any(str(cell.get(name, "1")) != "1" for name in SPANS)


def _new_cell(text: str, section: Section, beside: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A cell, aligned as the one beside it."""
    kept = {name: cell[name] for cell in beside for name in ("align",) if name in cell}
    return {"content": text, "tag": "th" if section == "head" else "td", **kept}


def _check(given: int | None, count: int, name: str) -> int:
    """The number that was given, or the last. Raises Problem(invalid_arguments)."""
    at = count - 1 if given is None else given
    if not 0 <= at < count:
        raise _wrong(name, f"0 to {count - 1}" if count else "a section that has rows", given)
    return at


def _wrong(name: str, expected: str, got: object) -> Problem:
    detail = Detail(path=name, expected=expected, got=str(got))
    return Problem(Code.INVALID_ARGUMENTS, f"The table has no such {name}.", hint=expected, details=[detail])
