"""Widgets that Elementor does not bring, as who adds them describes them: in the words of Elementor's own controls.

So a description can be what `get_controls()` of the widget gives, as JSON. What else is in it, such as labels, is
passed over; so are controls that store nothing.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, ValidationError, model_validator

from sitehand.elementor.catalogue.compaction import ENUMERATED
from sitehand.elementor.catalogue.controls import FOREIGN, ElementType, load_classic
from sitehand.elementor.catalogue.registry import list_types, read_registry
from sitehand.elementor.catalogue.schema import load_atomic
from sitehand.errors import Detail, FaultyForm, write_place

NAME = re.compile(r"(?!e-)[a-z][a-z0-9_-]{0,99}")
PANEL = re.compile(
    "section|tabs?|heading|raw_html|divider|button|(?:deprecated_)?notice|alert|promotion_control"
)  # as the companion has it
PROPERTY = re.compile(r"(?:^|[;{])\s*(-{0,2}[a-z][\w-]*)\s*:", re.IGNORECASE)
SELECTED = frozenset({"select", "select2", "choose", "visual_choice"})
SIDES = ("all", "vertical", "horizontal")
MAX_CONTROLS, MAX_OPTIONS = 2_000, 1_000
MAX_SHOWN, MAX_FAULTS = 80, 20


class FaultyWidget(FaultyForm):
    """A widget that cannot be read."""


def _check_name(name: str) -> str:
    if not NAME.fullmatch(name):
        raise ValueError("a name such as acme-card")
    if name in load_classic().types or name in load_atomic().types:
        raise ValueError("a widget that is not Elementor's own")
    return name


def _check_type(name: str) -> str:
    known = {*list_types(), FOREIGN}
    if name not in known and not PANEL.fullmatch(name):
        raise ValueError(f"one of {', '.join(sorted(known))}")
    return name


def _list_keys(value: Any) -> Any:
    """Options are a list, or labels by value."""
    return list(map(str, value)) if isinstance(value, Mapping | list | tuple) else value


def _list_grouped(value: Any) -> Any:
    """The values of groups of options; one without options is a value by itself."""
    groups = value if isinstance(value, Mapping) else dict(enumerate(value)) if isinstance(value, list | tuple) else {}
    found: list[str] = []
    for key, group in groups.items():
        inner = group.get("options") if isinstance(group, Mapping) else None
        found += map(str, inner if isinstance(inner, Mapping | list | tuple) else [key])
    return found


def _list_texts(value: Any) -> Any:
    """Units and sides are a list, of which some have ranges in place of a text, or one text."""
    if isinstance(value, Mapping):
        value = list(value.values())
    return [each for each in value if isinstance(each, str)] if isinstance(value, list | tuple) else value


def _list_sides(value: Any) -> Any:
    """Sides may be one word for some."""
    return [value] if isinstance(value, str) and value not in SIDES else _list_texts(value)


def _name_fields(value: Any) -> Any:
    """Fields of a repeater are by name, or a list of controls that say their names."""
    if not isinstance(value, list | tuple):
        return value
    named = all(isinstance(each, Mapping) and isinstance(each.get("name"), str) for each in value)
    return {each["name"]: each for each in value} if named else value


def _read_active(value: Any) -> Any:
    return bool(value.get("active")) if isinstance(value, Mapping) else value


def _list_properties(value: Any) -> Any:
    """The properties that the rules of a control set."""
    rules = ";".join(each for each in value.values() if isinstance(each, str)) if isinstance(value, Mapping) else ""
    return list(dict.fromkeys(PROPERTY.findall(rules)))


def _write_text(value: Any) -> Any:
    """A number, true or false as PHP writes it."""
    if isinstance(value, bool):
        return "1" if value else ""
    return str(value) if isinstance(value, int | float) else value


def _read_default(value: Any) -> Any:
    """The text of a value; of a list or object none, since only choices have a default here."""
    text = _write_text(value)
    return text if isinstance(text, str) else ""


def _leave_empty(value: Any) -> Any:
    """What says nothing is not there: PHP has an empty list for an object without members, and "" for false."""
    if not isinstance(value, Mapping):
        return value
    return {name: each for name, each in value.items() if name == "type" or each not in (None, "", [])}


Options = Annotated[list[str], BeforeValidator(_list_keys), Field(max_length=MAX_OPTIONS)]
Texts = Annotated[list[str], BeforeValidator(_list_texts)]
Sides = Annotated[list[str] | str, BeforeValidator(_list_sides)]


class ControlForm(BaseModel):
    """A control, in the words of Elementor."""

    type: Annotated[str, AfterValidator(_check_type)]
    tab: str = "content"
    options: Options = []
    groups: Annotated[list[str], BeforeValidator(_list_grouped), Field(max_length=MAX_OPTIONS)] = []
    size_units: Texts = []
    is_responsive: bool = False
    return_value: Annotated[str, BeforeValidator(_write_text)] = ""
    condition: dict[str, Any] = {}
    multiple: bool = False
    allowed_dimensions: Sides = []
    dynamic: Annotated[bool, BeforeValidator(_read_active)] = False
    selectors: Annotated[list[str], BeforeValidator(_list_properties)] = []
    default: Annotated[str, BeforeValidator(_read_default)] = ""
    fields: Annotated[dict[str, "ControlForm"], BeforeValidator(_name_fields)] = {}

    _leave = model_validator(mode="before")(_leave_empty)


class WidgetForm(BaseModel):
    """A widget: its controls by name, and settings with which it shows something."""

    name: Annotated[str, AfterValidator(_check_name)]
    controls: dict[str, ControlForm] = Field(min_length=1, max_length=MAX_CONTROLS)
    example: dict[str, Any] = {}


def read_widget(given: Any) -> ElementType:
    """The widget of a description, without the controls that all widgets have. Raises FaultyWidget."""
    try:
        form = WidgetForm.model_validate(given)
    except ValidationError as error:
        raise FaultyWidget([_tell(fault) for fault in error.errors()[:MAX_FAULTS]]) from None
    controls = _list_stored(form.controls)
    sections: dict[str, list[str]] = {}
    for name, each in controls.items():
        sections.setdefault(f"{each.tab}/", []).append(name)
    widget = {"controls": {name: _write(each) for name, each in controls.items()}, "sections": sections}
    dump = {"elementor": "", "common": {}, "widgets": {form.name: widget}, "elements": {}, "atomic": []}
    try:
        return replace(read_registry(dump).classic.types[form.name], example=form.example)
    except ValueError as error:  # conditions may be nested without end
        place = Detail(path="controls", expected="controls of Elementor", got=str(error)[:MAX_SHOWN])
        raise FaultyWidget([place]) from None


def _list_stored(controls: Mapping[str, ControlForm]) -> dict[str, ControlForm]:
    return {name: each for name, each in controls.items() if not PANEL.fullmatch(each.type)}


def _write(control: ControlForm) -> dict[str, Any]:
    """The control as a companion dumps it."""
    told = {
        "t": control.type,
        "o": [*control.options, *control.groups] if control.type in SELECTED else [],
        "u": control.size_units,
        "r": control.is_responsive,
        "on": control.return_value,
        "if": control.condition,
        "multiple": control.multiple,
        "sides": control.allowed_dimensions,
        "dyn": control.dynamic,
        "css": control.selectors,
        "d": control.default if control.type in ENUMERATED else "",
        "f": {name: _write(each) for name, each in _list_stored(control.fields).items()},
    }
    return {name: value for name, value in told.items() if value}


def _tell(fault: Any) -> Detail:
    said = str(fault["msg"]).removeprefix("Value error, ").removeprefix("Input should be ")
    expected = "a value" if fault["type"] == "missing" else f"{said[:1].lower()}{said[1:]}"
    place = write_place(fault["loc"]).removeprefix(".") or "the widget"
    return Detail(path=place, expected=expected, got=repr(fault["input"])[:MAX_SHOWN])
