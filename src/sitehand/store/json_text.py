"""JSON as rows keep it: texts as they are, without escapes of what is not ASCII."""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import orjson

NOTHING = "[]"
"""An empty list."""
write_json = json.JSONEncoder(ensure_ascii=False).encode
"""What `json.dumps` writes with this option, which makes an encoder anew each time. Raises as it does."""
write_sorted = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode
"""The same with the names of each object in order."""
_PLAIN = frozenset({str, int, bool, type(None)})


def write_members(fields: Mapping[str, Any]) -> dict[str, str]:
    """What `write_json` writes of each field in an object, such as `"title": "New"`, by the field's name."""
    return {name: f"{_write_name(name)}: {_write(value)}" for name, value in fields.items()}


def join_members(members: Iterable[str]) -> str:
    """The object of such members: the bytes of `write_json`, in a third of the time where a text is long."""
    return f"{{{', '.join(members)}}}"


@lru_cache(1_000)  # the columns of our tables, again and again
def _write_name(name: str) -> str:
    return write_json(name)


def _write(value: Any) -> str:
    if type(value) in _PLAIN:
        try:
            return orjson.dumps(value).decode()
        except orjson.JSONEncodeError:  # a number of more than 64 bits, half of a pair of surrogates
            pass
    return write_json(value)
