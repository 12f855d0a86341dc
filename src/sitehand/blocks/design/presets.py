"""Presets: values with a name that the attributes of blocks refer to, and where each kind of them is used and shown."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from typing_extensions import TypedDict

from sitehand.blocks.styles import pick, write_slug

Tree = Mapping[str, Any]
ORIGINS = ("default", "theme", "custom")
"""Who a preset is from in WordPress's own data: itself, the theme, or the site; later ones win over earlier ones."""


class PresetKind(NamedTuple):
    """A kind of preset: its path in the settings, its name in variables, and the member that is its value.

    `classes` are the endings of its classes with the property that each sets; `attributes` are those of blocks that
    name one.
    """

    path: str
    name: str
    value: str
    classes: tuple[tuple[str, str], ...] = ()
    attributes: tuple[str, ...] = ()


KINDS = (
    PresetKind(
        "color.palette",
        "color",
        "color",
        (("color", "color"), ("background-color", "background-color"), ("border-color", "border-color")),
        ("textColor", "backgroundColor", "borderColor", "overlayColor", "iconColor", "iconBackgroundColor"),
    ),
    PresetKind("color.gradients", "gradient", "gradient", (("gradient-background", "background"),), ("gradient",)),
    PresetKind("typography.fontSizes", "font-size", "size", (("font-size", "font-size"),), ("fontSize",)),
    PresetKind(
        "typography.fontFamilies", "font-family", "fontFamily", (("font-family", "font-family"),), ("fontFamily",)
    ),
    PresetKind("spacing.spacingSizes", "spacing", "size"),
    PresetKind("shadow.presets", "shadow", "shadow"),
)
PRESETS: Mapping[str, PresetKind] = {kind.path: kind for kind in KINDS}
ATTRIBUTES: Mapping[str, PresetKind] = {name: kind for kind in KINDS for name in kind.attributes}


class Preset(TypedDict):
    """A preset. `origin` says who it is from: default (WordPress), theme, or custom (this site)."""

    slug: str
    name: str
    value: str
    origin: str


Presets = Mapping[str, Sequence[Preset]]
"""Presets by the name of their kind, such as `color`."""
Slugs = Mapping[str, frozenset[str]]
"""Likewise: worked out once where many references are looked up."""


def list_presets(*layers: tuple[str, Tree]) -> dict[str, list[Preset]]:
    """The presets of settings by kind, each layer with its origin; of the same slug the last holds, at its place."""
    return {kind.name: _merge_layers(kind, layers) for kind in KINDS}


def name_slugs(presets: Presets) -> Slugs:
    """The slugs of each kind, as they stand in classes and variables."""
    return {kind: frozenset(write_slug(preset["slug"]) for preset in each) for kind, each in presets.items()}


def pick_list(settings: Any, path: str) -> Sequence[Any]:
    """The list of presets at a path of settings; none where there is no list."""
    found = pick(settings, path)
    return found if isinstance(found, list) else ()


def _merge_layers(kind: PresetKind, layers: Sequence[tuple[str, Tree]]) -> list[Preset]:
    found: dict[str, Preset] = {}
    for origin, settings in layers:
        for entry in pick_list(settings, kind.path):
            slug = str(entry["slug"])
            value = str(entry.get(kind.value, ""))
            found[slug] = Preset(slug=slug, name=str(entry.get("name", slug)), value=value, origin=origin)
    return list(found.values())
