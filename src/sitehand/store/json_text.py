"""JSON as rows keep it: texts as they are, without escapes of what is not ASCII."""

import json
from collections.abc import Mapping
from typing import Any

import orjson

NOTHING = "[]"
"""An empty list."""
write_json = json.JSONEncoder(ensure_ascii=False).encode
"""What `json.dumps` writes with this option, which makes an encoder anew each time. Raises as it does."""
write_sorted = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode
"""The same with the names of each object in order."""
_PLAIN = frozenset({str, int, bool, type(None)})
_NEXT_LINE = ",\n  "


def write_object(fields: Mapping[str, Any]) -> str:
    """What `write_json` writes of an object, byte for byte, in half the time.

    orjson writes each member on a line of its own, and no other line end: those in texts are escaped.
    """
    plain = fields if _PLAIN.issuperset(map(type, fields.values())) else _write_nested(fields)
    try:
        lines = orjson.dumps(plain, option=orjson.OPT_INDENT_2).decode()
    except orjson.JSONEncodeError:  # more than 64 bits, half a pair of surrogates, a name that is not plain `str`
        return write_json(fields)
    return f"{{{lines[4:-2].replace(_NEXT_LINE, ', ')}}}"


def _write_nested(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields; those that orjson would write differently are JSON already."""
    return {
        name: value if type(value) in _PLAIN else orjson.Fragment(write_json(value)) for name, value in fields.items()
    }
