"""Instances of components: the elements that stand for one, with the values that they show in place of its own.

Source of the form: Elementor's `component-instance`, `overrides` and `override` values.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

INSTANCE = "e-component"
SETTING = "component_instance"
_PLACED = re.compile(r'"component_id"\s*:\s*\{[^{}]{0,80}?"value"\s*:\s*(\d{1,15})\b')


class Instance(NamedTuple):
    """The component that an element stands for, 0 for none, and the typed values that it shows, by their keys."""

    component: int
    values: Mapping[str, Any]


def find_placed(text: str) -> Iterator[int]:
    """The ids of the components that a document, as it is stored, shows. Linear in the text."""
    return map(int, dict.fromkeys(_PLACED.findall(text)))


def name_shown(component: int) -> str:
    """What a component is called among labels by id."""
    return f"{INSTANCE} {component}"


def read_instance(settings: Mapping[str, Any]) -> Instance:
    """What the settings of an instance say, whatever is stored."""
    stored = _unwrap(settings.get(SETTING))
    parts = stored if isinstance(stored, dict) else {}
    number, listed = _unwrap(parts.get("component_id")), _unwrap(parts.get("overrides"))
    overrides = (_unwrap(each) for each in listed) if isinstance(listed, list) else ()
    values = {
        str(each.get("override_key")): each["override_value"]
        for each in overrides
        if isinstance(each, dict) and each.get("override_value") is not None
    }
    is_id = isinstance(number, int) and not isinstance(number, bool)
    return Instance(number if is_id else 0, values)


def write_instance(instance: Instance) -> dict[str, Any]:
    """The setting of an instance, as Elementor stores it."""
    source = {"type": "component", "id": instance.component}
    overrides = [
        _type("override", {"override_key": key, "override_value": value, "schema_source": source})
        for key, value in instance.values.items()
    ]
    parts = {"component_id": _type("number", instance.component), "overrides": _type("overrides", overrides)}
    return _type("component-instance", parts)


def _type(key: str, value: Any) -> dict[str, Any]:
    return {"$$type": key, "value": value}


def _unwrap(value: Any) -> Any:
    return value.get("value") if isinstance(value, dict) else None
