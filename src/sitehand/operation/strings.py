"""Arguments that come as text, in an address, as the values that their schemas ask for."""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import orjson

from sitehand.operation.schema import input_schema
from sitehand.site.values import Input


def from_strings(model: type[Input], strings: Mapping[str, list[str]]) -> dict[str, Any]:
    """Query strings as the JSON values that the schema asks for; what does not fit stays text, for `parse` to refuse.

    Lists come as `include=1,2`, `include=1&include=2` or `include[]=1&include[]=2`, as WordPress takes them.
    """
    properties = input_schema(model)["properties"]
    values: dict[str, Any] = {}
    for name, texts in strings.items():
        plain = name.removesuffix("[]")
        schema = properties.get(plain, {})
        if schema.get("type") == "array":
            items = [part.strip() for text in texts for part in text.split(",") if part.strip()]
            values.setdefault(plain, []).extend(_from_string(schema.get("items", {}), item) for item in items)
        else:
            values[name] = _from_string(schema, texts[-1])
    return values


def _from_string(schema: Mapping[str, Any], text: str) -> Any:
    kind = schema.get("type")
    if kind == "integer" and re.fullmatch(r"[+-]?[0-9]{1,30}", text):
        return int(text)
    if kind == "number" and re.fullmatch(r"[+-]?[0-9]{1,300}(\.[0-9]{1,300})?", text):
        return float(text)
    if kind == "boolean" and text.lower() in ("true", "1", "false", "0"):
        return text.lower() in ("true", "1")
    if isinstance(kind, list):  # any JSON; what is none is text
        with suppress(orjson.JSONDecodeError):
            return orjson.loads(text)
    return text
