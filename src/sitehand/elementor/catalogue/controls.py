"""Sections, columns, containers and classic widgets, and the controls behind their settings.

Source: `classic.json`, which `scripts/elementor_catalogue.py` makes of what a running Elementor answered.
"""

import json
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

FOREIGN = "foreign"
"""The type of a control that a plugin of the site has made: nobody here knows its values, and any is taken."""


@dataclass(frozen=True, slots=True)
class Control:
    """One setting: its type, and what its values may be. `on` is the value of a switch that is on.

    `dynamic`: whether it takes a dynamic tag.
    """

    type: str
    options: tuple[str, ...] = ()
    units: tuple[str, ...] = ("px",)
    responsive: bool = False
    on: str = "yes"
    conditions: Mapping[str, Any] = field(default_factory=dict)
    css: tuple[str, ...] = ()
    multiple: bool = False
    sides: tuple[str, ...] = ()
    default: str = ""
    fields: "Mapping[str, Control]" = field(default_factory=dict)
    dynamic: bool = False


class Setting(NamedTuple):
    """A setting by its stored name: the control, and the breakpoint of its suffix."""

    name: str
    control: Control
    breakpoint: str


@dataclass(frozen=True, slots=True)
class ElementType:
    """An element or widget: its controls by name, and the names of those that a person sees first.

    `example`: settings with which it shows something, where somebody has said any.
    """

    name: str
    controls: Mapping[str, Control]
    content: tuple[str, ...]
    is_widget: bool
    legacy: frozenset[str] = frozenset()
    example: Mapping[str, Any] = field(default_factory=dict)


class ClassicCatalogue:
    """The element types by name, at a version of Elementor. A site's own registry may stand in its place.

    `common` are the controls that all widgets have.
    """

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self.version: str = facts["elementor"]
        self.breakpoints: tuple[str, ...] = tuple(sorted(facts["breakpoints"], key=len, reverse=True))
        self.pro_widgets = frozenset(facts["pro_widgets"])
        self.animations: Mapping[str, list[str]] = facts["animations"]
        build = _Builder(facts)
        self.page_settings = build.controls(facts["page_settings"])
        self.kit = build.controls(facts["kit"])
        self.common = common = build.controls(facts["common"])
        named = {"_title": common["_title"]}  # the editor's navigator writes it on every element
        self.types = {
            **{name: build.element(name, found, named, False) for name, found in facts["elements"].items()},
            **{name: build.element(name, found, common, True) for name, found in facts["widgets"].items()},
        }

    def add_widgets(self, widgets: Mapping[str, ElementType]) -> "ClassicCatalogue":
        """This catalogue with more widgets, each with the controls that all widgets have."""
        more = copy(self)
        full = {name: replace(each, controls={**each.controls, **self.common}) for name, each in widgets.items()}
        more.types, more.pro_widgets = {**self.types, **full}, self.pro_widgets - full.keys()
        return more

    def find_setting(self, controls: Mapping[str, Control], name: str) -> Setting | None:
        """The control of a setting: the one with its name, or a responsive one with a breakpoint behind it."""
        if name in controls:
            return Setting(name, controls[name], "")
        for breakpoint in self.breakpoints:
            base = name.removesuffix(f"_{breakpoint}")
            if base != name and base in controls and controls[base].responsive:
                return Setting(name, controls[base], breakpoint)
        return None


@cache
def load_classic() -> ClassicCatalogue:
    """The catalogue that Sitehand brings."""
    return ClassicCatalogue(json.loads(resources.files(__package__).joinpath("classic.json").read_text("utf-8")))


def find_switches(controls: Mapping[str, Control], control: Control) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The switches without which a setting does nothing, and their values that let it act, the likeliest first.

    Some have none: a group is repeated whole where an element has only a part of it.
    """
    for condition, wanted in control.conditions.items():
        name = condition.removesuffix("!")
        switch = controls.get(name)
        if switch is None:
            continue
        if switch.type == "popover_toggle" and condition.endswith("!"):
            yield name, (switch.on,)
        elif name.endswith(("border", "background")) and switch.type in {"choose", "select"}:
            texts = _as_tuple(wanted)
            if not texts:
                continue
            values = switch.options if condition.endswith("!") else texts
            unwanted = texts if condition.endswith("!") else ()
            known = switch.options or values
            yield name, tuple(value for value in values if value in known and value not in unwanted)


DYNAMIC_TYPES = {"wysiwyg", "color"}
"""Types whose settings all take a dynamic tag; of the others each says so by itself."""
_SIDES = {"vertical": ("top", "bottom"), "horizontal": ("left", "right")}


def _as_tuple(value: Any) -> tuple[str, ...]:
    """The texts among the values of a condition; a plugin may have others."""
    return tuple(each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str))


class _Builder:
    """Puts definitions and the lists that they share together again."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self._facts = facts
        self._known: dict[int, Control] = {}

    def element(self, name: str, found: Mapping[str, Any], common: Mapping[str, Control], widget: bool) -> ElementType:
        controls = {**self.controls(found["controls"]), **common}
        legacy = frozenset(self._facts["legacy"].get(name, ()))
        return ElementType(name, controls, tuple(found["content"]), widget, legacy)

    def controls(self, numbers: Mapping[str, int]) -> dict[str, Control]:
        return {name: self._control(number) for name, number in numbers.items()}

    def _control(self, number: int) -> Control:
        if number not in self._known:
            found = dict(self._facts["definitions"][number])
            for table in ("options", "units", "css"):
                if table in found:
                    found[table] = tuple(self._facts[table][found[table]])
            if "conditions" in found:
                found["conditions"] = self._facts["conditions"][found["conditions"]]
            found["responsive"] = bool(found.get("responsive"))
            sides = found.get("sides", ())
            found["sides"] = _SIDES[sides] if isinstance(sides, str) else tuple(sides)
            found["multiple"] = bool(found.get("multiple"))
            found["dynamic"] = bool(found.get("dynamic")) or found["type"] in DYNAMIC_TYPES
            found["fields"] = self.controls(found.get("fields", {}))
            self._known[number] = Control(**found)
        return self._known[number]
