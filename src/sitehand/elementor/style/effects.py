"""Shadows, filters, transforms and transitions."""

from collections.abc import Sequence
from typing import Any

from sitehand.elementor.style.declaration import Declaration, Part
from sitehand.elementor.style.tokens import (
    Untranslatable,
    is_size,
    need_color,
    read_number,
    read_size,
    show,
    size,
    split_commas,
    split_spaces,
    typed,
)

LENGTHS = ("px", "em", "rem", "vw", "vh", "ch", "%", "custom")
ANGLES = ("deg", "rad", "grad", "turn", "custom")
ZERO = size(0, "px")
OFFSETS = ("hOffset", "vOffset", "blur", "spread")
FILTERS = {
    **dict.fromkeys(("brightness", "contrast", "saturate"), "intensity"),
    **dict.fromkeys(("grayscale", "invert", "sepia"), "color-tone"),
}
"""Functions of filters that take a share, and the type of their arguments."""
KEYWORDS = {"left": 0, "top": 0, "center": 50, "right": 100, "bottom": 100}
_TIMINGS = {"ease", "ease-in", "ease-out", "ease-in-out", "linear", "step-start", "step-end", "steps", "cubic-bezier"}


def convert_shadow(declaration: Declaration) -> dict[str, Part]:
    """`box-shadow: inset 0 1px 2px 3px red, ...`."""
    if declaration.text.lower() == "none":
        return {"box-shadow": Part(typed("box-shadow", []))}
    shadows = [_read_shadow(split_spaces(part)) for part in split_commas(declaration.tokens)]
    return {"box-shadow": Part(typed("box-shadow", shadows))}


def _read_shadow(words: Sequence[Any]) -> dict[str, Any]:
    plain = [word for word in words if not _is_inset(word)]
    sizes = [read_size(word, LENGTHS) for word in plain if is_size(word)]
    colors = [need_color(word) for word in plain if not is_size(word)]
    if not 2 <= len(sizes) <= len(OFFSETS) or len(colors) > 1:  # noqa: PLR2004 - across and down
        raise Untranslatable("a shadow has two to four sizes, and a colour")
    sizes += [ZERO] * (len(OFFSETS) - len(sizes))
    color = colors[0] if colors else typed("color", "currentcolor")
    shadow = {**dict(zip(OFFSETS, sizes, strict=True)), "color": color}
    if len(plain) < len(words):
        shadow["position"] = typed("string", "inset")
    return typed("shadow", shadow)


def _is_inset(word: Any) -> bool:
    return bool(word.type == "ident" and word.lower_value == "inset")


def convert_filter(declaration: Declaration) -> dict[str, Part]:
    """`filter: blur(4px) brightness(1.2)`, and `backdrop-filter`."""
    name = declaration.name
    words = [] if declaration.text.lower() == "none" else declaration.words
    return {name: Part(typed(name, [_read_filter(word) for word in words]))}


def _read_filter(word: Any) -> dict[str, Any]:
    if word.type != "function":
        raise Untranslatable(f"`{show(word)}` is no filter")
    name, inner = word.lower_name, split_spaces(word.arguments)
    if name == "drop-shadow":
        args = _read_drop_shadow(inner)
    elif len(inner) != 1:
        raise Untranslatable(f"`{name}` takes one value")
    elif name == "blur":
        args = typed("blur", {"size": read_size(inner[0], LENGTHS[:6] + LENGTHS[7:])})
    elif name == "hue-rotate":
        args = typed("hue-rotate", {"size": read_size(inner[0], ANGLES)})
    elif name in FILTERS:
        args = typed(FILTERS[name], {"size": read_share(inner[0])})
    else:
        raise Untranslatable(f"there is no filter `{name}`: use blur, drop-shadow, hue-rotate, {', '.join(FILTERS)}")
    return typed("css-filter-func", {"func": typed("string", name), "args": args})


def _read_drop_shadow(words: Sequence[Any]) -> dict[str, Any]:
    sizes = [read_size(word, LENGTHS) for word in words if is_size(word)]
    colors = [need_color(word) for word in words if not is_size(word)]
    if not 2 <= len(sizes) <= 3 or len(colors) > 1:  # noqa: PLR2004 - across, down, blur
        raise Untranslatable("`drop-shadow` has two or three sizes, and a colour")
    sizes += [ZERO] * (3 - len(sizes))
    color = colors[0] if colors else typed("color", "currentcolor")
    return typed("drop-shadow", {**dict(zip(("xAxis", "yAxis", "blur"), sizes, strict=True)), "color": color})


def read_share(token: Any) -> dict[str, Any]:
    """A share as a percentage: `0.5` and `50%`."""
    if token.type == "percentage":
        return size(token.value, "%")
    return size(round(read_number(token) * 100, 4), "%")


def convert_opacity(declaration: Declaration) -> dict[str, Part]:
    """`opacity: 0.5`, from 0 to 1."""
    share = read_share(declaration.only())
    return {"opacity": Part(size(min(max(share["value"]["size"], 0), 100), "%"))}


def convert_transform(declaration: Declaration) -> dict[str, Part]:
    """`transform: translate(1px, 2px) rotate(45deg)`."""
    words = [] if declaration.text.lower() == "none" else declaration.words
    functions = typed("transform-functions", [_read_transform(word) for word in words])
    return {"transform": Part(typed("transform", {"transform-functions": functions}), partial=True)}


def _read_transform(word: Any) -> dict[str, Any]:
    if word.type != "function":
        raise Untranslatable(f"`{show(word)}` is no transform")
    name = word.name  # case matters to nobody but the axis at its end
    base = name.lower().removesuffix("3d")
    axis = base[-1] if base[-1] in "xyz" and base[:-1] in _TRANSFORMS else ""
    base = base.removesuffix(axis)
    arguments = [split_spaces(part) for part in split_commas(word.arguments)]
    if base not in _TRANSFORMS or any(len(argument) != 1 for argument in arguments):
        raise Untranslatable(f"there is no transform `{name}`: use translate, scale, rotate, skew, also for one axis")
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


def read_place(words: Sequence[Any], units: Sequence[str] = ("px", "%", "em", "rem")) -> tuple[Any, Any]:
    """A place such as `top left`, `center` or `10px 20%`: across and down."""
    names = [word.lower_value if word.type == "ident" else "" for word in words]
    if names[0] in {"top", "bottom"} or names[-1] in {"left", "right"}:
        words, names = list(reversed(words)), names[::-1]
    found = [
        size(KEYWORDS[name], "%") if name in KEYWORDS else read_size(word, units)
        for word, name in zip(words, names, strict=True)
    ]
    if len(found) == 1:
        middle = size(50, "%")
        return (middle, found[0]) if names[0] in {"top", "bottom"} else (found[0], middle)
    if names[0] in {"top", "bottom"} or names[1] in {"left", "right"}:
        raise Untranslatable("a place has one word for across and one for down")
    return found[0], found[1]


def convert_perspective(declaration: Declaration) -> dict[str, Part]:
    """`perspective: 500px`."""
    value = read_size(declaration.only(), ("px", "em", "rem", "vw", "vh", "ch"))
    return {"transform": Part(typed("transform", {"perspective": value}), partial=True)}


def convert_transition(declaration: Declaration) -> dict[str, Part]:
    """`transition: opacity 200ms ease-in`. Elementor keeps the property and the time, and chooses the pace."""
    parts = [split_spaces(part) for part in split_commas(declaration.tokens)]
    return {"transition": Part(typed("transition", [_read_transition(words) for words in parts]))}


def _read_transition(words: Sequence[Any]) -> dict[str, Any]:
    times = [word for word in words if word.type == "dimension"]
    names = [word for word in words if word.type == "ident" and word.lower_value not in _TIMINGS]
    if len(times) != 1 or len(names) > 1:
        raise Untranslatable("a transition has a property and one time, such as opacity 200ms")
    name = typed("string", names[0].lower_value if names else "all")
    selection = typed("key-value", {"key": name, "value": name})
    return typed("selection-size", {"selection": selection, "size": read_size(times[0], ("ms", "s"))})
