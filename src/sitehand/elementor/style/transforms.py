"""Transforms: how an element is moved, scaled, rotated and skewed, and from where it is seen."""

from typing import Any

from sitehand.elementor.style.declaration import Declaration, Part
from sitehand.elementor.style.effects import ANGLES, LENGTHS, ZERO
from sitehand.elementor.style.positions import read_place
from sitehand.elementor.style.tokens import (
    Untranslatable,
    read_number,
    read_size,
    show,
    size,
    split_commas,
    split_spaces,
    typed,
)


def convert_transform(declaration: Declaration) -> dict[str, Part]:
    """Convert `transform: translate(1px, 2px) rotate(45deg)`."""
    words = [] if declaration.text.lower() == "none" else declaration.words
    functions = typed("transform-functions", [_read_transform(word) for word in words])
    return {"transform": Part(typed("transform", {"transform-functions": functions}), partial=True)}


def _read_transform(word: Any) -> dict[str, Any]:
    if word.type != "function":
        raise Untranslatable(f"`{show(word)}` is not a valid transform")
    base = word.lower_name.removesuffix("3d")
    axis = base[-1] if base[-1] in "xyz" and base[:-1] in _TRANSFORMS else ""
    base = base.removesuffix(axis)
    arguments = [split_spaces(part) for part in split_commas(word.arguments)]
    if base not in _TRANSFORMS or any(len(argument) != 1 for argument in arguments):
        raise Untranslatable(
            f"there is no transform `{word.name}`: use translate, scale, rotate, skew, also for one axis"
        )
    return _TRANSFORMS[base](axis, [argument[0] for argument in arguments])


def _read_move(axis: str, arguments: list[Any]) -> dict[str, Any]:
    sizes = [read_size(argument, LENGTHS) for argument in arguments]
    return typed("transform-move", _place("xyz", axis, sizes, ZERO))


def _read_scale(axis: str, arguments: list[Any]) -> dict[str, Any]:
    numbers = [typed("number", read_number(argument)) for argument in arguments]
    if not axis and len(numbers) == 1:
        numbers *= 2
    return typed("transform-scale", _place("xyz", axis, numbers, typed("number", 1)))


def _read_rotate(axis: str, arguments: list[Any]) -> dict[str, Any]:
    angles = [read_size(argument, ANGLES) for argument in arguments]
    return typed("transform-rotate", _place("xyz", axis or "z", angles, size(0, "deg")))


def _read_skew(axis: str, arguments: list[Any]) -> dict[str, Any]:
    angles = [read_size(argument, ANGLES) for argument in arguments]
    return typed("transform-skew", _place("xy", axis, angles, size(0, "deg")))


_TRANSFORMS = {"translate": _read_move, "scale": _read_scale, "rotate": _read_rotate, "skew": _read_skew}


def _place(axes: str, axis: str, values: list[Any], rest: Any) -> dict[str, Any]:
    """Values for the axes: one for the axis that is named, else one after the other, and the rest for the others."""
    wanted = axis or axes
    if len(values) > len(wanted):
        raise Untranslatable(f"that transform takes {len(wanted)} values at most")
    return {**dict.fromkeys(axes, rest), **dict(zip(wanted, values, strict=False))}


def convert_origin(declaration: Declaration) -> dict[str, Part]:
    """`transform-origin: top left`, and `perspective-origin`."""
    words = declaration.words
    if not 1 <= len(words) <= (3 if declaration.name == "transform-origin" else 2):
        raise Untranslatable(f"`{declaration.name}` takes a place across and one down")
    across, down = read_place(words[:2])
    value = {"x": across, "y": down}
    if declaration.name == "transform-origin":
        value["z"] = read_size(words[2], ("px", "em", "rem")) if len(words) > 2 else ZERO  # noqa: PLR2004 - depth
    return {"transform": Part(typed("transform", {declaration.name: typed(declaration.name, value)}), partial=True)}


def convert_perspective(declaration: Declaration) -> dict[str, Part]:
    """Convert `perspective: 500px`."""
    value = read_size(declaration.only(), ("px", "em", "rem", "vw", "vh", "ch"))
    return {"transform": Part(typed("transform", {"perspective": value}), partial=True)}
