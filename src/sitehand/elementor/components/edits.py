"""Edits of a document by its instances of components: each takes a draft, and answers ids, as `edits` does."""

from collections.abc import Mapping
from typing import Any

from sitehand.elementor.components.baking import bake
from sitehand.elementor.components.component import Component, find_component
from sitehand.elementor.components.instances import INSTANCE, SETTING, Instance, read_instance, write_instance
from sitehand.elementor.components.properties import read_properties, type_values
from sitehand.elementor.document import WIDGET, Element, write
from sitehand.elementor.draft import Draft, refuse_edit
from sitehand.elementor.edits import add_element, replace_element
from sitehand.elementor.identifiers import renew_text
from sitehand.elementor.parsing import read_document
from sitehand.errors import Code, Problem

HINT = "get_elementor shows the instances of components as e-component."


def place_elementor_component(
    draft: Draft,
    component: str = "",
    at: object = None,
    element: str = "",
    values: Mapping[str, Any] | None = None,
) -> list[str]:
    """Put an instance of a component at a place, or in place of an element; or give an instance other values.

    `values` are plain ones by the labels of properties; None stands for the component's own.
    """
    if (at is None) == (not element):
        raise refuse_edit("An instance has a place.", "Send `at` for a new one, or the `element` to replace or change.")
    present = read_instance(draft.find(element).settings) if element else Instance(0, {})
    found = find_component(draft.catalogue.components, component) if component else _find_placed(draft, present)
    kept = present.values if present.component == found.id else {}
    typed = type_values(read_properties(found.properties), values or {}, draft.catalogue.atomic)
    shown = {key: value for key, value in {**kept, **typed}.items() if value is not None}
    setting = {SETTING: write_instance(Instance(found.id, shown))}
    if element and present.component:
        draft.merge(draft.find(element), "settings", setting)
        return [element]
    made = {"elType": WIDGET, "widgetType": INSTANCE, "settings": setting}
    return replace_element(draft, element, made) if element else add_element(draft, made, at)


def detach_elementor_component(draft: Draft, element: str) -> list[str]:
    """Put a copy of a component's element, with the values of an instance, in the place of that instance."""
    instance = draft.find(element)
    found = _find_placed(draft, read_instance(instance.settings))
    root = read_document(found.data)
    bake(root, read_instance(instance.settings).values)
    parent, index = instance.position
    draft.delete(instance)
    made = draft.insert(parent, index, renew_text(_write_all(root), draft.ids))
    return [each.id for each in made]


def _find_placed(draft: Draft, instance: Instance) -> Component:
    """The component of an instance. Raises Problem(invalid_arguments) for an element that is none."""
    if not instance.component:
        raise refuse_edit("This is not an instance of a component.", HINT)
    found = next((each for each in draft.catalogue.components if each.id == instance.component), None)
    if found is None:
        raise Problem(Code.CONFLICT, "The component of this instance is gone.", hint="Remove the element.")
    return found


def _write_all(root: Element) -> str:
    return ",".join(map(write, root.children))
