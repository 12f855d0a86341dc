"""Lines and room between elements."""

from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.frame import draw_widget
from sitehand.elementor.rendering.icons import draw_icon
from sitehand.elementor.rendering.markup import HEADINGS, tag
from sitehand.elementor.rendering.registry import draws

DIVIDER, LINE = " .elementor-divider", " .elementor-divider-line"
STYLES = ("solid", "double", "dotted", "dashed")
MARGINS = {"left": "0 auto 0 0", "start": "0 auto 0 0", "right": "0 0 0 auto", "end": "0 0 0 auto", "center": "0 auto"}


@draws("spacer")
def draw_spacer(part: Part) -> str:
    """Draw empty space."""
    part.style.size("space", " .elementor-spacer", "height")
    return draw_widget(part, tag("div", class_="elementor-spacer"))


@draws("divider")
def draw_divider(part: Part) -> str:
    """A line, which may have a text or an icon in it. Lines that Elementor draws as patterns are solid."""
    style, settings = part.style, part.settings
    style.size("width", DIVIDER, "width")
    for breakpoint, value in settings.variants("align"):
        style.declare(DIVIDER, "margin", MARGINS.get(value, "") if isinstance(value, str) else "", breakpoint)
    style.size("gap", " > .elementor-widget-container", "padding-block")
    style.declare(LINE, "border-top-style", settings.choice("style", STYLES, "solid"))
    style.color("color", LINE, "border-color")
    style.size("weight", LINE, "border-top-width")
    style.color("text_color", " .elementor-divider-text")
    style.typography("typography", " .elementor-divider-text")
    return draw_widget(part, tag("div", _draw_line(part), class_="elementor-divider"))


def _draw_line(part: Part) -> str:
    line, look = tag("span", class_="elementor-divider-line"), part.settings.text("look", "line")
    if look == "line_text":
        level = part.settings.choice("html_tag", HEADINGS, "span")
        return line + tag(level, part.html("text"), class_="elementor-divider-text") + line
    if look == "line_icon":
        return line + tag("span", draw_icon(part.settings.object("icon")), class_="elementor-divider-text") + line
    return line
