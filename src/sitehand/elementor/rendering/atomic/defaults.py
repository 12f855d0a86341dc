"""The styles that atomic elements have by themselves, as one sheet for all pages: any style of their own wins."""

from sitehand.elementor.catalogue.schema import load_atomic
from sitehand.elementor.rendering.atomic.styles import style_classes
from sitehand.elementor.rendering.canvas import References
from sitehand.elementor.rendering.sheet import Sheet

DRAWN = (
    *("e-div-block", "e-flexbox", "e-grid", "e-heading", "e-paragraph", "e-button"),
    *("e-image", "e-svg", "e-divider", "e-youtube", "e-self-hosted-video"),
)
"""Elements that are drawn with the tags that Elementor uses. Tabs and film covers have tags of our own."""


def write_defaults() -> str:
    """The rules of these elements, each a class."""
    sheet = Sheet()
    types = load_atomic().types
    styles = {f"{kind}-base": {"variants": list(types[kind].base_styles)} for kind in DRAWN}
    style_classes(styles, sheet, References(), "")
    return sheet.write()
