"""Types of arguments, their JSON Schemas, and the one parser that every door uses."""

import copy
import itertools
import math
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from sitehand.errors import Detail, Problem
from sitehand.operation.faults import (
    KNOWN,
    MAX_DETAILS,
    OBJECT,
    Locate,
    invalid,
    known_names,
    refuse_arguments,
    show,
    tell_arguments,
    write_path,
)
from sitehand.site.values import MAX_ID, AnswerOption, Input, InQuery

MAX_DEPTH = 64
INTEGER = re.compile("-?(0|[1-9][0-9]{0,18})")
MAX_UNKNOWN = 100
"""Unknown names that are looked at one by one; with more, nobody meant this operation."""
MIN_INTEGER, MAX_INTEGER = -(2**63), 2**63 - 1
"""What SQLite holds as an integer, and an answer can give back: orjson writes the integers up to 2**64 - 1."""


class _UntitledSchema(GenerateJsonSchema):
    """JSON Schema for a reader who pays for each byte: no titles."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


class _CompactSchema(_UntitledSchema):
    """JSON Schema of arguments: no titles, and no nulls and defaults that only mean "left out"."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        json_schema = super().default_schema(schema)
        if json_schema.get("default", ...) in (None, [], {}):
            json_schema.pop("default")
        return json_schema


@cache
def input_schema(model: type[Input]) -> dict[str, Any]:
    """The JSON Schema of an operation's arguments, without titles and without the model's docstring."""
    schema = model.model_json_schema(schema_generator=_CompactSchema)
    for part in (schema, *schema.get("$defs", {}).values()):
        part.pop("title", None)
        part.pop("description", None)
    schema.setdefault("properties", {})
    # The bound of every id says nothing, and costs each reader bytes.
    for prop in schema["properties"].values():
        if prop.get("maximum") == MAX_ID:
            del prop["maximum"]
    return schema


BOUNDS = frozenset(
    {
        "maxLength",
        "minLength",
        "maxItems",
        "minItems",
        "maximum",
        "minimum",
        "pattern",
        "format",
        "additionalProperties",
        "$defs",
    }
)


UNLISTED = frozenset({"idempotency_key"})
"""Arguments of every write, which the server's instructions name once, as they do those marked `AnswerOption`."""


def tool_schema(model: type[Input], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments as a model reads them: without the bounds that the parser checks anyway and explains when met.

    `defaults` are those that hold for the tool instead of the model's own.
    """
    full = input_schema(model)
    schema: dict[str, Any] = _plain(full, full.get("$defs", {}))
    for name, value in defaults.items():
        schema["properties"][name]["default"] = value
    for name in UNLISTED | marked_arguments(model, AnswerOption):
        schema["properties"].pop(name, None)
    return schema


def _plain(node: Any, definitions: Mapping[str, Any]) -> Any:
    """The schema without bounds and defaults that say nothing, each reference replaced by what it names."""
    if isinstance(node, list):
        return [_plain(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _plain(definitions[node["$ref"].rpartition("/")[2]], definitions)
    kept = {key: value for key, value in node.items() if key not in BOUNDS}
    if "enum" in kept:  # the values show it
        kept.pop("type", None)
    if kept.get("default", ...) in ("", False):
        del kept["default"]
    return {
        key: {name: _plain(prop, definitions) for name, prop in value.items()}
        if key == "properties"
        else _plain(value, definitions)
        for key, value in kept.items()
    }


@cache
def _adapter(output: Any) -> TypeAdapter[Any]:
    return TypeAdapter(output)


def output_schema(output: Any, *, writes: bool = False) -> dict[str, Any]:
    """The JSON Schema of an operation's result; of one that `writes`, with what the gate adds to it.

    No member is required: `_fields` and `detail` leave out what the caller does not want.
    """
    schema = copy.deepcopy(_adapter(output).json_schema(schema_generator=_UntitledSchema, mode="serialization"))
    for part in (schema, *schema.get("$defs", {}).values()):
        part.pop("title", None)
        part.pop("required", None)
    if writes:
        schema["properties"] = {**schema.get("properties", {}), **WRITTEN}
    return schema


WRITTEN: Mapping[str, Any] = {
    "changed": {"type": "boolean", "description": "Whether anything changed."},
    "change_id": {"type": "integer", "description": "The change's id, for undo_change."},
}
"""Members of every write's result."""


@cache
def marked_arguments(model: type[Input], mark: type) -> frozenset[str]:
    """Names of the arguments that carry a mark, such as `InQuery`."""
    return frozenset(
        field.alias or name
        for name, field in model.model_fields.items()
        if any(isinstance(each, mark) for each in field.metadata)
    )


def query_arguments(model: type[Input]) -> frozenset[str]:
    """Names of the arguments marked `InQuery`."""
    return marked_arguments(model, InQuery)


T = TypeVar("T", bound=Input)


def parse(model: type[T], raw: Any, locate: Locate = lambda name: "") -> T:
    """Check raw arguments against the model.

    `locate` says where an argument of that name came from ("body.", "query.", "path."), for the paths of
    the details. Plain meaning in another form is taken: "34" for an integer, one value for a list of it. Raises
    Problem(invalid_arguments) with every fault, and the nearest known name for unknown ones.
    """
    if not isinstance(raw, (dict, Mapping)):  # a dict is found at once; an ABC asks around
        raise invalid([Detail(path=locate("").rstrip("."), expected=OBJECT, got=show(raw))], tell_arguments(model))
    _refuse_crowd(model, raw, locate)
    _refuse_unstorable(raw, locate)
    taken = _take_plain_forms(model, raw)
    try:
        return model.model_validate(taken)
    except ValidationError as error:
        raise refuse_arguments(error, model, taken, locate) from None


def _take_plain_forms(model: type[Input], raw: Mapping[str, Any]) -> dict[str, Any]:
    """The values with lists made of single ones, and integers of their decimal digits; all else as it is."""
    forms = _plain_forms(model)
    return {name: _take_plain_form(forms[name], value) if name in forms else value for name, value in raw.items()}


@cache
def _plain_forms(model: type[Input]) -> Mapping[str, Any]:
    """The schemas of the arguments that are taken in another form too."""
    properties = input_schema(model)["properties"]
    return {name: schema for name, schema in properties.items() if schema.get("type") in ("array", "integer")}


def _take_plain_form(schema: Mapping[str, Any], value: Any) -> Any:
    kind = schema.get("type")
    if kind == "array" and isinstance(value, str) and "anyOf" in schema["items"]:
        return value  # ids or names: a text may be one name or several, "Bread, Milk", and is refused
    if kind == "array" and value is not None:
        return [_take_plain_form(schema["items"], item) for item in (value if isinstance(value, list) else [value])]
    if kind == "integer" and isinstance(value, str) and INTEGER.fullmatch(value):
        return int(value)
    return value


def _refuse_crowd(model: type[Input], raw: Mapping[str, Any], locate: Locate) -> None:
    """Refuse hundreds of thousands of unknown names at the price of a few: the first are told, the rest not visited."""
    if len(raw) <= MAX_UNKNOWN or len(raw) <= len(known := known_names(model)) + MAX_UNKNOWN:
        return
    unknown = itertools.islice((str(name) for name in raw if name not in known), MAX_DETAILS)
    details = [Detail(path=write_path(name, locate), expected=KNOWN, got="an unknown name") for name in unknown]
    raise invalid(details, tell_arguments(model))


def _refuse_unstorable(raw: Mapping[str, Any], locate: Locate) -> None:
    """Refuse what no host could store and give back: NUL, lone surrogates, integers beyond 64 bits, numbers that are
    not finite (JSON has `1e999`), and nesting past `MAX_DEPTH`.

    The place of a value is spelt only when it is at fault: a body has room for thousands of values.
    """
    pending: list[tuple[tuple[Any, ...], Any]] = [((), raw)]
    while pending:
        place, container = pending.pop()
        if container and len(place) >= MAX_DEPTH:
            raise _unstorable(place, locate, f"nesting of at most {MAX_DEPTH}", "deeper")
        for key, value in enumerate(container) if isinstance(container, list) else container.items():
            if isinstance(value, str):
                sound = value.isascii() and "\x00" not in value
            elif isinstance(value, (int, float)):
                sound = MIN_INTEGER <= value <= MAX_INTEGER
            else:
                sound = True
                if value is not None and isinstance(value, (list, dict, Mapping)):  # an ABC is slow
                    pending.append(((*place, key), value))
            if not sound and (fault := _find_fault(value)):
                raise _unstorable((*place, key), locate, *fault)


def _find_fault(value: str | float) -> tuple[str, str] | None:
    """What is expected in the place of a text or number that cannot be stored, and what it is; None for any other."""
    if isinstance(value, str):
        if "\x00" in value:
            return "text without NUL characters", "a NUL character"
        return ("well-formed Unicode", "a lone surrogate") if _has_surrogate(value) else None
    if isinstance(value, int):
        return f"an integer from {MIN_INTEGER} to {MAX_INTEGER}", show(value)
    return None if math.isfinite(value) else ("a number that is finite", show(value))


def _unstorable(place: tuple[Any, ...], locate: Locate, expected: str, got: str) -> Problem:
    name, *rest = place
    return invalid([Detail(path=write_path(str(name), locate, *rest), expected=expected, got=got)])


def _has_surrogate(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
