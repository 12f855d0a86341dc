"""Conditions on a WordPress: a parameter that says the same, or a refusal."""

from typing import Any

import pytest

from sitehand.errors import Code, Problem
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


def _add(kind: str, field: str, op: Any, value: Any) -> dict[str, Any]:
    asked: dict[str, Any] = {}
    add_conditions(asked, [Condition(field=field, op=op, value=value)], kind)
    return asked


@pytest.mark.parametrize("slug", ["rye", "rye-2", "a_b", "%e4%bc%9a-%c3%a4", "x" * 200])
def test_slugs_as_wordpress_writes_them_are_asked_for(slug: str) -> None:
    """Alone and among several."""
    assert _add("page", "slug", "eq", slug) == {"slug": [slug]}
    assert _add("term", "slug", "in", ["rye", slug]) == {"slug": ["rye", slug]}


@pytest.mark.parametrize(
    "slug",
    ["", "RYE", "a b", "a,b", "a.b", "a--b", "-a", "a-", "100%", "%C3%A4", "%c2%a0", "a%e2%80%93b", "ä", "x" * 201],
)
def test_slugs_that_wordpress_would_rewrite_are_refused(slug: str) -> None:
    """It would list what has another slug, or everything."""
    for op, value in (("eq", slug), ("in", ["rye", slug])):
        with pytest.raises(Problem) as refusal:
            _add("media", "slug", op, value)
        assert refusal.value.code is Code.INVALID_ARGUMENTS
        assert refusal.value.details[0]["path"].endswith(".value")


def test_the_type_of_a_file_is_refused() -> None:
    """WordPress lists all files when it does not know the type."""
    with pytest.raises(Problem) as refusal:
        _add("media", "mime_type", "eq", "image/x-foo")
    assert refusal.value.details[0]["path"].endswith(".op")
    assert "mime_type" not in refusal.value.hint


@pytest.mark.parametrize(("field", "value"), [("author", -5), ("id", -1)])
def test_numbers_that_wordpress_takes_without_their_sign_are_refused(field: str, value: int) -> None:
    """-5 would be 5."""
    with pytest.raises(Problem):
        _add("post", field, "eq", value)
