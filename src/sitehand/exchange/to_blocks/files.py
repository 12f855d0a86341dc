"""The files of the site that a document names, whose texts it does not have."""

import json
from collections.abc import Iterator
from typing import Any

ATTACHMENT = "image-attachment-id"
"""The type of the id of a file in typed values."""


def list_files(data: str) -> list[int]:
    """The ids of files in a document, each once; none of a text that is no document."""
    try:
        found = json.loads(data) if data else []
    except (ValueError, RecursionError):
        return []
    return list(dict.fromkeys(_list_ids(found)))


def _list_ids(document: Any) -> Iterator[int]:
    waiting = [document]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += reversed(value.values())
            typed = value.get("$$type") == ATTACHMENT
            number = value.get("value" if typed else "id") if typed or "url" in value else None
            if str(number).isdecimal() and 0 < len(str(number)) < len("1000000000") and int(str(number)):
                yield int(str(number))
        elif isinstance(value, list):
            waiting += reversed(value)
