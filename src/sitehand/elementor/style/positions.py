"""Places in a box: of backgrounds, of images in their frame, and of the origin of transforms."""

from collections.abc import Sequence
from typing import Any

from sitehand.elementor.style.tokens import Untranslatable, read_size, show, size, typed

KEYWORDS = {"left": 0, "top": 0, "center": 50, "right": 100, "bottom": 100}
"""Keywords of a place, as percentages."""
DOWN, ACROSS = ("top", "center", "bottom"), ("left", "center", "right")
FAR = {"right", "bottom"}
"""Edges from which an offset counts backwards."""
MIDDLE = size(50, "%")


def name_place(words: Sequence[Any]) -> str:
    """The two words that Elementor has for a place, down and across; empty for another."""
    names = [_name(word) for word in words]
    if len(names) == 1:
        names = [names[0], "center"] if names[0] in DOWN else ["center", names[0]]
    down, across = names[:2]
    if down in DOWN and across in ACROSS and len(names) == 2:  # noqa: PLR2004 - down and across
        return f"{down} {across}"
    return f"{across} {down}" if across in DOWN and down in ACROSS and len(names) == 2 else ""  # noqa: PLR2004


def read_offsets(words: Sequence[Any], key: str, units: Sequence[str]) -> dict[str, Any]:
    """A place that is two sizes: `10px 20%`, `left 10px`, or with the edges that these count from,
    `right 10px bottom 20px`.
    """
    across, down = read_place(words, units) if len(words) < 3 else _read_edges(words, units)  # noqa: PLR2004
    return typed(key, {"x": across, "y": down})


def read_place(words: Sequence[Any], units: Sequence[str] = ("px", "%", "em", "rem")) -> tuple[Any, Any]:
    """A place such as `top left`, `center` or `10px 20%`: across and down."""
    names = [_name(word) for word in words]
    if names[0] in {"top", "bottom"} or names[-1] in {"left", "right"}:
        words, names = list(reversed(words)), names[::-1]
    found = [
        size(KEYWORDS[name], "%") if name in KEYWORDS else read_size(word, units)
        for word, name in zip(words, names, strict=True)
    ]
    if len(found) == 1:
        return (MIDDLE, found[0]) if names[0] in {"top", "bottom"} else (found[0], MIDDLE)
    if names[0] in {"top", "bottom"} or names[1] in {"left", "right"}:
        raise Untranslatable("a place has one word for across and one for down")
    return found[0], found[1]


def _read_edges(words: Sequence[Any], units: Sequence[str]) -> tuple[Any, Any]:
    """`right 10px bottom 20px`, or `center bottom 20px`: each edge with its offset."""
    edges: list[tuple[str, list[Any]]] = []
    for word in words:
        if _name(word) in KEYWORDS:
            edges.append((_name(word), []))
        elif edges:
            edges[-1][1].append(word)
    if (edges and edges[0][0] in {"top", "bottom"}) or (edges and edges[-1][0] in {"left", "right"}):
        edges.reverse()
    if [len(edges), sum(1 + len(offsets) for _, offsets in edges)] != [2, len(words)]:
        raise _no_place(words)
    (across, x), (down, y) = edges
    if across not in ACROSS or down not in DOWN or max(len(x), len(y)) > 1:
        raise _no_place(words)
    return _read_edge(across, x, units), _read_edge(down, y, units)


def _read_edge(edge: str, offsets: Sequence[Any], units: Sequence[str]) -> dict[str, Any]:
    if not offsets:
        return size(KEYWORDS[edge], "%")
    offset = read_size(offsets[0], units)
    if edge == "center" or (edge in FAR and "custom" not in units):
        raise _no_place(offsets)
    return size(f"calc(100% - {show(offsets[0])})", "custom") if edge in FAR else offset


def _no_place(words: Sequence[Any]) -> Untranslatable:
    text = show(list(words))
    return Untranslatable(f"`{text}` is not a valid place: write two words or two sizes, or right 10px bottom 20px")


def _name(word: Any) -> str:
    return str(word.lower_value) if word.type == "ident" else ""
