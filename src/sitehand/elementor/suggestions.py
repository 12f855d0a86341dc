"""Classic values that somebody meant who wrote a plain one: an address for a medium, CSS for a shadow."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from sitehand.elementor.catalogue.controls import Control
from sitehand.elementor.findings import NOTHING
from sitehand.elementor.scalars import guess_size, is_color, read_number

SIDES = ("top", "right", "bottom", "left")
_LIBRARIES = {"fas": "fa-solid", "far": "fa-regular", "fab": "fa-brands"}
_TEXTS = {"text", "textarea", "wysiwyg"}
_AREA = re.compile(r"\s*(\d+)(?:\s*[x×]\s*(\d+))?\s*(?:px)?\s*")
_LENGTH = r"-?(?:\d+\.?\d*|\.\d+)(?:px)?"
_SHADOW = re.compile(rf"\s*({_LENGTH}(?:\s+{_LENGTH}){{1,3}})\s+(\S.*)")


def suggest_object(control: Control, value: Any) -> Any:
    """The object that a value of another kind means, by the type of its control; NOTHING where that is not clear."""
    suggest = _SUGGEST.get(control.type)
    return suggest(control, value) if suggest else NOTHING


def suggest_list(control: Control, value: Any) -> Any:
    """The rows that an object means: one row, or a list with gaps, as PHP writes it; an address is a gallery."""
    if isinstance(value, str):
        return [_suggest_medium(control, value)] if control.type == "gallery" else NOTHING
    if not isinstance(value, Mapping):
        return NOTHING
    rows = list(value.values()) if all(key.isdigit() for key in value) else [value]
    return rows if all(isinstance(row, Mapping) and not is_foreign(control, row) for row in rows) else NOTHING


def suggest_row(control: Control, value: Any) -> Any:
    """The row that a text means: a medium of a gallery, else a row with its first text."""
    if control.type == "gallery":
        return _suggest_medium(control, value)
    named = next((name for name, field in control.fields.items() if field.type in _TEXTS), "")
    return {named: value} if named and isinstance(value, str) else NOTHING


def is_foreign(control: Control, row: Mapping[str, Any]) -> bool:
    """Whether a row has a member that rows of this list have not."""
    return control.type != "gallery" and not row.keys() <= control.fields.keys()


def _suggest_size(control: Control, value: Any) -> Any:
    guessed = guess_size(value)
    return {"unit": _choose_unit(control, guessed[1]), "size": guessed[0], "sizes": []} if guessed else NOTHING


def _suggest_sides(control: Control, value: Any) -> Any:
    guessed = guess_size(value)
    if not guessed:
        return NOTHING
    names = SIDES if control.type == "dimensions" else ("column", "row")
    return {"unit": _choose_unit(control, guessed[1]), **dict.fromkeys(names, str(guessed[0])), "isLinked": True}


def _choose_unit(control: Control, unit: str) -> str:
    return unit if unit in control.units else control.units[0]


def _suggest_area(_control: Control, value: Any) -> Any:
    found = _AREA.fullmatch(value if isinstance(value, str) else f"{value}")
    return {"width": found[1], "height": found[2] or ""} if found else NOTHING


def _suggest_medium(_control: Control, value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        return {"id": value, "url": ""}
    return {"id": "", "url": value} if isinstance(value, str) else NOTHING


def _suggest_link(_control: Control, value: Any) -> Any:
    if not isinstance(value, str):
        return NOTHING
    return {"url": value, "is_external": "", "nofollow": "", "custom_attributes": ""}


def _suggest_icon(_control: Control, value: Any) -> Any:
    if not isinstance(value, str):
        return NOTHING
    return {"value": value, "library": _LIBRARIES.get(value.split(" ", 1)[0], "")}


def _suggest_shadow(control: Control, value: Any) -> Any:
    """CSS with lengths in pixels and a colour."""
    found = _SHADOW.fullmatch(value) if isinstance(value, str) else None
    names = ("horizontal", "vertical", "blur", *(["spread"] if control.type == "box_shadow" else []))
    lengths = [read_number(each.removesuffix("px")) for each in found[1].split()] if found else []
    if not found or len(lengths) > len(names) or not is_color(found[2]):
        return NOTHING
    return {**dict.fromkeys(names, 0), **dict(zip(names, lengths, strict=False)), "color": found[2]}


_Suggest: TypeAlias = Callable[[Control, Any], Any]
_SUGGEST: Mapping[str, _Suggest] = {
    "slider": _suggest_size,
    "dimensions": _suggest_sides,
    "gaps": _suggest_sides,
    "image_dimensions": _suggest_area,
    "media": _suggest_medium,
    "url": _suggest_link,
    "icons": _suggest_icon,
    "box_shadow": _suggest_shadow,
    "text_shadow": _suggest_shadow,
}
