"""Writes the catalogue of Elementor's elements from measured facts: `python scripts/elementor_catalogue.py FOLDER`.

The folder holds `elementor-controls.json` and `elementor-atomic.json`, which were dumped from a running Elementor.
Names, types, units and enumerated values are kept; texts, titles and defaults that are texts are not.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parents[1] / "src" / "sitehand" / "elementor" / "catalogue"
WORDS = {
    "t": "type",
    "o": "options",
    "u": "units",
    "r": "responsive",
    "on": "on",
    "if": "conditions",
    "css": "css",
    "multiple": "multiple",
    "sides": "sides",
    "dyn": "dynamic",
}
SHARED = ("options", "units", "conditions", "css")
ENUMERATED = {"select", "choose", "switcher", "visual_choice"}
"""Types whose default is one of their values, and no text."""
UNWANTED = {"default", "initial", "depends", "hide_reset", "title", "base_styles", "default_children"}
STYLED = "base_styles"
"""What an element looks like before anybody styles it: kept as typed variants, by the element alone."""


class Controls:
    """The controls of all elements: each definition and each list in one once, since groups repeat them."""

    def __init__(self) -> None:
        self.tables: dict[str, list[Any]] = {name: [] for name in ("definitions", *SHARED)}
        self._known: dict[tuple[str, str], int] = {}

    def number_all(self, controls: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
        """The number of each control's definition."""
        return {name: self._number(control) for name, control in controls.items()}

    def _number(self, control: Mapping[str, Any]) -> int:
        made = {WORDS[key]: value for key, value in control.items() if key in WORDS}
        if not isinstance(made.get("conditions", {}), dict):
            del made["conditions"]
        if control["t"] in ENUMERATED and control.get("d") in control.get("o", [control.get("on")]):
            made["default"] = control["d"]
        if "f" in control:
            made["fields"] = self.number_all(control["f"])
        return self._keep(
            "definitions", {key: self._keep(key, made[key]) if key in SHARED else made[key] for key in made}
        )

    def _keep(self, table: str, value: Any) -> int:
        key = (table, json.dumps(value))
        if key not in self._known:
            self._known[key] = len(self.tables[table])
            self.tables[table].append(value)
        return self._known[key]


def main(folder: Path) -> None:
    """Write both files."""
    _write("classic.json", convert_classic(json.loads((folder / "elementor-controls.json").read_text("utf-8"))))
    _write("atomic.json", convert_atomic(json.loads((folder / "elementor-atomic.json").read_text("utf-8"))))


def convert_classic(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The catalogue of sections, columns, containers and classic widgets."""
    controls = Controls()
    common = facts["common"]
    elements = {
        name: {
            "controls": controls.number_all(
                {**{each: common[each] for each in found["same_as_common"]}, **found["controls"]}
            ),
            "content": _name_content(found["sections"], "layout"),
        }
        for name, found in facts["elements"].items()
    }
    widgets = {
        name: {
            "controls": controls.number_all(found["controls"]),
            "content": _name_content(found["sections"], "content"),
        }
        for name, found in facts["widgets"].items()
        if found["controls"] and not name.startswith("common")
    }
    return {
        "elementor": facts["elementor"],
        "breakpoints": list(facts["breakpoints"]),
        "common": controls.number_all(common),
        "elements": elements,
        "widgets": widgets,
        "page_settings": controls.number_all(facts["page_settings"]),
        "kit": controls.number_all(facts["kit"]),
        "legacy": {name: sorted(found) for name, found in facts["legacy"].items()},
        "pro_widgets": facts["pro_widget_names"],
        "animations": facts["animations"],
        **controls.tables,
    }


def convert_atomic(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The catalogue of atomic elements, their typed values and the properties of their styles."""
    return {
        "elementor": facts["elementor"],
        "types": _prune(facts["types"]),
        "elements": {name: {**_prune(found), **_keep_style(name, found)} for name, found in facts["elements"].items()},
        "style_props": _prune(facts["style_props"]),
        "pro_elements": facts["pro_element_names"],
    }


def _keep_style(name: str, found: Mapping[str, Any]) -> dict[str, Any]:
    variants = found.get(STYLED, {}).get(f"{name}-base", [])
    return {STYLED: [{**each, "props": _type_all(each["props"])} for each in variants]}


def _type_all(props: Mapping[str, Any]) -> dict[str, Any]:
    """Properties with their types, which Elementor leaves out for some keywords."""
    typed = {name: {"$$type": "string", "value": value} for name, value in props.items() if isinstance(value, str)}
    return {**props, **typed}


def _name_content(sections: Mapping[str, Any], tab: str) -> list[str]:
    """The settings of the tab that a person sees first."""
    return [name for section, names in sections.items() if section.startswith(f"{tab}/") for name in names]


def _prune(value: Any) -> Any:
    """A schema without defaults and texts. Members of `props` and `shape` are names, whatever they are called."""
    if isinstance(value, list):
        return [_prune(each) for each in value]
    if not isinstance(value, dict):
        return value
    pruned = {}
    for key, found in value.items():
        if key in {"props", "shape"}:
            pruned[key] = {name: _prune(each) for name, each in found.items()}
        elif key not in UNWANTED:
            pruned[key] = _prune(found)
    return pruned


def _write(name: str, catalogue: Mapping[str, Any]) -> None:
    lines = [f"{json.dumps(key)}:{json.dumps(value, separators=(',', ':'))}" for key, value in catalogue.items()]
    (TARGET / name).write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
