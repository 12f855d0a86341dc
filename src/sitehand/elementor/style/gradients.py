"""Gradients: their angle or centre, and their stops."""

import math
from typing import Any

from sitehand.elementor.style.tokens import (
    Untranslatable,
    need_color,
    read_color,
    show,
    split_commas,
    split_spaces,
    typed,
)

SIDES = {"to top": 0, "to right": 90, "to bottom": 180, "to left": 270}
TURNS = {"deg": 1, "grad": 0.9, "turn": 360, "rad": 180 / math.pi}
"""Degrees in one of a unit."""


def read_gradient(word: Any) -> dict[str, Any]:
    """The members of a gradient that is a function of CSS."""
    parts = [split_spaces(part) for part in split_commas(word.arguments)]
    kind = word.lower_name.removesuffix("-gradient")
    head = [] if parts[0] and read_color(parts[0][0]) else parts.pop(0)
    said = {"angle": typed("number", _read_angle(head))} if kind == "linear" else {"positions": _read_center(head)}
    return {"type": typed("string", kind), "stops": typed("gradient-color-stop", _read_stops(parts)), **said}


def _read_angle(words: list[Any]) -> float | int:
    text = " ".join(map(show, words)).lower()
    if not words or text in SIDES:
        return SIDES[text or "to bottom"]
    if len(words) == 1 and words[0].type == "dimension" and words[0].lower_unit in TURNS:
        degrees = round(words[0].value * TURNS[words[0].lower_unit], 4)
        return int(degrees) if float(degrees).is_integer() else degrees
    raise Untranslatable(f"`{text}` is not a valid angle: write degrees, such as 45deg")


def _read_center(words: list[Any]) -> dict[str, Any]:
    names = [word.lower_value if word.type == "ident" else "" for word in words]
    if names[:2] != ["circle", "at"] or len(words) < 3:  # noqa: PLR2004 - circle at somewhere
        raise Untranslatable("Elementor's radial gradients are circles: write circle at center")
    return typed("string", " ".join(show(word) for word in words[2:]))


def _read_stops(parts: list[list[Any]]) -> list[dict[str, Any]]:
    if len(parts) < 2:  # noqa: PLR2004 - from one to another
        raise Untranslatable("a gradient has two colours or more")
    stops = []
    for number, words in enumerate(parts):
        if not words or len(words) > 2 or (len(words) > 1 and words[1].type != "percentage"):  # noqa: PLR2004
            raise Untranslatable("a stop of a gradient is a colour and a percentage")
        offset = words[1].value if len(words) > 1 else round(100 * number / (len(parts) - 1), 2)
        whole = int(offset) if float(offset).is_integer() else offset
        stops.append(typed("color-stop", {"color": need_color(words[0]), "offset": typed("number", whole)}))
    return stops
