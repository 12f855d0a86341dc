"""Query strings as the JSON values that an operation's schema asks for."""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import orjson

from sitehand.operation.schema import input_schema, marked_arguments
from sitehand.site.values import Bracketed, Input

BRACKETED = re.compile(r"(\w+)\[([^\[\]]+)\](?:\[([^\[\]]+)\])?")
"""A condition in a query string: `where[price][gt]`; `where[price]` for the usual operator."""
INTEGER = re.compile(r"[+-]?[0-9]{1,30}")
NUMBER = re.compile(r"[+-]?[0-9]{1,300}(\.[0-9]{1,300})?")


def from_path(model: type[Input], texts: Mapping[str, str]) -> dict[str, Any]:
    """The arguments of a path as the JSON values that the schema asks for."""
    properties = input_schema(model)["properties"]
    return {name: _from_string(properties.get(name, {}), text) for name, text in texts.items()}


def from_strings(model: type[Input], strings: Mapping[str, list[str]]) -> dict[str, Any]:
    """Query strings as the JSON values that the schema asks for; what does not fit stays text, for `parse` to refuse.

    Lists come as `include=1,2`, `include=1&include=2` or `include[]=1&include[]=2`, as WordPress takes them. Lists of
    conditions come as `where[price][gt]=10&where[colour][in]=red,blue`.
    """
    properties, bracketed = input_schema(model)["properties"], marked_arguments(model, Bracketed)
    values: dict[str, Any] = {}
    for name, texts in strings.items():
        plain = name.removesuffix("[]")
        condition = BRACKETED.fullmatch(name)
        if condition and condition[1] in bracketed:
            values.setdefault(condition[1], []).extend(_read_conditions(condition, texts))
            continue
        schema = properties.get(plain, {})
        if schema.get("type") == "array":
            items = [part.strip() for text in texts for part in text.split(",") if part.strip()]
            values.setdefault(plain, []).extend(_from_string(schema.get("items", {}), item) for item in items)
        else:
            # Two values for one place are neither: they stay a list, which `parse` refuses where one is expected.
            values[name] = _from_string(schema, texts[0]) if len({*texts}) == 1 else texts
    return values


def _read_conditions(condition: re.Match[str], texts: list[str]) -> list[dict[str, Any]]:
    """One condition for each text; `in` has all of them as its values."""
    field, op = {"field": condition[2]}, {"op": condition[3]} if condition[3] else {}
    if condition[3] == "in":
        return [{**field, **op, "value": [part.strip() for text in texts for part in text.split(",") if part.strip()]}]
    return [{**field, **op, "value": text} for text in texts]


def _from_string(schema: Mapping[str, Any], text: str) -> Any:
    kind = schema.get("type")
    if kind == "integer" and INTEGER.fullmatch(text):
        return int(text)
    if kind == "number" and NUMBER.fullmatch(text):
        return float(text)
    if kind == "boolean" and text.lower() in ("true", "1", "false", "0"):
        return text.lower() in ("true", "1")
    if isinstance(kind, list):  # any JSON; what is none is text
        with suppress(orjson.JSONDecodeError):
            return orjson.loads(text)
    return text
