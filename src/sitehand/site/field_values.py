"""Values of custom fields: checked against what is registered, with every fault by its path."""

import difflib
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import Any

from sitehand.errors import Code, Detail, Problem
from sitehand.site.conditions import Fields, ValueType
from sitehand.site.field_groups import FieldSpec, FieldType
from sitehand.site.values import MAX_ID

MAX_TEXT, MAX_VALUES, MAX_DETAILS = 20_000, 100, 20
MAX_EXACT = 2**53
"""Integers up to here are the same in every JSON parser."""
URL = re.compile(r"(https?://[^\s/]|/)\S{0,2000}")
PUBLIC = frozenset({"publish", "future", "private"})
"""Statuses in which required fields must have values."""
VALUE_TYPES: Mapping[FieldType, ValueType] = {
    "text": "text",
    "url": "text",
    "choice": "text",
    "media": "reference",
    "item": "reference",
    "number": "number",
    "integer": "integer",
    "boolean": "boolean",
    "date": "date",
    "repeater": "rows",
}
"""What conditions compare the values of a field as. One with several values fits when one of them does."""
FOOTNOTES = FieldSpec(name="footnotes", label="Footnotes")
"""The notes of a text, as JSON: `[{"id", "content"}]`. Every page and post has it, as in WordPress since 6.5."""
Values = dict[str, Any]
Faults = Iterator[Detail]
References = Iterator[tuple[str, str, int]]
Specs = Sequence[FieldSpec]


def merge_values(specs: Specs, old: Mapping[str, Any], given: Mapping[str, Any], *, public: bool) -> Values:
    """The values that an item has when these are given; null removes one. Of what is `public`, none that is required
    is left out.

    Raises Problem(invalid_arguments) with every fault. What is no longer registered can only be removed.
    """
    gone = {name for name, value in given.items() if value is None and name in old}
    faults = _check_object(specs, {name: value for name, value in given.items() if name not in gone}, "fields")
    merged = {name: value for name, value in {**old, **given}.items() if value is not None}
    missing = _find_missing(specs, merged, "fields") if public else iter(())
    if details := list(islice((each for some in (faults, missing) for each in some), MAX_DETAILS)):
        raise _refuse(details, specs)
    return merged


def keep_fitting(specs: Specs, values: Mapping[str, Any]) -> Values:
    """The values that a write could give now: of registered fields, and valid as these are registered."""
    return {name: value for name, value in values.items() if not any(_check_object(specs, {name: value}, "fields"))}


def list_references(specs: Specs, values: Mapping[str, Any], path: str = "fields") -> References:
    """What values refer to: the path, `media` or `item`, and the id. The values are right."""
    for spec in specs:
        value = values.get(spec.name)
        if value is None:
            continue
        place = f"{path}.{spec.name}"
        if spec.type in ("media", "item"):
            several = value if isinstance(value, list) else [value]
            yield from ((place, spec.type, each) for each in several)
        elif spec.type == "repeater":
            for number, row in enumerate(value):
                yield from list_references(read_specs(spec.fields), row, f"{place}[{number}]")


def list_value_types(specs: Specs) -> Fields:
    """The fields as conditions know them."""
    return {spec.name: VALUE_TYPES[spec.type] for spec in specs}


def read_specs(fields: Sequence[Mapping[str, Any]]) -> list[FieldSpec]:
    """The fields as they are stored."""
    return [FieldSpec.model_validate(each) for each in fields]


def _check_object(specs: Specs, given: Mapping[str, Any], path: str) -> Faults:
    known = {spec.name: spec for spec in specs}
    for name, value in given.items():
        if name not in known:
            yield Detail(path=f"{path}.{name[:80]}", expected=_find_nearest(name, known), got="an unknown name")
        elif value is not None:
            yield from _check_field(known[name], value, f"{path}.{name}")


def _find_missing(specs: Specs, values: Mapping[str, Any], path: str) -> Faults:
    for spec in specs:
        if spec.required and values.get(spec.name) in (None, "", []):
            yield Detail(path=f"{path}.{spec.name}", expected="a value: it is required", got="nothing")


def _check_field(spec: FieldSpec, value: Any, path: str) -> Faults:
    if not spec.multiple:
        yield from _check_one(spec, value, path)
    elif not isinstance(value, list) or len(value) > MAX_VALUES:
        yield _fault(path, f"a list of at most {MAX_VALUES}", value)
    else:
        for number, each in enumerate(value):
            yield from _check_one(spec, each, f"{path}[{number}]")


def _check_one(spec: FieldSpec, value: Any, path: str) -> Faults:
    if spec.type == "repeater":
        yield from _check_rows(spec, value, path)
    elif spec.type == "choice":
        if value not in spec.choices:
            yield _fault(path, f"one of {', '.join(spec.choices)}"[:300], value)
    elif not (found := RULES[spec.type])[1](value):
        yield _fault(path, found[0], value)


def _check_rows(spec: FieldSpec, value: Any, path: str) -> Faults:
    if not isinstance(value, list) or len(value) > MAX_VALUES or not all(isinstance(row, Mapping) for row in value):
        yield _fault(path, f"a list of at most {MAX_VALUES} objects", value)
        return
    specs = read_specs(spec.fields)
    for number, row in enumerate(value):
        yield from _check_object(specs, row, f"{path}[{number}]")
        yield from _find_missing(specs, row, f"{path}[{number}]")


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_TEXT


def _is_url(value: Any) -> bool:
    return isinstance(value, str) and URL.fullmatch(value) is not None


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MAX_EXACT


def _is_number(value: Any) -> bool:
    return _is_integer(value) or (isinstance(value, float) and math.isfinite(value))


def _is_date(value: Any) -> bool:
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _is_id(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MAX_ID


RULES: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "text": (f"text of at most {MAX_TEXT:,} characters", _is_text),
    "number": ("a number", _is_number),
    "integer": ("an integer", _is_integer),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
    "date": ("a date such as 2026-07-28", _is_date),
    "url": ("an http(s) address, or a path that begins with /", _is_url),
    "media": ("the id of a file", _is_id),
    "item": ("the id of a page or post", _is_id),
}


def _find_nearest(name: str, known: Mapping[str, FieldSpec]) -> str:
    close = difflib.get_close_matches(name[:80], known, n=1, cutoff=0.6)
    return f"{close[0]!r} (the nearest registered field)" if close else "a registered field"


def _fault(path: str, expected: str, value: Any) -> Detail:
    shown = repr(value[:80] if isinstance(value, str) else type(value).__name__ if _is_long(value) else value)
    return Detail(path=path, expected=expected, got=shown[:80])


def _is_long(value: Any) -> bool:
    return isinstance(value, list | Mapping)


def _refuse(details: list[Detail], specs: Specs) -> Problem:
    first = details[0]
    names = ", ".join(spec.name for spec in specs)[:500]
    hint = f"Registered fields: {names or 'none'}. create_field_group registers more."
    message = f"{first['path']}: expected {first['expected']}, got {first['got']}."
    return Problem(Code.INVALID_ARGUMENTS, message, hint=hint, details=details)


def refuse_reference(path: str, kind: str, number: int) -> Problem:
    """The refusal of an id that leads nowhere."""
    expected = "the id of a file" if kind == "media" else "the id of a page or post"
    detail = Detail(path=path, expected=expected, got=str(number))
    message = f"There is no {'file' if kind == 'media' else 'page or post'} {number}."
    return Problem(Code.INVALID_ARGUMENTS, message, hint=f"Give {path} {expected}.", details=[detail])
