"""A site's own registry of elements in place of the catalogue that Sitehand brings.

Source: what the companion dumps of a running Elementor (`elementor.php`), with its other plugins. It tells controls,
and of atomic elements their names alone: their properties are those of Sitehand's catalogue.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NotRequired

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.catalogue.compaction import compact
from sitehand.elementor.catalogue.controls import FOREIGN, ClassicCatalogue, Control, load_classic
from sitehand.elementor.catalogue.schema import load_atomic

TITLE = {"_title": {"t": "hidden"}}
"""What every element has, said or not."""
DumpedControl = TypedDict(
    "DumpedControl",
    {
        "t": str,
        "o": NotRequired[list[str]],
        "u": NotRequired[list[str]],
        "r": NotRequired[bool],
        "on": NotRequired[str],
        "if": NotRequired[Any],
        "css": NotRequired[list[str]],
        "multiple": NotRequired[bool],
        "sides": NotRequired[list[str] | Literal["all", "vertical", "horizontal"]],
        "dyn": NotRequired[bool],
        "f": NotRequired["dict[str, DumpedControl]"],
        "d": NotRequired[str],
    },
)


class DumpedType(TypedDict):
    """An element: its controls by name, and these by tab and section."""

    controls: dict[str, DumpedControl]
    sections: dict[str, list[str]]


class Dump(TypedDict):
    """A registry: its version of Elementor, the controls of all widgets, the types by name, names of atomic ones."""

    elementor: str
    common: dict[str, DumpedControl]
    widgets: dict[str, DumpedType]
    elements: dict[str, DumpedType]
    atomic: list[str]


_DUMP = TypeAdapter(Dump)


def read_registry(dump: Any) -> Catalogue:
    """The catalogue of a site, made of its dump. Raises ValueError for something else."""
    found = _DUMP.validate_python(dump)
    own, atomic = load_classic(), load_atomic()
    known = list_types()
    facts: dict[str, Any] = {
        "elementor": found["elementor"],
        "common": _read_controls({**TITLE, **found["common"]}, known),
        "widgets": _read_types(found["widgets"], known),
        "elements": _read_types(found["elements"], known),
        "breakpoints": own.breakpoints,
        "legacy": {name: each.legacy for name, each in own.types.items()},
        "pro_widget_names": own.pro_widgets - found["widgets"].keys(),
        "animations": own.animations,
        "page_settings": {},
        "kit": {},
    }
    try:
        classic = ClassicCatalogue(compact(facts))
    except RecursionError:
        raise ValueError("It is nested too deeply.") from None
    classic.page_settings, classic.kit = own.page_settings, own.kit
    return Catalogue(classic, atomic.keep(found["atomic"]))


def list_types() -> set[str]:
    """The types of controls that Elementor itself has."""
    return {control.type for control in _list_controls(load_classic())}


def _list_controls(own: ClassicCatalogue) -> Iterator[Control]:
    """Every control that is known, with the fields of lists."""
    for controls in (*(each.controls for each in own.types.values()), own.page_settings, own.kit):
        for control in controls.values():
            yield control
            yield from control.fields.values()


def _read_types(types: Mapping[str, DumpedType], known: set[str]) -> dict[str, Any]:
    return {name: _read_type(each, known) for name, each in types.items()}


def _read_type(found: DumpedType, known: set[str]) -> dict[str, Any]:
    controls = found["controls"]
    sections = {place: [name for name in names if name in controls] for place, names in found["sections"].items()}
    return {"controls": _read_controls(controls, known), "sections": sections}


def _read_controls(controls: Mapping[str, Any], known: set[str]) -> dict[str, Any]:
    """The controls, of which those of another plugin's types take any value."""
    return {name: _read_control(each, known) for name, each in controls.items()}


def _read_control(control: Mapping[str, Any], known: set[str]) -> dict[str, Any]:
    if control["t"] not in known:
        return {"t": FOREIGN}
    told = {name: value for name, value in control.items() if name != "sides" or value != "all"}
    return {**told, "f": _read_controls(told["f"], known)} if "f" in told else told
