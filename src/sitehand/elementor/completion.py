"""Values of classic settings with what callers leave out: units, ids of rows, members that Elementor always stores."""

from collections.abc import Mapping
from typing import Any

from sitehand.elementor.catalogue.controls import Control
from sitehand.elementor.seed import make_hex

DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "slider": {"sizes": []},
    "dimensions": {"isLinked": False},
    "gaps": {"isLinked": False},
    "media": {"id": "", "url": ""},
    "url": {"url": "", "is_external": "", "nofollow": "", "custom_attributes": ""},
    "icons": {"value": "", "library": ""},
}
"""Members that a value of this type has, and what is there when the caller says nothing of it."""
_WITH_UNIT = {"slider", "dimensions", "gaps"}


def complete_value(control: Control, value: Any) -> Any:
    """The value with what was left out; anything that is no value of this type stays as it is, to be refused."""
    if isinstance(value, Mapping) and control.type in DEFAULTS and value:
        unit = {"unit": control.units[0]} if control.type in _WITH_UNIT else {}
        return {**unit, **DEFAULTS[control.type], **value}
    if isinstance(value, list) and control.fields:
        return [_complete_row(control, row) for row in value]
    return value


def _complete_row(control: Control, row: Any) -> Any:
    if not isinstance(row, Mapping):
        return row
    filled = {
        name: complete_value(control.fields[name], each) if name in control.fields else each
        for name, each in row.items()
    }
    return filled if "_id" not in control.fields else {"_id": make_hex(), **filled}
