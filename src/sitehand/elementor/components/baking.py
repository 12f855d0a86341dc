"""A component's elements with the values of an instance in place of those that it may replace."""

from collections.abc import Mapping
from typing import Any

from sitehand.elementor.document import Element, walk
from sitehand.elementor.parsing import rewrite
from sitehand.elementor.places import merge_members

WRAPPER = "overridable"
"""The type of a value that instances may replace: `{override_key, origin_value}`."""
MAX_LAYERS = 100
"""Values within values that are looked into; what Elementor writes has some ten."""


def resolve_settings(settings: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of an element as an instance with these `values` shows them."""
    return {name: resolve(each, values) for name, each in settings.items()}


def resolve(value: Any, values: Mapping[str, Any], layers: int = MAX_LAYERS) -> Any:
    """A value as an instance with these `values` shows it: each that may be replaced is, or is the component's own."""
    if isinstance(value, list) and layers:
        return [resolve(each, values, layers - 1) for each in value]
    if not isinstance(value, dict) or not layers:
        return value
    inner = value.get("value")
    if value.get("$$type") != WRAPPER or not isinstance(inner, dict):
        return {name: resolve(each, values, layers - 1) for name, each in value.items()}
    origin = inner.get("origin_value")
    given = values.get(str(inner.get("override_key")))
    if given is None:
        return resolve(origin, values, layers - 1)
    if not isinstance(origin, dict) or origin.get("$$type") != "override" or not isinstance(origin.get("value"), dict):
        return given
    # A value of a component within this one: the instance of that gets it.
    return {**origin, "value": {**origin["value"], "override_value": given}}


def bake(root: Element, values: Mapping[str, Any]) -> None:
    """Put the values of an instance into the elements below this one; with none, the component's own."""
    for element in walk(root):
        if f'"{WRAPPER}"' in element.shell:
            rewrite(element, merge_members(element.shell, 0, {"settings": resolve_settings(element.settings, values)}))
