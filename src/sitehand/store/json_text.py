"""JSON as rows keep it: texts as they are, without escapes of what is not ASCII."""

import json
from collections.abc import Mapping
from typing import Any

import orjson

NOTHING = "[]"
"""An empty list."""
write_json = json.JSONEncoder(ensure_ascii=False).encode
"""What `json.dumps` writes with this option, which makes an encoder anew each time. Raises as it does."""
_write_sorted = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode
_PLAIN = frozenset({str, int, bool, type(None)})
_NEXT_LINE = ",\n  "


def write_object(fields: Mapping[str, Any]) -> str:
    """What `write_json` writes of an object, byte for byte, in half the time.

    orjson writes each member on a line of its own, and no other line end: those in texts are escaped.
    """
    plain = fields if _is_plain(fields) else {name: _write_nested(value) for name, value in fields.items()}
    try:
        lines = orjson.dumps(plain, option=orjson.OPT_INDENT_2).decode()
    except orjson.JSONEncodeError:  # more than 64 bits, half a pair of surrogates, a name that is not plain `str`
        return write_json(fields)
    return f"{{{lines[4:-2].replace(_NEXT_LINE, ', ')}}}"


def write_sorted(fields: Mapping[str, Any]) -> str:
    """What `write_object` writes, with the names of each object in order."""
    return write_object(dict(sorted(fields.items()))) if _is_plain(fields) else _write_sorted(fields)


def _is_plain(fields: Mapping[str, Any]) -> bool:
    """Whether orjson writes each member as `write_json` does."""
    return _PLAIN.issuperset(map(type, fields.values()))


def _write_nested(value: Any) -> Any:
    """A value as orjson takes it: what it would write differently is JSON already."""
    if type(value) in _PLAIN:
        return value
    return orjson.Fragment(write_object(value) if type(value) is dict and _is_plain(value) else write_json(value))
