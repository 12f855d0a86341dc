"""How light a colour is, and whether text on it has to be dark."""

from collections.abc import Mapping
from typing import Any

from sitehand.blocks.design.values import read_color

DARK_TEXT_ABOVE = 0.18
"""The luminance at which light and dark text are equally readable. Source: WCAG 2.2, contrast ratio."""
SRGB = (0.2126, 0.7152, 0.0722)
WEIGHTS: Mapping[str, tuple[float, ...]] = {
    "srgb": SRGB,
    "hsl": SRGB,
    "hwb": SRGB,
    "display-p3": (0.229, 0.6917, 0.0793),
}
"""What red, green and blue add to the luminance. Source: https://www.w3.org/TR/css-color-4/#color-conversion-code"""
XYZ = {"lab": "xyz-d50", "lch": "xyz-d50", "oklab": "xyz-d65", "oklch": "xyz-d65"}
"""The spaces that these convert to, whose second coordinate is the luminance."""


def needs_dark_text(color: str) -> bool | None:
    """Whether dark text is the more readable on a CSS colour; None where that cannot be worked out."""
    parsed = read_color(color)
    try:
        luminance = None if parsed is None or parsed == "currentcolor" else _measure(parsed)
    except OverflowError:  # coordinates without a bound, such as lab(1e200 0 0)
        return None
    return None if luminance is None else luminance > DARK_TEXT_ABOVE


def _measure(color: Any) -> float | None:
    if color.space in XYZ:
        return float(color.to(XYZ[color.space]).coordinates[1])
    if color.space not in WEIGHTS:
        return None
    parts = color.coordinates if color.space == "display-p3" else color.to("srgb").coordinates
    return sum(weight * _linear(part or 0) for weight, part in zip(WEIGHTS[color.space], parts, strict=True))


def _linear(part: float) -> float:
    part = max(0.0, min(1.0, part))
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 - sRGB's own
