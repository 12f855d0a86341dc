"""The focal point of a picture on the screen Media: as two numbers in percent, from the left and from the top."""

from collections.abc import Mapping
from typing import Any

SIDES = {"focal_x": "x", "focal_y": "y"}
"""The fields of the form, and what they are of a focal point."""
EXPECTED = {f"focal_point.{side}": (name, "Enter a number from 0 to 100.") for name, side in SIDES.items()}
"""The name of each coordinate's field and the sentence for a wrong one, by the argument that a refusal names."""


def take_focus(file: Mapping[str, Any]) -> dict[str, str]:
    """The fields of a file; none of one that has no focal point."""
    point = file.get("focal_point")
    return {name: f"{point[side] * 100:.0f}" for name, side in SIDES.items()} if point else {}


def read_focus(form: Mapping[str, str], file: Mapping[str, Any]) -> dict[str, Any]:
    """The argument `focal_point`, when the form has another one; what is no number is left for the schema to refuse."""
    stored, given = take_focus(file), {name: form[name].strip() for name in SIDES if name in form}
    if not stored or given in ({}, stored):
        return {}
    return {"focal_point": {SIDES[name]: read_share(text) for name, text in {**stored, **given}.items()}}


def read_share(text: str) -> float | str:
    """A number in percent as a share of 1; the text itself for anything else."""
    try:
        return float(text) / 100
    except ValueError:
        return text
