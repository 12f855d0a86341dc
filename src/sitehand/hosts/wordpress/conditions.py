"""Conditions on fields as parameters of WordPress's lists. What WordPress has no parameter for is refused."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sitehand.errors import Problem
from sitehand.site.conditions import OWN, Checked, Condition, check_conditions, refuse_condition

Parameters = Mapping[tuple[str, str], str]
SEVERAL = ("include", "slug", "author", "parent")
"""Parameters that take a list."""
DATED = {
    ("date", "gt"): "after",
    ("date", "lt"): "before",
    ("modified", "gt"): "modified_after",
    ("modified", "lt"): "modified_before",
}


def _look_up(**names: str) -> Parameters:
    """The parameters that take one value or several of a field."""
    return {(field, op): name for field, name in names.items() for op in ("eq", "in")}


PARAMETERS: Mapping[str, Parameters] = {
    "page": {
        **_look_up(id="include", slug="slug", author="author", parent="parent"),
        **DATED,
        ("menu_order", "eq"): "menu_order",
    },
    "post": {**_look_up(id="include", slug="slug", author="author"), **DATED, ("sticky", "eq"): "sticky"},
    "custom_item": {**_look_up(id="include", slug="slug", author="author"), **DATED},
    "media": {**_look_up(id="include", slug="slug", author="author"), **DATED},
    "term": _look_up(id="include", slug="slug"),
}
"""By kind, the parameter that says what an operator on a field does. Source: the schema of each collection.

Not `mime_type`: WordPress lists all files when it does not know the type.
"""
LETTER = "(?:[a-z0-9_]|%(?!c2|c3%97|c[bcd]|e2|ef)[0-9a-f]{2})"
SLUG = re.compile(f"{LETTER}+(?:-{LETTER}+)*")
"""Slugs that `sanitize_title` keeps as they are; the octets left out begin signs that it drops or replaces."""
MAX_SLUG = 200


def add_conditions(asked: dict[str, Any], where: Sequence[Condition], kind: str) -> None:
    """Add the parameters for conditions. Raises Problem(invalid_arguments) for what WordPress cannot filter by."""
    given = frozenset(asked)
    for condition in check_conditions(where, OWN[kind]):
        name = PARAMETERS[kind].get((condition.field, condition.op))
        if name is None:
            raise _refuse(condition, kind, "op", "a condition that WordPress can answer")
        if any(_is_misread(condition.field, value) for value in condition.values):
            raise _refuse(condition, kind, "value", "a slug as WordPress writes it, or a number from 0 on")
        if name in asked:
            beside = f"no condition beside the argument `{name}`"
            once = f"one condition of this kind on {condition.field}"
            raise _refuse(condition, kind, "field", beside if name in given else once)
        asked[name] = list(condition.values) if name in SEVERAL or condition.op == "in" else condition.values[0]


def _is_misread(field: str, value: Any) -> bool:
    """WordPress takes a slug as it would write it, an empty one for no filter, and a number without its sign."""
    if field == "slug":
        return len(value) > MAX_SLUG or not SLUG.fullmatch(value)
    return isinstance(value, int | float) and value < 0


def _refuse(condition: Checked, kind: str, part: str, expected: str) -> Problem:
    path, got = f"where[{condition.place}].{part}", f"{condition.field} {condition.op}"
    problem = refuse_condition(path, expected, got, OWN[kind])
    listed = ", ".join(f"{field} {op}" for field, op in PARAMETERS[kind])
    return Problem(problem.code, problem.message, hint=f"Conditions here: {listed}.", details=problem.details)
