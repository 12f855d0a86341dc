"""Whether changes of a design system are what theme.json takes: each fault with its path, and what is likely meant."""

import difflib
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from sitehand.blocks.design.merging import show_name
from sitehand.blocks.design.presets import KINDS, Presets, Slugs, name_slugs, pick_list
from sitehand.blocks.design.shape import DESIGN, Either, Free, Members, PresetList, Shape
from sitehand.blocks.design.values import MEMBER, REFERENCE, VARIABLE, Value, is_slug
from sitehand.blocks.styles import write_slug
from sitehand.errors import Code, Detail, Problem

MAX_DETAILS, MAX_NAMED, MAX_DEPTH = 20, 24, 12
MAX_PRESETS = 200
BLOCK_EXPECTED = "the name of a block, such as core/button"


def check_design(given: Mapping[str, Any]) -> None:
    """Check `settings` and `styles` as a caller gives them. Raises Problem(invalid_arguments)."""
    refuse(list(_check(given, DESIGN, "")))


def check_complete(settings: Mapping[str, Any]) -> None:
    """Check that each preset has its value, once it is merged. Raises Problem(invalid_arguments)."""
    blocks = settings.get("blocks") or {}
    places = [("settings", settings), *((f"settings.blocks.{name}", own) for name, own in blocks.items())]
    refuse(
        [
            Detail(path=f"{place}.{kind.path}.{entry['slug']}.{kind.value}", expected="a value", got="nothing")
            for place, own in places
            for kind in KINDS
            for entry in pick_list(own, kind.path)
            if kind.value not in entry
        ]
    )


def check_references(old: tuple[Any, Presets], new: tuple[Any, Presets]) -> None:
    """Check that a change of styles or presets leaves no style with a preset that is not there, but for those before.

    Raises Problem(invalid_arguments).
    """
    (styles, presets), before = new, set(_find_missing(old[0], name_slugs(old[1]), "styles"))
    missing = (each for each in _find_missing(styles, name_slugs(presets), "styles") if each not in before)
    refuse(
        [
            Detail(path=each.path, expected=suggest_preset(each.slug, presets, each.kind), got=show_name(each.value))
            for each in islice(missing, MAX_DETAILS)
        ]
    )


def suggest_preset(slug: str, presets: Presets, kind: str) -> str:
    """The preset that is most like one that is not there, or some that are."""
    slugs = [preset["slug"] for preset in presets.get(kind, ())]
    close = difflib.get_close_matches(slug[:60], slugs, 1)
    words = kind.replace("-", " ")
    return close[0] if close else f"a {words}: {', '.join(slugs[:MAX_NAMED])}" if slugs else f"no {words}: none is set"


def refuse(details: list[Detail]) -> None:
    """Raise Problem(invalid_arguments) when there are faults."""
    if details:
        raise Problem(
            Code.INVALID_ARGUMENTS,
            "The design system does not take these values.",
            hint="Paths are those of theme.json, version 3; get_design_system shows the presets.",
            details=details[:MAX_DETAILS],
        )


class _Missing(NamedTuple):
    """A reference to a preset that is not there, and the value that has it."""

    path: str
    value: str
    kind: str
    slug: str


def _find_missing(value: Any, slugs: Slugs, path: str) -> Iterator[_Missing]:
    if isinstance(value, Mapping):
        for name, each in value.items():
            yield from _find_missing(each, slugs, f"{path}.{name}")
    elif isinstance(value, str):
        for kind, slug in [*REFERENCE.findall(value), *VARIABLE.findall(value)]:
            if kind in slugs and write_slug(slug) not in slugs[kind]:
                yield _Missing(path, value, kind, slug)


def _check(value: Any, shape: Shape, path: str, depth: int = 0) -> Iterator[Detail]:
    if depth > MAX_DEPTH:
        yield _fault(path, f"at most {MAX_DEPTH} levels", value)
    elif isinstance(shape, Value):
        if not shape.fits(value):
            yield _fault(path, shape.expected, value)
    elif isinstance(shape, Either) and not isinstance(value, Mapping):
        yield from _check(value, shape.value, path, depth)
    elif isinstance(shape, PresetList):
        yield from _check_presets(value, shape, path, depth)
    elif not isinstance(value, Mapping):
        yield _fault(path, "an object", value)
    elif isinstance(shape, Free):
        yield from _check_free(value, shape, path, depth)
    else:
        yield from _check_members(value, shape.members if isinstance(shape, Either) else shape, path, depth)


def _check_members(value: Mapping[str, Any], shape: Members, path: str, depth: int) -> Iterator[Detail]:
    for name, each in value.items():
        inner = shape.of.get(name)
        if inner is None and shape.blocks and _names_block(name):
            inner = shape.blocks
        if inner is None:
            yield Detail(path=_join(path, name), expected=_suggest_member(name, shape), got=show_name(name))
        else:
            yield from _check(each, inner, _join(path, name), depth + 1)


def _check_presets(value: Any, shape: PresetList, path: str, depth: int) -> Iterator[Detail]:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_PRESETS:
        yield _fault(path, f"a list of 1 to {MAX_PRESETS} presets", value)
        return
    seen: set[str] = set()
    for number, entry in enumerate(value):
        place = f"{path}[{number}]"
        yield from _check(entry, shape.entry, place, depth + 1)
        slug = entry.get("slug") if isinstance(entry, Mapping) else None
        if slug is None or not is_slug(slug):
            if slug is None:
                yield _fault(f"{place}.slug", "a slug", None)
        elif write_slug(slug) in seen:
            yield _fault(f"{place}.slug", "another slug: each names one preset", slug)
        else:
            seen.add(write_slug(slug))


def _check_free(value: Mapping[str, Any], shape: Free, path: str, depth: int) -> Iterator[Detail]:
    for name, each in value.items():
        if not MEMBER.fits(name):
            yield _fault(path, MEMBER.expected, name)
        yield from _check(each, shape if isinstance(each, Mapping) else shape.leaf, _join(path, name), depth + 1)


def _suggest_member(name: str, shape: Members) -> str:
    if not shape.of and shape.blocks:
        return BLOCK_EXPECTED
    close = difflib.get_close_matches(str(name)[:60], list(shape.of), 1)
    return close[0] if close else f"one of {', '.join(list(shape.of)[:MAX_NAMED])}"


def _names_block(name: str) -> bool:
    namespace, slash, block = name.partition("/")
    return bool(slash) and is_slug(namespace) and is_slug(block)


def _join(path: str, name: str) -> str:
    return f"{path}.{show_name(name)}" if path else show_name(name)


def _fault(path: str, expected: str, got: Any) -> Detail:
    return Detail(path=path, expected=expected, got=repr(got)[:80])
