"""What instances of a component may show otherwise: some settings of its elements, each under a label.

Source of the form: Elementor's `_elementor_component_overridable_props`, `{props: {key: ...}, groups: {items, order}}`.
The settings themselves say it too: their values are wrapped (`baking.WRAPPER`).
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sitehand.elementor.catalogue.schema import AtomicCatalogue, Schema
from sitehand.elementor.components.baking import WRAPPER, bake
from sitehand.elementor.components.instances import INSTANCE
from sitehand.elementor.document import WIDGET, Element, walk
from sitehand.elementor.findings import NOTHING, Fault
from sitehand.elementor.parsing import rewrite
from sitehand.elementor.places import encode, merge_members
from sitehand.elementor.plain import type_value
from sitehand.elementor.scalars import find_close
from sitehand.elementor.seed import make_hex
from sitehand.elementor.typed import check_typed
from sitehand.elementor.writing import refuse_faults
from sitehand.errors import Code, Detail, Problem

GROUP = "default"
"""Elementor shows properties in groups; those of Sitehand are in one."""
GROUP_LABEL = "Properties"
MAX_PROPERTIES = 50


@dataclass(frozen=True, slots=True)
class Property:
    """A setting of an element that instances may show otherwise, by its label. `key` is what they store it under."""

    key: str
    label: str
    element: str
    setting: str
    kind: str

    def find_schema(self, catalogue: AtomicCatalogue) -> Schema | None:
        """What the setting takes; None where this catalogue does not know it."""
        found = catalogue.types.get(self.kind)
        return found.props.get(self.setting) if found else None


def read_properties(stored: str) -> list[Property]:
    """The properties of a component as they are stored; none for a text that is no such object."""
    found = json.loads(stored) if stored else {}
    props = found.get("props") if isinstance(found, dict) else None
    rows = props.items() if isinstance(props, dict) else ()
    return [_read_property(key, each) for key, each in rows if isinstance(each, dict)]


def write_properties(properties: Sequence[Property], root: Element) -> str:
    """The properties as Elementor stores them, each with the component's own value; empty for none."""
    if not properties:
        return ""
    elements = {each.id: each for each in walk(root)}
    rows = {each.key: _write_property(each, elements[each.element]) for each in properties}
    group = {"id": GROUP, "label": GROUP_LABEL, "props": list(rows)}
    return encode({"props": rows, "groups": {"items": {GROUP: group}, "order": [GROUP]}})


def wrap(root: Element, properties: Iterable[Property]) -> list[Property]:
    """Wrap the settings that have a property; answers the properties whose elements and settings there are."""
    elements = {each.id: each for each in walk(root)}
    kept = [each for each in properties if _get_value(elements.get(each.element), each.setting) is not None]
    for each in kept:
        element = elements[each.element]
        value = {"override_key": each.key, "origin_value": element.settings[each.setting]}
        settings = {**element.settings, each.setting: {"$$type": WRAPPER, "value": value}}
        rewrite(element, merge_members(element.shell, 0, {"settings": settings}))
    return kept


def unwrap(root: Element) -> None:
    """Undo what `wrap` did."""
    bake(root, {})


def set_property(
    properties: Sequence[Property], root: Element, label: str, given: Mapping[str, str], path: str
) -> list[Property]:
    """The properties with one set: `given` has `element` and `setting` of a new one, or `rename`, another label.

    Raises Problem(invalid_arguments).
    """
    old = next((each for each in properties if _same(each.label, label)), None)
    new_label = given.get("rename") or label
    if any(_same(each.label, new_label) for each in properties if each is not old):
        raise refuse_property("Another property has this label.", f"{path}.label", "a label of its own", new_label)
    element, setting = (given.get(name) or getattr(old, name, "") for name in ("element", "setting"))
    target = next((each for each in walk(root) if each.id == element), None)
    if target is None:
        raise refuse_property("A property is of an element.", f"{path}.element", "the id of an element", element)
    if target.kind == INSTANCE:
        why, expected = "An instance of another component has no properties here.", "an element that is not an instance"
        raise refuse_property(why, f"{path}.element", expected, element)
    if any((each.element, each.setting) == (element, setting) for each in properties if each is not old):
        raise refuse_property("This setting has a property.", f"{path}.setting", "a setting without one", setting)
    if _get_value(target, setting) is None or setting == "classes":
        expected = f"one of {', '.join(name for name in target.settings if name != 'classes')}"
        raise refuse_property("The element has no such setting.", f"{path}.setting", expected, setting)
    made = Property(old.key if old else f"{make_hex()}{make_hex()}", new_label, element, setting, target.kind)
    return [made if each is old else each for each in properties] if old else [*properties, made]


def remove_properties(properties: Sequence[Property], labels: Sequence[str]) -> list[Property]:
    """The properties without some. Raises Problem(invalid_arguments) for a label that none has."""
    for number, label in enumerate(labels):
        find_property(properties, label, f"remove[{number}]")
    return [each for each in properties if not any(_same(each.label, label) for label in labels)]


def find_property(properties: Sequence[Property], label: str, path: str) -> Property:
    """The property with a label. Raises Problem(invalid_arguments), with the label that was likely meant."""
    found = next((each for each in properties if _same(each.label, label)), None)
    if found is None:
        labels = [each.label for each in properties]
        close = find_close(label, labels)
        expected = f"one of {', '.join(labels)}" if close is NOTHING else close
        raise refuse_property("The component has no such property.", path, expected if labels else "none", label)
    return found


def type_values(properties: Sequence[Property], given: Mapping[str, Any], catalogue: AtomicCatalogue) -> dict[str, Any]:
    """Plain values by label as typed ones by key; None stays, and means the component's own.

    Raises Problem(invalid_arguments) with every fault.
    """
    typed: dict[str, Any] = {}
    faults: list[Fault] = []
    for label, value in given.items():
        path = f"values.{label}"
        found = find_property(properties, label, path)
        typed[found.key] = None
        if value is not None:
            typed[found.key], wrong = _type_one(found, value, path, catalogue)
            faults += wrong
    refuse_faults("", faults)
    return typed


def refuse_property(why: str, path: str, expected: str, got: str) -> Problem:
    """A refusal with its place."""
    detail = Detail(path=path, expected=expected, got=got)
    hint = "get_elementor_component tells its elements, their settings and its properties."
    return Problem(Code.INVALID_ARGUMENTS, why, hint=hint, details=[detail])


def _type_one(found: Property, value: Any, path: str, catalogue: AtomicCatalogue) -> tuple[Any, Iterator[Fault]]:
    schema = found.find_schema(catalogue)
    if schema is None:
        return value, iter([Fault(path, "unknown_setting", "a setting of the catalogue", value)])
    made = type_value(schema, value)
    typed = value if made is NOTHING else made
    return typed, check_typed(schema, typed, path)


def _read_property(key: str, stored: Mapping[str, Any]) -> Property:
    texts = {name: str(stored.get(name) or "") for name in ("label", "elementId", "propKey", "elType", "widgetType")}
    kind = texts["widgetType"] if texts["elType"] == WIDGET else texts["elType"]
    return Property(key, texts["label"], texts["elementId"], texts["propKey"], kind)


def _write_property(found: Property, element: Element) -> dict[str, Any]:
    value = element.settings[found.setting]
    wrapped = value.get("$$type") == WRAPPER if isinstance(value, dict) else False
    return {
        "overrideKey": found.key,
        "label": found.label,
        "elementId": found.element,
        "elType": WIDGET if element.is_widget else found.kind,
        # Elementor asks for it of every property; of what is no widget it is the type again.
        "widgetType": found.kind,
        "propKey": found.setting,
        "originValue": value["value"]["origin_value"] if wrapped else value,
        "groupId": GROUP,
    }


def _get_value(element: Element | None, setting: str) -> Any:
    return element.settings.get(setting) if element else None


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()
