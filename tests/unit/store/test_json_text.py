"""JSON as rows keep it, which hashes are over: its bytes never change."""

import json
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy.sql.elements import quoted_name

from sitehand.store.json_text import write_json, write_object, write_sorted

TEXTS = st.text(st.characters(exclude_categories=())) | st.text('\0\x1f\x7f"\\/\b\t\n\f\r\x85\u2028\ud83d\ude00\udfff')
PLAIN = TEXTS | st.none() | st.booleans() | st.integers() | st.integers(-(2**70), 2**70) | st.floats()
VALUES = st.recursive(PLAIN, lambda some: st.lists(some) | st.dictionaries(TEXTS, some), max_leaves=5)


@given(st.dictionaries(TEXTS, VALUES))
@example({})
@example({"of": 2**64, "less": -(2**63) - 1, "half": "\ud800", "float": 1e16, "none": {}})
@example({"line": ",\n  ", "ends": "\r\n", "more": {"line": ",\n  "}, "nan": float("nan")})
def test_an_object_has_the_bytes_of_the_json_module(fields: dict[str, Any]) -> None:
    """For every object of JSON, with line ends in its texts too."""
    assert write_object(fields) == write_json(fields) == json.dumps(fields, ensure_ascii=False)
    assert write_sorted(fields) == json.dumps(fields, ensure_ascii=False, sort_keys=True)


def test_names_of_a_class_of_their_own_are_names() -> None:
    """As SQLAlchemy's are, which orjson refuses."""
    assert write_object({quoted_name("title", quote=False): "New"}) == '{"title": "New"}'
