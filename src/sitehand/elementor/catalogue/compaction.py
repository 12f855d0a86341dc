"""Controls as Elementor tells them, made small: each definition, and each list in one, once, since groups repeat them.

`t` is the type of a control, `o` its options, `u` its units, `r` whether it has breakpoints, `on` the value of a switch
that is on, `if` its condition, `dyn` whether it takes a tag, `f` its fields, `d` its default.
"""

import json
from collections.abc import Mapping
from typing import Any

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


class Controls:
    """The controls of all elements, by number: `tables` has the definitions and what they share."""

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
        if control["t"] in ENUMERATED and "d" in control and control["d"] in control.get("o", [control.get("on")]):
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


def compact(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The catalogue of sections, columns, containers and classic widgets, as `ClassicCatalogue` takes it."""
    controls = Controls()
    elements = {
        name: _number_type(controls, {**found, "controls": _join_common(found, facts["common"])}, "layout")
        for name, found in facts["elements"].items()
    }
    widgets = {name: _number_type(controls, found, "content") for name, found in facts["widgets"].items()}
    return {
        "elementor": facts["elementor"],
        "breakpoints": list(facts["breakpoints"]),
        "common": controls.number_all(facts["common"]),
        "elements": elements,
        "widgets": widgets,
        "page_settings": controls.number_all(facts["page_settings"]),
        "kit": controls.number_all(facts["kit"]),
        "legacy": {name: sorted(found) for name, found in facts["legacy"].items()},
        "pro_widgets": facts["pro_widget_names"],
        "animations": facts["animations"],
        **controls.tables,
    }


def _join_common(found: Mapping[str, Any], common: Mapping[str, Any]) -> dict[str, Any]:
    """The controls of an element, of which some may be those of all widgets."""
    return {**{name: common[name] for name in found.get("same_as_common", ())}, **found["controls"]}


def _number_type(controls: Controls, found: Mapping[str, Any], first: str) -> dict[str, Any]:
    return {"controls": controls.number_all(found["controls"]), "content": _name_content(found["sections"], first)}


def _name_content(sections: Mapping[str, Any], tab: str) -> list[str]:
    """The settings of the tab that a person sees first."""
    return [name for section, names in sections.items() if section.startswith(f"{tab}/") for name in names]
