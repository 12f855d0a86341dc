"""Blocks from tables of classic HTML."""

import re
from typing import Any

from turbohtml import Element

from sitehand.blocks.converting.nodes import elements_of, read_common, read_value
from sitehand.blocks.making import NewBlock

SECTIONS = {"thead": "head", "tbody": "body", "tfoot": "foot"}
_ALIGN = re.compile(r"text-align\s*:\s*(left|center|right)", re.IGNORECASE)


def make_table(element: Element) -> NewBlock:
    """The block of a table. Several bodies become one."""
    rows: dict[str, list[dict[str, Any]]] = {"head": [], "body": [], "foot": []}
    for section in elements_of(element):
        if section.tag in SECTIONS:
            rows[SECTIONS[section.tag]] += [_read_row(row) for row in elements_of(section) if elements_of(row)]
    caption = next((one.inner_html for one in elements_of(element) if one.tag == "caption"), None)
    given = {name: value for name, value in rows.items() if value}
    return NewBlock("core/table", {**read_common(element), "caption": caption, **given})


def _read_row(row: Element) -> dict[str, Any]:
    return {"cells": [_read_cell(cell) for cell in elements_of(row) if cell.tag in ("td", "th")]}


def _read_cell(cell: Element) -> dict[str, Any]:
    found = _ALIGN.search(read_value(cell, "style") or "")
    align = found[1].lower() if found else (read_value(cell, "align") or "").lower()
    read = {
        "content": cell.inner_html,
        "tag": cell.tag,
        "scope": read_value(cell, "scope") if cell.tag == "th" else None,
        "align": align if align in ("left", "center", "right") else None,
        "colspan": _read_span(cell, "colspan"),
        "rowspan": _read_span(cell, "rowspan"),
    }
    return {name: value for name, value in read.items() if value is not None}


def _read_span(cell: Element, name: str) -> str | None:
    value = read_value(cell, name) or ""
    return value if re.fullmatch(r"[0-9]{1,4}", value) and int(value) != 1 else None
