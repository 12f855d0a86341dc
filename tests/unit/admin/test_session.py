"""The signed cookie."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request
from starlette.responses import Response

from sitehand.admin.session import (
    COOKIE,
    DEVICE,
    DEVICE_SECONDS,
    IDLE_SECONDS,
    LIFETIME_SECONDS,
    CookiePlace,
    Session,
    new_session,
    read_device,
    read_session,
    write_device,
    write_session,
)

SECRET = "a secret of this test"
PLACE = CookiePlace("/", secure=False)


def _request(cookie: str = "") -> Request:
    headers = [(b"cookie", f"{COOKIE}={cookie}".encode("latin-1"))] if cookie else []
    return Request(
        {"type": "http", "method": "GET", "scheme": "http", "path": "/", "headers": headers, "query_string": b""}
    )


def _device_request(cookie: str) -> Request:
    request = _request()
    request.scope["headers"] = [(b"cookie", f"{DEVICE}={cookie}".encode("latin-1"))]
    return request


def test_a_device_is_known_by_its_cookie() -> None:
    """By its own name, for half a year, under the secret that signed it; a session's cookie is none."""
    response = Response()
    write_device(PLACE, response, None, SECRET, 100)
    cookie = response.headers["set-cookie"].partition(f"{DEVICE}=")[2].partition(";")[0]
    name = read_device(_device_request(cookie), SECRET, 100 + DEVICE_SECONDS - 1)
    assert name
    changed = cookie[:-2] + ("AA" if cookie[-2:] != "AA" else "BB")
    for other in (changed, "", "x", _write(new_session(1, logged_in=True), 1)):
        assert read_device(_device_request(other), SECRET, 100) is None
    assert read_device(_device_request(cookie), SECRET, 100 + DEVICE_SECONDS) is None
    assert read_device(_device_request(cookie), SECRET + "x", 100) is None
    renewed = Response()
    write_device(PLACE, renewed, name, SECRET, 200)
    again = renewed.headers["set-cookie"].partition(f"{DEVICE}=")[2].partition(";")[0]
    assert read_device(_device_request(again), SECRET, 200) == name


def _write(session: Session, now: int, secret: str = SECRET) -> str:
    response = Response()
    write_session(PLACE, response, session, secret, now)
    return response.headers.get("set-cookie", "").partition(f"{COOKIE}=")[2].partition(";")[0]


@given(began=st.integers(0, 2**40), idle=st.integers(0, IDLE_SECONDS * 2), age=st.integers(0, LIFETIME_SECONDS * 2))
def test_a_session_lives_within_both_bounds(began: int, idle: int, age: int) -> None:
    """A written session is read back as long as it is neither idle nor old, and not a second longer."""
    seen = began + max(0, age - idle)
    session = replace(new_session(began, logged_in=True), seen=seen)
    found = read_session(_request(_write(session, seen)), SECRET, began + max(age, idle))
    alive = idle < IDLE_SECONDS and max(age, idle) < LIFETIME_SECONDS
    assert (found == session) if alive else (found is None)


def test_a_session_of_a_clock_that_was_wrong_is_over_when_that_is_right() -> None:
    """Begun in another year it would last until then; some minutes are no matter. The same of a device."""
    cookie = _write(new_session(2**31, logged_in=True), 2**31 + 60)
    assert read_session(_request(cookie), SECRET, 2**31 - 200)
    assert read_session(_request(cookie), SECRET, 2**30) is None
    response = Response()
    write_device(PLACE, response, None, SECRET, 2**31)
    device = response.headers["set-cookie"].partition(f"{DEVICE}=")[2].partition(";")[0]
    assert read_device(_device_request(device), SECRET, 2**30) is None


@given(place=st.integers(0, 400), character=st.sampled_from("aZ09-_."))
def test_a_changed_cookie_is_worth_nothing(place: int, character: str) -> None:
    """One character changed anywhere, and there is no session."""
    cookie = _write(new_session(100, logged_in=True), 100)
    place %= len(cookie)
    changed = cookie[:place] + character + cookie[place + 1 :]
    found = read_session(_request(changed), SECRET, 100)
    assert found is None or found == read_session(_request(cookie), SECRET, 100)
    assert read_session(_request(cookie), SECRET + "x", 100) is None


@given(st.text(st.characters(codec="latin-1", exclude_characters=";", categories=["L", "N", "P"]), max_size=60))
def test_noise_is_no_session(noise: str) -> None:
    """Whatever a browser sends, the answer is no session, and never an error."""
    assert read_session(_request(noise), SECRET, 100) is None


def test_a_token_belongs_to_its_session() -> None:
    """A session holds its own token, and nothing that merely looks like one."""
    session, other = new_session(1, logged_in=True), new_session(1, logged_in=True)
    assert session.holds(session.csrf)
    assert not any(session.holds(token) for token in (other.csrf, "", None, "é", session.csrf[:-1], session.csrf + "x"))


def test_the_cookie_is_renewed_now_and_then() -> None:
    """A cookie that was set moments ago is not set again; after a minute it is, with the new moment."""
    session = new_session(1000, logged_in=True)
    assert _write(session, 1030) == ""
    renewed = read_session(_request(_write(session, 1060)), SECRET, 1060)
    assert renewed == replace(session, seen=1060)
