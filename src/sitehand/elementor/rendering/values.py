"""Stored values as CSS. What is no such value becomes an empty text, so that nothing of it reaches a style sheet."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from sitehand.elementor.rendering.addresses import write_source
from sitehand.elementor.scalars import is_color

Writer = Callable[[Any], str]
SIDES = ("top", "right", "bottom", "left")
EXACT = (100 / 9, 100 / 8, 100 / 7, 100 / 6, 100 / 3, 200 / 3, 500 / 6)
SHARES: Mapping[float, float] = {int(share): share for share in EXACT}
"""The shares of columns that are stored as whole numbers, and drawn as they are meant."""
SHAPES = frozenset({"circle", "ellipse", "inset", "polygon"})
UNITS = frozenset("px % em rem vw vh ch fr deg grad rad turn s ms lh rlh vmin vmax svw svh dvw dvh".split())  # noqa: SIM905
FUNCTIONS = frozenset(
    {
        "calc",
        "circle",
        "clamp",
        "ellipse",
        "env",
        "fit-content",
        "inset",
        "max",
        "min",
        "minmax",
        "polygon",
        "repeat",
        "var",
    }
)
SERIF = frozenset("Serif Slab Merriweather Playfair Lora Georgia Times Garamond Bodoni Cormorant".split())  # noqa: SIM905
"""Words in the names of fonts whose letters have serifs. A font itself is never loaded from elsewhere."""
MAX_FAMILIES = 300
MAX_TRACKS = 100
_NUMBER = re.compile(r"-?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:[eE]-?\d)?")
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_EXPRESSION = re.compile(r"[\w\s.,%+*/()-]{1,200}")
_CALL = re.compile(r"([\w-]*)\(")
_WORDS = re.compile(r"-?[a-z][a-z-]{0,30}(?: [a-z-]{1,30}){0,2}")
_FAMILY = re.compile(r"[\w .&-]{1,80}")
_FAMILIES = re.compile(r"""(?:"[\w .&-]{1,80}"|'[\w .&-]{1,80}'|[\w .&-]{1,80})(?:,\s*+|$)""")
_VARIABLE = re.compile(r"[\w-]{1,64}")


def write_number(value: Any) -> str:
    """A number, which Elementor also stores as text."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return ""
    text = str(value).strip()
    return text if _NUMBER.fullmatch(text) else ""


def write_size(value: Any) -> str:
    """A size `{size, unit}`; `custom` is an expression such as `calc(100% - 2em)`."""
    if not isinstance(value, dict):
        return ""
    unit = value.get("unit") or "px"
    if unit == "custom":
        return write_expression(value.get("size"))
    number = write_number(value.get("size"))
    if unit == "auto":
        return "auto"
    return f"{number}{unit}" if number and isinstance(unit, str) and unit in UNITS else ""


def write_tracks(value: Any) -> str:
    """Columns or rows of a grid: how many equal ones, or an expression."""
    if not isinstance(value, dict) or value.get("unit") != "fr":
        return write_size(value)
    number = write_number(value.get("size"))
    return f"repeat({number}, 1fr)" if number.isdecimal() and 1 <= int(number) <= MAX_TRACKS else ""


def write_amount(value: Any) -> str:
    """The number of a size, whatever its unit is, as an opacity has it."""
    return write_number(value.get("size")) if isinstance(value, dict) else ""


def write_sides(value: Any) -> str:
    """Four sides; with one of them missing no text, as Elementor leaves out the rule."""
    if not isinstance(value, dict):
        return ""
    unit = value.get("unit") or "px"
    sides = [write_size({"size": value.get(side), "unit": unit}) for side in SIDES]
    return " ".join(sides) if all(sides) else ""


def write_gaps(value: Any) -> str:
    """The gaps between rows and columns, in the order of CSS."""
    if not isinstance(value, dict):
        return ""
    if "row" not in value and "column" not in value:
        return write_size(value)
    unit = value.get("unit") or "px"
    row, column = (write_size({"size": value.get(name), "unit": unit}) for name in ("row", "column"))
    return f"{row or column} {column or row}".strip()


def write_expression(value: Any) -> str:
    """Numbers, keywords and arithmetic of CSS; no function that loads anything."""
    if not isinstance(value, str) or not _EXPRESSION.fullmatch(value) or "/*" in value:
        return ""
    is_balanced = value.count("(") == value.count(")")
    return value.strip() if is_balanced and set(_CALL.findall(value)) <= FUNCTIONS | {""} else ""


def write_color(value: Any) -> str:
    """A colour."""
    if not isinstance(value, str) or not value.strip():
        return ""
    return value if _HEX.fullmatch(value) or is_color(value) else ""


def write_words(value: Any) -> str:
    """One to three keywords."""
    return value if isinstance(value, str) and _WORDS.fullmatch(value) else ""


def write_weight(value: Any) -> str:
    """How bold a font is, as a number or a keyword."""
    return write_number(value) or write_words(value)


def write_family(value: Any) -> str:
    """A font by name, with one that every device has; or several as CSS lists them."""
    if not isinstance(value, str):
        return ""
    if not _FAMILY.fullmatch(value):
        listed = value.replace("'", '"')
        return listed if len(value) < MAX_FAMILIES and not _FAMILIES.sub("", value) else ""
    kind = "serif" if SERIF & set(value.split()) else "monospace" if "Mono" in value.split() else "sans-serif"
    return f'"{value.strip()}", {kind}'


def write_image(value: Any) -> str:
    """A picture `{url}` as a background."""
    source = write_source(value.get("url")) if isinstance(value, dict) else ""
    return f'url("{source}")' if source else ""


def write_variable(name: Any, *, prefix: str = "") -> str:
    """A reference to a variable of the design, by its id."""
    return f"var(--{prefix}{name})" if isinstance(name, str) and _VARIABLE.fullmatch(name) else ""
