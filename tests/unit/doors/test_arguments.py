"""A REST request as the raw arguments of an operation."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.app import OPERATION_MODULES
from sitehand.doors.arguments import MAX_QUERY_FIELDS, collect_arguments, parse_body, parse_query, read_query
from sitehand.errors import Code, Problem
from sitehand.operation.catalog import collect

BY_NAME = {item.name: item for item in collect(OPERATION_MODULES)}
UPDATE, LIST, DELETE = BY_NAME["update_page"], BY_NAME["list_pages"], BY_NAME["delete_page"]


def test_path_query_and_body_become_one_mapping() -> None:
    """Each value remembers where it came from; the key is no argument."""
    raw = collect_arguments(UPDATE, "PATCH", {"id": "7"}, {"api_key": ["secret"]}, {"title": "x"})
    assert raw.values == {"id": 7, "title": "x"}
    assert [raw.locate(name) for name in ("id", "title", "missing")] == ["path.", "body.", "body."]
    raw = collect_arguments(LIST, "GET", {}, {"per_page": ["5"], "_fields": ["id, title.rendered", "link"]}, {})
    assert raw.values == {"per_page": 5}
    assert raw.fields == ["id", "title.rendered", "link"]
    assert raw.locate("missing") == "query."
    raw = collect_arguments(DELETE, "DELETE", {"id": "7"}, {"force": ["true"]}, {})
    assert raw.values == {"id": 7, "force": True}


@pytest.mark.parametrize("given_twice", [({"id": "7"}, {}, {"id": 8}), ({"id": "7"}, {"id": ["8"]}, {})])
def test_two_places_must_agree(given_twice: Any) -> None:
    """The same id in body and path is fine, another one is refused."""
    path, query, body = given_twice
    with pytest.raises(Problem) as refused:
        collect_arguments(DELETE, "DELETE", path, query, body)
    assert refused.value.code is Code.INVALID_ARGUMENTS
    assert collect_arguments(UPDATE, "PUT", {"id": "7"}, {}, {"id": 7}).values == {"id": 7}


def test_a_write_takes_nothing_from_the_query() -> None:
    """It would be logged by proxies on the way."""
    with pytest.raises(Problem) as refused:
        collect_arguments(UPDATE, "PATCH", {"id": "7"}, {"title": ["x"]}, {})
    assert refused.value.details[0]["path"] == "query.title"


@pytest.mark.parametrize("body", [[], "x", 7, None, True])
def test_a_body_is_an_object(body: Any) -> None:
    """Anything else is invalid_arguments."""
    with pytest.raises(Problem) as refused:
        collect_arguments(UPDATE, "PATCH", {"id": "7"}, {}, body)
    assert refused.value.details[0]["path"] == "body"


@pytest.mark.parametrize(
    ("content", "media_type", "code"),
    [
        (b"{", "application/json", Code.INVALID_JSON),
        (b"{} {}", "application/json", Code.INVALID_JSON),
        (b'{"a": NaN}', "application/json", Code.INVALID_JSON),
        (b'{"a": "\xff"}', "application/json", Code.INVALID_JSON),
        (b'{"a": "\\ud800"}', "application/json", Code.INVALID_JSON),
        (b"[" * 100_000, "application/json", Code.INVALID_JSON),
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


@given(st.binary(max_size=60))
def test_any_query_is_read_or_refused(query: bytes) -> None:
    """A fault is kept for later, and nothing else is raised."""
    values, fault = read_query(query)
    assert fault is None or (fault.code is Code.INVALID_ARGUMENTS and values == {})
    assert all(isinstance(text, str) for texts in values.values() for text in texts)


def test_a_query_has_a_limit() -> None:
    """On the number of its values."""
    assert len(parse_query(b"&".join(b"a=1" for _ in range(MAX_QUERY_FIELDS)))["a"]) == MAX_QUERY_FIELDS
    with pytest.raises(Problem):
        parse_query(b"&".join(b"a=1" for _ in range(MAX_QUERY_FIELDS + 1)))
