"""Elementor's kit, its global colours and fonts, as a view of the design system of a site.

A colour is a preset of the palette whose slug is its id; a font is an object below `custom.typography`, by its id.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NotRequired

from typing_extensions import TypedDict

from sitehand.blocks.design.values import is_number, is_slug
from sitehand.errors import Code, Detail, Problem

SYSTEM = {"primary": "Primary", "secondary": "Secondary", "text": "Text", "accent": "Accent"}
"""The ids that are Elementor's own, with their titles."""
DEFAULT_COLORS = {"primary": "#14507a", "secondary": "#4a5560", "text": "#3a4046", "accent": "#14507a"}
"""What they are until the site sets them."""
FONT_MEMBERS = (
    *("font_family", "font_size", "font_weight", "font_style", "line_height", "letter_spacing"),
    *("text_transform", "text_decoration"),
)
"""Members of a global font, without the `typography_` that Elementor stores before them."""
Tree = Mapping[str, Any]
_NOT_IN_IDS = re.compile("[^a-z0-9]+")


class KitColor(TypedDict):
    """A global colour. Elements refer to it as `globals/colors?id=ID`."""

    id: str
    title: str
    color: str


class KitFont(TypedDict):
    """A global font, in CSS values. Elements refer to it as `globals/typography?id=ID`."""

    id: str
    title: str
    font_family: NotRequired[str]
    font_size: NotRequired[str]
    font_weight: NotRequired[str]
    font_style: NotRequired[str]
    line_height: NotRequired[str]
    letter_spacing: NotRequired[str]
    text_transform: NotRequired[str]
    text_decoration: NotRequired[str]


def list_colors(settings: Tree) -> Iterator[KitColor]:
    """The global colours of a site's own settings: Elementor's four, then others in their order."""
    own = {entry["slug"]: entry for entry in _palette(settings)}
    for identifier, title in SYSTEM.items():
        entry = own.get(identifier, {})
        color = entry.get("color", DEFAULT_COLORS[identifier])
        yield KitColor(id=identifier, title=entry.get("name", title), color=color)
    for slug, entry in own.items():
        if slug not in SYSTEM:
            yield KitColor(id=slug, title=entry.get("name", slug), color=entry["color"])


def list_fonts(settings: Tree) -> Iterator[KitFont]:
    """The global fonts of a site's own settings, in the same order; one of the four may have nothing but its title."""
    own = _fonts(settings)
    for identifier in [*SYSTEM, *(each for each in own if each not in SYSTEM)]:
        stored = own.get(identifier, {})
        members = {name: stored[camel(name)] for name in FONT_MEMBERS if camel(name) in stored}
        title = stored.get("title", SYSTEM.get(identifier, identifier))
        yield KitFont(id=identifier, title=title, **members)  # type: ignore[typeddict-item]


def list_variables(settings: Tree) -> Iterator[tuple[str, str]]:
    """The CSS variables by which elements refer to what the site has set."""
    yield from ((f"--e-global-color-{entry['slug']}", entry["color"]) for entry in _palette(settings))
    for identifier, stored in _fonts(settings).items():
        prefix = f"--e-global-typography-{identifier}"
        members = ((name, stored[camel(name)]) for name in FONT_MEMBERS if camel(name) in stored)
        yield from ((f"{prefix}-{name.replace('_', '-')}", value) for name, value in members)


def name_entry(identifier: str | None, title: str, known: Mapping[str, str], *, system: bool, path: str) -> str:
    """The id of an entry that is set: the given one, that of its title among those known, or a new one.

    Raises Problem(invalid_arguments): the four ids belong to Elementor's own entries, and to nothing else.
    """
    if system and identifier not in SYSTEM:
        raise _wrong_id(path, f"one of {', '.join(SYSTEM)}", identifier)
    if not system and identifier in SYSTEM:
        raise _wrong_id(path, "another id: this one is Elementor's own, which is set as a system entry", identifier)
    return identifier or known.get(title) or _make_id(title, {*known.values(), *SYSTEM})


def camel(name: str) -> str:
    """A member as theme.json spells names."""
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def _make_id(title: str, taken: set[str]) -> str:
    base = _NOT_IN_IDS.sub("-", title.lower()).strip("-")[:50] or "entry"
    names = (base, *(f"{base}-{number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def _wrong_id(path: str, expected: str, got: Any) -> Problem:
    return Problem(
        Code.INVALID_ARGUMENTS,
        "An entry of the kit does not take this id.",
        hint="system_colors and system_fonts take Elementor's four ids; custom ones get an id made of their title.",
        details=[Detail(path=path, expected=expected, got=repr(got)[:80])],
    )


def _palette(settings: Tree) -> list[Any]:
    found = (settings.get("color") or {}).get("palette")
    return found if isinstance(found, list) else []


def _fonts(settings: Tree) -> Mapping[str, Mapping[str, str]]:
    """Objects whose name may be an id, with their texts and numbers: others below `typography` are no fonts."""
    found = (settings.get("custom") or {}).get("typography")
    entries = found.items() if isinstance(found, Mapping) else ()
    return {name: _texts(entry) for name, entry in entries if isinstance(entry, Mapping) and is_slug(name)}


def _texts(entry: Tree) -> dict[str, str]:
    return {name: str(value) for name, value in entry.items() if isinstance(value, str) or is_number(value)}
