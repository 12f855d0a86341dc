"""Changes of a design as callers might send them: one place of the shape, with a value that may or may not fit it."""

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from sitehand.blocks.design.shape import DESIGN, Either, Free, Members, PresetList, Shape
from sitehand.blocks.design.values import CSS_OR_NUMBER, Value

WORDS = ["var", "lab", "oklch", "color", "hwb", "light-dark", "red", "--own", "none", "url(", "@import", "<", "1e400"]
ODD: list[Any] = [
    *("oklch(0.7 0.1 40)", "lab(50 1e200 0)", "color(rec2020 1 0 0)", "color()", "hwb(0 1e400 0)", "#abc"),
    *("0px", "0.001px", "3rem", "9" * 400 + "px", "1" * 300 + "rem", "var:preset|spacing|40", "var:custom|a"),
    *("linear-gradient(red, blue)", "Georgia, 'A b', serif", "light-dark(red, color(--x 1))", "left", "What's"),
    *(True, False, 1.5, 2**60, float("nan"), "calc(1px", "'}", "red;", ["px"], {"a": "b}"}),
]
VALUES = st.sampled_from(ODD) | st.lists(st.sampled_from([*WORDS, *"(),/'\"|{};%\\"]), max_size=5).map("".join)
NAMES = st.sampled_from(["typography", "title", "fontSize", "lineHeight", "a", "a-1", "x}body{color:red", "b:c;d", "é"])
SLUGS = st.sampled_from(["a", "accent", "base", "sans", "x-large", "40", "B;", "}"])
LEAVES = st.sampled_from([*filter(CSS_OR_NUMBER.fits, ODD), {"a": "1px"}, "a}b"])
FREE = st.recursive(LEAVES, lambda inner: st.dictionaries(NAMES, inner, min_size=1, max_size=3), max_leaves=4)
FONTS = st.dictionaries(NAMES, st.dictionaries(st.sampled_from(["fontSize", "title"]), LEAVES, min_size=1), min_size=1)


def list_places(shape: Shape, *path: str) -> Iterator[tuple[tuple[str, ...], Shape]]:
    """Each path of a shape that ends in values, with what stands there."""
    if isinstance(shape, Either):
        yield from [(path, shape.value), *list_places(shape.members, *path)]
    elif not isinstance(shape, Members):
        yield path, shape
    else:
        for name, each in shape.of.items():
            yield from list_places(each, *path, name)
        if shape.blocks:
            yield from list_places(shape.blocks, *path, "own/block")


def draw_value(shape: Shape) -> st.SearchStrategy[Any]:
    """What somebody might give where this shape is expected."""
    if isinstance(shape, Free):
        return st.dictionaries(NAMES, FREE, min_size=1, max_size=3) | FONTS.map(lambda fonts: {"typography": fonts})
    if isinstance(shape, Value):
        return st.sampled_from(list(filter(shape.fits, ODD)) or [""]) | VALUES
    assert isinstance(shape, PresetList)
    value = shape.entry.of[shape.kind.value]
    sizes = st.dictionaries(st.sampled_from(["min", "max"]), draw_value(value))
    members = {"slug": SLUGS, shape.kind.value: draw_value(value)}
    more = {"name": NAMES, **({"fluid": sizes | st.booleans()} if "fluid" in shape.entry.of else {})}
    return st.lists(st.fixed_dictionaries(members, optional=more), min_size=1, max_size=2)


def nest(path: tuple[str, ...], value: Any) -> Any:
    """A value at a path of objects."""
    for name in reversed(path):
        value = {name: value}
    return value


PLACES = list(list_places(DESIGN))
LISTS = [place for place in PLACES if isinstance(place[1], PresetList | Free)]
CHANGES = (st.sampled_from(PLACES) | st.sampled_from(LISTS)).flatmap(
    lambda place: draw_value(place[1]).map(lambda value: nest(place[0], value))
)
