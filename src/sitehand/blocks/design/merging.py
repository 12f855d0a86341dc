"""Changes of a design system by path: objects are merged, presets by their slug, and what is named is removed."""

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

from sitehand.blocks.design.values import REFERENCE
from sitehand.blocks.styles import write_value
from sitehand.errors import Code, Detail, Problem

Tree = Mapping[str, Any]
MAX_SHOWN = 100
"""Characters of a name in an answer."""


def merge(old: Any, given: Any) -> Any:
    """What is stored with what is given over it. A list of presets keeps its order, and new ones come last."""
    if isinstance(old, Mapping) and isinstance(given, Mapping):
        return {**old, **{name: merge(old.get(name), value) for name, value in given.items()}}
    if _are_presets(old) and _are_presets(given):
        merged = _by_slug(old)
        for slug, entry in _by_slug(given).items():
            merged[slug] = {**merged.get(slug, {}), **entry}
        return list(merged.values())
    return given


def remove(tree: Tree, paths: Mapping[str, str]) -> Any:
    """The tree without what is at each path; a preset is named by its slug, as in `settings.color.palette.accent`.

    The paths are by the place in the arguments that names each. An object that is left empty goes too.
    Raises Problem(invalid_arguments) for a path that leads nowhere.
    """
    for place, path in paths.items():
        tree = _remove(tree, (), path.split("."), place)
    return tree


def prune(value: Any) -> Any:
    """A value without objects that say nothing: PHP would store them as lists."""
    if not isinstance(value, Mapping):
        return value
    pruned = {name: prune(each) for name, each in value.items()}
    return {name: each for name, each in pruned.items() if each != {}}


def write_references(value: Any) -> Any:
    """Settings or styles in which presets stand as CSS variables, the form that WordPress answers."""
    if isinstance(value, list):
        return [write_references(each) for each in value]
    if isinstance(value, Mapping):
        return {name: write_references(each) for name, each in value.items()}
    is_reference = isinstance(value, str) and (REFERENCE.fullmatch(value) or value.startswith("var:custom|"))
    return write_value(value) if is_reference else value


def _remove(value: Any, above: tuple[str, ...], names: list[str], place: str) -> Any:
    """The value without what a path of names leads to, in objects and in lists of presets. Raises Problem where a name
    is unknown.
    """
    listed = _are_presets(value)
    members: dict[str, Any] = _by_slug(value) if listed else dict(value) if isinstance(value, Mapping) else {}
    name, *rest = names
    if name not in members:
        raise _refuse_path(place, above, names, members)
    if listed and rest == ["slug"]:
        raise _names_slug(place, ".".join((*above, *names)))
    left = _remove(members[name], (*above, name), rest, place) if rest else None
    kept = {each: left if each == name else member for each, member in members.items() if each != name or left}
    return list(kept.values()) if listed else kept


def show_name(name: str) -> str:
    """A name that a caller gave, with what no text may hold as escapes."""
    return repr(name[:MAX_SHOWN])[1:-1]


def _refuse_path(place: str, above: tuple[str, ...], names: list[str], members: Iterable[str]) -> Problem:
    """The refusal of a path that goes on with `names` where there are only `members`."""
    path = show_name(".".join((*above, *names)))
    close = difflib.get_close_matches(names[0][:60], list(members), 1) or list(members)[:20]
    nearest = [".".join((*above, name)) for name in close] or [".".join(above) or "none"]
    return Problem(
        Code.INVALID_ARGUMENTS,
        f"There is no such path: {path}.",
        hint="get_design_system shows what is set. What the theme brings cannot be removed: set another value.",
        details=[Detail(path=place, expected=f"a path that is set, such as {', '.join(nearest)}", got=path)],
    )


def _names_slug(place: str, path: str) -> Problem:
    return Problem(
        Code.INVALID_ARGUMENTS,
        "The slug of a preset cannot be removed.",
        hint="Remove the whole preset: its path without .slug at the end.",
        details=[Detail(path=place, expected=show_name(path.removesuffix(".slug")), got="slug")],
    )


def _are_presets(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) and "slug" in each for each in value)


def _by_slug(presets: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    return {str(preset["slug"]): preset for preset in presets}
