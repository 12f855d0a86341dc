"""Numbers of documents as PHP has them: integers of 64 bits, beyond them floats, and none that is infinite."""

import math
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from sitehand.elementor.document import Element, walk
from sitehand.errors import Code, Detail, Problem

BITS = 63
SHORT = 18
"""Characters of an integer that surely has no more bits."""
LONG = 20
"""Characters that one with a sign may have."""
EXPECTED = "a number up to 1e308, or PHP can write nothing of the page"
MAX_TOLD = 50
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
    if _LARGE.search(element.shell):
        yield from list_infinite(element.fields)


def list_infinite(value: Any) -> Iterator[Place]:
    """The numbers in a value that are too large for a float, in order."""
    waiting = [Place("", value)]
    while waiting:
        path, each = waiting.pop()
        if isinstance(each, float) and not math.isfinite(each):
            yield Place(path, each)
        members = each.items() if isinstance(each, dict) else enumerate(each) if isinstance(each, list) else ()
        waiting += [Place(f"{path}.{key}" if path else str(key), inner) for key, inner in members][::-1]


def refuse_infinite(places: Iterable[Place]) -> None:
    """Raise Problem(invalid_arguments) with the first of these numbers, if there are any."""
    details = [Detail(path=path, expected=EXPECTED, got=str(value)) for path, value in islice(places, MAX_TOLD)]
    if details:
        hint = "Put a smaller number in its place first."
        raise Problem(Code.INVALID_ARGUMENTS, "A number is too large for PHP.", hint=hint, details=details)


def refuse_copy(elements: Iterable[Element]) -> None:
    """Raise Problem(invalid_arguments) for elements, with all in them, that a copy would bring such a number with."""
    every = (each for element in elements for each in (element, *walk(element)))
    refuse_infinite(Place(f"{each.id}.{path}", value) for each in every for path, value in find_infinite(each))
