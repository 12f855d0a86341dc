"""How results and problems go out."""

import time
from dataclasses import replace
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.doors.wire import (
    JSON_RPC,
    Address,
    problem_answer,
    problem_object,
    rate_headers,
    rate_of,
    result_answer,
    select_fields,
    tag_body,
    tool_result,
)
from sitehand.errors import STATUS, Code, Detail, Problem
from sitehand.guard.limits import WINDOW_SECONDS
from sitehand.operation.catalog import collect
from sitehand.operation.limits import RateLimit
from sitehand.operations.modules import OPERATION_MODULES
from sitehand.site.content import Listing

BY_NAME = {item.name: item for item in collect(OPERATION_MODULES)}
URL = "https://hill.example/sitehand/v1/pages"
ADDRESS = Address("https://hill.example/sitehand/v1", "/pages")


def test_every_code_has_a_status_and_a_number() -> None:
    """Both tables are total, statuses are errors, and the numbers are JSON-RPC's own."""
    assert set(STATUS) == set(JSON_RPC) == set(Code)
    assert all(400 <= status < 600 for status in STATUS.values())
    assert set(JSON_RPC.values()) <= {-32700, -32600, -32602, -32603}


@pytest.mark.parametrize("code", list(Code))
def test_a_problem_has_the_blueprints_shape(code: Code) -> None:
    """code, message and data with status, hint and details, and the extra members beside them."""
    detail = Detail(path="body.title", expected="text", got="7")
    problem = Problem(code, "No.", hint="Yes.", details=[detail], extra={"limit": 3})
    shown = problem_object(problem)
    assert shown["code"] == code.value
    assert shown["data"] == {"status": STATUS[code], "hint": "Yes.", "details": [detail], "limit": 3}
    answer = problem_answer(problem)
    assert (answer.status, answer.body) == (STATUS[code], shown)
    assert ("WWW-Authenticate" in answer.headers) == (answer.status == 401)


def test_a_refusal_says_when_to_come_back() -> None:
    """Retry-After in seconds from now, at least one; Allow for a wrong method."""
    later = Problem(Code.RATE_LIMITED, "x", extra={"limit": 1, "remaining": 0, "reset": int(time.time()) + 30})
    assert 29 <= int(problem_answer(later).headers["Retry-After"]) <= 30
    past = Problem(Code.TOO_MANY_FAILURES, "x", extra={"reset": 5})
    assert problem_answer(past).headers["Retry-After"] == "1"
    wrong = Problem(Code.METHOD_NOT_ALLOWED, "x", extra={"allow": ["GET", "PUT"]})
    assert problem_answer(wrong).headers["Allow"] == "GET, PUT"
    found = rate_of(later)
    assert found
    assert (found.limit, found.remaining) == (1, 0)
    assert rate_of(past) is None


def test_the_window_is_told_in_seconds_from_now() -> None:
    """Never less than none."""
    headers = dict(rate_headers(RateLimit(60, 5, int(time.time()) + 40)))
    assert (headers[b"ratelimit-limit"], headers[b"ratelimit-remaining"]) == (b"60", b"5")
    assert 39 <= int(headers[b"ratelimit-reset"]) <= 40
    assert dict(rate_headers(RateLimit(60, 5, 0)))[b"ratelimit-reset"] == b"0"


def test_no_wait_is_longer_than_a_window() -> None:
    """An end that was rounded up, seen in the first part of a second, is not a 61st second."""
    reset = int(time.time()) + WINDOW_SECONDS + 1
    assert dict(rate_headers(RateLimit(60, 5, reset)))[b"ratelimit-reset"] == b"60"
    problem = Problem(Code.TOO_MANY_FAILURES, "x", extra={"reset": reset})
    assert problem_answer(problem).headers["Retry-After"] == "60"


@pytest.mark.parametrize(
    ("page", "total", "relations"),
    [(1, 0, []), (1, 10, []), (1, 11, ["next"]), (2, 30, ["prev", "next"]), (3, 30, ["prev"]), (9, 30, ["prev"])],
)
def test_a_list_links_to_its_neighbours(page: int, total: int, relations: list[str]) -> None:
    """With the query as it was, without the page and without a key; past the end back to the last page."""
    listing: Listing[Any] = Listing(items=[], total=total, page=page, per_page=10)
    query = {"search": ["a&b ü"], "page": [str(page)], "include": ["1", "2"], "api_key": ["secret"]}
    answer = result_answer(BY_NAME["list_pages"], listing, ADDRESS, query)
    assert answer.body == []
    assert answer.headers["X-WP-Total"] == str(total)
    link = answer.headers.get("Link", "")
    assert [part.partition('rel="')[2].rstrip('"') for part in link.split(", ") if part] == relations
    assert "secret" not in link
    if relations:
        assert f"<{URL}?search=a%26b+%C3%BC&include=1&include=2&page=" in link
    if page == 9:
        assert "&page=3>" in link


def test_a_creation_says_where_and_a_state_its_tag() -> None:
    """Location for 201 alone; ETag for whatever has a revision."""
    tag, _ = tag_body("abc", {"id": 7, "revision": "abc"})
    created = result_answer(BY_NAME["create_page"], {"id": 7, "revision": "abc"}, ADDRESS, {})
    assert (created.status, created.headers) == (
        201,
        {"Location": f"{URL}/7", "ETag": tag},
    )
    read = result_answer(BY_NAME["get_page"], {"id": 7, "revision": "abc"}, ADDRESS, {})
    assert (read.status, read.headers) == (200, {"ETag": tag})


def test_what_a_write_says_of_itself_is_in_the_body_and_not_in_the_tag() -> None:
    """The JSON of which the tag is made goes out; that of a read is the same one."""
    read = {"id": 7, "revision": "abc", "title": "Rye"}
    written = {"id": 7, "changed": True, "revision": "abc", "title": "Rye", "notices": [], "change_id": 3}
    tag, content = tag_body("abc", read)
    assert orjson.loads(content) == read
    assert tag_body("abc", written)[0] == tag
    assert orjson.loads(tag_body("abc", written)[1]) == written


def test_a_list_is_an_object_for_a_tool() -> None:
    """Items, total, page and pages; of one that goes on how many are shown, and the next call."""
    listing = Listing(items=[{"id": 1}], total=21, page=2, per_page=10)
    counted = {"items": [{"id": 1}], "total": 21, "page": 2, "pages": 3}
    assert tool_result(listing) == {**counted, "shown": 1, "next": {"page": 3}}
    assert tool_result(replace(listing, page=3)) == {**counted, "page": 3}


@pytest.mark.parametrize("cursor", ["", "eyJ"])
def test_a_list_that_nobody_has_counted_says_so(cursor: str) -> None:
    """At least so many, and the cursor that leads on where anything follows; through REST in headers."""
    listing = Listing([{"id": 1}], total=10_000, page=2, per_page=10, total_is="at_least", next_cursor=cursor)
    following = {"next_cursor": cursor, "shown": 1, "next": {"cursor": cursor}} if cursor else {}
    expected = {"items": [{"id": 1}], "total": 10_000, "total_is": "at_least", "page": 2}
    assert tool_result(listing) == expected | following
    answer = result_answer(BY_NAME["list_pages"], listing, ADDRESS, {"search": ["tea"], "page": ["2"]})
    assert (answer.headers["X-WP-Total"], answer.headers["X-WP-Total-Relation"]) == ("10000", "gte")
    links = [f'<{URL}?search=tea&page=1>; rel="prev"', f'<{URL}?search=tea&cursor=eyJ>; rel="next"']
    assert answer.headers["Link"] == ", ".join(links if cursor else links[:1])
    assert tool_result({"id": 1}) == {"id": 1}


def test_a_list_by_numbers_goes_on_past_what_is_counted() -> None:
    """Where another page may follow, it leads to it."""
    listing = Listing([{"id": 1}], total=10_000, page=1_200, per_page=10, total_is="at_least", goes_on=True)
    assert tool_result(listing)["next"] == {"page": 1_201}
    answer = result_answer(BY_NAME["list_pages"], listing, ADDRESS, {})
    assert answer.headers["Link"] == f'<{URL}?page=1199>; rel="prev", <{URL}?page=1201>; rel="next"'


@pytest.mark.parametrize(
    ("fields", "chosen"),
    [
        (["id"], {"id": 1}),
        (["title"], {"title": {"rendered": "a", "raw": "b"}}),
        (["title.rendered", "id"], {"title": {"rendered": "a"}, "id": 1}),
        (["title.rendered", "title.raw"], {"title": {"rendered": "a", "raw": "b"}}),
        (["title.lost", "lost", "id.deeper"], {"title": {}, "id": 1}),
        (["tags.id"], {"tags": [{"id": 3}]}),
        (["tags.id", "tags.name"], {"tags": [{"id": 3, "name": "x"}]}),
        (["title", "title.raw"], {"title": {"rendered": "a", "raw": "b"}}),
    ],
)
def test_only_the_wanted_members_go_out(fields: list[str], chosen: Any) -> None:
    """Of an object, or of each object of a list; what is not there is left out, what is no object stays whole."""
    body = {"id": 1, "title": {"rendered": "a", "raw": "b"}, "tags": [{"id": 3, "name": "x"}]}
    assert select_fields(body, fields) == chosen
    assert select_fields([body], fields) == [chosen]


JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)
NAMES = st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map(".".join), min_size=1, max_size=4)


@given(JSON, NAMES)
def test_choosing_members_never_fails(body: Any, fields: list[str]) -> None:
    """Whatever the result holds and whatever is asked for, and the body itself stays as it was."""
    before = repr(body)
    select_fields(body, fields)
    assert repr(body) == before
