"""The body of a request as a JSON value."""

from collections.abc import Mapping
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.doors.body import MAX_VALUES, count_values, parse_body
from sitehand.errors import Code, Problem

JSON = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
)


@pytest.mark.parametrize(
    ("content", "media_type", "code"),
    [
        (b"{", "application/json", Code.INVALID_JSON),
        (b"{} {}", "application/json", Code.INVALID_JSON),
        (b'{"a": NaN}', "application/json", Code.INVALID_JSON),
        (b'{"a": "\xff"}', "application/json", Code.INVALID_JSON),
        (b'{"a": "\\ud800"}', "application/json", Code.INVALID_JSON),
        (b"[" * MAX_VALUES, "application/json", Code.INVALID_JSON),
        (b"{}", "text/plain", Code.UNSUPPORTED_MEDIA_TYPE),
        (b"{}", "", Code.UNSUPPORTED_MEDIA_TYPE),
        (b"a=1", "application/x-www-form-urlencoded", Code.UNSUPPORTED_MEDIA_TYPE),
    ],
)
def test_a_body_that_is_no_json_is_refused(content: bytes, media_type: str, code: Code) -> None:
    """With the code that says what is wrong."""
    with pytest.raises(Problem) as refused:
        parse_body(content, media_type)
    assert refused.value.code is code


def test_json_comes_in_more_than_one_type() -> None:
    """With a charset, in any case, as a +json type; an empty body is an empty object."""
    for media_type in ("application/json", "Application/JSON; charset=utf-8", "application/merge-patch+json"):
        assert parse_body(b'{"a": 1}', media_type) == {"a": 1}
    assert parse_body(b"", "") == {}


@pytest.mark.parametrize(
    "content",
    [
        b"[" + b"[]," * 600_000,
        b"[" + b'"",' * 600_000,
        b"[" + b"1," * 600_000,
        b"{" + b'"a":{},' * 300_000,
        b'{"a": "\\\\\\"' + b'", "b": "' * 100_000,
    ],
    ids=["lists", "texts", "numbers", "objects", "texts behind escapes"],
)
def test_a_body_of_too_many_values_is_refused_before_it_is_parsed(content: bytes) -> None:
    """Else it would hold the event loop for a second. A parser would have told of the end that is missing."""
    with pytest.raises(Problem) as refused:
        parse_body(content, "application/json")
    assert refused.value.code is Code.BODY_TOO_LARGE
    assert f"{MAX_VALUES:,} values" in refused.value.message


def test_as_many_values_as_are_allowed_are_read() -> None:
    """One more is refused, whatever white space stands between."""
    for mark in (b",", b" ,\n "):
        assert len(parse_body(b"[" + mark.join([b'{"a":"b"}'] * (MAX_VALUES // 2 - 1)) + b"]", "application/json"))
        with pytest.raises(Problem):
            parse_body(b"[" + mark.join([b'{"a":"b"}'] * (MAX_VALUES // 2)) + b"]", "application/json")


@pytest.mark.parametrize("text", ["[1, 2], " * 100_000, '{"a": "b"}, ' * 100_000, '\\"\\, ' * 100_000])
def test_a_text_is_one_value_whatever_stands_in_it(text: str) -> None:
    """Quotes, commas and brackets of a text are no structure."""
    value = {"title": "a", "content": text}
    assert parse_body(orjson.dumps(value), "application/json") == value


@given(JSON)
def test_the_values_of_any_json_are_counted(value: Any) -> None:
    """As many as a walk through what was parsed meets."""
    assert count_values(orjson.dumps(value)) == walk(value)
    assert count_values(orjson.dumps(value, option=orjson.OPT_INDENT_2)) == walk(value)


def walk(value: Any) -> int:
    """How many values there are, the whole one included."""
    below = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return 1 + sum(map(walk, below))
