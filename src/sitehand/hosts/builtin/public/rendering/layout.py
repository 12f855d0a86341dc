"""How a block arranges the blocks in it, as WordPress says it by classes and, where an author chose it, by styles.

Source: https://developer.wordpress.org/block-editor/explanations/architecture/styles/#layout-styles
"""

from collections.abc import Iterator

from sitehand.hosts.builtin.public.rendering.slots import Attributes
from sitehand.hosts.builtin.public.rendering.values import write_value

FLOW = (
    "accordion accordion-item accordion-panel column cover details group latest-posts post-content post-template query"
    " quote tab-panel tabs term-template terms-query"
)
FLEX = "buttons columns comments-pagination gallery navigation query-pagination social-links tab-list"
DEFAULTS = {f"core/{name}": "flow" for name in FLOW.split()} | {f"core/{name}": "flex" for name in FLEX.split()}
TYPES = ("flow", "constrained", "flex", "grid")
PLACES = {
    "left": "flex-start",
    "top": "flex-start",
    "center": "center",
    "right": "flex-end",
    "bottom": "flex-end",
    "space-between": "space-between",
    "stretch": "stretch",
}
BUTTON_WIDTH = "--wp--block-button--width"
"""The width of a button, in hundredths of what it stands in."""
BLOCK_GAP, CONTENT_SIZE = "--wp--style--block-gap", "--wp--style--content-size"
"""Variables that the style sheet reads: the space between blocks that flow, and how wide they may be."""
SHARED_WIDTH = ("core/buttons", "core/gallery")
"""Blocks in which each block takes a part of the width, of which the space between them is taken off."""
COLUMN_GAP = "--wp--style--column-gap"
"""The variable of the style sheet for the space between columns."""
GRID_COLUMNS, GRID_WIDTH = "--wp--style--grid-columns", "--wp--style--grid-width"
"""Variables of the style sheet for a grid: its columns, or how wide each is at least. Two, since the sanitiser takes no
function within a function.
"""


def layout_type(name: str, attributes: Attributes) -> str:
    """The type of a block's layout; empty for a block that arranges nothing."""
    if name not in DEFAULTS:
        return ""
    layout = attributes.inner("layout")
    if layout.text("type") in TYPES:
        return layout.text("type")
    return "constrained" if layout.flag("inherit") or layout.text("contentSize") else DEFAULTS[name]


def list_layout_classes(name: str, attributes: Attributes) -> Iterator[str]:
    """The classes of a block's layout."""
    kind, layout = layout_type(name, attributes), attributes.inner("layout")
    if not kind:
        return
    if layout.text("orientation") in ("horizontal", "vertical"):
        yield f"is-{layout.text('orientation')}"
    if layout.text("justifyContent") in PLACES:
        yield f"is-content-justification-{layout.text('justifyContent')}"
    if layout.text("flexWrap") == "nowrap":
        yield "is-nowrap"
    yield f"is-layout-{kind}"
    yield f"wp-block-{name.removeprefix('core/')}-is-layout-{kind}"


def list_layout_styles(name: str, attributes: Attributes) -> Iterator[tuple[str, str]]:
    """The styles of what an author chose of a block's layout."""
    kind, layout = layout_type(name, attributes), attributes.inner("layout")
    if kind in ("flex", "grid"):
        yield "gap", _write_gap(attributes)
        shares = name in SHARED_WIDTH or "columnCount" in layout.values
        yield COLUMN_GAP, _write_column_gap(attributes) if shares else ""
    elif kind:
        yield BLOCK_GAP, write_value(attributes.inner("style").inner("spacing").values.get("blockGap"))
        yield CONTENT_SIZE, write_value(layout.values.get("contentSize"))
    if kind == "flex":
        yield from _list_flex(layout)
    if kind == "grid":
        yield from _list_columns(layout)


def list_child_styles(attributes: Attributes) -> Iterator[tuple[str, str]]:
    """The styles of a block's own place among others."""
    place = attributes.inner("style").inner("layout")
    match place.text("selfStretch"):
        case "fixed" | "fixedNoShrink":
            yield "flex-basis", write_value(place.values.get("flexSize"))
        case "fill":
            yield "flex-grow", "1"
    if "columnSpan" in place.values:
        yield "grid-column", f"span {place.number('columnSpan', 1, 1, 16)}"
    if "rowSpan" in place.values:
        yield "grid-row", f"span {place.number('rowSpan', 1, 1, 16)}"


def find_ratio(name: str, attributes: Attributes) -> str:
    """The shape of a cover, if its author chose one."""
    ratio = write_value(attributes.inner("style").inner("dimensions").text("aspectRatio"))
    return ratio if name == "core/cover" and ratio != "auto" else ""


def find_width(name: str, attributes: Attributes) -> str:
    """How wide a button is, if its author chose that."""
    return write_value(attributes.inner("style").inner("dimensions").text("width")) if name == "core/button" else ""


def list_own_styles(name: str, attributes: Attributes) -> Iterator[tuple[str, str]]:
    """The shape of a cover, whose height then follows from its width; the width of a button."""
    width = find_width(name, attributes)
    yield (BUTTON_WIDTH, width[:-1]) if width.endswith("%") else ("width", width)
    if ratio := find_ratio(name, attributes):
        yield "aspect-ratio", ratio
        yield "min-height", "unset"


def _write_gap(attributes: Attributes) -> str:
    gap = attributes.inner("style").inner("spacing").values.get("blockGap")
    if not isinstance(gap, dict):
        return write_value(gap)
    both = [write_value(gap.get(side)) or "normal" for side in ("top", "left")]
    return " ".join(both) if both != ["normal", "normal"] else ""


def _write_column_gap(attributes: Attributes) -> str:
    gap = attributes.inner("style").inner("spacing").values.get("blockGap")
    return write_value(gap.get("left") if isinstance(gap, dict) else gap)


def _list_flex(layout: Attributes) -> Iterator[tuple[str, str]]:
    along, across = PLACES.get(layout.text("justifyContent"), ""), PLACES.get(layout.text("verticalAlignment"), "")
    if layout.text("orientation") == "vertical":
        yield "flex-direction", "column"
        along, across = across, along or "flex-start"
    yield "justify-content", along
    yield "align-items", across
    if layout.text("flexWrap") == "nowrap":
        yield "flex-wrap", "nowrap"


def _list_columns(layout: Attributes) -> Iterator[tuple[str, str]]:
    """With both there are so many columns where each has room for its width, and fewer elsewhere."""
    if layout.values.get("columnCount") is not None:
        yield GRID_COLUMNS, str(layout.number("columnCount", 3, 1, 16))
    yield GRID_WIDTH, write_value(layout.values.get("minimumColumnWidth"))
