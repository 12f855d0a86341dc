"""Elements that are added: made complete, and checked where they stand."""

from collections.abc import Mapping, Sequence
from typing import Any

from sitehand.elementor.atomic import check_atomic
from sitehand.elementor.document import WIDGET, Element, walk
from sitehand.elementor.draft import Draft, refuse_edit
from sitehand.elementor.dynamic.binding import bind_tags
from sitehand.elementor.interactions import list_stored, read_plain, type_interactions
from sitehand.elementor.placement import check_placement
from sitehand.elementor.places import merge_members
from sitehand.elementor.styling import restyle
from sitehand.elementor.writing import prepare_settings, refuse_faults

OF_CALLERS = ("style", "dynamic")
"""Members of a new element that say what to store, and are not stored."""
EXAMPLE = 'Send one such as {"elType": "widget", "widgetType": "heading", "settings": {"title": "Hello"}}.'


def has_inner(draft: Draft) -> bool:
    """Whether the elements of a document have `isInner`."""
    first = draft.root.children[0].fields if draft.root.children else None
    return first is None or "isInner" in first


def complete_element(element: Mapping[str, Any], has_inner: bool) -> dict[str, Any]:
    """An element with the members that every one has, in Elementor's order, and so all that is in it."""
    root: dict[str, Any] = {}
    waiting: list[tuple[Any, dict[str, Any]]] = [(element, root)]
    while waiting:
        given, made = waiting.pop()
        if not isinstance(given, Mapping) or not isinstance(given.get("elements", []), list):
            raise refuse_edit("An element is an object, and its `elements` is a list of elements.", EXAMPLE)
        if not isinstance(given.get("elType"), str) or not given["elType"]:
            raise refuse_edit(
                "An element says its `elType`.", "A heading has elType `widget` and widgetType `heading`."
            )
        if not isinstance(given.get("settings", {}), Mapping) and given["settings"] != []:
            raise refuse_edit("The `settings` of an element are an object.", EXAMPLE)
        if (given["elType"] == WIDGET) != bool(given.get("widgetType")):
            raise refuse_edit("A widget, and nothing else, has a `widgetType`.", EXAMPLE)
        defaults = {"id": "", "elType": "", "settings": {}, "elements": [], "isInner": False}
        made.update({name: given.get(name, default) for name, default in defaults.items()})
        if not has_inner and "isInner" not in given:
            del made["isInner"]
        made.update({name: value for name, value in given.items() if name not in made})
        made["elements"] = [{} for _ in given.get("elements", [])]
        waiting += zip(given.get("elements", []), made["elements"], strict=True)
    return root


def check_new(draft: Draft, elements: Sequence[Element]) -> None:
    """Settle new elements: whether all that is in them may stand there, and their settings."""
    for element in elements:
        for each in (element, *walk(element)):
            check_placement(each.position[0], each)
            _prepare_new(draft, each)


def _prepare_new(draft: Draft, element: Element) -> None:
    known = draft.catalogue.atomic.types if element.is_atomic else draft.catalogue.classic.types
    if element.kind not in known:
        hint = "It is Elementor Pro's." if element.kind in draft.catalogue.classic.pro_widgets else ""
        raise refuse_edit(
            f"The catalogue has no `{element.kind}`.", f"{hint} list_widgets tells what there is.".strip()
        )
    style, dynamic = ((element.fields or {}).get(name) for name in OF_CALLERS)
    if style is not None or dynamic is not None:
        draft.rewrite(element, merge_members(element.shell, 0, {}, OF_CALLERS))
    prepared = prepare_settings(element, _bind_new(draft, element, dynamic), draft.catalogue, present={})
    if prepared != element.settings:
        draft.rewrite(element, merge_members(element.shell, 0, {"settings": prepared}))
    if style is not None:
        restyle(draft, element, str(style))
    interactions = (element.fields or {}).get("interactions")
    if interactions:
        given = interactions if isinstance(interactions, list) else list(map(read_plain, list_stored(element)))
        put_interactions(draft, element, given)
    if element.is_atomic:
        refuse_faults(element.id, check_atomic(element, draft.catalogue.atomic))


def _bind_new(draft: Draft, element: Element, dynamic: Any) -> Mapping[str, Any]:
    """The settings of a new element, with the tags that it brings."""
    if dynamic is None:
        return element.settings
    if not isinstance(dynamic, Mapping):
        raise refuse_edit(
            "The `dynamic` of an element is an object: tags by the names of settings.", "list_dynamic_tags tells them."
        )
    return bind_tags(element, dynamic, element.settings, draft.catalogue).settings


def put_interactions(draft: Draft, element: Element, given: Sequence[Any]) -> None:
    """Put interactions in place of all that an element has. Raises Problem(invalid_arguments) for what is wrong."""
    if not element.is_atomic:
        raise refuse_edit("Only atomic elements have interactions.", "Others have settings for motion: get_widget.")
    made, faults = type_interactions(element, given)
    refuse_faults(element.id, faults)
    if made or list_stored(element):
        draft.rewrite(element, merge_members(element.shell, 0, {"interactions": made}))
