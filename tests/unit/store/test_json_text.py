"""JSON as rows keep it, which hashes are over: its bytes never change."""

import json
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from sitehand.store.json_text import join_members, write_json, write_members, write_sorted

TEXTS = st.text(st.characters(exclude_categories=())) | st.text('\0\x1f\x7f"\\/\b\t\n\f\r\x85\u2028\ud83d\ude00\udfff')
PLAIN = TEXTS | st.none() | st.booleans() | st.integers() | st.integers(-(2**70), 2**70) | st.floats()
VALUES = st.recursive(PLAIN, lambda some: st.lists(some) | st.dictionaries(TEXTS, some), max_leaves=5)


@given(st.dictionaries(TEXTS, VALUES))
@example({"of": 2**64, "less": -(2**63) - 1, "half": "\ud800", "float": 1e16, "none": {}})
def test_members_are_what_the_whole_has(fields: dict[str, Any]) -> None:
    """Each field by itself and then joined: the same bytes as the object at once, for every value of JSON."""
    whole = json.dumps(fields, ensure_ascii=False)
    assert join_members(write_members(fields).values()) == write_json(fields) == whole
    assert write_sorted(fields) == json.dumps(fields, ensure_ascii=False, sort_keys=True)
