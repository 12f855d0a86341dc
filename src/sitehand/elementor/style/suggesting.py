"""What would work in place of CSS that was refused: a declaration that was tried."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from sitehand.elementor.catalogue.schema import AtomicCatalogue
from sitehand.elementor.findings import NOTHING, Fault
from sitehand.elementor.scalars import NUMBER, find_close
from sitehand.elementor.shared.names import Variable
from sitehand.elementor.style.boxes import PHYSICAL
from sitehand.elementor.style.sheet import CONVERTERS, NO_VARIABLES, convert_css

REFUSED = {"no_property", "no_setting"}
NO_COUNTERPART = "no_counterpart"
"""The code of a fault for which Elementor's styles have nothing."""
MAX_WORDS = 6
MAX_TRIED = 40
PLAIN = ("10px", "1", "#333333", "center", "50%")
"""Values to try: most properties take at least one of them."""
EXAMPLES = {
    "background": "url(image.png) center / cover no-repeat",
    "background-image": "url(image.png)",
    "background-clip": "text",
    "backdrop-filter": "blur(4px)",
    "border": "1px solid #333333",
    "box-shadow": "0 2px 4px #333333",
    "filter": "blur(4px)",
    "flex": "1 1 0px",
    "flex-flow": "row wrap",
    "font": "700 16px/1.5 Arial",
    "outline": "1px solid #333333",
    "transform": "rotate(45deg)",
    "transition": "opacity 200ms",
}
INSTEAD = {
    "animation": "set_interactions animates elements",
    "float": "in an e-flexbox, elements stand beside each other",
    "visibility": "display: none and opacity: 0 hide",
}
"""What does what these do."""
IN_BACKGROUND = {
    **dict.fromkeys(("background-position", "background-repeat", "background-attachment"), "{}"),
    "background-size": "center / {}",
}
"""How these stand in `background`, with an image."""
SIDES = {side: place for place, names in enumerate(PHYSICAL.items()) for side in names}
"""The sides of a border by both of their names, as `border-width` counts them."""
_PLACE = re.compile(
    r"(?:[\d.]+(?:px|%|r?em|v[wh])?|top|bottom|left|right|center|auto|cover|contain|[a-z]*-?repeat(?:-[xy])?|fixed|scroll|\s)+"
)
_OTHER_UNIT = re.compile(rf"({NUMBER.pattern})[a-z]+", re.IGNORECASE)


def suggest(faults: Iterable[Fault], works: Callable[[str], bool], catalogue: AtomicCatalogue) -> Iterator[Fault]:
    """The faults, each of a declaration with one that `works`; where there is none, it has no counterpart."""
    for fault in faults:
        if fault.code not in REFUSED or fault.suggestion is not NOTHING:
            yield fault
            continue
        value = fault.got.partition(":")[2].strip() if isinstance(fault.got, str) else _find_size(fault.got)
        why = fault.expected + (f"; {INSTEAD[fault.path]}" if fault.path in INSTEAD else "")
        tried = islice(_list_likely(fault.path, value, catalogue), MAX_TRIED)
        found = next((each for each in tried if works(each)), NOTHING)
        code = NO_COUNTERPART if found is NOTHING else fault.code
        yield fault._replace(suggestion=found, code=code, expected=why)


def suggest_styles(
    faults: Iterable[Fault], catalogue: AtomicCatalogue, variables: Mapping[str, Variable] = NO_VARIABLES
) -> Iterator[Fault]:
    """The faults in styles of atomic elements and classes, each with a declaration that works, if one is found."""
    return suggest(faults, lambda css: not convert_css(css, catalogue, variables=variables)[1], catalogue)


def check_properties(names: Iterable[str], catalogue: AtomicCatalogue) -> Iterator[Fault]:
    """A fault for each name that is no property of Elementor's styles."""
    known = catalogue.style_props
    for name in names:
        if name not in known:
            yield Fault(name, "no_property", "a property of Elementor's styles", name, find_close(name, known))


def _list_likely(name: str, value: str, catalogue: AtomicCatalogue) -> Iterator[str]:
    """Declarations that somebody may have meant, the likeliest first."""
    side = name.removeprefix("border-")
    if side in SIDES:
        yield from (_write_border(SIDES[side], value.split()), _write_border(SIDES[side], []))
    known = [*CONVERTERS, *catalogue.style_props]
    if name not in known:
        close = find_close(name, known, 0.8)
        name = close if isinstance(close, str) else name.removesuffix("-x").removesuffix("-y")
    if name in IN_BACKGROUND:
        values = [value] if _PLACE.fullmatch(value) else []
        yield from (
            f"background: url(image.png) {IN_BACKGROUND[name].format(each)}" for each in [*values, "center", "cover"]
        )
    elif name in known:
        yield from (f"{name}: {each}" for each in _list_values(name, value, catalogue))


def _list_values(name: str, value: str, catalogue: AtomicCatalogue) -> Iterator[str]:
    words = value.split()[:MAX_WORDS]
    yield from (value, _OTHER_UNIT.sub(r"\1px", value))
    schema = catalogue.style_props.get(name)
    enum = [each for form in schema.forms for each in form.enum] if schema else []
    close = find_close(value.lower(), enum, 0.6)
    yield from [close] if isinstance(close, str) else []
    yield from (" ".join(words[:number]) for number in range(len(words) - 1, 0, -1))
    yield from (*words[1:], *enum[:1], *filter(None, [EXAMPLES.get(name)]), *PLAIN)


def _write_border(place: int, words: Sequence[str]) -> str:
    """A border of one side alone: the other sides have no width."""
    width = next((word for word in words if word[0].isdigit()), "1px")
    style = next((word for word in words if word in _STYLES), "solid")
    color = next((word for word in words if word not in (width, style)), "currentcolor")
    widths = ["0"] * place + [width] + ["0"] * (len(PHYSICAL) - 1 - place)
    return f"border-width: {' '.join(widths)}; border-style: {style}; border-color: {color}"


_STYLES = {"dotted", "dashed", "solid", "double", "groove", "ridge", "inset", "outset"}


def _find_size(value: Any) -> str:
    """The first size in a typed value, as CSS; empty for none."""
    inner = value.get("value") if isinstance(value, dict) else None
    if not isinstance(inner, dict):
        return ""
    if value.get("$$type") == "size":
        return str(inner["size"]) if inner["unit"] in {"custom", "auto"} else f"{inner['size']}{inner['unit']}"
    return next(filter(None, map(_find_size, inner.values())), "")
