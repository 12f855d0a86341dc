"""Text that is hard to read: a plain colour on a plain background, where the document says both. Of all else nothing is
said: what is an image, a gradient, half transparent, of the kit or moved elsewhere, only a browser knows.

Source: https://www.w3.org/TR/WCAG22/#contrast-minimum
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tinycss2.color5 import parse_color

from sitehand.elementor.document import Element
from sitehand.elementor.findings import Finding
from sitehand.elementor.scalars import MAX_COLOR, is_color, read_number
from sitehand.elementor.values import SPECIAL

SMALL, LARGE = 4.5, 3.0
"""The ratios that text needs, and that large text needs."""
LARGE_PX, LARGE_BOLD_PX = 24, 18.66
_BOLD = re.compile("bold|[7-9][0-9]{2}|1000|")
"""Weights that are bold, or not told."""
WEIGHTS = (0.2126, 0.7152, 0.0722)
UNKNOWN = ""
"""A background that the document does not tell."""


class Words(NamedTuple):
    """The settings of an element that say which colour its words have, and which size and weight."""

    color: str
    typography: str
    on: str = ""
    """The background of the words alone, such as a button's."""


TEXTS: Mapping[str, tuple[Words, ...]] = {
    "heading": (Words("title_color", "typography"),),
    "text-editor": (Words("text_color", "typography"),),
    "button": (Words("button_text_color", "typography", "background"),),
    "icon-box": (Words("title_color", "title_typography"), Words("description_color", "description_typography")),
    "image-box": (Words("title_color", "title_typography"), Words("description_color", "description_typography")),
    "counter": (Words("number_color", "typography_number"), Words("title_color", "typography_title")),
}
MOVED = (
    *("_position", "position", "_z_index", "_opacity", "opacity", "_transform_translate_popover"),
    *("mix_blend_mode", "blend_mode", "custom_css"),
)
"""Settings with which words may stand elsewhere, or look otherwise."""
OVERLAYS = ("background_overlay_background", "_background_overlay_background")


def find_low_contrast(root: Element) -> Iterator[Finding]:
    """A note for each text of too little contrast, in order."""
    waiting = [(child, UNKNOWN) for child in reversed(root.children)]
    while waiting:
        element, behind = waiting.pop()
        if element.is_atomic:
            behind = UNKNOWN
        else:
            groups = ("_background",) if element.is_widget else ("background",)
            behind = _read_behind(element.settings, groups, behind)
            yield from _check(element, behind)
        waiting += [(child, behind) for child in reversed(element.children)]


def measure_contrast(one: str, other: str) -> float | None:
    """The ratio of two colours; None where one is not plain."""
    measured = [_measure(each) for each in (one, other)]
    dark, light = sorted(each for each in measured if each is not None) if None not in measured else (None, None)
    return None if dark is None or light is None else (light + 0.05) / (dark + 0.05)


def _check(element: Element, behind: str) -> Iterator[Finding]:
    settings = element.settings
    if _is_moved(settings) or "style=" in element.shell:
        return
    for words in TEXTS.get(element.kind, ()):
        color = _read_color(settings, words.color)
        ground = _read_ground(settings, words.on, UNKNOWN, "classic") if words.on else behind
        ratio = measure_contrast(color, ground) if color and ground else None
        needed = _read_needed(settings, words.typography)
        if ratio is not None and ratio < needed:
            expected = f"a contrast of {needed:g} to 1 with {ground}, which is behind it: it has {ratio:.1f}"
            yield Finding(f"{element.id}.settings.{words.color}", "note", "low_contrast", expected, color)


def _is_moved(settings: Mapping[str, Any]) -> bool:
    margins = [settings.get(name) for name in ("margin", "_margin")]
    pulled = any(str(side).startswith("-") for each in margins if isinstance(each, Mapping) for side in each.values())
    return pulled or any(settings.get(name) for name in MOVED)


def _read_behind(settings: Mapping[str, Any], groups: Sequence[str], behind: str) -> str:
    """What is behind what is in an element: its own background, or what is behind that."""
    if _is_moved(settings) or any(settings.get(name) for name in OVERLAYS):
        return UNKNOWN
    for group in groups:
        behind = _read_ground(settings, group, behind)
    return behind


def _read_ground(settings: Mapping[str, Any], group: str, behind: str, default: str = "") -> str:
    """The colour of a group of settings for a background; what is behind it where there is none."""
    kind = settings.get(f"{group}_background", default)
    image = settings.get(f"{group}_image")
    has_image = isinstance(image, Mapping) and bool(image.get("url") or image.get("id"))
    if not kind:
        return behind
    return UNKNOWN if kind != "classic" or has_image else _read_color(settings, f"{group}_color")


def _read_color(settings: Mapping[str, Any], name: str) -> str:
    """A colour that is the same on every screen, and no reference."""
    found = settings.get(name)
    references = [settings.get(each) for each in SPECIAL]
    other = any(isinstance(each, Mapping) and name in each for each in references)
    sized = any(each.startswith(f"{name}_") and value for each, value in settings.items())
    return found if isinstance(found, str) and len(found) <= MAX_COLOR and not other and not sized else UNKNOWN


def _read_needed(settings: Mapping[str, Any], group: str) -> float:
    """The ratio that is needed whatever is not told; a theme may draw a title large."""
    size, weight = settings.get(f"{group}_font_size"), str(settings.get(f"{group}_font_weight", ""))
    own = settings.get(f"{group}_typography") == "custom" and isinstance(size, Mapping) and size.get("unit") == "px"
    try:
        pixels = read_number(str(size.get("size"))) if own and isinstance(size, Mapping) else LARGE_PX
    except ValueError:
        return LARGE
    return LARGE if pixels >= (LARGE_BOLD_PX if _BOLD.fullmatch(weight) else LARGE_PX) else SMALL


def _measure(text: str) -> float | None:
    """The luminance of a colour without transparency."""
    color = parse_color(text) if is_color(text) else None
    if color is None or color == "currentcolor" or color.space not in ("srgb", "hsl", "hwb") or color.alpha != 1:
        return None
    parts = [max(0.0, min(1.0, part or 0)) for part in color.to("srgb").coordinates]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]  # noqa: PLR2004
    return sum(weight * part for weight, part in zip(WEIGHTS, linear, strict=True))
