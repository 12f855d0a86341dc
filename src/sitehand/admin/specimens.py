"""Specimens: how the presets of a design system look, for the owner who changes them."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sitehand.blocks.design.presets import KINDS, ORIGINS, Preset, PresetKind, list_presets, pick_list
from sitehand.blocks.design.stylesheet import write_presets, write_rule
from sitehand.blocks.styles import write_slug
from sitehand.site.design import JsonObject, StoredDesign

TITLES = {
    "color": "Colours",
    "gradient": "Gradients",
    "font-size": "Font sizes",
    "font-family": "Fonts",
    "spacing": "Spacing",
    "shadow": "Shadows",
}
LOOKS = {
    "color": "has-{}-background-color",
    "gradient": "has-{}-gradient-background",
    "font-size": "has-{}-font-size",
    "font-family": "has-{}-font-family",
    "spacing": "spacing-{}",
    "shadow": "shadow-{}",
}
"""The class that shows a preset."""
PROPERTIES = {"spacing": "inline-size", "shadow": "box-shadow"}
"""What shows the presets that have no class of their own."""
UNSAFE = re.compile(r"[{}<>;\\]|url\(|@import", re.IGNORECASE)


class Group(NamedTuple):
    """The presets of one kind, and the class that shows each."""

    path: str
    kind: str
    title: str
    presets: Sequence[tuple[Preset, str]]


def list_groups(design: StoredDesign) -> list[Group]:
    """The presets that hold, by kind: the site's own first, then the theme's."""
    presets = list_presets(*((layer.origin, layer.settings) for layer in design.layers))
    return [_show(kind, presets[kind.name]) for kind in KINDS]


def write_specimens(design: StoredDesign) -> str:
    """A stylesheet that shows them. What could be more than a value, as a theme may have it, is left out."""
    settings = [_keep_plain(layer.settings) for layer in design.layers]
    slugs = {
        (kind.name, write_slug(str(entry["slug"])))
        for kind in KINDS
        for layer in settings
        for entry in pick_list(layer, kind.path)
        if kind.name in PROPERTIES
    }
    rules = (
        write_rule(f".{LOOKS[kind].format(slug)}", [(PROPERTIES[kind], f"var(--wp--preset--{kind}--{slug})")])
        for kind, slug in sorted(slugs)
    )
    return "".join([*write_presets(settings), *rules])


def _show(kind: PresetKind, presets: Sequence[Preset]) -> Group:
    nearest = sorted(presets, key=lambda each: ORIGINS.index(each["origin"]), reverse=True)
    looks = [(each, LOOKS[kind.name].format(write_slug(each["slug"]))) for each in nearest]
    return Group(kind.path, kind.name, TITLES[kind.name], looks)


def _keep_plain(settings: JsonObject) -> dict[str, Mapping[str, object]]:
    """The lists of presets alone, without entries that are not plain values."""
    kept: dict[str, dict[str, object]] = {}
    for kind in KINDS:
        first, last = kind.path.split(".")
        entries = [each for each in pick_list(settings, kind.path) if not UNSAFE.search(str(each.get(kind.value, "")))]
        kept.setdefault(first, {})[last] = entries
    return {**kept}
