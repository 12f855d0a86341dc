"""JSON that is written sooner than by `json.dumps` is the same JSON: revisions and hashes of before still hold."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.store.json_text import write_json
from sitehand.store.revision import name_item, name_state

VALUES = st.one_of(st.text(), st.integers(), st.booleans(), st.none())


@given(st.lists(VALUES), st.lists(st.integers(0, 2**63)), st.text())
def test_an_item_has_the_name_of_its_state(values: list[Any], terms: list[int], digests: str) -> None:
    """Whatever its texts are and however large its numbers."""
    more = [terms, digests] if digests else [terms] if terms else []
    assert name_item(values, terms, digests) == name_state([*values, *more])


@pytest.mark.parametrize("value", ["\ud800", 2**64, -(2**63) - 1, '\x7f\u2028\x00\x1f"\\/', "é🍞"])
def test_names_stay_what_they_were(value: Any) -> None:
    """Of what no other encoder takes, too."""
    assert name_item([value], ()) == name_state([value])


@given(st.dictionaries(st.text(), st.one_of(VALUES, st.floats(), st.lists(VALUES))))
def test_rows_keep_the_json_that_they_had(fields: dict[str, Any]) -> None:
    """Byte for byte, since entries of the journal are hashed over it."""
    assert write_json(fields) == json.dumps(fields, ensure_ascii=False)
