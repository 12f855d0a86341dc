"""Where an element may stand: elsewhere Elementor's page leaves it out, or its editor fails."""

from sitehand.elementor.components.instances import INSTANCE
from sitehand.elementor.document import Element
from sitehand.errors import Code, Problem

HINT = "Sections hold columns and columns widgets; containers and atomic layouts hold widgets and each other."
TAKES = {
    "document": {"section", "container", "layout", "instance", "other"},
    "section": {"column"},
    "column": {"widget", "nesting", "section", "instance", "other"},
    "container": {"widget", "nesting", "container", "layout", "instance", "other"},
    "layout": {"widget", "nesting", "container", "layout", "instance", "other"},
    "nesting": {"container"},
    "widget": set[str](),
    "instance": set[str](),
    "other": {"widget", "nesting", "section", "container", "layout", "instance", "other"},
}
"""What is directly in what. Source: `_get_default_child_type` of each element in Elementor. The
instance of a component is a widget that may stand wherever the element did of which the component was made.
"""
HAVE_INNER = {"section", "column", "container"}
"""Elements of which `isInner` says something: the page draws inner ones otherwise."""
PARTS = {
    "e-tabs-menu": "e-tabs",
    "e-tabs-content-area": "e-tabs",
    "e-tab": "e-tabs-menu",
    "e-tab-content": "e-tabs-content-area",
    "e-background-video-content": "e-background-video",
    "e-background-video-controls": "e-background-video",
    "e-background-video-play": "e-background-video-controls",
    "e-background-video-pause": "e-background-video-controls",
}
"""Elements that are a part of another. Source: Elementor 4.3, `allowed_child_types` and the default children."""
_WITH_PARTS_ALONE = {
    "e-tabs",
    "e-tabs-menu",
    "e-tabs-content-area",
    "e-background-video",
    "e-background-video-controls",
}


def sort_of(element: Element) -> str:
    """What an element is, as far as its place goes: a key of `TAKES`."""
    if element.parent is None and not element.kind:
        return "document"
    if element.kind == INSTANCE:
        return "instance"
    if element.is_widget:
        return "nesting" if element.kind.startswith("nested-") or element.children else "widget"
    if element.kind in HAVE_INNER:
        return element.kind
    return "layout" if element.is_atomic else "other"


def explain_misplacement(parent: Element, child: Element) -> str:
    """Why an element may not be directly in another, or in the document itself; empty when it may."""
    here = f"`{parent.kind}`" if parent.kind else "the document itself"
    if child.kind in PARTS or parent.kind in _WITH_PARTS_ALONE:
        fits = PARTS.get(child.kind) == parent.kind
        return "" if fits else f"`{child.kind}` cannot stand in {here}: each holds only its own parts."
    sort = sort_of(child)
    if sort not in TAKES[sort_of(parent)]:
        return f"`{child.kind}` cannot stand in {here}."
    if sort == "section" and parent.kind == "column" and (_is_inner(parent) or _holds_inner(child)):
        return "An inner section cannot hold another."
    return ""


def check_placement(parent: Element, child: Element) -> None:
    """Raises Problem(invalid_arguments) for an element that may not be directly in another."""
    why = explain_misplacement(parent, child)
    if why:
        raise Problem(Code.INVALID_ARGUMENTS, why, hint=HINT)


def is_inner(element: Element) -> bool:
    """What Elementor's `isInner` says of an element at this place."""
    parent = element.parent
    if parent is None or element.is_widget:
        return False
    if element.kind == "column":
        return is_inner(parent)
    return parent.parent is not None and element.kind in {"section", "container"}


def _is_inner(column: Element) -> bool:
    return column.parent is not None and is_inner(column.parent)


def _holds_inner(section: Element) -> bool:
    return any(each.kind == "section" for column in section.children for each in column.children)
