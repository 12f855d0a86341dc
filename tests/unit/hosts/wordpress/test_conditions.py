"""Tests of conditions as parameters of WordPress's lists."""

from typing import Any

import pytest

from sitehand.errors import Problem
from sitehand.hosts.wordpress.conditions import add_conditions
from sitehand.site.conditions import Condition


@pytest.mark.parametrize(
    ("asked", "fields", "expected"),
    [
        ({"include": [7]}, ["id"], "no condition beside the argument `include`"),
        ({}, ["id", "id"], "one condition of this kind on id"),
    ],
)
def test_a_parameter_is_asked_for_once(asked: dict[str, Any], fields: list[str], expected: str) -> None:
    """The refusal says what takes it already, and where the condition stands that has no room."""
    with pytest.raises(Problem) as refusal:
        add_conditions(asked, [Condition(field=field, value=7) for field in fields], "page")
    detail = {"path": f"where[{len(fields) - 1}].field", "expected": expected, "got": "id eq"}
    assert refusal.value.details == [detail]
