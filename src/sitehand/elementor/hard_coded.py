"""Colours and fonts that elements have as values, where the kit or a variable has the same: found, and made references.

Settings of classic elements refer to the kit, styles of atomic ones to variables. Rows of repeaters are left alone.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, NamedTuple

from tinycss2.color5 import parse_color

from sitehand.elementor.catalogue.catalogue import Catalogue
from sitehand.elementor.document import Element, walk
from sitehand.elementor.draft import Draft
from sitehand.elementor.kit import FONT_MEMBERS
from sitehand.elementor.places import Path
from sitehand.elementor.rendering.style import TYPOGRAPHY
from sitehand.elementor.rendering.values import write_family
from sitehand.elementor.scalars import MAX_COLOR
from sitehand.elementor.shared.names import SORTS

COLORS, FONTS = "globals/colors?id=", "globals/typography?id="
SWITCH = "_typography"
_SRGB = re.compile(r"#|[a-z]+$|(?:rgb|hsl)a?\(")


@dataclass(frozen=True, slots=True)
class Known:
    """What the site has: references to the kit, and ids of variables, by the key of the value that they have."""

    kit: Mapping[str, str]
    variables: Mapping[str, str]


class Place(NamedTuple):
    """A value that stands in an element, and its `key`, which those that look alike have in common.

    `settings` are those that a reference takes the place of; `path` leads to a typed value. One of the two is empty.
    """

    element: Element
    sort: str
    value: str
    key: str
    settings: tuple[str, ...] = ()
    path: Path = ()


def find_places(root: Element, catalogue: Catalogue) -> Iterator[Place]:
    """The colours and fonts of an element and of those below it, in the order of the document."""
    for element in (root, *walk(root)):
        if element.is_atomic:
            yield from _find_typed(element)
        else:
            yield from _find_colors(element, catalogue)
            yield from _find_fonts(element)


def name_value(sort: str, value: str) -> str:
    """The key of a value: `#FFF` and `white` have the same. Colours but hex, names, rgb() and hsl() are their text."""
    if sort == "font":
        return f"font {_name_family(value)}"
    text = value.strip().lower()
    color = parse_color(text) if len(text) <= MAX_COLOR and _SRGB.match(text) else None
    shown = None if color is None or isinstance(color, str) else color.to("srgb")
    if shown is None or not all(map(isfinite, (*shown.coordinates, shown.alpha))):
        return f"color {text}"
    return f"color {[round(255 * each) for each in shown.coordinates]} {round(shown.alpha, 3)}"


def name_font(members: Mapping[str, str]) -> str:
    """The key of a global font: of all that it sets, in CSS."""
    written = {name: _name_family(value) if name == "font_family" else value for name, value in members.items()}
    return f"font {sorted((name, value.strip().lower()) for name, value in written.items())}"


def _name_family(value: str) -> str:
    """A font as it is drawn; one that is not drawn is its text, which is like no other."""
    return (write_family(value) or value).strip().lower()


def show_font(members: Mapping[str, str]) -> str:
    """All that a font sets, as CSS."""
    return "; ".join(f"{name.replace('_', '-')}: {value}" for name, value in members.items())


def find_reference(place: Place, known: Known) -> str:
    """What a place can refer to: `globals/colors?id=primary`, or the id of a variable; empty for nothing."""
    return (known.kit if place.settings else known.variables).get(place.key, "")


def replace_hard_coded(draft: Draft, known: Known, element: str = "", values: Collection[str] = ()) -> list[str]:
    """Make references of all that have one, in an element with what is in it or in the document.

    Only of these `values`, where any are named. Answers the ids of the elements that it changed, in their order.
    """
    start = draft.find(element) if element else draft.root
    keys = {name_value("color", value) for value in values}
    changed: dict[str, None] = {}
    for place in list(find_places(start, draft.catalogue)):
        reference = find_reference(place, known)
        if reference and (not values or place.value in values or place.key in keys):
            _refer(draft, place, reference)
            changed[place.element.id] = None
    return list(changed)


def _refer(draft: Draft, place: Place, reference: str) -> None:
    if place.path:
        draft.replace(place.element, {place.path: {"$$type": SORTS[place.sort], "value": reference}})
        return
    present = place.element.settings.get("__globals__")
    references = {**(present if isinstance(present, dict) else {}), place.settings[0]: reference}
    draft.merge(place.element, "settings", {"__globals__": references}, place.settings)


def _find_colors(element: Element, catalogue: Catalogue) -> Iterator[Place]:
    found = catalogue.classic.types.get(element.kind)
    for name, value in element.settings.items() if found else ():
        setting = catalogue.classic.find_setting(found.controls, name) if found else None
        if setting and setting.control.type == "color" and _is_plain(value) and not _refers(element, name):
            yield Place(element, "color", value, name_value("color", value), (name,))


def _find_fonts(element: Element) -> Iterator[Place]:
    """Groups of typography that are on, none that differs by breakpoint; all that one sets is its value."""
    for switch, value in element.settings.items():
        if value != "custom" or not switch.endswith(SWITCH) or _refers(element, switch):
            continue
        group = switch.removesuffix("typography")
        names = [name for name in element.settings if name.startswith(group) and name != switch]
        members = {name.removeprefix(group): element.settings[name] for name in names}
        if members and members.keys() <= set(FONT_MEMBERS):
            written = {name: TYPOGRAPHY[name](each) for name, each in members.items()}
            if all(written.values()):
                yield Place(element, "font", show_font(written), name_font(written), (switch, *names))


def _find_typed(element: Element) -> Iterator[Place]:
    waiting: list[tuple[Path, Any]] = [(("styles",), (element.fields or {}).get("styles"))]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, list):
            waiting += [((*path, number), each) for number, each in enumerate(value)]
        elif isinstance(value, dict):
            sort = {"color": "color", "font-family": "font"}.get(str(value.get("$$type")), "")
            if sort and _is_plain(value.get("value")):
                yield Place(element, sort, value["value"], name_value(sort, value["value"]), path=path)
            else:
                waiting += [((*path, name), each) for name, each in value.items()]


def _is_plain(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and "var(" not in value


def _refers(element: Element, name: str) -> bool:
    references = element.settings.get("__globals__")
    return isinstance(references, dict) and bool(references.get(name))
