"""Numbers of documents as PHP has them: integers of 64 bits, beyond them floats, and none that is infinite."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from sitehand.elementor.document import Element

BITS = 63
SHORT = 18
"""Characters of an integer that surely has no more bits."""
LONG = 20
"""Characters that one with a sign may have."""
_LARGE = re.compile(r"[eE]\+?\d{3}|\d{300}")
"""In every text with a number that no float holds."""


class Place(NamedTuple):
    """A value, and the keys that lead to it."""

    path: str
    value: Any


def read_integer(text: str) -> int | float:
    """An integer of JSON. Source: PHP, json_decode."""
    if len(text) <= SHORT:
        return int(text)
    whole = int(text) if len(text) <= LONG else None
    return whole if whole is not None and -(2**BITS) <= whole < 2**BITS else float(text)


def find_infinite(element: Element) -> Iterator[Place]:
    """The numbers of an element that are too large for a float: PHP reads them, and can write none of the page then."""
    if not _LARGE.search(element.shell):
        return
    waiting = [Place("", element.fields)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, float) and value in (float("inf"), float("-inf")):
            yield Place(path, value)
        members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        waiting += [Place(f"{path}.{key}" if path else str(key), each) for key, each in members][::-1]
