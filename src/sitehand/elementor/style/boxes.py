"""Sides and corners: padding, margin, borders, insets, gaps."""

from collections.abc import Mapping, Sequence
from typing import Any

from sitehand.elementor.style.declaration import Declaration, Part
from sitehand.elementor.style.tokens import Untranslatable, is_size, read_color, show, typed

SIDES = ("block-start", "inline-end", "block-end", "inline-start")
CORNERS = ("start-start", "start-end", "end-end", "end-start")
PHYSICAL = {"top": "block-start", "right": "inline-end", "bottom": "block-end", "left": "inline-start"}
PHYSICAL_CORNERS = {
    "top-left": "start-start",
    "top-right": "start-end",
    "bottom-right": "end-end",
    "bottom-left": "end-start",
}
ALL_CORNERS = (*PHYSICAL_CORNERS, *CORNERS)
KEYS = {
    "padding": "dimensions",
    "margin": "dimensions",
    "border-width": "border-width-v2",
    "border-radius": "border-radius-v2",
}
"""Properties of four sides or corners, and the type of their value."""


def convert_box(declaration: Declaration) -> dict[str, Part]:
    """`padding: 1px 2px`: one size, or four."""
    name, words = declaration.name, declaration.words
    if not 1 <= len(words) <= len(SIDES) or "/" in words:
        raise Untranslatable(f"`{name}` takes one to four sizes")
    sizes = [declaration.read_size(word) for word in words]
    if len(sizes) == 1:
        return {name: Part(sizes[0])}
    places = CORNERS if name == "border-radius" else SIDES
    return {name: Part(typed(KEYS[name], dict(zip(places, _spread(sizes), strict=True))))}


def convert_side(declaration: Declaration) -> dict[str, Part]:
    """`padding-top: 1px`, `margin-inline: auto`: some sides of a property, which join the others."""
    name, places = find_sides(declaration.name)
    words = declaration.words
    if not 1 <= len(words) <= len(places):
        raise Untranslatable(f"`{declaration.name}` takes {'one size' if len(places) == 1 else 'two sizes at most'}")
    sizes = [declaration.read_size(word, name) for word in words]
    values = dict(zip(places, sizes if len(sizes) == len(places) else sizes * len(places), strict=False))
    return {name: Part(typed(KEYS[name], values), partial=True)}


def find_sides(name: str) -> tuple[str, tuple[str, ...]]:
    """The property that a longhand belongs to, and the sides or corners that it means."""
    if name.startswith("border-") and name.endswith("-radius"):
        corner = name.removeprefix("border-").removesuffix("-radius")
        return "border-radius", (PHYSICAL_CORNERS.get(corner, corner),)
    base, _, side = name.removesuffix("-width").partition("-")
    if base == "border":
        base = "border-width"
    side = PHYSICAL.get(side, side)
    return base, (side,) if side in SIDES else (f"{side}-start", f"{side}-end")


def convert_inset(declaration: Declaration) -> dict[str, Part]:
    """`inset: 0`, `inset-inline: 0`, `left: 50%`: a property for each side."""
    name, words = declaration.name, declaration.words
    if name in PHYSICAL:
        target = f"inset-{PHYSICAL[name]}"
        return {target: Part(declaration.read_size(declaration.only(), target))}
    sides = SIDES if name == "inset" else tuple(f"{name.removeprefix('inset-')}-{end}" for end in ("start", "end"))
    if not 1 <= len(words) <= len(sides):
        raise Untranslatable(f"`{name}` takes {len(sides)} sizes at most")
    sizes = [declaration.read_size(word, "inset-block-start") for word in words]
    spread = _spread(sizes) if name == "inset" else (sizes * 2)[:2]
    return {f"inset-{side}": Part(each) for side, each in zip(sides, spread, strict=True)}


def convert_border(declaration: Declaration) -> dict[str, Part]:
    """`border: 1px solid #000`, and `outline`."""
    name = declaration.name
    styles = declaration.catalogue.style_props[f"{name}-style"].forms[0].enum
    made: dict[str, Part] = {}
    for word in declaration.words:
        color = read_color(word)
        if word.type == "ident" and word.lower_value in styles:
            made[f"{name}-style"] = Part(typed("string", word.lower_value))
        elif is_size(word) or show(word) in {"thin", "medium", "thick"}:
            made[f"{name}-width"] = Part(declaration.read_size(word, f"{name}-width"))
        elif color:
            made[f"{name}-color"] = Part(color)
        else:
            raise Untranslatable(f"`{show(word)}` is not a valid width, style or colour")
    if not made:
        raise Untranslatable(f"`{name}` has no value")
    return made


def refuse_border_side(declaration: Declaration) -> dict[str, Part]:
    """`border-top: 1px solid red`: a style and colour of one side alone are nowhere."""
    raise Untranslatable(
        "a border has one style and colour for all sides: write border-width: 1px 0 0, border-style, border-color"
    )


def convert_gap(declaration: Declaration) -> dict[str, Part]:
    """`gap: 10px`, `gap: 10px 20px`, `row-gap: 4px`."""
    words = declaration.words
    if not 1 <= len(words) <= (1 if declaration.name == "row-gap" else 2):
        raise Untranslatable(f"`{declaration.name}` takes one size, and `gap` two at most")
    sizes = [declaration.read_size(word, "gap") for word in words]
    if declaration.name == "row-gap":
        return {"gap": Part(typed("layout-direction", {"row": sizes[0]}), partial=True)}
    if len(sizes) == 1:
        return {"gap": Part(sizes[0])}
    return {"gap": Part(typed("layout-direction", {"row": sizes[0], "column": sizes[1]}))}


def join_values(old: Any, new: Mapping[str, Any]) -> Any:
    """A partial value together with the one that is there: the sides that it names win, the others stay."""
    if not isinstance(old, Mapping) or not isinstance(old.get("value"), Mapping):
        return new
    if old.get("$$type") == new["$$type"]:
        return {**new, "value": {**old["value"], **new["value"]}}
    if old.get("$$type") == "size" and new["$$type"] in PLACES:
        return {**new, "value": {**dict.fromkeys(PLACES[new["$$type"]], old), **new["value"]}}
    return new


PLACES: Mapping[str, Sequence[str]] = {
    "dimensions": SIDES,
    "border-width-v2": SIDES,
    "border-radius-v2": CORNERS,
    "layout-direction": ("row", "column"),
}
"""Types that one size may stand for, and what it then is the size of."""


def _spread(sizes: Sequence[Any]) -> list[Any]:
    """One to four values as CSS spreads them over four places."""
    first, *rest = sizes
    second = rest[0] if rest else first
    third = rest[1] if len(rest) > 1 else first
    return [first, second, third, rest[2] if len(rest) > 2 else second]  # noqa: PLR2004 - the fourth
