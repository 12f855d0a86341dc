"""Backgrounds: a group of settings with a colour, a picture or a gradient, and what lies over it."""

from typing import Any

from sitehand.elementor.rendering.style import Style
from sitehand.elementor.rendering.values import (
    write_amount,
    write_color,
    write_image,
    write_size,
    write_words,
)

PICTURE = {
    "position": "background-position",
    "attachment": "background-attachment",
    "repeat": "background-repeat",
    "size": "background-size",
}
OFFSETS = (
    ("position", "xpos", "background-position-x"),
    ("position", "ypos", "background-position-y"),
    ("size", "bg_width", "background-size"),
)
"""What is chosen, where the choice is `initial`, by a size."""


def style_background(style: Style, group: str, below: str) -> None:
    """Declare a background; nothing while its switch is off."""
    kind = style.settings.text(f"{group}_background")
    if kind == "gradient":
        style.declare(below, "background-image", write_gradient(style, group))
    if kind in ("classic", "gradient", "video", "slideshow"):
        style.color(f"{group}_color", below, "background-color")
    if kind == "classic":
        _style_picture(style, group, below)
    if kind in ("video", "slideshow"):
        _style_still(style, group, below, kind)


def style_overlay(style: Style, below: str) -> bool:
    """Declare what lies over the background, and say whether anything does."""
    if style.settings.text("background_overlay_background") not in ("classic", "gradient"):
        return False
    style_background(style, "background_overlay", below)
    style.declare(below, "opacity", "0.5")
    style.size("background_overlay_opacity", below, "opacity", write=write_amount)
    style.size("overlay_blend_mode", below, "mix-blend-mode", write=write_words)
    return True


def write_gradient(style: Style, group: str) -> str:
    """A gradient from one colour to another."""
    settings = style.settings
    colors = [_color(style, f"{group}_color"), _color(style, f"{group}_color_b") or "#f2295b"]
    if not colors[0]:
        return ""
    stops = [settings.number(f"{group}_color_stop", 0, 0, 100), settings.number(f"{group}_color_b_stop", 100, 0, 100)]
    listed = ", ".join(f"{color} {stop:g}%" for color, stop in zip(colors, stops, strict=True))
    if settings.text(f"{group}_gradient_type") == "radial":
        place = write_words(settings.text(f"{group}_gradient_position")) or "center center"
        return f"radial-gradient(at {place}, {listed})"
    angle = write_size(settings.values.get(f"{group}_gradient_angle")) or "180deg"
    return f"linear-gradient({angle}, {listed})"


def _color(style: Style, name: str) -> str:
    found: Any = next((value for breakpoint, value in style.settings.variants(name) if not breakpoint), "")
    return write_color(found)


def _style_picture(style: Style, group: str, below: str) -> None:
    style.size(f"{group}_image", below, "background-image", write=write_image)
    for name, property in PICTURE.items():
        for breakpoint, value in style.settings.variants(f"{group}_{name}"):
            style.declare(below, property, "" if value == "initial" else write_words(value), breakpoint)
    for chosen, name, property in OFFSETS:
        at = {breakpoint for breakpoint, value in style.settings.variants(f"{group}_{chosen}") if value == "initial"}
        for breakpoint, value in style.settings.variants(f"{group}_{name}"):
            style.declare(below, property, write_size(value) if breakpoint in at else "", breakpoint)


def _style_still(style: Style, group: str, below: str, kind: str) -> None:
    """The picture that stands for a film or a show, as nothing moves by itself."""
    slides = style.settings.rows(f"{group}_slideshow_gallery", 1)
    first = slides[0].values if kind == "slideshow" and slides else style.settings.values.get(f"{group}_video_fallback")
    style.declare(below, "background-image", write_image(first))
    style.declare(below, "background-size", "cover")
    style.declare(below, "background-position", "center center")
