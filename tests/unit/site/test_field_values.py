"""Values of custom fields, whatever comes: taken as they are, or refused by path."""

from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from sitehand.errors import Code, Problem
from sitehand.site.field_groups import FieldSpec, FieldType, check_specs
from sitehand.site.field_values import keep_fitting, list_references, merge_values

FIELD_TYPES: tuple[FieldType, ...] = get_args(FieldType)
SPECS = [
    FieldSpec(
        name=name,
        type=name,
        choices=["a", "b"] if name == "choice" else [],
        fields=[{"name": "text"}, {"name": "media", "type": "media"}] if name == "repeater" else [],
    )
    for name in FIELD_TYPES
]
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
JSON = st.recursive(
    PLAIN | st.sampled_from(["a", "2026-07-28", "/a"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["text", "media", "x"]), inner),
    max_leaves=8,
)
VALUES = st.dictionaries(st.sampled_from([*FIELD_TYPES, "nothing", ""]), JSON)


@given(VALUES)
def test_those_values_are_kept_that_a_write_would_take(values: dict[str, Any]) -> None:
    """Each for itself, whatever the others are."""
    kept = keep_fitting(SPECS, values)
    for name, value in values.items():
        try:
            merge_values(SPECS, {}, {name: value}, public=False)
        except Problem:
            assert name not in kept
        else:
            assert kept[name] == value or value is kept[name]


@given(VALUES, VALUES)
def test_values_are_taken_whole_or_refused(old: dict[str, Any], new: dict[str, Any]) -> None:
    """What is taken stands so beside what was there; a refusal names a path, and every reference is an id."""
    check_specs(SPECS)
    try:
        merged = merge_values(SPECS, old, new, public=False)
    except Problem as problem:
        assert problem.code is Code.INVALID_ARGUMENTS
        assert all(detail["path"].startswith("fields.") for detail in problem.details)
        return
    assert merged == {name: value for name, value in {**old, **new}.items() if value is not None}
    written = {name: value for name, value in new.items() if value is not None}
    assert all(isinstance(number, int) and number > 0 for _, _, number in list_references(SPECS, written))
