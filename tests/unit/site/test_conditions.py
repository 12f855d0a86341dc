"""Tests of conditions: what can be asked of which field, and what values are."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.errors import Code, Problem
from sitehand.site.conditions import OPS, OWN, Condition, Op, ValueType, check_conditions


@pytest.mark.parametrize(
    ("condition", "path", "expected"),
    [
        (("tilte", "eq", "x"), "where[1].field", "'title' (the nearest field)"),
        (("colour", "eq", "x"), "where[1].field", "a field that the hint lists"),
        (("title", "gt", "x"), "where[1].op", "one of eq, in, contains, exists for title (text)"),
        (("menu_order", "eq", "1.5"), "where[1].value", "an integer"),
        (("date", "lt", "soon"), "where[1].value", "a date, or a date and time such as 2026-07-28T09:30:00Z"),
        (("slug", "in", []), "where[1].value", "1 to 100 values"),
        (("slug", "exists", "perhaps"), "where[1].value", "true or false"),
        (("slug", "eq", None), "where[1].value", "text of at most 1,000 characters"),
    ],
)
def test_what_cannot_be_asked_of_a_field_is_refused(condition: tuple[str, Any, Any], path: str, expected: str) -> None:
    """By its place, with the nearest field, the operators of its type, or what a value is."""
    field, op, value = condition
    where = [Condition(field="slug", value="a"), Condition(field=field, op=op, value=value)]
    with pytest.raises(Problem) as refusal:
        check_conditions(where, OWN["page"])
    assert refusal.value.code is Code.INVALID_ARGUMENTS
    assert [(each["path"], each["expected"]) for each in refusal.value.details] == [(path, expected)]


@pytest.mark.parametrize(
    ("type_of", "value", "read"),
    [
        ("number", "2.50", 2.5),
        ("integer", "9007199254740993", 9007199254740993),
        ("boolean", "TRUE", True),
        ("date", "2026-07-28", "2026-07-28"),
        ("moment", "2026-07-28T11:30:00+02:00", "2026-07-28T09:30:00Z"),
        ("moment", "2026-07-28", "2026-07-28T00:00:00Z"),
    ],
)
def test_values_are_read_as_their_field_has_them(type_of: ValueType, value: str, read: Any) -> None:
    """A query string has texts alone: numbers, dates and truth are what these spell."""
    (checked,) = check_conditions([Condition(field="one", value=value)], {"one": type_of})
    assert checked.values == (read,)
    assert type(checked.values[0]) is type(read)


@given(
    st.sampled_from(list(OPS)),
    st.sampled_from(get_args(Op)),
    st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=9), st.lists, max_leaves=5),
)
def test_whatever_the_value_is_it_is_read_or_refused(type_of: ValueType, op: Op, value: Any) -> None:
    """As the type of its field, or by a refusal; nothing else is raised."""
    try:
        (checked,) = check_conditions([Condition(field="one", op=op, value=value)], {"one": type_of})
    except Problem as problem:
        assert problem.code is Code.INVALID_ARGUMENTS
    else:
        assert len({type(each) for each in checked.values} - {int, float}) <= 1
