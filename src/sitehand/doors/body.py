"""The body of a request as a JSON value, bounded before it is parsed.

What parsing, checking and refusing a body costs follows from how many values it has, and not from its bytes: a text of
two megabytes is read in a millisecond, as many bytes of empty lists in more than a second, and no thread makes the
event loop free meanwhile. So the values are counted first, by what is between them.
"""

from typing import Any

import pydantic_core
from starlette.requests import ClientDisconnect
from starlette.types import Receive

from sitehand.errors import Code, Problem

MAX_VALUES = 20_000
"""Values in one body; a text is one, whatever its length."""


async def receive_body(receive: Receive) -> bytes:
    """The whole body of a request. Raises ClientDisconnect when the client goes away before its end."""
    pieces = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        pieces.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(pieces)


def parse_body(content: bytes, content_type: str) -> Any:
    """The JSON value of a body; an empty body is an empty object. Raises Problem:
    unsupported_media_type, body_too_large for one with too many values, invalid_json.
    """
    if not content:
        return {}
    media_type = content_type.partition(";")[0].strip().lower()
    if media_type != "application/json" and not media_type.endswith("+json"):
        raise Problem(
            Code.UNSUPPORTED_MEDIA_TYPE,
            f"The body has the wrong type: {media_type[:80] or 'none'}.",
            hint="Send JSON with Content-Type: application/json.",
        )
    _refuse_crowd(content)
    try:
        return pydantic_core.from_json(content, allow_inf_nan=False)
    except ValueError as fault:
        raise Problem(
            Code.INVALID_JSON, f"The body is not valid JSON: {fault}.", hint="Send one JSON object in UTF-8."
        ) from None


def _refuse_crowd(content: bytes) -> None:
    # The least that a value takes is a digit and a comma.
    if len(content) > 2 * MAX_VALUES and count_values(content) > MAX_VALUES:
        raise Problem(
            Code.BODY_TOO_LARGE,
            f"The body has more than {MAX_VALUES:,} values.",
            hint="Send it in several calls. A text counts as one value.",
        )


def count_values(content: bytes) -> int:
    """How many values a JSON text has, without parsing it; its names are not counted.

    Of a text that is not valid it counts at least what is before the fault, where a parser stops. One with too many
    strings is not taken apart: every other string may be a name.
    """
    # Escaped backslashes go first: a quote behind one is not escaped.
    unescaped = content.replace(rb"\\", b"").replace(rb"\"", b"")
    strings = unescaped.count(b'"') // 2
    if strings > 2 * MAX_VALUES:
        return strings // 2
    # Every other piece stands outside of strings.
    structure = b'"'.join(unescaped.split(b'"')[::2])
    more, empty = (b",", b"[", b"{"), (b"[]", b"{}")
    # A value follows each comma, and stands first in each list or object that is not empty.
    return 1 + sum(map(structure.count, more)) - sum(map(structure.count, empty))
