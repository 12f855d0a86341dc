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
        raise Untranslatable(f"`{show(word)}` is not a valid filter")
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
