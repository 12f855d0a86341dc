"""Types of arguments, their JSON Schemas, and the one parser that every door uses."""

import copy
import difflib
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from sitehand.errors import Code, Detail, Problem, write_place
from sitehand.site.values import MAX_ID, AnswerOption, Input, InQuery

MAX_DEPTH = 64
MAX_DETAILS = 20
MAX_FAULTS = 1000
"""Faults that are looked at one by one; with more, telling them would hold up the event loop."""
MAX_PATH = 200
MAX_SHOWN = 80
"""Characters of a wrong value: a line of a terminal."""
KNOWN = "one of the known arguments"
"""What is expected in the place of an unknown name; the hint lists them, once."""
CLOSE = 0.7
"""How alike names are of which one is offered for the other: `titel` and `title`, not `tags` and `status`."""
INTEGER = re.compile("-?(0|[1-9][0-9]{0,18})")
MAX_UNKNOWN = 100
"""Unknown names that are looked at one by one; with more, nobody meant this operation."""
SCALARS = (int, float, type(None))
"""Values of JSON that hold nothing; most values are these or text."""


class _UntitledSchema(GenerateJsonSchema):
    """JSON Schema for a reader who pays for each byte: no titles."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


class _CompactSchema(_UntitledSchema):
    """Of arguments, moreover, no nulls and defaults that only mean "left out"."""

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
    if "enum" in kept:
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
Locate = Callable[[str], str]


def parse(model: type[T], raw: Any, locate: Locate = lambda name: "") -> T:
    """Check raw arguments against the model.

    `locate` says where an argument of that name came from ("body.", "query.", "path."), for the paths of
    the details. Plain meaning in another form is taken: "34" for an integer, one value for a list of it. Raises
    Problem(invalid_arguments) with every fault, and the nearest known name for unknown ones.
    """
    if not isinstance(raw, (dict, Mapping)):  # a dict is found at once; an ABC asks around
        raise _invalid([Detail(path=locate("").rstrip("."), expected="object", got=_shown(raw))], model)
    _refuse_crowd(model, raw, locate)
    _refuse_unstorable(raw, locate)
    try:
        return model.model_validate(_take_plain_forms(model, raw))
    except ValidationError as error:
        raise _invalid(_details(error, model, locate), model) from None


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
    raise _invalid([Detail(path=_path(name, locate), expected=KNOWN, got="an unknown name") for name in unknown], model)


def _refuse_unstorable(raw: Mapping[str, Any], locate: Locate) -> None:
    """Refuse what no host could store and give back: NUL, lone surrogates, and nesting past `MAX_DEPTH`.

    The place of a value is spelt only when it is at fault: a body has room for millions of values.
    """
    pending: list[tuple[tuple[Any, ...], Any]] = [((), raw)]
    while pending:
        place, container = pending.pop()
        if container and len(place) >= MAX_DEPTH:
            raise _unstorable(place, locate, f"nesting of at most {MAX_DEPTH}", "deeper")
        for key, value in enumerate(container) if isinstance(container, list) else container.items():
            if isinstance(value, str):
                if "\x00" in value:
                    raise _unstorable((*place, key), locate, "text without NUL characters", "a NUL character")
                if not value.isascii() and _has_surrogate(value):
                    raise _unstorable((*place, key), locate, "well-formed Unicode", "a lone surrogate")
            elif not isinstance(value, SCALARS) and isinstance(value, (list, dict, Mapping)):  # an ABC is slow
                pending.append(((*place, key), value))


def _unstorable(place: tuple[Any, ...], locate: Locate, expected: str, got: str) -> Problem:
    name, *rest = place
    return _invalid([Detail(path=_path(str(name), locate, *rest), expected=expected, got=got)])


def _has_surrogate(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _details(error: ValidationError, model: type[Input], locate: Locate) -> list[Detail]:
    """The first faults; of thousands only their number, for pydantic has no way to tell but the first."""
    number = error.error_count()
    if number > MAX_FAULTS:
        return [Detail(path=locate("").rstrip("."), expected="arguments that match the schema", got=f"{number} faults")]
    faults = error.errors(include_url=False, include_context=False)[:MAX_DETAILS]
    return [_detail(fault, model, locate) for fault in faults]


def _detail(fault: Any, model: type[Input], locate: Locate) -> Detail:
    first, *rest = fault["loc"] or ("",)
    path = _path(str(first), locate, *rest)
    if fault["type"] == "missing":
        return Detail(path=path, expected="a value", got="nothing")
    if fault["type"] == "extra_forbidden":
        return Detail(path=path, expected=_nearest(str(first), model), got="an unknown name")
    return Detail(path=path, expected=_expected(fault["msg"]), got=_shown(fault["input"]))


def _expected(message: str) -> str:
    """Pydantic's sentence without its opening words, so that it reads after "expected"."""
    message = re.sub(r" after validation, not (more|\d+)$", "", message)
    message = re.sub(r"^Input tag .* using '(\w+)' does not match any of the expected tags:", r"\1 as one of", message)
    message = re.sub(r"^Unable to extract tag using discriminator '(\w+)'", r"an object with \1", message)
    message = re.sub(r"^String should match pattern", "text that matches", message)
    return re.sub(r"^(Value error, )?((\w+ )?(should|must) (be |have )?)?", "", message)


def _path(name: str, locate: Locate, *rest: str | int) -> str:
    """Where a value stands, cut: whoever sends a name of megabytes need not get it back."""
    below = write_place(part if isinstance(part, int) else part[:MAX_PATH] for part in rest)
    return f"{locate(name)}{name[:MAX_PATH]}{below}"[:MAX_PATH]


@cache
def known_names(model: type[Input]) -> Sequence[str]:
    """Names of all arguments, in their order."""
    return sorted(field.alias or name for name, field in model.model_fields.items())


def _nearest(name: str, model: type[Input]) -> str:
    """What to write instead; difflib's work grows with the name, and no known one is longer than `MAX_PATH`."""
    close = difflib.get_close_matches(name[:MAX_PATH], known_names(model), n=1, cutoff=CLOSE)
    return f"{close[0]!r} (the nearest known name)" if close else KNOWN


def _shown(value: Any) -> str:
    """The value as Python writes it, cut; of a huge one only the beginning is ever written."""
    text = "".join(itertools.islice(_write_pieces(value), MAX_SHOWN + 1))
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 3]}..."


def _write_pieces(value: Any) -> Iterator[str]:
    """`repr` piece by piece, none of them empty."""
    if isinstance(value, str):
        yield repr(value[:MAX_SHOWN])
    elif isinstance(value, list | Mapping):
        yield "[" if isinstance(value, list) else "{"
        for place, item in enumerate(value):
            yield from [", "] if place else []
            yield from _write_pieces(item)
            if isinstance(value, Mapping):
                yield ": "
                yield from _write_pieces(value[item])
        yield "]" if isinstance(value, list) else "}"
    else:
        yield repr(value)


def _invalid(details: list[Detail], model: type[Input] | None = None) -> Problem:
    first = details[0]
    hint = "Correct the value and send it again."
    if model is not None:
        known = known_names(model)
        hint = f"Known arguments: {', '.join(known)}." if known else "Send no arguments."
    return Problem(
        Code.INVALID_ARGUMENTS,
        f"{first['path'] or 'The arguments'}: expected {first['expected']}, got {first['got']}.",
        hint=hint,
        details=details,
    )
