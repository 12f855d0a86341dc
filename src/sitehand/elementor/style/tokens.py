"""Values of CSS as tinycss2 reads them: sizes, colours and parts of lists."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import tinycss2

from sitehand.elementor.scalars import is_color

KEYWORD_SIZES = {"none", "normal", "fit-content", "min-content", "max-content", "larger", "smaller", "thin", "medium"}
KEYWORD_SIZES |= {"thick", "stretch", "content", "inherit", "initial", "unset", "revert"}
KEYWORD_SIZES |= {f"{prefix}{size}" for prefix in ("", "x-", "xx-") for size in ("small", "large")}
"""Keywords that stand for a size, which Elementor stores as text of the unit `custom`."""
UNITS = {"px", "em", "rem", "vw", "vh", "ch", "fr", "deg", "rad", "grad", "turn", "s", "ms"}
"""Units that Elementor stores beside the number, and its editor and PHP agree on."""
TEXT_UNITS = {"vmin", "vmax", "svw", "svh", "lvw", "lvh", "dvw", "dvh", "ex", "lh", "rlh", "cm", "mm", "in", "pt", "pc"}
TEXT_UNITS |= {"cqw", "cqh", "cqi", "cqb", "vi", "vb", "ic", "cap"}
"""Units of CSS that Elementor takes in text of the unit `custom`."""


class Untranslatable(Exception):
    """A declaration that has no place in Elementor's styles; its text says why, and what would work."""


def typed(key: str, value: Any) -> dict[str, Any]:
    """A typed value."""
    return {"$$type": key, "value": value}


def size(number: float | str, unit: str) -> dict[str, Any]:
    """A typed size."""
    whole = int(number) if isinstance(number, float) and number.is_integer() else number
    return typed("size", {"size": whole, "unit": unit})


def split_spaces(tokens: Sequence[Any]) -> list[Any]:
    """The tokens without space and comments."""
    return [token for token in tokens if token.type not in {"whitespace", "comment"}]


def split_commas(tokens: Iterable[Any]) -> list[list[Any]]:
    """The parts between commas."""
    parts: list[list[Any]] = [[]]
    for token in tokens:
        if token.type == "literal" and token.value == ",":
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def show(tokens: Any) -> str:
    """Write tokens as text."""
    return str(tinycss2.serialize(tokens if isinstance(tokens, list) else [tokens])).strip()


def read_size(token: Any, units: Sequence[str]) -> dict[str, Any]:
    """The size that a token says, where a property takes these units."""
    unit = _name_unit(token, units)
    if token.type in {"number", "percentage", "dimension"} and not math.isfinite(token.value):
        raise Untranslatable(f"`{show(token)}` is too large")
    if unit in units and unit in {*UNITS, "%"}:
        return size(token.value, unit)
    if token.type == "ident" and token.lower_value == "auto" and "auto" in units:
        return size("", "auto")
    if "custom" in units and _is_text(token):
        return size(show(token), "custom")
    raise Untranslatable(f"`{show(token)}` is not a valid size here: use one in {', '.join(units)}")


def is_size(token: Any) -> bool:
    """Whether a token may be a size."""
    return token.type in {"dimension", "percentage", "number"} or (token.type == "function" and not read_color(token))


def read_color(token: Any) -> dict[str, Any] | None:
    """The colour that a token says, if it is one; a variable may be one."""
    text = show(token)
    return typed("color", text) if token.type in {"ident", "hash", "function"} and text and is_color(text) else None


def need_color(token: Any) -> dict[str, Any]:
    """The colour that a token says."""
    found = read_color(token)
    if found is None:
        raise Untranslatable(f"`{show(token)}` is not a valid colour")
    return found


def read_number(token: Any) -> float | int:
    """The number that a token says."""
    if token.type != "number" or not math.isfinite(token.value):
        raise Untranslatable(f"`{show(token)}` is not a valid number")
    return int(token.value) if float(token.value).is_integer() else float(token.value)


def _name_unit(token: Any, units: Sequence[str]) -> str:
    if token.type == "percentage":
        return "%"
    if token.type == "dimension":
        return str(token.lower_unit)
    if token.type == "number" and token.value == 0:
        return next((unit for unit in ("px", "deg", "s") if unit in units), units[0])
    return ""


def _is_text(token: Any) -> bool:
    if token.type == "dimension":
        return token.lower_unit in TEXT_UNITS
    if token.type == "ident":
        return token.lower_value in KEYWORD_SIZES
    return token.type == "function" and token.lower_name in {"calc", "min", "max", "clamp", "var", "env", "fit-content"}
