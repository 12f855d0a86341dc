"""What WordPress answers: JSON, for all that plugins, proxies and PHP put around it.

Source: https://developer.wordpress.org/rest-api/ (errors are `{"code", "message", "data": {"status", "params"}}`).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from sitehand.errors import Code, Detail, Problem

MAX_TRIES = 20
"""Places in an answer at which JSON may begin after PHP's warnings."""
MAX_QUOTED = 200
_BEGINNING = re.compile(rb"^\s*[\[{]|(?<=[>\n])[^\S\n]*[\[{]")
"""No run of white space is read twice."""
CONNECT = "Run `sitehand doctor`: it says what stands between Sitehand and WordPress."


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that came whole: its status, its headers with names in lower case, and the value of its JSON.

    `body` is what the value was read from, where it came in an answer of its own.
    """

    status: int
    headers: Mapping[str, str]
    value: Any
    body: bytes = b""


NO_CONTENT = 204


class _Refusal(NamedTuple):
    code: Code
    sentence: str
    hint: str


_WRONG = _Refusal(Code.INVALID_ARGUMENTS, "WordPress does not take this", "Correct the arguments.")
_GONE = _Refusal(Code.NOT_FOUND, "WordPress does not have it", "List what is there.")
_CONFLICT = _Refusal(
    Code.CONFLICT,
    "WordPress finds a conflict",
    "Read the object again, and repeat the write on what is there now.",
)
REFUSALS: Mapping[int | str, _Refusal] = {
    "rest_no_route": _Refusal(
        Code.HOST_UNAVAILABLE,
        "WordPress has no such route",
        "This WordPress is too old for it, or a plugin has switched it off.",
    ),
    400: _WRONG,
    422: _WRONG,
    401: _Refusal(Code.HOST_UNAVAILABLE, "WordPress does not accept Sitehand's password", CONNECT),
    403: _Refusal(
        Code.HOST_REFUSED,
        "WordPress refuses this",
        "The WordPress user that Sitehand is connected as lacks this right.",
    ),
    404: _GONE,
    410: _GONE,
    409: _CONFLICT,
    412: _CONFLICT,
    413: _Refusal(
        Code.BODY_TOO_LARGE,
        "It is too large for WordPress",
        "Send less at once, or raise the limit of WordPress's web server.",
    ),
}
"""What a status of WordPress, or a code of its own, means to our callers. Any other is a failure of WordPress."""


UNAUTHORIZED, TOO_LARGE = 401, 413
"""Said in HTML, too, by who refuses a request before it is passed on: nothing was done."""


class Unanswered(Problem):
    """A request was sent, and its outcome is unknown: it may have been done."""


def tell_odd(what: str) -> Unanswered:
    """What to say of an answer that is JSON, and not what WordPress answers."""
    return Unanswered(Code.HOST_UNAVAILABLE, f"WordPress answered {what} with something else.", hint=CONNECT)


def read_answer(status: int, headers: Mapping[str, str], body: bytes, *, sent: bool) -> Answer:
    """The answer. `sent` says that the request would have changed something.

    Raises Problem: not_found, invalid_arguments, conflict, body_too_large, host_refused for what WordPress refuses,
    host_unavailable for what is no answer of WordPress; Unanswered for such when something may have been done.
    """
    if status in (301, 302, 303, 307, 308):
        raise _unavailable(f"WordPress sends requests on to {headers.get('location', 'another address')[:MAX_QUOTED]}.")
    if status == NO_CONTENT:
        return Answer(status, headers, None)
    try:
        value = read_json(body)
    except ValueError:
        if status == TOO_LARGE:
            raise _refusal(status, headers, None, sent=sent) from None
        raise _no_json(status, headers, body, sent=sent and status != UNAUTHORIZED) from None
    return check_answer(Answer(status, headers, value, body), sent=sent)


def check_answer(answer: Answer, *, sent: bool) -> Answer:
    """The answer, unless WordPress refuses or has failed. Raises as `read_answer` does."""
    if 200 <= answer.status < 300:  # noqa: PLR2004
        return answer
    raise _refusal(answer.status, answer.headers, answer.value, sent=sent)


def read_json(body: bytes) -> Any:
    """The JSON that a body is, or that it ends with: PHP prints its warnings before it. Raises ValueError."""
    # A PHP file that was saved with a byte order mark prints it before the JSON.
    text = body.removeprefix(b"\xef\xbb\xbf")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    for tried, found in enumerate(_BEGINNING.finditer(text)):
        if tried == MAX_TRIES:
            break
        try:
            return json.loads(text[found.start() :])
        except (ValueError, RecursionError):
            continue
    raise ValueError("no JSON")


def _refusal(status: int, headers: Mapping[str, str], value: Any, *, sent: bool) -> Problem:
    """What WordPress says against a request, in our codes, with its own code beside them."""
    error = value if isinstance(value, dict) else {}
    code, message = (str(error.get(name, ""))[:MAX_QUOTED] for name in ("code", "message"))
    upstream = {"upstream": {"status": status, "code": code, "message": message}}
    known = REFUSALS.get(code) or REFUSALS.get(status)
    if known is None:
        return _unavailable(f"WordPress failed: {message or status}", headers=headers, sent=sent, extra=upstream)
    said = f"{known.sentence}: {message}" if message else f"{known.sentence}."
    return Problem(known.code, said, hint=known.hint, details=_details(error), extra=upstream)


def _details(error: Mapping[str, Any]) -> list[Detail]:
    data = error.get("data")
    params = data.get("params") if isinstance(data, dict) else None
    if not isinstance(params, dict):
        return []
    return [Detail(path=str(name), expected=str(text)[:MAX_QUOTED], got="") for name, text in params.items()]


def _no_json(status: int, headers: Mapping[str, str], body: bytes, *, sent: bool) -> Problem:
    """An answer that somebody else gave, or that was cut off: a proxy, a cache, a login page, a firewall, PHP."""
    kind = headers.get("content-type", "").partition(";")[0].strip()[:MAX_QUOTED] or "no type"
    what = "a page of HTML" if b"<html" in body[:2000].lower() else f"{len(body)} bytes of {kind}"
    said = f"WordPress answered with {what} and status {status} instead of JSON."
    return _unavailable(said, headers=headers, sent=sent)


def _unavailable(
    message: str,
    *,
    headers: Mapping[str, str] | None = None,
    sent: bool = False,
    extra: Mapping[str, Any] | None = None,
) -> Problem:
    # It may also be a date, or anything else: only plain seconds are passed on.
    wait = (headers or {}).get("retry-after", "")
    kind = Unanswered if sent else Problem
    return kind(
        Code.HOST_UNAVAILABLE,
        message,
        hint=CONNECT,
        extra=extra,
        headers={"Retry-After": wait} if wait.isascii() and wait.isdigit() else None,
    )
