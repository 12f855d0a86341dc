"""What an author chose of a block's look in `style`, as properties of CSS.

Source: https://developer.wordpress.org/block-editor/reference-guides/block-api/block-supports/
"""

from collections.abc import Iterator

from sitehand.hosts.builtin.public.rendering.slots import Attributes
from sitehand.hosts.builtin.public.rendering.values import SIDES, write_sides, write_value

TYPOGRAPHY = {
    "fontSize": "font-size",
    "fontStyle": "font-style",
    "fontWeight": "font-weight",
    "lineHeight": "line-height",
    "textDecoration": "text-decoration",
    "textTransform": "text-transform",
    "letterSpacing": "letter-spacing",
}
PARTS = ("color", "width", "style")
CORNERS = {"top-left": "topLeft", "top-right": "topRight", "bottom-left": "bottomLeft", "bottom-right": "bottomRight"}


def list_looks(style: Attributes) -> Iterator[tuple[str, str]]:
    """The properties, each with its value, which is empty where none was chosen."""
    color, spacing, typography = (style.inner(name) for name in ("color", "spacing", "typography"))
    yield "color", write_value(color.values.get("text"))
    yield "background-color", write_value(color.values.get("background"))
    yield "background", write_value(color.values.get("gradient"))
    yield from ((css, write_value(typography.values.get(name))) for name, css in TYPOGRAPHY.items())
    yield from list_borders(style.inner("border"))
    yield from write_sides("padding", spacing.values.get("padding"))
    yield from write_sides("margin", spacing.values.get("margin"))
    yield "min-height", write_value(style.inner("dimensions").values.get("minHeight"))
    yield "box-shadow", write_value(style.values.get("shadow"))


def list_borders(border: Attributes) -> Iterator[tuple[str, str]]:
    """The properties of a border: of all sides, or of each, and its corners."""
    for part in PARTS:
        yield f"border-{part}", write_value(border.values.get(part))
        yield from ((f"border-{side}-{part}", write_value(border.inner(side).values.get(part))) for side in SIDES)
    radius = border.values.get("radius")
    if isinstance(radius, dict):
        yield from ((f"border-{css}-radius", write_value(radius.get(name))) for css, name in CORNERS.items())
    else:
        yield "border-radius", write_value(radius)
