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
    colors = {entry["_id"]: entry for entry in _list_entries(stored, COLORS)}
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
    palettes = (each.get("color", {}).get("palette", ()) for each in (wanted, shown))  # none where all are removed
    palette, known = ({each["slug"]: each for each in palette} for palette in palettes)
    if palette != known:
        colors = {key: {} if each == known.get(key) else _store_color(each) for key, each in palette.items()}
        changed |= _merge_lists(stored, COLORS, colors)
    fonts, known = (each.get("custom", {}).get("typography", {}) for each in (wanted, shown))
    if fonts != known:
        written = {
            key: {} if each == known.get(key) else _store_font(key, each, known.get(key, {}))
            for key, each in fonts.items()
        }
        changed |= _merge_lists(stored, FONTS, written)
    width = wanted.get("layout", {}).get("wideSize")
    if width and width != shown.get("layout", {}).get("wideSize"):
        changed[WIDTH] = _store_value(load_classic().kit[WIDTH], width, WIDTH)
    return {**stored, **changed}


def _list_entries(stored: Entry, lists: tuple[str, str]) -> Iterator[Entry]:
    """The entries that are shown: Elementor's four, and the others with an id."""
    system, custom = lists
    yield from _list_system(stored, system)
    yield from (each for each in _read_list(stored, custom) if _is_shown(each, custom))


def _is_shown(entry: Any, name: str) -> bool:
    """Whether an entry in the list of others has an id, none of the four, which would show twice; and a colour where it
    is one.
    """
    return _read_id(entry) not in ("", *SYSTEM) and (name not in COLORS or isinstance(entry.get("color"), str))


def _list_system(stored: Entry, name: str) -> Sequence[Entry]:
    """Elementor's four entries; those that are not stored are as Elementor has them by itself."""
    known = {_read_id(each): each for each in _read_list(stored, name)}
    return [_complete(known.get(key, {}), _make_default(name, key)) for key in SYSTEM]


def _complete(entry: Entry, default: Entry) -> Entry:
    """An entry, with Elementor's own colour where it has none."""
    if not entry or "color" not in default or isinstance(entry.get("color"), str):
        return entry or default
    return {**entry, "color": default["color"]}


def _make_default(name: str, key: str) -> Entry:
    title = {"_id": key, "title": SYSTEM[key]}
    if name in COLORS:
        return {**title, "color": _COLORS[key]}
    return {**title, **SWITCH, "typography_font_family": _FAMILIES[key], "typography_font_weight": _WEIGHTS[key]}


def _merge_lists(stored: Entry, lists: tuple[str, str], wanted: Mapping[str, Entry]) -> dict[str, Any]:
    """Both lists with these entries, which keep what else they have; of the four, one that is left out is as new. What
    is not shown stays in its place, and so does each of two entries with one id.
    """
    system, custom = lists
    old = {each["_id"]: each for each in _list_system(stored, system)}
    four = [{**old[key], **wanted[key]} if key in wanted else _make_default(system, key) for key in SYSTEM]
    more = [each for each in _read_list(stored, system) if _read_id(each) not in SYSTEM]
    own = wanted.keys() - SYSTEM.keys()
    others = [(_read_id(each), each) for each in _read_list(stored, custom)]
    kept = [(key, each) for key, each in others if key in own or not _is_shown(each, custom)]
    new = own - {key for key, _ in others}
    return {
        system: [*four, *more],
        custom: [
            *({**each, **wanted[key]} if key in own else each for key, each in kept),
            *({"_id": key, **wanted[key]} for key in wanted if key in new),
        ],
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
