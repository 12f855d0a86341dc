"""Values of classic settings: what each type of control stores.

Source: the value shapes that were measured on Elementor 4.3, 3.34, 3.30 and 3.3.
"""

import re
from collections.abc import Container, Iterator, Mapping
from typing import Any

from sitehand.elementor.catalogue.controls import FOREIGN, ClassicCatalogue, Control
from sitehand.elementor.findings import NOTHING, Fault
from sitehand.elementor.members import OBJECTS, check_number, check_object
from sitehand.elementor.scalars import find_close, guess_color, is_color
from sitehand.elementor.suggestions import suggest_list, suggest_row

LISTS = {"repeater", "nested-elements-repeater", "global-style-repeater", "gallery"}
SWITCHES = {"switcher", "popover_toggle", "global-style-switcher"}
SPECIAL = {"__globals__", "__dynamic__"}
"""Keys beside the settings of an element or row: references to the kit, and dynamic tags."""
PRO = re.compile("(?:^|_)motion_fx_|^sticky|^custom_css$|^_attributes$|^e_display_conditions")
OLD = {"icon", "__fa4_migrated", "social", "link", "vimeo_link", "yt_showinfo"}
"""Settings of earlier versions, beside those that the catalogue lists as such."""
ANIMATIONS = {"animation": "entrance", "exit_animation": "exit", "hover_animation": "hover"}


_MEDIUM = Control("media")


def check_value(catalogue: ClassicCatalogue, control: Control, value: Any, path: str) -> Iterator[Fault]:
    """The faults of a setting's value, the type of its control known."""
    if value is None:
        yield Fault(path, "null", "a value; leave the setting out for none", value)
    elif control.type == FOREIGN:
        return
    elif control.type in OBJECTS:
        yield from check_object(control, value, path)
    elif control.type in LISTS:
        yield from _check_list(catalogue, control, value, path)
    elif control.multiple:
        yield from _check_choices(control, value, path)
    elif isinstance(value, dict | list):
        yield Fault(path, "wrong_kind", "text" if control.type != "number" else "a number", value, wrong_kind=True)
    else:
        yield from _check_scalar(catalogue, control, value, path)


def _check_scalar(catalogue: ClassicCatalogue, control: Control, value: Any, path: str) -> Iterator[Fault]:
    if control.type == "number":
        yield from check_number(value, path)
    elif control.type in SWITCHES:
        if value not in ("", control.on):
            yield Fault(path, "unknown_value", f'"{control.on}" or ""', value, control.on if value else "")
    elif not isinstance(value, str):
        yield from _check_text(catalogue, control, value, path)
    elif control.type == "color":
        if not is_color(value):
            yield Fault(path, "no_color", "a CSS colour", value, guess_color(value))
    else:
        yield from _check_option(catalogue, control, value, path)


def _check_text(catalogue: ClassicCatalogue, control: Control, value: Any, path: str) -> Iterator[Fault]:
    """Its text is suggested where that would be right: `5` may be the text "5", and is no alignment."""
    text = str(value)
    faults = [] if isinstance(value, bool) else list(_check_scalar(catalogue, control, text, path))
    expected = next((fault.expected for fault in faults), "text")
    yield Fault(path, "not_text", expected, value, NOTHING if faults or isinstance(value, bool) else text)


def _check_option(catalogue: ClassicCatalogue, control: Control, value: str, path: str) -> Iterator[Fault]:
    known = control.options or catalogue.animations.get(ANIMATIONS.get(control.type, ""), ())
    options = [each for each in known if each]
    if options and value not in ("", "none", *options):  # the sidebars of a site are not in the catalogue
        expected = f"one of {', '.join(options)}"
        yield Fault(path, "unknown_value", expected, value, find_close(value, options))


def _check_choices(control: Control, value: Any, path: str) -> Iterator[Fault]:
    if isinstance(value, dict):
        yield Fault(path, "wrong_kind", "a list of values", value, wrong_kind=True)
    elif not isinstance(value, list):
        yield Fault(path, "not_list", "a list of values", value, [value] if value in control.options else NOTHING)
    else:
        for number, each in enumerate(value):
            if control.options and each not in control.options:  # a choice without any is loaded as a person types
                close = find_close(each, control.options) if isinstance(each, str) else NOTHING
                yield Fault(f"{path}.{number}", "unknown_value", f"one of {', '.join(control.options)}", each, close)


def _check_list(catalogue: ClassicCatalogue, control: Control, value: Any, path: str) -> Iterator[Fault]:
    if not isinstance(value, list):
        if value != "":
            yield Fault(path, "wrong_kind", "a list of objects", value, suggest_list(control, value), wrong_kind=True)
        return
    for number, row in enumerate(value):
        here = f"{path}.{number}"
        if not isinstance(row, dict):
            yield Fault(here, "wrong_kind", "an object", row, suggest_row(control, row), wrong_kind=True)
        elif control.type == "gallery":
            yield from check_object(_MEDIUM, row, here)
        else:
            yield from _check_row(catalogue, control.fields, row, here)


def _check_row(
    catalogue: ClassicCatalogue, fields: Mapping[str, Control], row: Mapping[str, Any], path: str
) -> Iterator[Fault]:
    if "_id" in fields and not isinstance(row.get("_id"), str):
        yield Fault(f"{path}._id", "no_row_id", "seven hexadecimal digits", row.get("_id"))
    for name, each in row.items():
        yield from _check_member(catalogue, fields, name, each, f"{path}.{name}")


def _check_member(
    catalogue: ClassicCatalogue, fields: Mapping[str, Control], name: str, value: Any, path: str
) -> Iterator[Fault]:
    found = catalogue.find_setting(fields, name)
    if found and name != "_id":
        yield from check_value(catalogue, found.control, value, path)
    elif not found and name not in SPECIAL:
        yield Fault(path, name_unknown(name), f"one of {', '.join(fields)}", value, find_close(name, fields))


def name_unknown(name: str, legacy: Container[str] = ()) -> str:
    """The code of a setting that the catalogue does not know: `old_setting`, `pro_setting` or `unknown_setting`."""
    if name in OLD or name in legacy:
        return "old_setting"
    return "pro_setting" if PRO.search(name) else "unknown_setting"
