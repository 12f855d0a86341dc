"""Classic values that are objects, such as sizes, sides, media and links: their members, each checked by itself."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from sitehand.elementor.catalogue.controls import Control
from sitehand.elementor.findings import Fault
from sitehand.elementor.scalars import NUMBER, find_close, guess_size, is_number, read_number
from sitehand.elementor.suggestions import SIDES, suggest_object

OBJECTS = {
    "slider": {"unit", "size", "sizes"},
    "dimensions": {"unit", "isLinked", *SIDES},
    "gaps": {"column", "row", "isLinked", "unit"},
    "image_dimensions": {"width", "height"},
    "media": {"id", "url", "size", "alt", "source"},
    "icons": {"value", "library"},
    "url": {"url", "is_external", "nofollow", "custom_attributes"},
    "box_shadow": {"horizontal", "vertical", "blur", "spread", "color", "position"},
    "text_shadow": {"horizontal", "vertical", "blur", "color"},
}
"""Types that store an object, and its keys."""


def check_object(control: Control, value: Any, path: str) -> Iterator[Fault]:
    """The faults of a value that is an object, the type of its control known."""
    if not isinstance(value, dict):
        if value not in ("", []):  # an empty PHP array is an object without members
            suggestion = suggest_object(control, value)
            yield Fault(
                path,
                "wrong_kind",
                f"an object of {', '.join(sorted(OBJECTS[control.type]))}",
                value,
                suggestion,
                wrong_kind=True,
            )
        return
    for name, each in value.items():
        here = f"{path}.{name}"
        if name not in OBJECTS[control.type]:
            expected = f"one of {', '.join(sorted(OBJECTS[control.type]))}"
            yield Fault(here, "unknown_key", expected, each, find_close(name, OBJECTS[control.type]))
        else:
            yield from find_check(control, name)(control, value, each, here)
    if control.type == "dimensions":
        yield from _check_blank_sides(control, value, path)


def check_number(value: Any, path: str) -> Iterator[Fault]:
    """The faults of a number, which Elementor takes as text too."""
    if isinstance(value, str) and NUMBER.fullmatch(value):
        yield Fault(path, "number_as_text", "a number", value, read_number(value))
    elif value != "" and not is_number(value):
        yield Fault(path, "no_number", 'a number, or ""', value, _guess_number(value))


def _check_unit(control: Control, _value: Any, unit: Any, path: str) -> Iterator[Fault]:
    if unit not in control.units:
        wrong = isinstance(unit, dict | list)
        yield Fault(path, "unknown_unit", f"one of {', '.join(control.units)}", unit, control.units[0], wrong)


def _check_size(_control: Control, value: Any, size: Any, path: str) -> Iterator[Fault]:
    if isinstance(size, dict | list):
        yield Fault(path, "wrong_kind", 'a number, or ""', size, wrong_kind=True)
    elif isinstance(size, str) and NUMBER.fullmatch(size):
        yield Fault(path, "size_as_text", "a number", size, read_number(size))
    elif size not in ("", None) and not is_number(size) and value.get("unit") != "custom":
        yield Fault(path, "no_number", 'a number, or ""', size, _guess_number(size))


def _check_sizes(_control: Control, _value: Any, sizes: Any, path: str) -> Iterator[Fault]:
    if not isinstance(sizes, dict | list):
        yield Fault(path, "wrong_kind", "a list", sizes, [], wrong_kind=True)


def _check_side(_control: Control, value: Any, side: Any, path: str) -> Iterator[Fault]:
    if isinstance(side, dict | list):
        yield Fault(path, "wrong_kind", "a number as text", side, wrong_kind=True)
    elif not isinstance(side, str):
        yield Fault(path, "side_as_number", "a number as text", side, "" if side is None else f"{side}")
    elif side and not NUMBER.fullmatch(side) and value.get("unit") != "custom":
        yield Fault(path, "no_number", 'a number as text, or ""', side, _guess_side(side))


def _check_blank_sides(control: Control, value: Mapping[str, Any], path: str) -> Iterator[Fault]:
    """One side that is blank, and the rule of all four is dropped."""
    blank = [side for side in control.sides or SIDES if value.get(side) in ("", None)]
    if blank and any(value.get(side) for side in SIDES):
        whole = {"unit": "px", "isLinked": False, **value, **dict.fromkeys(blank, "0")}
        yield Fault(path, "blank_side", "a value on every side, or on none", dict.fromkeys(blank, ""), whole)


def _check_linked(_control: Control, _value: Any, linked: Any, path: str) -> Iterator[Fault]:
    if not isinstance(linked, bool):
        wrong = isinstance(linked, dict | list)
        yield Fault(path, "is_linked_as_text", "true or false", linked, bool(linked), wrong)


def _check_identifier(_control: Control, _value: Any, identifier: Any, path: str) -> Iterator[Fault]:
    if isinstance(identifier, dict | list):
        yield Fault(path, "wrong_kind", "the id of a medium", identifier, "", wrong_kind=True)


def _check_icon(control: Control, value: Any, icon: Any, path: str) -> Iterator[Fault]:
    if not isinstance(icon, dict):
        yield from _check_text(control, value, icon, path)


def _check_mark(_control: Control, _value: Any, mark: Any, path: str) -> Iterator[Fault]:
    if mark not in ("", "on"):
        wrong = isinstance(mark, dict | list)
        yield Fault(path, "odd_mark", '"on" or ""', mark, "on" if mark else "", wrong)


def _check_offset(_control: Control, _value: Any, offset: Any, path: str) -> Iterator[Fault]:
    if isinstance(offset, dict | list):
        yield Fault(path, "wrong_kind", "a number", offset, 0, wrong_kind=True)
    else:
        for fault in check_number(offset, path):
            yield fault._replace(code=fault.code.replace("number_as_text", "offset_as_text"))


def _check_text(_control: Control, _value: Any, text: Any, path: str) -> Iterator[Fault]:
    if isinstance(text, dict | list):
        yield Fault(path, "wrong_kind", "text", text, "", wrong_kind=True)
    elif not isinstance(text, str):
        yield Fault(path, "not_text", "text", text, "" if text is None else f"{text}")


def _guess_number(value: Any) -> Any:
    guessed = guess_size(value)
    return guessed[0] if guessed else ""


def _guess_side(side: str) -> str:
    return str(_guess_number(side))


_Check: TypeAlias = Callable[[Control, Mapping[str, Any], Any, str], Iterator[Fault]]
MEMBERS: dict[str, _Check] = {
    "unit": _check_unit,
    "size": _check_size,
    "sizes": _check_sizes,
    "isLinked": _check_linked,
    "id": _check_identifier,
    "value": _check_icon,
    "is_external": _check_mark,
    "nofollow": _check_mark,
    **dict.fromkeys((*SIDES, "column", "row", "width", "height"), _check_side),
    **dict.fromkeys(("horizontal", "vertical", "blur", "spread"), _check_offset),
}
"""How the members of objects are checked; the others are text."""


def find_check(control: Control, name: str) -> _Check:
    """How a member is checked."""
    return _check_text if control.type == "media" and name == "size" else MEMBERS.get(name, _check_text)
