"""Lists of presets by origin: WordPress keeps `{"theme": [...], "custom": [...]}` where theme.json has a list."""

from collections.abc import Callable, Mapping
from typing import Any

from sitehand.blocks.design.presets import ORIGINS
from sitehand.site.design import JsonObject

Presets = list[Any]


def join_origins(settings: JsonObject) -> dict[str, Any]:
    """Settings with plain lists; of the same slug the later origin holds, at the place of the earlier."""
    joined: dict[str, Any] = _map_lists(settings, _join)
    return joined


def pick_origin(settings: JsonObject, origin: str) -> dict[str, Any]:
    """Settings with the lists of one origin."""
    picked: dict[str, Any] = _map_lists(settings, lambda by_origin: by_origin.get(origin, []))
    return picked


def part_origins(settings: JsonObject, stored: JsonObject) -> dict[str, Any]:
    """Settings as WordPress stores them: an entry stays with the origin it is stored under, new ones are custom.

    What an earlier origin stores of the same slug stays too: `join_origins` does not show it, so nobody has removed it.
    """
    return {name: _part(value, stored.get(name)) for name, value in settings.items()}


def _part(value: Any, stored: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _part(each, _member(stored, name)) for name, each in value.items()}
    if not _are_presets(value):
        return value
    by_origin = {origin: {_slug(entry): entry for entry in _member(stored, origin) or ()} for origin in ORIGINS}
    homes = {slug: origin for origin, entries in by_origin.items() for slug in entries}
    given = {_slug(entry): entry for entry in value}
    parted = {
        origin: [
            given[slug] if homes.get(slug, ORIGINS[-1]) == origin else by_origin[origin][slug]
            for slug in given
            if homes.get(slug, ORIGINS[-1]) == origin or slug in by_origin[origin]
        ]
        for origin in ORIGINS
    }
    return {origin: entries for origin, entries in parted.items() if entries}


def _map_lists(value: Any, work: Callable[[Mapping[str, Presets]], Presets]) -> Any:
    """The value with each object of lists by origin as `work` makes a list of it."""
    if not isinstance(value, Mapping):
        return value
    if value and value.keys() <= set(ORIGINS) and all(isinstance(each, list) for each in value.values()):
        return work(value)
    return {name: _map_lists(each, work) for name, each in value.items()}


def _join(by_origin: Mapping[str, Presets]) -> Presets:
    joined = {_slug(entry): entry for origin in ORIGINS for entry in by_origin.get(origin, ())}
    return list(joined.values())


def _are_presets(value: Any) -> bool:
    return (
        isinstance(value, list) and bool(value) and all(isinstance(each, Mapping) and "slug" in each for each in value)
    )


def _member(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else None


def _slug(entry: Any) -> str:
    return str(entry.get("slug", "")) if isinstance(entry, Mapping) else ""
