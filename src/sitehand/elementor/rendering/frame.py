"""What all classic elements have around them: classes, an anchor, and the settings of the advanced panel."""

import re

from sitehand.elementor.document import Element
from sitehand.elementor.rendering.background import style_background
from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.markup import tag
from sitehand.elementor.rendering.style import Style
from sitehand.elementor.rendering.values import write_number, write_words

CONTAINER = " > .elementor-widget-container"
DEVICES = ("desktop", "tablet", "mobile")
WIDTHS = {"inherit": "100%", "auto": "auto"}
ORDERS = {"start": "-99999", "end": "99999"}
_NAME = re.compile(r"[\w-]{1,64}")
_CLASSES = re.compile(r"[\w -]{0,400}")


def name_element(element: Element) -> str:
    """The class that an element's own rules name."""
    # The id becomes part of a selector: with other characters, it could end that and begin rules of its own.
    return f"elementor-element-{element.id}" if _NAME.fullmatch(element.id) else "elementor-element-unnamed"


def list_classes(part: Part, name: str) -> list[str]:
    """The classes that an author gave an element, and those that hide it on some devices."""
    hidden = [f"elementor-hidden-{device}" for device in DEVICES if part.settings.flag(f"hide_{device}")]
    own = part.settings.text(name)
    return [*hidden, *(own.split() if _CLASSES.fullmatch(own) else ())]


def anchor(part: Part) -> str:
    """The id that links lead to."""
    found = part.settings.text("_element_id")
    return found if _NAME.fullmatch(found) else ""


def draw_widget(part: Part, content: str) -> str:
    """A widget around its content."""
    style_widget(part.style)
    classes = ["elementor-element", name_element(part.element), "elementor-widget", f"elementor-widget-{part.kind}"]
    inner = tag("div", content, class_="elementor-widget-container")
    return tag("div", inner, class_=" ".join([*classes, *list_classes(part, "_css_classes")]), id=anchor(part))


def style_widget(style: Style) -> None:
    """Spacing, background, border, shadow and place of a widget."""
    style.sides("_margin", CONTAINER, "margin")
    style.sides("_padding", CONTAINER, "padding")
    style_background(style, "_background", CONTAINER)
    style.border("_border", CONTAINER)
    style.sides("_border_radius", CONTAINER, "border-radius")
    style.box_shadow("_box_shadow", CONTAINER)
    style.size("_z_index", "", "z-index", write=write_number)
    _style_width(style)
    style_flex_item(style)
    style_position(style, "_position")


def _style_width(style: Style) -> None:
    for breakpoint, value in style.settings.variants("_element_width"):
        width = WIDTHS.get(value, "") if isinstance(value, str) else ""
        style.declare("", "width", width, breakpoint)
        style.declare("", "max-width", width and "100%", breakpoint)
    if style.settings.text("_element_width") == "initial":
        style.size("_element_custom_width", "", "width")
        style.declare("", "max-width", "100%")


def style_flex_item(style: Style) -> None:
    """How an element stands among others in a container."""
    style.size("_flex_align_self", "", "align-self", write=write_words)
    style.size("_flex_grow", "", "flex-grow", write=write_number)
    style.size("_flex_shrink", "", "flex-shrink", write=write_number)
    for breakpoint, value in style.settings.variants("_flex_size"):
        grow = {"grow": "1", "shrink": "0", "none": "0"}.get(value, "") if isinstance(value, str) else ""
        style.declare("", "flex-grow", grow, breakpoint)
    for breakpoint, value in style.settings.variants("_flex_order"):
        style.declare("", "order", ORDERS.get(value, "") if isinstance(value, str) else "", breakpoint)
    if style.settings.text("_flex_order") == "custom":
        style.size("_flex_order_custom", "", "order", write=write_number)


def style_position(style: Style, name: str) -> None:
    """An element that stands out of the flow, with its offsets. A fixed one would cover the page: it is absolute."""
    if style.settings.text(name) not in ("absolute", "fixed"):
        return
    style.declare("", "position", "absolute")
    for axis, orientation, sides in (("x", "h", ("left", "right")), ("y", "v", ("top", "bottom"))):
        is_end = style.settings.text(f"_offset_orientation_{orientation}") == "end"
        style.size(f"_offset_{axis}{'_end' if is_end else ''}", "", sides[is_end])
