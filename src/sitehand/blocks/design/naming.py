"""Presets that blocks name, in their attributes and in markup, and those among them that are not there."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from sitehand.blocks.design.checking import suggest_preset
from sitehand.blocks.design.presets import ATTRIBUTES, Presets, Slugs
from sitehand.blocks.design.values import REFERENCE, VARIABLE
from sitehand.blocks.styles import write_slug
from sitehand.errors import Detail

_IN_MARKUP = re.compile(rf'"({"|".join(ATTRIBUTES)})"\s*:\s*"([A-Za-z0-9-]{{1,60}})"')
LEGACY = frozenset({"very-light-gray", "very-dark-gray"})
"""Colours of the editor before it had a palette, which themes still show."""


class Named(NamedTuple):
    """A preset that is named: where, of which kind, and by which slug."""

    path: str
    kind: str
    slug: str


def list_named(attributes: Mapping[str, Any], path: str = "attributes") -> Iterator[Named]:
    """The presets that the attributes of a block name."""
    for name, value in attributes.items():
        place = f"{path}.{name}"
        if name in ATTRIBUTES and isinstance(value, str) and value:
            yield Named(place, ATTRIBUTES[name].name, value)
        elif name == "style":
            yield from _list_referenced(value, place)


def list_named_anywhere(value: Any, path: str = "") -> Iterator[Named]:
    """The presets that the arguments of an edit name, whatever its form: attributes, new blocks, or markup."""
    if isinstance(value, str):
        found = [(ATTRIBUTES[name].name, slug) for name, slug in _IN_MARKUP.findall(value)]
        yield from (Named(path, *each) for each in [*found, *REFERENCE.findall(value), *VARIABLE.findall(value)])
    elif isinstance(value, Mapping):
        for name, each in value.items():
            place = f"{path}.{name}" if path else str(name)
            yield from list_named(each, place) if name == "attributes" and each else list_named_anywhere(each, place)
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from list_named_anywhere(each, f"{path}.{number}")


def find_unknown(named: Iterable[Named], presets: Presets, slugs: Slugs) -> Iterator[Detail]:
    """A fault for each named preset that does not exist, with the nearest one. `slugs` are those of the presets."""
    for path, kind, slug in dict.fromkeys(named):
        if kind in slugs and slug not in LEGACY and write_slug(slug) not in slugs[kind]:
            yield Detail(path=path, expected=suggest_preset(slug, presets, kind), got=slug[:60])


def _list_referenced(value: Any, path: str) -> Iterator[Named]:
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield from _list_referenced(each, f"{path}.{name}")
    elif isinstance(value, str):
        yield from (Named(path, *each) for each in [*REFERENCE.findall(value), *VARIABLE.findall(value)])
