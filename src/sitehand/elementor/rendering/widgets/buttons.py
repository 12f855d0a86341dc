"""Buttons."""

from sitehand.elementor.rendering.background import style_background
from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.frame import draw_widget
from sitehand.elementor.rendering.icons import draw_icon, find_icon
from sitehand.elementor.rendering.links import list_link_attributes
from sitehand.elementor.rendering.markup import escape, tag
from sitehand.elementor.rendering.registry import draws

BUTTON = " .elementor-button"
KINDS = ("info", "success", "warning", "danger")
SIZES = ("xs", "sm", "md", "lg", "xl")
BEHIND = ("right", "row-reverse")
ACTIVE = f"{BUTTON}:is(:hover, :focus)"


@draws("button")
def draw_button(part: Part) -> str:
    """A link that looks like a button; without an address it is text that does."""
    _style_button(part)
    settings = part.settings
    kind, size = settings.choice("button_type", KINDS), settings.choice("size", SIZES, "sm")
    classes = f"elementor-button elementor-size-{size}{f' elementor-button-{kind}' if kind else ''}"
    link = list_link_attributes(settings.object("link"))
    button = tag("a" if link else "span", draw_label(part, settings.text("text")), class_=classes, **link)
    return draw_widget(part, tag("div", button, class_="elementor-button-wrapper"))


def draw_label(part: Part, words: str) -> str:
    """The words of a button, with its icon."""
    icon = draw_icon(find_icon(part.settings, "selected_icon"))
    text = tag("span", escape(words), class_="elementor-button-text")
    if not icon:
        return text
    drawn = tag("span", icon, class_="elementor-button-icon")
    is_behind = part.settings.text("icon_align") in BEHIND
    return tag("span", text + drawn if is_behind else drawn + text, class_="elementor-button-content-wrapper")


def _style_button(part: Part) -> None:
    style = part.style
    style.align("align")
    for breakpoint, value in part.settings.variants("align"):
        style.declare(BUTTON, "display", "flex" if value in ("justify", "stretch") else "inline-flex", breakpoint)
    style.typography("typography", BUTTON)
    style.text_shadow("text_shadow", BUTTON)
    style.color("button_text_color", BUTTON)
    style_background(style, "background", BUTTON)
    if "background_background" not in part.settings.values:
        style.color("background_color", BUTTON, "background-color")
    style.color("hover_color", ACTIVE)
    style_background(style, "button_background_hover", ACTIVE)
    style.color("button_background_hover_color", ACTIVE, "background-color")
    style.color("button_hover_border_color", ACTIVE, "border-color")
    style.border("border", BUTTON)
    style.sides("border_radius", BUTTON, "border-radius")
    style.box_shadow("button_box_shadow", BUTTON)
    style.sides("text_padding", BUTTON, "padding")
    style.size("icon_indent", f"{BUTTON} .elementor-button-content-wrapper", "gap")
