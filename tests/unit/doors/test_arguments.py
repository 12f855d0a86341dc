"""A REST request as the raw arguments of an operation."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.doors.arguments import (
    MAX_NAME,
    MAX_NAMES,
    MAX_QUERY_FIELDS,
    collect_arguments,
    parse_query,
    read_query,
    split_names,
)
from sitehand.errors import Code, Problem
from sitehand.operation.catalog import collect
from sitehand.operation.schema import parse
from sitehand.operations.modules import OPERATION_MODULES

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


def test_each_member_is_named_once() -> None:
    """A name that comes again is not looked for again, up to as many names as are taken."""
    assert split_names("id, link,id,,title.raw,id", "_fields") == ["id", "link", "title.raw"]
    assert split_names(["id"] * MAX_NAMES, "_fields") == ["id"]
    assert split_names("a" * MAX_NAME, "_fields") == ["a" * MAX_NAME]
    assert split_names([], "_fields") == []


@pytest.mark.parametrize("given_twice", [({"id": "7"}, {}, {"id": 8}), ({"id": "7"}, {"id": ["8"]}, {})])
def test_two_places_must_agree(given_twice: Any) -> None:
    """The same id in body and path is fine, another one is refused."""
    path, query, body = given_twice
    with pytest.raises(Problem) as refused:
        collect_arguments(DELETE, "DELETE", path, query, body)
    assert refused.value.code is Code.INVALID_ARGUMENTS
    assert collect_arguments(UPDATE, "PUT", {"id": "7"}, {}, {"id": 7}).values == {"id": 7}


def test_two_values_in_the_query_are_refused() -> None:
    """Nobody knows which one was meant: force=false&force=true deleted for good. The same value twice is fine."""
    gate_sees = collect_arguments(DELETE, "DELETE", {"id": "7"}, {"force": ["false", "true"]}, {}).values
    with pytest.raises(Problem) as refused:
        parse(DELETE.input, gate_sees)
    assert [detail["path"] for detail in refused.value.details] == ["force"]
    assert collect_arguments(LIST, "GET", {}, {"per_page": ["5", "5"]}, {}).values == {"per_page": 5}


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
