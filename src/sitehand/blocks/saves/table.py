"""The HTML of tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from sitehand.blocks.elements import join_classes, write_element
from sitehand.blocks.saves.draft import Draft
from sitehand.blocks.styles import write_css
from sitehand.blocks.supports import border_classes, color_classes

Row = Mapping[str, Any]


def save_table(draft: Draft) -> str:
    """Head, body and foot, as far as they have rows. A table without any is nothing."""
    sections = [_write_section(name, draft[name] or []) for name in ("head", "body", "foot")]
    if not any(sections):
        return ""
    classes = join_classes(
        color_classes(draft.attributes),
        border_classes(draft.attributes),
        draft["hasFixedLayout"] and "has-fixed-layout",
    )
    style = write_css({"color": draft["style.color"]}, draft.release) | write_css(
        {"border": draft["style.border"]}, draft.release
    )
    return draft.wrap(
        "figure", write_element("table", {"class": classes or None, "style": style}, *sections), draft.caption()
    )


def _write_section(name: str, rows: Sequence[Row]) -> str:
    return write_element(f"t{name}", {}, *map(_write_row, rows)) if rows else ""


def _write_row(row: Row) -> str:
    return write_element("tr", {}, *map(_write_cell, row.get("cells") or []))


def _write_cell(cell: Mapping[str, Any]) -> str:
    tag, align = cell.get("tag") or "td", cell.get("align")
    properties = {
        "class": f"has-text-align-{align}" if align else None,
        "data-align": align,
        "scope": cell.get("scope") if tag == "th" else None,
        "colspan": cell.get("colspan"),
        "rowspan": cell.get("rowspan"),
    }
    return write_element(tag, properties, cell.get("content") or "")
