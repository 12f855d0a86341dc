"""Atomic elements, their properties and the properties of styles, as schemas of typed values.

Source: `atomic.json`, which `scripts/elementor_catalogue.py` makes of what a running Elementor answered. There
`"size#3"` is the fourth form of the type `size`, `{"any": [...]}` one of several, `{"is": ...}` one with more to it.
"""

import json
import re
from collections.abc import Container, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True, slots=True)
class TypeForm:
    """One form of a `$$type`: the kind of its value, and what that may be."""

    key: str
    kind: str
    units: tuple[str, ...] = ()
    shape: "Mapping[str, Schema]" = field(default_factory=dict)
    items: "Schema | None" = None
    enum: tuple[str, ...] = ()
    pattern: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class Schema:
    """What a property takes: one of several forms, and a dynamic tag that gives one of what `dynamic` names."""

    forms: tuple[TypeForm, ...]
    required: bool = False
    dynamic: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AtomicType:
    """An atomic element: its properties by name, and whether a person finds it in the panel.

    `base_styles` are the variants of the style that it has by itself, as a local style has them.
    """

    name: str
    is_widget: bool
    panel: bool
    props: Mapping[str, Schema]
    base_styles: Sequence[Mapping[str, Any]] = ()


class AtomicCatalogue:
    """The atomic elements and the properties of their styles, at a version of Elementor."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self._types: Mapping[str, Any] = facts["types"]
        self._forms: dict[str, TypeForm] = {}
        self.version: str = facts["elementor"]
        self.pro_elements = frozenset(facts["pro_elements"])
        self.style_props = {name: self._read(found) for name, found in facts["style_props"].items()}
        self.types = {
            name: AtomicType(
                name,
                found["elType"] == "widget",
                bool(found["panel"]),
                {each: self._read(prop) for each, prop in found["props"].items()},
                tuple(found["base_styles"]),
            )
            for name, found in facts["elements"].items()
            if name not in self.pro_elements
        }

    def keep(self, names: Container[str]) -> "AtomicCatalogue":
        """This catalogue with only the elements of these names."""
        kept = copy(self)
        kept.types = {name: each for name, each in self.types.items() if name in names}
        return kept

    def _read(self, found: Any) -> Schema:
        if isinstance(found, str):
            return Schema((self._form(found),))
        if "any" in found:
            inner = [self._read(each) for each in found["any"]]
        elif "is" in found:
            inner = [self._read(found["is"])]
        else:
            inner = [Schema((self._restrict(found),))]
        return Schema(
            tuple(form for schema in inner for form in schema.forms),
            bool(found.get("required")),
            tuple(found.get("dyn", ())),
            tuple(found.get("aliases", ())),
        )

    def _restrict(self, found: Mapping[str, Any]) -> TypeForm:
        pattern = re.compile(found["regex"].strip("/i"), re.IGNORECASE) if "regex" in found else None
        return TypeForm(found["type"], "string", enum=tuple(found.get("enum", ())), pattern=pattern)

    def _form(self, name: str) -> TypeForm:
        if name not in self._forms:
            key, _, number = name.partition("#")
            found = self._types[key][int(number or 0)] if key in self._types else {"kind": "string"}
            self._forms[name] = self._make_form(key, found)
        return self._forms[name]

    def _make_form(self, key: str, found: Mapping[str, Any]) -> TypeForm:
        shape = found.get("shape", {})
        if isinstance(shape.get("units"), list):
            return TypeForm(key, "size", tuple(shape["units"]))
        return TypeForm(
            key,
            found["kind"],
            tuple(found.get("units", ())),
            {name: self._read(each) for name, each in shape.items()},
            self._read(found["items"]) if "items" in found else None,
        )


@cache
def load_atomic() -> AtomicCatalogue:
    """The catalogue that Sitehand brings."""
    return AtomicCatalogue(json.loads(resources.files(__package__).joinpath("atomic.json").read_text("utf-8")))
