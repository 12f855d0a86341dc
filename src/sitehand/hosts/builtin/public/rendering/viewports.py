"""Widths of screens on which a block is not shown (`metadata.blockVisibility.viewport`), as classes of WordPress 7.0.

`blocks.css` hides by these classes, at WordPress's own widths: mobile up to 480 px, tablet up to 782 px, desktop above.
"""

from sitehand.hosts.builtin.public.rendering.slots import Attributes

VIEWPORTS = ("desktop", "mobile", "tablet")
"""The viewports, in the order in which their classes are written."""
NEVER_HIDDEN = frozenset(
    f"core/{name}"
    for name in (
        *("accordion-heading", "accordion-panel", "freeform", "html", "missing", "more", "nextpage", "pattern"),
        *("shortcode", "tab-list", "tab-panel", "tab-panels"),
    )
)
"""Blocks that do not support this, whatever is stored with them. Source: `supports.visibility` of each `block.json`."""


def list_viewport_classes(name: str, attributes: Attributes) -> list[str]:
    """A class for each width on which the block is hidden."""
    if name in NEVER_HIDDEN:
        return []
    chosen = attributes.inner("metadata").inner("blockVisibility").inner("viewport").values
    return [f"wp-block-hidden-{viewport}" for viewport in VIEWPORTS if chosen.get(viewport) is False]
