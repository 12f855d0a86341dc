"""Shapes at the edges of sections and containers. The drawings are our own: a shape of the same kind, not the same."""

from sitehand.elementor.rendering.canvas import Part
from sitehand.elementor.rendering.markup import tag

SHAPES = {
    "triangle": "M0 0L500 100L1000 0Z",
    "triangle-asymmetrical": "M0 0L700 100L1000 0Z",
    "arrow": "M482 0L500 16L518 0Z",
    "tilt": "M0 0H1000L0 100Z",
    "opacity-tilt": "M0 0H1000L0 100Z",
    "mountains": "M0 0V40L150 90L300 30L480 100L650 45L820 85L1000 20V0Z",
    "zigzag": "M0 0L100 100L200 0L300 100L400 0L500 100L600 0L700 100L800 0L900 100L1000 0Z",
    "pyramids": "M0 0L200 60L320 20L600 100L800 40L1000 80V0Z",
    "waves": "M0 0V60C170 110 330 10 500 60S830 110 1000 60V0Z",
    "curve": "M0 0C250 130 750 130 1000 0Z",
    "split": "M0 0V60H480Q500 60 500 100Q500 60 520 60H1000V0Z",
    "book": "M0 0V60Q480 60 500 100Q520 60 1000 60V0Z",
}


def draw_shapes(part: Part) -> str:
    """The shapes at the top and at the bottom."""
    return "".join(_draw_shape(part, edge) for edge in ("top", "bottom"))


def _draw_shape(part: Part, edge: str) -> str:
    name = part.settings.text(f"shape_divider_{edge}")
    if not name:
        return ""
    below = f" > .elementor-shape-{edge}"
    part.style.color(f"shape_divider_{edge}_color", f"{below} path", "fill")
    part.style.size(f"shape_divider_{edge}_height", f"{below} svg", "height")
    part.style.size(f"shape_divider_{edge}_width", f"{below} svg", "width")
    height = 16 if name == "arrow" else 100
    drawn = SHAPES.get(name, SHAPES["waves"])
    is_negative = part.settings.flag(f"shape_divider_{edge}_negative")
    path = tag("path", d=f"M0 0V{height}H1000V0Z{drawn}" if is_negative else drawn, fill_rule="evenodd")
    changes = (("negative", is_negative), ("flipped", part.settings.flag(f"shape_divider_{edge}_flip")))
    classes = ["elementor-shape", f"elementor-shape-{edge}", *(f"elementor-shape-{name}" for name, on in changes if on)]
    drawing = tag("svg", path, viewBox=f"0 0 1000 {height}", preserveAspectRatio="none")
    return tag("div", drawing, class_=" ".join(classes), aria_hidden="true")
