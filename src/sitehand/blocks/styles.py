"""The `style` attribute of blocks as CSS, in the order in which a release writes it, and the classes of presets.

Source: https://github.com/WordPress/gutenberg/tree/trunk/packages/style-engine.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from sitehand.blocks.dialects import Dialect
from sitehand.blocks.elements import write_number

Style = dict[str, Any]
SIDES = ("top", "right", "bottom", "left")
CORNERS = ("topLeft", "topRight", "bottomLeft", "bottomRight")
BOXES = {"border.radius": ("border-{}-radius", CORNERS), "spacing.margin": ("margin-{}", SIDES)} | {
    "spacing.padding": ("padding-{}", SIDES)
}
"""Paths whose value is one for all sides, or one for each."""
NAMES = {
    "border.radius": "border-radius",
    "color.text": "color",
    "color.gradient": "background",
    "color.background": "background-color",
    "spacing.margin": "margin",
    "spacing.padding": "padding",
    "typography.textColumns": "column-count",
    "shadow": "box-shadow",
}
"""The CSS properties that are not the path with hyphens, or its last word."""
NEW = frozenset(
    f"{group}.{name}"
    for group, names in {
        "dimensions": ("height", "minWidth", "width", "objectFit"),
        "typography": ("textIndent", "textShadow"),
    }.items()
    for name in names
)
"""Paths that 6.8 does not write."""
PATHS = (
    *("border.color", "border.style", "border.width", "border.radius"),
    *(f"border.{side}.{name}" for side in SIDES for name in ("color", "style", "width")),
    *("color.text", "color.gradient", "color.background"),
    *(f"dimensions.{name}" for name in ("height", "minHeight", "minWidth", "aspectRatio", "width", "objectFit")),
    *(f"outline.{name}" for name in ("color", "style", "offset", "width")),
    *("spacing.margin", "spacing.padding"),
    *(f"typography.{name}" for name in ("fontFamily", "fontSize", "fontStyle", "fontWeight", "letterSpacing")),
    *(f"typography.{name}" for name in ("lineHeight", "textColumns", "textDecoration", "textIndent", "textShadow")),
    *("typography.textTransform", "typography.writingMode", "shadow"),
)
_VARIABLE_SPLITS = (r"([a-z0-9])([A-Z])", r"([0-9])([a-z])", r"([A-Za-z])([0-9])", r"([A-Z])([A-Z][a-z])")
_SLUG_SPLITS = (
    r"(?!(?:1ST|2ND|3RD|[4-9]TH)(?![a-z]))([a-z0-9])([A-Z])",
    r"(?!(?:1st|2nd|3rd|[4-9]th)(?![a-z]))([0-9])([a-z])",
    *_VARIABLE_SPLITS[2:],
)


def write_css(style: Mapping[str, Any], release: Dialect) -> Style:
    """The CSS properties of a `style` attribute. What is empty is left out."""
    return {name: value for path in PATHS for name, value in _write_path(style, path, release)}


def pick(value: Any, path: str) -> Any:
    """What stands at a path of objects, such as `color.text`; None for nothing."""
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def write_value(value: Any) -> Any:
    """A value, where `var:preset|color|base` is the variable of that preset."""
    if not isinstance(value, str) or not value.startswith("var:"):
        return value
    parts = (_hyphenate(part, _VARIABLE_SPLITS) for part in value.removeprefix("var:").split("|"))
    return f"var(--wp--{'--'.join(parts)})"


def write_slug(slug: Any) -> str:
    """The name of a preset as it stands in classes."""
    return _hyphenate(re.sub("['\u2019]", "", write_number(slug), count=1), _SLUG_SPLITS)


def preset_class(slug: Any, property_name: str) -> str | None:
    """The class of a preset, such as `has-base-background-color`."""
    return f"has-{write_slug(slug)}-{property_name}" if slug else None


def _write_path(style: Mapping[str, Any], path: str, release: Dialect) -> Iterator[tuple[str, Any]]:
    value = pick(style, path)
    if not value or (path in NEW and release is Dialect.V6_8):
        return
    if path in BOXES and not isinstance(value, str):
        pattern, sides = BOXES[path]
        for side in sides:
            if found := write_value(pick(value, side)):
                yield pattern.format(_css_name(side)), found
    else:
        raw = path in BOXES and release is Dialect.V6_8
        yield _name(path), value if raw else write_value(value)


@cache
def _name(path: str) -> str:
    group, _, name = path.partition(".")
    if path in NAMES:
        return NAMES[path]
    return path.replace(".", "-") if group in ("border", "outline") else _css_name(name)


def _css_name(name: str) -> str:
    return re.sub(r"([a-z])([A-Z])", r"\1-\2", name).lower()


def _hyphenate(text: str, splits: tuple[str, ...]) -> str:
    for split in splits:
        text = re.sub(split, r"\1 \2", text)
    return re.sub(r"[^A-Za-z0-9]+", " ", text).strip().replace(" ", "-").lower()
