"""The room that the answers of a batch's parts share, so that no batch makes an answer of hundreds of megabytes."""

from collections.abc import Mapping
from typing import Any

from sitehand.operation.encoding import encode

SHORT = 1000
"""Bytes of a member that is kept when there is no room."""


class Budget:
    """How many bytes (as JSON) the parts' answers may still have."""

    def __init__(self, max_bytes: int) -> None:
        self._left = max_bytes

    def fit(self, body: Any, content: bytes = b"") -> Any:
        """The body, or as much of it as there is room for: of an object the short members, of a list each object so.

        What is left out is named in `omitted`. `content` is the body as JSON, where that is known.
        """
        size = len(content) or _measure(body)
        if size > self._left:
            if isinstance(body, list | tuple):
                return [self.fit(item) for item in body]
            body = _shorten(body)
            size = _measure(body)
        self._left = max(0, self._left - size)
        return body


def _shorten(body: Any) -> Any:
    if not isinstance(body, Mapping):
        return body
    long = [name for name, value in body.items() if _measure(value) > SHORT]
    kept = {name: value for name, value in body.items() if name not in long}
    return {**kept, "omitted": sorted({*kept.get("omitted", ()), *long})} if long else body


def _measure(body: Any) -> int:
    return len(encode(body))
