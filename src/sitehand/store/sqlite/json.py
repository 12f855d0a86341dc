"""Lists and rows as JSON in one value: SQLite's words for them, which each database has in its own.

`text` below is SQL whose value is a JSON text, such as a column or `:name`. What an engine without these types needs to
know is said too: whether values are texts or numbers.
Source: https://sqlite.org/json1.html
"""

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Select, func, select


def rows_of(text: str, _of: type = str, *, alias: str = "listed") -> str:
    """A source with the column `value`, a row for each value of a list."""
    return f"json_each({text}) AS {alias}"


def values_of(name: str, of: type = str) -> str:
    """The values of a list that is bound to a name, to stand behind `IN`: one statement for any number of values."""
    return f"(SELECT value FROM {rows_of(f':{name}', of)})"  # noqa: S608


def build_array(*values: str) -> str:
    """A list of these values."""
    return f"json_array({', '.join(values)})"


def build_object(**values: str) -> str:
    """An object of these members."""
    members = ", ".join(f"'{name}', {value}" for name, value in values.items())
    return f"json_object({members})"


def gather(value: str) -> str:
    """An aggregate: the list of a value of each row; an empty one of no rows."""
    return f"json_group_array({value})"


def gather_object(name: str, value: str) -> str:
    """An aggregate: an object with a member for each row; an empty one of no rows."""
    return f"json_group_object({name}, {value})"


def gather_words(value: str) -> str:
    """An aggregate: what all rows have, with commas between, as one text; NULL of no rows."""
    return f"group_concat({value})"


def parse(text: str) -> str:
    """A JSON text as a part of another, which would quote it otherwise."""
    return f"json({text})"


def encode(text: str) -> str:
    """A text as bytes, which can be read whatever they are."""
    return f"CAST({text} AS BLOB)"


def read_member(text: str, *path: str) -> str:
    """A member of an object, as a text; NULL when there is none."""
    place = ".".join(path)
    return f"json_extract({text}, '$.{place}')"


def count_values(text: str) -> str:
    """How many values a list has."""
    return f"json_array_length({text})"


def select_values(values: Iterable[str | int]) -> Select[Any]:
    """Any number of values as one: SQLite bounds how many a statement has."""
    return select(func.json_each(json.dumps([*values])).table_valued("value").c.value)
