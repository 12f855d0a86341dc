"""HTML as the editor writes it: the order, the quotes and the escapes of attributes and styles.

Source: https://github.com/WordPress/gutenberg/tree/trunk/packages/element, serialize.js, and packages/escape-html.
"""

import json
import math
import re
from collections.abc import Mapping
from typing import Any

Properties = dict[str, Any]
"""Attributes of an element in their order; `style` is a mapping of CSS properties. None is left out."""
VOID = frozenset({"br", "hr", "img", "input", "source", "track", "wbr"})
BOOLEAN = frozenset({"autoplay", "controls", "download", "loop", "muted", "open", "playsinline", "reversed"})
"""Attributes that are there or not."""
WORDS = frozenset({"dir", "kind", "preload", "scope", "type"})
"""Attributes that say true and false in words."""
UNITLESS = frozenset(
    {
        *("animation", "column-count", "flex-grow", "flex-shrink", "font-weight", "line-height", "opacity", "order"),
        *("orphans", "tab-size", "widows", "z-index", "zoom"),
    }
)
"""CSS properties whose numbers are no pixels."""
_AMPERSAND = re.compile(r"&(?!(?:[a-z0-9]+|#[0-9]+|#x[a-f0-9]+);)", re.IGNORECASE)


def write_element(tag: str, properties: Mapping[str, Any], *content: str) -> str:
    """An element with its content, which is HTML."""
    begin = f"<{tag}{write_properties(properties)}"
    return f"{begin}/>" if tag in VOID else f"{begin}>{''.join(content)}</{tag}>"


def write_properties(properties: Mapping[str, Any]) -> str:
    """The attributes of an element, each with a space before it."""
    return "".join(_write_property(name, value) for name, value in properties.items())


def write_style(style: Mapping[str, Any]) -> str | None:
    """CSS properties as the value of a `style` attribute; None for none."""
    written = [f"{name}:{_with_unit(name, value)}" for name, value in style.items() if value is not None]
    return ";".join(written) if written else None


def write_number(value: Any) -> str:
    """A value as JavaScript writes it: no `.0`."""
    if isinstance(value, float) and not math.isfinite(value):
        return json.dumps(value)
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def read_number(value: Any) -> float:
    """A number as JavaScript reckons with it: no number for anything else, infinity for one that is too large."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.inf


def round_number(number: float) -> float:
    """A number rounded as JavaScript does it, which leaves infinity as it is."""
    return math.floor(number + 0.5) if math.isfinite(number) else number


def join_classes(*classes: str | bool | None) -> str:
    """The classes that are there, with a space between them."""
    return " ".join(one for one in classes if one and isinstance(one, str))


def escape_text(text: str) -> str:
    """Text as content of an element. Character references stay."""
    return _AMPERSAND.sub("&amp;", text).replace("<", "&lt;")


def _escape_value(text: str) -> str:
    return _AMPERSAND.sub("&amp;", text).replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")


def _write_property(name: str, value: Any) -> str:
    if name == "style" and isinstance(value, Mapping):
        value = write_style(value)
    if value is None:
        return ""
    if name in BOOLEAN:
        return "" if value is False else f" {name}"
    if isinstance(value, bool):
        said = name in WORDS or name.startswith(("data-", "aria-"))
        return f' {name}="{str(value).lower()}"' if said else ""
    return f' {name}="{_escape_value(value) if isinstance(value, str) else write_number(value)}"'


def _with_unit(name: str, value: Any) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool) and value and not name.startswith("--"):
        return write_number(value) + ("" if name in UNITLESS else "px")
    return write_number(value)
