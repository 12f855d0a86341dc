"""`store/sqlite/json.py` for PostgreSQL. Source: https://www.postgresql.org/docs/current/functions-json.html"""
# ruff: noqa: D103 - each function says the same as its namesake there

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Select, func, select

TYPES = {str: "text", int: "bigint", float: "numeric"}


def rows_of(text: str, of: type = str, *, alias: str = "listed") -> str:
    each = f"json_array_elements_text(({text})::json) AS each(value)"
    return f"LATERAL (SELECT value::{TYPES[of]} AS value FROM {each}) AS {alias}"


def values_of(name: str, of: type = str) -> str:
    return f"(SELECT value FROM {rows_of(f':{name}', of)})"


def build_array(*values: str) -> str:
    return f"json_build_array({', '.join(values)})"


def build_object(**values: str) -> str:
    members = ", ".join(f"'{name}', {value}" for name, value in values.items())
    return f"json_build_object({members})"


def gather(value: str) -> str:
    return f"coalesce(json_agg({value}), '[]')"


def gather_object(name: str, value: str) -> str:
    return f"coalesce(json_object_agg({name}, {value}), '{{}}')"


def gather_words(value: str) -> str:
    return f"string_agg(({value})::text, ',')"


def parse(text: str) -> str:
    return f"({text})::json"


def encode(text: str) -> str:
    return f"convert_to({text}, 'UTF8')"


def read_member(text: str, *path: str) -> str:
    return f"json_extract_path_text(({text})::json, {', '.join(repr(name) for name in path)})"


def count_values(text: str) -> str:
    return f"json_array_length(({text})::json)"


def select_values(values: Iterable[str | int]) -> Select[Any]:
    return select(func.json_array_elements_text(json.dumps([*values])).table_valued("value").c.value)
