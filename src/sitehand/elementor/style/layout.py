"""Flex and grid, text, and shorthands of several properties."""

from collections.abc import Sequence
from typing import Any

from sitehand.elementor.style.declaration import Declaration, Part, convert_plain
from sitehand.elementor.style.effects import LENGTHS
from sitehand.elementor.style.positions import name_place, read_offsets
from sitehand.elementor.style.tokens import (
    Untranslatable,
    is_size,
    need_color,
    read_number,
    read_size,
    show,
    size,
    split_spaces,
    typed,
)

FLEX = {"none": (0, 0), "auto": (1, 1), "initial": (0, 1)}
"""Keywords of `flex`, and how they grow and shrink; all have the basis auto."""
BASIS = ("px", "%", "em", "rem", "vw", "vh", "ch", "auto", "custom")
ALIGNMENTS = {"left": "start", "right": "end"}
"""Alignments by direction, for text that runs from left to right."""


def convert_flex(declaration: Declaration) -> dict[str, Part]:
    """`flex: 1`, `flex: 0 0 50%`, `flex: none`."""
    words = declaration.words
    if declaration.text.lower() in FLEX:
        grow, shrink = FLEX[declaration.text.lower()]
        return {"flex": Part(_make_flex(grow, shrink, size("", "auto")))}
    numbers = [read_number(word) for word in words if word.type == "number"]
    sizes = [read_size(word, BASIS) for word in words if word.type != "number"]
    if len(numbers) == 3 and numbers[2] == 0:  # noqa: PLR2004 - 1 1 0
        numbers, sizes = numbers[:2], [size(0, "px")]
    if not 1 <= len(numbers) <= 2 or len(sizes) > 1:  # noqa: PLR2004 - grow and shrink
        raise Untranslatable("`flex` takes a number to grow, one to shrink, and a size")
    shrinking = numbers[1] if len(numbers) > 1 else 1
    return {"flex": Part(_make_flex(numbers[0], shrinking, sizes[0] if sizes else size(0, "px")))}


def _make_flex(grow: float, shrink: float, basis: Any) -> dict[str, Any]:
    return typed("flex", {"flexGrow": typed("number", grow), "flexShrink": typed("number", shrink), "flexBasis": basis})


def convert_flex_part(declaration: Declaration) -> dict[str, Part]:
    """Convert `flex-grow`, `flex-shrink`, `flex-basis`."""
    token = declaration.only()
    member = f"flex{declaration.name.removeprefix('flex-').capitalize()}"
    value = read_size(token, BASIS) if member == "flexBasis" else typed("number", read_number(token))
    return {"flex": Part(typed("flex", {member: value}), partial=True)}


def convert_pair(declaration: Declaration) -> dict[str, Part]:
    """`place-items: center`, `place-content`, `flex-flow`: two properties at once."""
    first, second = PAIRS[declaration.name]
    words = declaration.words
    if declaration.name == "flex-flow":
        wraps = [word for word in words if "wrap" in show(word)]
        said = {second: wraps, first: [word for word in words if word not in wraps]}
    else:
        said = {first: words[:1], second: words[1:] or words[:1]}
    if not 1 <= len(words) <= 2:  # noqa: PLR2004 - one for each
        raise Untranslatable(f"`{declaration.name}` takes two values at most")
    return _convert_each(declaration, said)


PAIRS = {
    "place-items": ("align-items", "justify-items"),
    "place-content": ("align-content", "justify-content"),
    "flex-flow": ("flex-direction", "flex-wrap"),
}


def convert_font(declaration: Declaration) -> dict[str, Part]:
    """`font: italic 700 16px/1.5 Arial, sans-serif`."""
    words = declaration.words
    at = next((number for number, word in enumerate(words) if is_size(word) and word.type != "number"), len(words))
    rest = words[at + 1 :]
    height = rest[1:2] if rest and rest[0] == "/" else []
    family = rest[2:] if height else rest
    if not family:
        raise Untranslatable("`font` has a size and a family")
    before = words[:at]
    styles = [word for word in before if show(word) in {"italic", "oblique"}]
    weights = [word for word in before if word not in styles and show(word) != "normal"]
    said = {"font-style": styles, "font-weight": weights, "font-size": [words[at]], "line-height": height}
    return {**_convert_each(declaration, said), "font-family": Part(typed("font-family", _join(family)))}


def _join(words: Sequence[Any]) -> str:
    return " ".join(show(word) for word in words).replace(" ,", ",")


def _convert_each(declaration: Declaration, said: dict[str, list[Any]]) -> dict[str, Part]:
    made: dict[str, Part] = {}
    for name, words in said.items():
        if words:
            inner = Declaration(name, words, declaration.catalogue)
            made.update(convert_line_height(inner) if name == "line-height" else convert_plain(inner))
    return made


def convert_line_height(declaration: Declaration) -> dict[str, Part]:
    """`line-height: 1.5`: without a unit it is text."""
    token = declaration.only()
    if token.type == "number":
        return {"line-height": Part(size(show(token), "custom"))}
    return convert_plain(declaration)


def convert_alignment(declaration: Declaration) -> dict[str, Part]:
    """`text-align`: Elementor knows start and end."""
    word = declaration.text.lower()
    if word in ALIGNMENTS:
        return {"text-align": Part(typed("string", ALIGNMENTS[word]))}
    return convert_plain(declaration)


def convert_auto_flow(declaration: Declaration) -> dict[str, Part]:
    """`grid-auto-flow: dense` is `row dense`."""
    words = sorted(show(word).lower() for word in split_spaces(declaration.tokens))
    if words in (["dense"], ["dense", "row"]):
        return {"grid-auto-flow": Part(typed("string", "row dense"))}
    return convert_plain(declaration)


def convert_object_position(declaration: Declaration) -> dict[str, Part]:
    """Convert `object-position: center`, `10px 20%`."""
    place = name_place(declaration.words)
    value = typed("string", place) if place else read_offsets(declaration.words, "object-position", LENGTHS)
    return {"object-position": Part(value)}


def convert_stroke(declaration: Declaration) -> dict[str, Part]:
    """`stroke: red` and `stroke-width: 2px`, of drawings."""
    token = declaration.only()
    if declaration.name == "stroke":
        return {"stroke": Part(typed("stroke", {"color": need_color(token)}), partial=True)}
    return {"stroke": Part(typed("stroke", {"width": read_size(token, ("px", "em", "rem", "custom"))}), partial=True)}
