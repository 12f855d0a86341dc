"""Conditions on what a list shows: a field, an operator and a value that is of the field's type."""

import difflib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from sitehand.errors import Code, Detail, Problem
from sitehand.site.values import MAX_ID, Bracketed, Input, iso, parse_moment

Op = Literal["eq", "in", "contains", "gt", "lt", "exists"]
ValueType = Literal["text", "number", "integer", "boolean", "date", "moment", "reference", "rows"]
"""A reference is an id, or 0 for none; rows are those of a repeater."""
MAX_CONDITIONS, MAX_VALUES, MAX_TEXT = 10, 100, 1_000
NUMBER = re.compile(r"[+-]?[0-9]{1,18}(\.[0-9]{1,18})?")
OPS: Mapping[ValueType, tuple[Op, ...]] = {
    "text": ("eq", "in", "contains", "exists"),
    "boolean": ("eq", "exists"),
    "reference": ("eq", "in", "exists"),
    "rows": ("exists",),
    **dict.fromkeys(("number", "integer", "date", "moment"), ("eq", "in", "gt", "lt", "exists")),
}
"""What can be asked of values of each type."""
Fields = Mapping[str, ValueType]
ITEM: Fields = {
    **{"id": "integer", "date": "moment", "modified": "moment", "author": "reference", "featured_media": "reference"},
    **dict.fromkeys(("slug", "title", "excerpt", "content"), "text"),
}
OWN: Mapping[str, Fields] = {
    "page": {**ITEM, "locale": "text", "parent": "reference", "menu_order": "integer"},
    "post": {**ITEM, "locale": "text", "sticky": "boolean"},
    **dict.fromkeys(("pattern", "navigation"), ITEM),
    "custom_item": {**ITEM, "locale": "text", "parent": "reference", "menu_order": "integer"},
    "media": {
        **{"id": "integer", "date": "moment", "modified": "moment", "author": "reference"},
        **dict.fromkeys(("slug", "title", "alt_text", "caption", "description", "mime_type"), "text"),
    },
    "term": {
        **{"id": "integer", "parent": "reference", "count": "integer"},
        **dict.fromkeys(("name", "slug", "description"), "text"),
    },
}
"""The fields that every object of a kind has."""


class Condition(Input):
    """What a field must be: all conditions of a list hold. `exists` takes true, the default, or false."""

    field: str = Field(min_length=1, max_length=64)
    op: Op = "eq"
    value: Any = None


Conditions = Annotated[list[Condition], Bracketed(), Field(max_length=MAX_CONDITIONS)]
Where = Annotated[Conditions, Field(description='all must hold: {"field": "slug", "op": "in", "value": ["a", "b"]}')]
WhereItems = Annotated[
    Conditions,
    Field(description='all must hold: {"field": "price", "op": "gt", "value": 10}; custom fields too'),
]
"""Pages and posts have custom fields."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A condition with its values as their field has them: several for `in`, true or false for `exists`."""

    field: str
    type: ValueType
    op: Op
    values: tuple[Any, ...]
    place: int
    """Among the conditions of the call."""


def check_conditions(where: Sequence[Condition], fields: Fields) -> list[Checked]:
    """The conditions over these fields. Raises Problem(invalid_arguments) for one that cannot be asked of them."""
    return [_check(condition, fields, place) for place, condition in enumerate(where)]


def _check(condition: Condition, fields: Fields, place: int) -> Checked:
    path, name = f"where[{place}]", condition.field
    if name not in fields:
        raise refuse_condition(f"{path}.field", _find_nearest(name, fields), repr(name), fields)
    if condition.op not in OPS[fields[name]]:
        expected = f"one of {', '.join(OPS[fields[name]])} for {name} ({fields[name]})"
        raise refuse_condition(f"{path}.op", expected, condition.op, fields)
    values = tuple(_read_values(condition, fields, f"{path}.value"))
    return Checked(name, fields[name], condition.op, values, place)


def _read_values(condition: Condition, fields: Fields, path: str) -> Iterator[Any]:
    several = condition.value if condition.op == "in" and isinstance(condition.value, list) else [condition.value]
    if not 1 <= len(several) <= MAX_VALUES:
        raise refuse_condition(path, f"1 to {MAX_VALUES} values", f"{len(several)}", fields)
    asks_presence = condition.op == "exists"
    if asks_presence and condition.value is None:
        several = [True]
    expected, read = READERS["boolean" if asks_presence else fields[condition.field]]
    for value in several:
        found = read(value)
        if found is None:
            shown = value[:80] if isinstance(value, str) else value
            got = type(value).__name__ if isinstance(value, list | Mapping) else repr(shown)
            raise refuse_condition(path, expected, got, fields)
        yield found


def _read_text(value: Any) -> str | None:
    return value if isinstance(value, str) and len(value) <= MAX_TEXT else None


def _read_number(value: Any) -> float | None:
    if isinstance(value, str) and (found := NUMBER.fullmatch(value)):
        return float(value) if found[1] else int(value)
    return value if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MAX_ID else None


def _read_integer(value: Any) -> int | None:
    found = _read_number(value)
    return int(found) if found is not None and int(found) == found else None


def _read_boolean(value: Any) -> bool | None:
    if isinstance(value, str):
        return {"true": True, "1": True, "false": False, "0": False}.get(value.lower())
    return value if isinstance(value, bool) else None


def _read_date(value: Any) -> str | None:
    try:
        return date.fromisoformat(value).isoformat()
    except (TypeError, ValueError):
        return None


def _read_moment(value: Any) -> str | None:
    try:
        return iso(parse_moment(value))
    except ValueError:
        return None


READERS: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "text": (f"text of at most {MAX_TEXT:,} characters", _read_text),
    "number": ("a number", _read_number),
    "integer": ("an integer", _read_integer),
    "reference": ("an id", _read_integer),
    "boolean": ("true or false", _read_boolean),
    "date": ("a date such as 2026-07-28", _read_date),
    "moment": ("a date, or a date and time such as 2026-07-28T09:30:00Z", _read_moment),
}


def _find_nearest(name: str, fields: Fields) -> str:
    close = difflib.get_close_matches(name, fields, n=1, cutoff=0.6)
    return f"{close[0]!r} (the nearest field)" if close else "a field that the hint lists"


def refuse_condition(path: str, expected: str, got: str, fields: Fields) -> Problem:
    """The refusal of a condition."""
    hint = f"Fields: {', '.join(fields)}. Operators: {', '.join(get_args(Op))}."[:1_000]
    detail = Detail(path=path, expected=expected, got=got)
    return Problem(Code.INVALID_ARGUMENTS, f"{path}: expected {expected}, got {got}.", hint=hint, details=[detail])
