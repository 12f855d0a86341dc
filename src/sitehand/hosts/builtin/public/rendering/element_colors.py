"""The colours that a block gives to links, headings and buttons in it, as variables that the style sheet reads.

Source: https://developer.wordpress.org/block-editor/reference-guides/theme-json-reference/theme-json-living/#elements
"""

from collections.abc import Iterator

from sitehand.hosts.builtin.public.rendering.slots import Attributes
from sitehand.hosts.builtin.public.rendering.values import write_value

COLORS = {
    "link-color": ("link", "color", "text"),
    "link-hover-color": ("link", ":hover", "color", "text"),
    "heading-color": ("heading", "color", "text"),
    "button-color": ("button", "color", "text"),
    "button-background": ("button", "color", "background"),
}
"""Where each stands in `style.elements`. `LAYOUT_STYLES` of the sanitiser names them too."""


def list_element_styles(attributes: Attributes) -> Iterator[tuple[str, str]]:
    """Each colour that its author chose; an empty one counts for nothing."""
    elements = attributes.inner("style").inner("elements")
    for name, (*path, last) in COLORS.items():
        given = elements
        for part in path:
            given = given.inner(part)
        yield f"--wp--style--{name}", write_value(given.values.get(last))
