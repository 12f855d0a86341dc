"""The kit as Elementor stores it, settings of a post of its own, and the words of theme.json for it.

Source: the kit's controls and defaults, measured on Elementor 4.3. What has no such word, such as sizes at breakpoints,
stays as it is.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sitehand.elementor.catalogue.controls import Control, load_classic
from sitehand.elementor.kit import FONT_MEMBERS, SYSTEM, Tree, camel
from sitehand.elementor.scalars import guess_size
from sitehand.elementor.values import check_value
from sitehand.errors import Code, Detail, Problem

Entry = Mapping[str, Any]
COLORS, FONTS = ("system_colors", "custom_colors"), ("system_typography", "custom_typography")
"""The lists of a kit: of Elementor's four entries, and of all others."""
WIDTH, DEFAULT_WIDTH = "container_width", "1140px"
SWITCH = {"typography_typography": "custom"}
"""Without it a font does nothing."""
_COLORS = {"primary": "#6EC1E4", "secondary": "#54595F", "text": "#7A7A7A", "accent": "#61CE70"}
_FAMILIES = {"primary": "Roboto", "secondary": "Roboto Slab", "text": "Roboto", "accent": "Roboto"}
_WEIGHTS = {"primary": "600", "secondary": "400", "text": "400", "accent": "500"}


def show_kit_settings(stored: Entry) -> dict[str, Any]:
    """Colours as a palette, fonts as objects below `custom.typography`, the width of the content as `wideSize`."""
    colors = {entry["_id"]: entry for entry in _list_entries(stored, COLORS) if isinstance(entry.get("color"), str)}
    fonts = {entry["_id"]: entry for entry in _list_entries(stored, FONTS)}
    palette = [
        {"slug": key, "name": _name_entry(entry), "color": entry["color"].strip()} for key, entry in colors.items()
    ]
    width = _show_size(stored.get(WIDTH))
    return {
        "color": {"palette": palette},
        "custom": {"typography": {key: _show_font(entry) for key, entry in fonts.items()}},
        **({"layout": {"wideSize": width}} if width else {}),
    }


def store_kit_settings(stored: Entry, wanted: Tree) -> dict[str, Any]:
    """The settings to store, for what `show_kit_settings` would show of them; what is shown already stays as it is.

    Raises Problem(invalid_arguments) for a value that Elementor does not take there.
    """
    shown = show_kit_settings(stored)
    changed: dict[str, Any] = {}
    palette = wanted["color"]["palette"]
    if palette != shown["color"]["palette"]:
        colors = {each["slug"]: _store_color(each) for each in palette}
        changed |= _merge_lists(stored, COLORS, colors)
    fonts, known = wanted["custom"]["typography"], shown["custom"]["typography"]
    if fonts != known:
        changed |= _merge_lists(
            stored, FONTS, {key: _store_font(key, each, known.get(key, {})) for key, each in fonts.items()}
        )
    width = wanted.get("layout", {}).get("wideSize")
    if width and width != shown.get("layout", {}).get("wideSize"):
        changed[WIDTH] = _store_value(load_classic().kit[WIDTH], width, WIDTH)
    return {**stored, **changed}


def _list_entries(stored: Entry, lists: tuple[str, str]) -> Iterator[Entry]:
    """Entries with an id. One of the four ids in the list of others would show twice, and is left out."""
    system, custom = lists
    yield from _list_system(stored, system)
    yield from (each for each in _read_list(stored, custom) if _read_id(each) and each["_id"] not in SYSTEM)


def _list_system(stored: Entry, name: str) -> Sequence[Entry]:
    """Elementor's four entries; those that are not stored are as Elementor has them by itself."""
    known = {_read_id(each): each for each in _read_list(stored, name)}
    return [known.get(key) or _make_default(name, key) for key in SYSTEM]


def _make_default(name: str, key: str) -> Entry:
    title = {"_id": key, "title": SYSTEM[key]}
    if name in COLORS:
        return {**title, "color": _COLORS[key]}
    return {**title, **SWITCH, "typography_font_family": _FAMILIES[key], "typography_font_weight": _WEIGHTS[key]}


def _merge_lists(stored: Entry, lists: tuple[str, str], wanted: Mapping[str, Entry]) -> dict[str, Any]:
    """Both lists with these entries, which keep what else they have; of the four, one that is left out is as new."""
    system, custom = lists
    old = {each["_id"]: each for each in _list_entries(stored, lists)}
    made = {key: {"_id": key, **old.get(key, {}), **entry} for key, entry in wanted.items()}
    odd = [each for each in _read_list(stored, custom) if not _read_id(each) or each["_id"] in SYSTEM]
    return {
        system: [made.get(key) or _make_default(system, key) for key in SYSTEM],
        custom: [*(entry for key, entry in made.items() if key not in SYSTEM), *odd],
    }


def _read_list(stored: Entry, name: str) -> list[Any]:
    found = stored.get(name)
    return found if isinstance(found, list) else []


def _read_id(entry: Any) -> str:
    found = entry.get("_id") if isinstance(entry, Mapping) else None
    return found if isinstance(found, str) else ""


def _name_entry(entry: Entry) -> str:
    return str(entry.get("title") or entry["_id"])


def _show_font(entry: Entry) -> dict[str, str]:
    shown = {camel(name): _show_value(entry.get(f"typography_{name}")) for name in FONT_MEMBERS}
    return {"title": _name_entry(entry), **{name: value for name, value in shown.items() if value}}


def _show_value(value: Any) -> str:
    return _show_size(value) if isinstance(value, Mapping) else str(value or "")


def _show_size(value: Any) -> str:
    size, unit = (value.get("size"), value.get("unit")) if isinstance(value, Mapping) else (None, None)
    if size is None or size == "":
        return ""
    return str(size) if unit == "custom" else f"{size}{unit or 'px'}"


def _store_color(entry: Entry) -> dict[str, str]:
    control, path = load_classic().kit[COLORS[1]].fields["color"], f"colors.{entry['slug']}"
    return {"title": entry.get("name") or entry["slug"], "color": _store_value(control, entry["color"], path)}


def _store_font(key: str, font: Entry, known: Entry) -> dict[str, Any]:
    """The members of a font that are otherwise than they are shown."""
    fields = load_classic().kit[FONTS[1]].fields
    changed = [name for name in FONT_MEMBERS if camel(name) in font and font[camel(name)] != known.get(camel(name))]
    values = {
        f"typography_{name}": _store_value(fields[f"typography_{name}"], font[camel(name)], f"fonts.{key}.{name}")
        for name in changed
    }
    return {"title": font.get("title") or key, **SWITCH, **values}


def _store_value(control: Control, text: str, path: str) -> Any:
    """A CSS value as a control stores it. Raises Problem(invalid_arguments)."""
    if control.type == "slider":
        number, unit = guess_size(text) or (text, "custom")
        known = unit in control.units and unit != "custom"
        return {"unit": unit if known else "custom", "size": number if known else text, "sizes": []}
    if control.type == "font":
        if "," in text:
            raise _refuse(path, "one font family, such as Roboto: Elementor loads it by its name", text)
        return text.strip().strip("\"'")
    for fault in check_value(load_classic(), control, text, path):
        raise _refuse(path, fault.expected, text)
    return text


def _refuse(path: str, expected: str, got: str) -> Problem:
    hint = "Elementor's Site Settings show what an entry of the kit takes."
    detail = Detail(path=path, expected=expected, got=got[:80])
    return Problem(Code.INVALID_ARGUMENTS, "Elementor's kit does not take this value.", hint=hint, details=[detail])
