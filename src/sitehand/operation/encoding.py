"""Answers as JSON, whatever numbers they hold.

Arguments bring no number that cannot be answered (`schema.parse`). Texts of a site may hold some, such as the
attributes of a block, and so may what was stored before arguments were looked at for them.
"""

from collections.abc import Mapping
from typing import Any

import orjson

SMALLEST, LARGEST = -(2**63), 2**64 - 1
"""Of the integers that orjson writes."""


def encode(value: Any) -> bytes:
    """The value as JSON; an integer beyond 64 bits as a float, as JavaScript reads it, and what is not finite as null.

    Raises TypeError for what is no JSON.
    """
    try:
        return orjson.dumps(value)
    except TypeError:  # orjson asks no `default` for an integer
        return orjson.dumps(_round(value))


def _round(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _round(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_round(each) for each in value]
    return value if type(value) is not int or SMALLEST <= value <= LARGEST else _as_float(value)


def _as_float(number: int) -> float | None:
    try:
        return float(number)
    except OverflowError:
        return None
