"""Attributes are read as WordPress reads them, and written so that nothing in them ends the comment."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.blocks.attributes import MAX_DEPTH, read_attributes, write_attributes
from sitehand.blocks.dialects import Dialect
from sitehand.blocks.tree import read_tree

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(attributes=st.dictionaries(st.text(), VALUES), dialect=st.sampled_from(Dialect))
def test_what_is_written_is_read(attributes: dict[str, Any], dialect: Dialect) -> None:
    """In a delimiter, whatever the values are: quotes, backslashes, comments, other scripts."""
    source = f"<!-- wp:x {write_attributes(attributes)} /-->"
    tree = read_tree(source)
    assert [block.name for block in tree.blocks] == ["core/x"]
    assert read_attributes(tree.attributes_text(tree.blocks[0])) == attributes


def test_the_escapes_are_those_of_core() -> None:
    """Byte for byte as 7.1 writes them; a backslash at the end is what 6.8 itself gets wrong."""
    written = write_attributes({"a": '<b>&"--\\', "é": "🎉", "n": 1})
    assert written == (r'{"a":"\u003cb\u003e\u0026\u0022\u002d\u002d\u005c","é":"🎉","n":1}')


def test_a_lone_surrogate_stays_an_escape() -> None:
    """JavaScript keeps it; raw it could not be stored."""
    read = read_attributes(r'{"a":"\ud83d"}')
    assert read == {"a": "\ud83d"}
    assert write_attributes(read) == r'{"a":"\ud83d"}'


@pytest.mark.parametrize("text", ['{"a":1,}', '{"a":NaN}', '{"a":Infinity}', '{"a":"\t"}', "{a:1}", "[1]", "1", ""])
def test_what_is_no_object_is_none(text: str) -> None:
    """The block is kept, and has no attributes that anybody can read."""
    assert read_attributes(text) is None


def test_depth_is_bounded() -> None:
    """As PHP bounds it; brackets in text are no depth."""
    deepest = '{"a":' + "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1) + "}"
    assert read_attributes(deepest) == json.loads(deepest)
    assert read_attributes(f'{{"a":{deepest}}}') is None
    assert read_attributes('{"a":' * 9_000 + "1" + "}" * 9_000) is None
    assert read_attributes(json.dumps({"a": "[{" * 9_000})) == {"a": "[{" * 9_000}
