"""The texts in what a call sends and a write stores."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from sitehand.site.changes import ObjectChange

SHORT = 4_000
"""Characters that are read in under a millisecond: a thread would cost more."""


def measure_texts(fields: Mapping[str, Any] | None) -> int:
    """Characters of all texts in the fields of an object."""
    length = 0
    for each in (fields or {}).values():
        if isinstance(each, str):
            length += len(each)
        elif each and not isinstance(each, int):
            length += sum(map(len, list_texts(each)))
    return length


def are_long(objects: Iterable[ObjectChange]) -> bool:
    """Whether all texts that a write changes, as they were and as they become, take long to read."""
    return sum(measure_texts(each.before) + measure_texts(each.after) for each in objects) > SHORT


def list_long_texts(value: Any) -> list[str]:
    """The texts in some arguments that take long to read."""
    return [text for text in list_texts(value) if len(text) > SHORT]


def list_texts(value: Any) -> Iterator[str]:
    """Every text in some arguments or fields."""
    values = [value]
    while values:
        each = values.pop()
        if isinstance(each, str):
            yield each
        elif each is None or isinstance(each, int):
            continue
        elif isinstance(each, BaseModel):
            values += [getattr(each, name) for name in each.model_fields_set]
        elif isinstance(each, list | tuple):
            values += each
        elif isinstance(each, Mapping):  # the last, since an ABC asks around
            values += each.values()
