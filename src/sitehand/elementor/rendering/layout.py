"""Sections with columns, and containers."""

from sitehand.elementor.rendering.background import style_background, style_overlay
from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.frame import anchor, list_classes, name_element, style_flex_item, style_position
from sitehand.elementor.rendering.links import open_link
from sitehand.elementor.rendering.markup import SECTIONS, tag
from sitehand.elementor.rendering.registry import draws
from sitehand.elementor.rendering.shapes import draw_shapes
from sitehand.elementor.rendering.style import Style
from sitehand.elementor.rendering.values import (
    SHARES,
    write_expression,
    write_gaps,
    write_number,
    write_words,
)

INNER, WRAP = " > .elementor-container", " > .elementor-widget-wrap"
OVERLAY = " > .elementor-background-overlay"
COLUMN_GAPS = ("default", "no", "narrow", "extended", "wide", "wider", "custom")
PLACES = {"top": "flex-start", "middle": "center", "center": "center", "bottom": "flex-end", "stretch": "stretch"}
SPREADS = ("space-between", "space-around", "space-evenly")


@draws("section")
def draw_section(part: Part) -> str:
    """A row of columns."""
    style = part.style
    _style_section(style)
    style_box(style, "")
    overlay = draw_overlay(style)
    gap = part.settings.choice("gap", COLUMN_GAPS, "default")
    shapes = draw_shapes(part)
    inner = tag("div", "".join(part.children()), class_=f"elementor-container elementor-column-gap-{gap}")
    kind = "boxed" if part.settings.text("layout", "boxed") == "boxed" else "full_width"
    reverse = [f"elementor-reverse-{device}" for device in ("tablet", "mobile") if _is_reversed(part, device)]
    classes = ["elementor-section", f"elementor-section-{kind}", *reverse]
    return _draw_box(part, "section", classes, overlay + shapes + inner)


def _is_reversed(part: Part, device: str) -> bool:
    return part.settings.flag(f"reverse_order_{device}")


def _style_section(style: Style) -> None:
    style.size("content_width", INNER, "max-width")
    for height, custom in (("height", "custom_height"), ("height_inner", "custom_height_inner")):
        kind = style.settings.text(height)
        if kind == "full":
            style.declare(INNER, "min-height", "100vh")
        elif kind == "min-height":
            style.declare(INNER, "min-height", "400px")
            style.size(custom, INNER, "min-height")
        if kind in ("full", "min-height"):
            place = PLACES.get(style.settings.text("column_position", "middle"), "center")
            style.declare(INNER, "align-items", place)
    _style_place(style, "content_position", f"{INNER} > .elementor-column{WRAP}")
    style.size("gap_columns_custom", f"{INNER} > .elementor-column{WRAP}", "padding")
    style.size("overflow", "", "overflow", write=write_words)


@draws("column")
def draw_column(part: Part) -> str:
    """A column of a section."""
    style = part.style
    style.declare("", "width", _write_share(part.settings.number("_column_size", 0, 0, 100)))
    style.declare("", "width", "100%", "mobile")
    for breakpoint, value in part.settings.variants("_inline_size"):
        number = write_number(value)
        style.declare("", "width", f"{number}%" if number else "", breakpoint)
    _style_place(style, "content_position", WRAP)
    style.size("align", WRAP, "justify-content", write=write_words)
    style.size("space_between_widgets", f"{WRAP} > .elementor-widget:not(:last-child)", "margin-bottom", write=_pixels)
    style_box(style, WRAP)
    overlay = draw_overlay(style, f"{WRAP}{OVERLAY}")
    inner = tag("div", overlay + "".join(part.children()), class_="elementor-widget-wrap elementor-element-populated")
    return _draw_box(part, "div", ["elementor-column"], inner)


def _write_share(percent: float) -> str:
    """A width, of which a third is stored as 33."""
    exact = SHARES.get(int(percent), percent)
    return f"{exact:.6g}%" if percent else ""


def _pixels(value: object) -> str:
    number = write_number(value)
    return f"{number}px" if number else ""


def _style_place(style: Style, name: str, below: str) -> None:
    for breakpoint, value in style.settings.variants(name):
        place = PLACES.get(value, value if value in SPREADS else "") if isinstance(value, str) else ""
        style.declare(below, "align-content", place, breakpoint)
        style.declare(below, "align-items", "" if place in SPREADS else place, breakpoint)


def style_box(style: Style, below: str) -> None:
    """Spacing, background, border, shadow and text of a layout element."""
    style.sides("margin", below, "margin")
    style.sides("padding", below, "padding")
    style_background(style, "background", below)
    style_background(style, "background_hover", f"{below}:hover")
    style.border("border", below)
    style.sides("border_radius", below, "border-radius")
    style.box_shadow("box_shadow", below)
    style.size("z_index", "", "z-index", write=write_number)
    style.color("heading_color", f"{below} .elementor-heading-title")
    style.color("color_text", below)
    style.color("color_link", f"{below} a")
    style.color("color_link_hover", f"{below} a:hover")
    style.align("text_align", below)


def draw_overlay(style: Style, below: str = OVERLAY) -> str:
    """What lies between the background and the content."""
    return tag("div", class_="elementor-background-overlay") if style_overlay(style, below) else ""


def _draw_box(part: Part, name: str, classes: list[str], content: str) -> str:
    chosen = part.settings.choice("html_tag", SECTIONS, name)
    every = ["elementor-element", name_element(part.element), *classes, *list_classes(part, "css_classes")]
    return tag(chosen, content, class_=" ".join(every), id=anchor(part))


@draws("container")
def draw_container(part: Part) -> str:
    """A flexible box or a grid; a boxed one holds its elements in a box of the content's width."""
    settings, style = part.settings, part.style
    boxed = settings.text("content_width", "boxed") == "boxed"
    below = " > .e-con-inner" if boxed else ""
    grid = settings.text("container_type") == "grid"
    style.size("width", "", "width")
    style.size("boxed_width", " > .e-con-inner", "max-width")
    style.size("min_height", "", "min-height")
    style.size("min_height", " > .e-con-inner", "min-height")
    (_style_grid if grid else _style_flex)(style, below)
    style.size("overflow", "", "overflow", write=write_words)
    style_box(style, "")
    style_flex_item(style)
    style_position(style, "position")
    content = draw_overlay(style) + draw_shapes(part)
    inner = "".join(part.children())
    content += tag("div", inner, class_="e-con-inner") if boxed else inner
    classes = ["e-con", "e-con-boxed" if boxed else "e-con-full", "e-grid" if grid else "e-flex", *_directions(part)]
    return open_link(part, _draw_box(part, "div", classes, content))


def _directions(part: Part) -> list[str]:
    """Classes that say at which breakpoints a box is a row, since the widths of what is in it follow from that."""
    if part.settings.text("container_type") == "grid":
        return []
    found = {name: value for name, value in part.settings.variants("flex_direction") if isinstance(value, str)}
    base = found.get("", "column")
    return [
        f"e-row{suffix}"
        for suffix, value in (("", base), ("-mobile", found.get("mobile", found.get("tablet", base))))
        if value.startswith("row")
    ]


def _style_flex(style: Style, below: str) -> None:
    style.size("flex_direction", below, "flex-direction", write=write_words)
    style.size("flex_justify_content", below, "justify-content", write=write_words)
    style.size("flex_align_items", below, "align-items", write=write_words)
    style.size("flex_align_content", below, "align-content", write=write_words)
    style.size("flex_wrap", below, "flex-wrap", write=write_words)
    style.size("flex_gap", below, "gap", write=write_gaps)


def _style_grid(style: Style, below: str) -> None:
    style.declare(below, "grid-template-columns", "repeat(3, minmax(0, 1fr))")
    style.declare(below, "grid-template-columns", "minmax(0, 1fr)", "mobile")
    style.size("grid_columns_grid", below, "grid-template-columns", write=_write_tracks)
    if style.settings.object("grid_rows_grid").text("unit") == "custom":
        style.size("grid_rows_grid", below, "grid-template-rows", write=_write_tracks)
    style.size("grid_gaps", below, "gap", write=write_gaps)
    style.size("grid_auto_flow", below, "grid-auto-flow", write=write_words)
    for name in ("justify_items", "align_items", "justify_content", "align_content"):
        style.size(f"grid_{name}", below, name.replace("_", "-"), write=write_words)


def _write_tracks(value: object) -> str:
    """Columns or rows: a number of equal ones, or as CSS says it."""
    if not isinstance(value, dict):
        return ""
    if value.get("unit") == "custom":
        return write_expression(value.get("size"))
    number = write_number(value.get("size"))
    return f"repeat({number}, minmax(0, 1fr))" if number.isdigit() and 1 <= int(number) <= 24 else ""  # noqa: PLR2004
