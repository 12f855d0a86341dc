"""Fluid font sizes: a size between two bounds that follows the width of the window, as WordPress works it out.

Source: https://developer.wordpress.org/reference/functions/wp_get_typography_font_size_value/
"""

import math
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from sitehand.blocks.elements import write_number
from sitehand.blocks.styles import pick

ROOT_PIXELS = 16
NARROWEST, WIDEST = "320px", "1600px"
LEAST_FACTOR, MOST_FACTOR, STEEPNESS = 0.25, 0.75, 0.075
"""What a size may shrink to, as a part of it: the more the larger it is."""
_SIZE = re.compile(r"(\d*\.?\d+)(rem|px|em)")
MAX_SIZE = 1e9
"""Sizes beyond it are written as they are: what would be worked out of them is not finite."""


class Size(NamedTuple):
    """A number with one of the units that a fluid size is made of."""

    number: float
    unit: str

    def write(self) -> str:
        """The size as CSS, such as `1.5rem`."""
        return f"{write_number(self.number)}{self.unit}"

    def convert(self, unit: str) -> "Size":
        """Convert this size to another unit; em and rem count alike."""
        if (self.unit == "px") == (unit == "px"):
            return Size(self.number, unit)
        number = self.number * ROOT_PIXELS if unit == "px" else self.number / ROOT_PIXELS
        return Size(round_half_up(number), unit)


SMALLEST = Size(14, "px")


def round_half_up(number: float) -> float:
    """Round to three places, as PHP does; Python rounds a half to the even side."""
    return math.floor(number * 1000 + 0.5) / 1000


def read_size(text: Any) -> Size | None:
    """The size that a text spells, where it is a plain one in px, rem or em."""
    found = _SIZE.fullmatch(str(text))
    return Size(float(found[1]), found[2]) if found and float(found[1]) <= MAX_SIZE else None


def write_font_size(preset: Mapping[str, Any], settings: Mapping[str, Any]) -> str:
    """The CSS of a font size preset under the settings of its site."""
    plain, own = str(preset["size"]), preset.get("fluid")
    fluid = pick(settings, "typography.fluid")
    size = read_size(plain)
    if not fluid or own is False or size is None or not size.number:
        return plain
    choices = fluid if isinstance(fluid, Mapping) else {}
    own = own if isinstance(own, Mapping) else {}
    bounds = _find_bounds(size, own, choices)
    return plain if bounds is None else _clamp(*bounds, *_find_widths(choices, settings)) or plain


def _find_bounds(size: Size, own: Mapping[str, Any], choices: Mapping[str, Any]) -> tuple[str, str] | None:
    """The least and the largest size; None for one that is too small to shrink."""
    limit = (read_size(choices.get("minFontSize")) or SMALLEST).convert(size.unit)
    low, high = own.get("min"), own.get("max")
    if not low and not high and size.number <= limit.number:
        return None
    return low or _shrink(size, limit).write(), high or size.write()


def _shrink(size: Size, limit: Size) -> Size:
    pixels = size.number if size.unit == "px" else size.number * ROOT_PIXELS
    factor = min(max(1 - STEEPNESS * math.log2(pixels), LEAST_FACTOR), MOST_FACTOR)
    small = round_half_up(size.number * factor)
    return limit if small <= limit.number else Size(small, size.unit)


def _find_widths(choices: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[str, str]:
    wide = pick(settings, "layout.wideSize")
    widest = choices.get("maxViewportWidth") or (wide if read_size(wide) else WIDEST)
    return choices.get("minViewportWidth") or NARROWEST, widest


def _clamp(low: str, high: str, narrow: str, wide: str) -> str:
    least = read_size(low)
    if least is None:
        return ""
    sizes = [found.convert(least.unit) for each in (high, narrow, wide) if (found := read_size(each))]
    if len(sizes) < len((high, narrow, wide)) or sizes[1].number == sizes[2].number:
        return ""
    largest, first, last = sizes
    offset = Size(round_half_up(first.number / 100), least.unit).write()
    slope = round_half_up(100 * (largest.number - least.number) / (last.number - first.number)) or 1
    return f"clamp({low}, {least.convert('rem').write()} + ((1vw - {offset}) * {write_number(slope)}), {high})"
