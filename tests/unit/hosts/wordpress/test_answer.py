"""Whatever comes in WordPress's place is told in our words, and what may have been done is never taken for undone."""

import json
import time
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.answer import MAX_TRIES, Unanswered, read_answer, read_json

NO_HEADERS: Mapping[str, str] = {}
WARNING = b"<br />\n<b>Warning</b>:  Undefined array key [7] in <b>/srv/x.php</b> on line <b>3</b><br />\n"


def read(status: int, body: Any, headers: Mapping[str, str] = NO_HEADERS, *, sent: bool = False) -> Any:
    """The answer to such bytes."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return read_answer(status, headers, content, sent=sent)


def refused(status: int, body: Any, headers: Mapping[str, str] = NO_HEADERS) -> Problem:
    """The refusal."""
    with pytest.raises(Problem) as refusal:
        read(status, body, headers)
    return refusal.value


@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b"\n\n", WARNING, WARNING * 3, b"Notice: array[3] {x}\n"])
@pytest.mark.parametrize("value", [{"id": 3}, [], [{"a": "<br />\n[1]"}], {"text": "b\n{"}])
def test_warnings_before_the_json_do_no_harm(before: bytes, value: Any) -> None:
    """PHP prints them where it stands, brackets and all."""
    assert read(200, before + json.dumps(value).encode()).value == value


@given(st.binary(max_size=300))
def test_anything_is_json_or_a_value_error(body: bytes) -> None:
    """No other exception comes out of any bytes."""
    try:
        read_json(body)
    except ValueError:
        return


def test_looking_for_json_ends() -> None:
    """A long page of brackets is not tried at each of them."""
    with pytest.raises(ValueError, match="no JSON"):
        read_json(b"\n{" * (MAX_TRIES * 100_000))


@pytest.mark.parametrize(
    ("status", "code", "ours"),
    [
        (400, "rest_invalid_param", Code.INVALID_ARGUMENTS),
        (401, "incorrect_password", Code.HOST_UNAVAILABLE),
        (403, "rest_cannot_edit", Code.HOST_REFUSED),
        (404, "rest_post_invalid_id", Code.NOT_FOUND),
        (404, "rest_no_route", Code.HOST_UNAVAILABLE),
        (410, "rest_already_trashed", Code.NOT_FOUND),
        (409, "x", Code.CONFLICT),
        (413, "x", Code.BODY_TOO_LARGE),
        (418, "x", Code.HOST_UNAVAILABLE),
        (500, "internal_server_error", Code.HOST_UNAVAILABLE),
    ],
)
def test_refusals_have_our_codes_and_name_those_of_wordpress(status: int, code: str, ours: Code) -> None:
    """With its own sentence."""
    problem = refused(status, {"code": code, "message": "So it is.", "data": {"status": status}})
    assert problem.code is ours
    assert "So it is." in problem.message
    assert problem.hint
    assert problem.extra == {"upstream": {"status": status, "code": code, "message": "So it is."}}


def test_wrong_arguments_are_named() -> None:
    """Each with what WordPress says of it."""
    data = {"status": 400, "params": {"per_page": "must be between 1 and 100"}}
    problem = refused(400, {"code": "rest_invalid_param", "message": "Invalid parameter(s): per_page", "data": data})
    assert problem.details == [{"path": "per_page", "expected": "must be between 1 and 100", "got": ""}]


@pytest.mark.parametrize("body", [b"<!doctype html><html>Log in", b"", b'{"id": 3, "ti', b"\x00\xff", b"error"])
@pytest.mark.parametrize("status", [200, 404, 502])
def test_what_is_no_json_is_no_answer(status: int, body: bytes) -> None:
    """A login page, a proxy's error, half an answer."""
    problem = refused(status, body, {"content-type": "text/html; charset=UTF-8"})
    assert problem.code is Code.HOST_UNAVAILABLE
    assert f"status {status} instead of JSON" in problem.message


@pytest.mark.parametrize(("status", "body"), [(200, b"<html>"), (502, b"<html>"), (500, b'{"code": "x"}'), (504, b"")])
def test_after_a_write_no_answer_means_nobody_knows(status: int, body: bytes) -> None:
    """The work may have been done before the answer was lost."""
    with pytest.raises(Unanswered):
        read(status, body, sent=True)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 413])
def test_after_a_write_a_refusal_means_it_was_not_done(status: int) -> None:
    """WordPress checks before it writes."""
    with pytest.raises(Problem) as refusal:
        read(status, {"code": "x"}, sent=True)
    assert not isinstance(refusal.value, Unanswered)


@pytest.mark.parametrize(("status", "ours"), [(401, Code.HOST_UNAVAILABLE), (413, Code.BODY_TOO_LARGE)])
def test_a_page_of_a_proxy_that_refuses_means_it_was_not_done(status: int, ours: Code) -> None:
    """It did not pass the request on; web servers say both in HTML."""
    with pytest.raises(Problem) as refusal:
        read(status, b"<html><h1>Refused</h1>", sent=True)
    assert (refusal.value.code, isinstance(refusal.value, Unanswered)) == (ours, False)


def test_a_redirect_is_named() -> None:
    """The site has moved, or wants https."""
    problem = refused(301, b"", {"location": "https://www.example.org/wp-json/wp/v2/pages"})
    assert "https://www.example.org/wp-json/wp/v2/pages" in problem.message


@pytest.mark.parametrize(("given", "told"), [("7", {"Retry-After": "7"}), ("soon", {}), ("", {})])
def test_when_to_try_again_is_passed_on(given: str, told: dict[str, str]) -> None:
    """When it is a number of seconds."""
    assert refused(503, {"code": "x"}, {"retry-after": given}).headers == told


def test_an_answer_of_empty_lines_is_read_fast() -> None:
    """The service answers nobody else meanwhile."""
    before = time.process_time()
    with pytest.raises(ValueError, match="no JSON"):
        read_json(b">" + b"\n" * 4_000_000)
    assert time.process_time() - before < 5
