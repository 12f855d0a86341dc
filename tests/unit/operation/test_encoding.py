"""Answers as JSON: what orjson writes, and what it does not."""

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.operation.encoding import LARGEST, SMALLEST, encode

NUMBERS = st.integers() | st.floats() | st.sampled_from([SMALLEST - 1, LARGEST + 1, 10**400, -(10**400)])
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
)


@given(JSON)
def test_every_value_of_json_is_written(value: Any) -> None:
    """Whatever numbers it holds."""
    orjson.loads(encode(value))


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (SMALLEST, SMALLEST),
        (LARGEST, LARGEST),
        (SMALLEST - 1, -(2.0**63)),
        (10**25, 1e25),
        (10**400, None),
        (float("inf"), None),
    ],
)
def test_a_number_is_written_as_near_as_can_be(number: float, written: float | None) -> None:
    """An integer beyond 64 bits as a float, and one beyond those as nothing."""
    assert orjson.loads(encode({"a": [number, ("x",)], "b": 10**25})) == {"a": [written, ["x"]], "b": 1e25}


def test_what_is_no_json_is_still_refused() -> None:
    """Beside such a number too."""
    with pytest.raises(TypeError):
        encode({"a": 10**25, "b": object()})
