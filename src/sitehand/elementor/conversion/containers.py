"""Sections and columns as containers. Ids, elements, and all settings that containers have too stay as they are."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sitehand.elementor.conversion.report import Report
from sitehand.elementor.conversion.rules import (
    BY_COLUMNS,
    COLUMN,
    GAPS,
    PLACES,
    SECTION,
    SPREADS,
    gap,
    has_sides,
    is_high,
    sides,
    slider,
    split_name,
)
from sitehand.elementor.document import Element, walk
from sitehand.elementor.draft import Draft, refuse_edit
from sitehand.elementor.findings import show
from sitehand.elementor.places import merge_members
from sitehand.elementor.rendering.values import write_number
from sitehand.elementor.values import SPECIAL

RULES = {"section": SECTION, "column": COLUMN}
CONTAINER, CUSTOM_GAP = "container", "gap_columns_custom"
UNITS = ("px", "%", "em", "rem", "vh", "vw")
"""Units that the padding of a container may have."""


@dataclass(slots=True)
class _Change:
    """What becomes of an element: settings that are set, and those that go."""

    element: Element
    values: dict[str, Any] = field(default_factory=dict)
    remove: set[str] = field(default_factory=set)


def convert_to_containers(draft: Draft, element: str = "") -> Report:
    """Make containers of all sections with their columns, or of those of an element.

    Raises Problem(invalid_arguments) for a part of a section, which cannot be converted alone.
    """
    start = draft.find(element) if element else draft.root
    if start.parent and (start.kind == "column" or start.parent.kind == "column"):
        raise refuse_edit("A part of a section cannot be converted alone.", "Name its outermost section.")
    report = Report()
    changes = [_choose(each, draft, report) for each in _list_layout(start)]
    for change in changes:
        _apply(draft, change)
        report.converted.append(change.element.id)
    return report


def _list_layout(start: Element) -> Iterator[Element]:
    """The sections, and the columns that are in sections."""
    for each in ([start] if start.parent else []) + list(walk(start)):
        if each.kind == "section" or (each.kind == "column" and each.parent and each.parent.kind == "section"):
            yield each


def _choose(element: Element, draft: Draft, report: Report) -> _Change:
    """What becomes of the settings: those that only a section or a column has are told one by one."""
    change = _Change(element)
    types, rules = draft.catalogue.classic.types, RULES[element.kind]
    own = {*types[element.kind].controls, *rules} - (set(types[CONTAINER].controls) - set(rules))
    mine = [name for name in element.settings if split_name(name)[0] in own]
    for name in sorted(mine, key=lambda name: _rank(name, list(rules))):
        _change_setting(change, name, report)
    report.kept += len(element.settings) - len(mine)
    if element.kind == "column":
        _tell_margins(element, report)
    _drop_references(change, own, report)
    complete = _complete_section if element.kind == "section" else _complete_column
    change.values = {**complete(element), **change.values}
    return change


def _tell_margins(column: Element, report: Report) -> None:
    """Margins at the sides, which are a part of a column's width and stand outside of a container's."""
    for name, value in column.settings.items():
        at_sides = [value.get(side) for side in ("left", "right")] if isinstance(value, dict) else []
        if split_name(name)[0] == "margin" and any(write_number(each) not in ("", "0") for each in at_sides):
            report.change(column.id, name, ["the same, outside of its width: look at it"])


def _rank(name: str, order: list[str]) -> int:
    base = split_name(name)[0]
    return order.index(base) if base in order else -1


def _change_setting(change: _Change, name: str, report: Report) -> None:
    """What becomes of one setting that containers do not have."""
    element, (base, suffix) = change.element, split_name(name)
    value, rule = element.settings[name], RULES[element.kind].get(base)
    found = rule(value, element.settings) if rule else None
    change.remove.add(name)
    if found is not None:
        change.values |= {f"{each}{suffix}": made for each, made in found.items()}
        report.change(element.id, name, _name_change(base, found))
    elif value not in ("", None, [], {}):
        report.leave_out(element.id, name, show(value))


def _name_change(base: str, found: Mapping[str, Any]) -> list[str]:
    return ["settings of its columns"] if base in BY_COLUMNS else list(found) or ["as it was without"]


def _drop_references(change: _Change, own: set[str], report: Report) -> None:
    """References to the kit and dynamic tags of settings that a container does not have."""
    for special in SPECIAL:
        present = change.element.settings.get(special)
        names = present if isinstance(present, dict) else {}
        lost = [name for name in names if split_name(name)[0] in own]
        for name in lost:
            report.leave_out(change.element.id, f"{special}.{name}", show(names[name]))
        if lost:
            change.values[special] = {name: value for name, value in names.items() if name not in lost}


def _complete_section(section: Element) -> dict[str, Any]:
    """A row without gaps, whose columns bring their room with them."""
    inner = section.parent is not None and section.parent.kind == "column"
    values: dict[str, Any] = {
        "content_width": "full" if inner and "content_width" not in section.settings else "boxed",
        "flex_direction": "row",
        "flex_gap": gap("0"),
    }
    if is_high(section.settings):
        values["flex_align_items"] = "center"
    if any(name.startswith("_inline_size_tablet") for each in section.children for name in each.settings):
        values["flex_wrap_tablet"] = "wrap"
    return values if has_sides(section.settings.get("padding")) else {**values, "padding": sides("0")}


def _complete_column(column: Element) -> dict[str, Any]:
    """What the section says of its columns, and their width on telephones."""
    section = column.parent.settings if column.parent else {}
    values: dict[str, Any] = {"content_width": "full", "width_mobile": slider(100, "%")}
    if not has_sides(column.settings.get("padding")):
        values |= _read_gaps(section)
    for name, value in section.items():
        base, suffix = split_name(name)
        place = {**PLACES, **SPREADS}.get(value) if base == "content_position" and isinstance(value, str) else None
        if place and name not in column.settings:
            values[f"flex_justify_content{suffix}"] = place
    return {name: value for name, value in values.items() if not has_sides(column.settings.get(name))}


def _read_gaps(section: Mapping[str, Any]) -> dict[str, Any]:
    """The padding that the gap of a section is, at each breakpoint where it has one of its own."""
    kind = section.get("gap", "default")
    plain = sides(str(GAPS.get(kind, GAPS["default"]) if isinstance(kind, str) else GAPS["default"]))
    own = [(name, value) for name, value in section.items() if split_name(name)[0] == CUSTOM_GAP]
    chosen = {f"padding{split_name(name)[1]}": _write_gap(value) for name, value in own if isinstance(value, dict)}
    return {"padding": plain, **chosen} if kind == "custom" else {"padding": plain}


def _write_gap(value: Mapping[str, Any]) -> dict[str, Any]:
    unit = value.get("unit")
    return sides(write_number(value.get("size")) or "0", unit if unit in UNITS else UNITS[0])


def _apply(draft: Draft, change: _Change) -> None:
    draft.merge(change.element, "settings", change.values, change.remove - set(change.values))
    draft.rewrite(change.element, merge_members(change.element.shell, 0, {"elType": CONTAINER}))
    draft.correct_inner(change.element)
