"""The input of an ability: checked against the schema that its plugin registered, and as WordPress is sent it.

Source: `rest_validate_value_from_schema`, a part of JSON Schema, draft 4, with `required` at properties too.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any
from urllib.parse import quote

import orjson
import re2
from jsonschema import Draft4Validator
from jsonschema.exceptions import SchemaError, UnknownType, ValidationError
from jsonschema.validators import extend
from pydantic_core import to_json
from referencing import Registry
from referencing.exceptions import Unresolvable

from sitehand.errors import Code, Detail, Problem
from sitehand.hosts.wordpress.client import write_value

PATTERNS = {"patternProperties", "additionalProperties"}
"""Expressions on names of properties: WordPress checks them."""
MAX_DETAILS = 20
MAX_SHOWN = 120
MAX_ADDRESS = 6000
"""Bytes of an input in an address: web servers take 8 KB for all of it."""
LONGEST_JSON = 2 * MAX_ADDRESS
"""Bytes of JSON beyond which no address is short enough: a control character takes six in JSON, three in the address.
"""


def _find_pattern(_: Any, pattern: str, value: Any, __: Any) -> Iterator[ValidationError]:
    """What RE2 does not know, such as look-around, WordPress itself checks."""
    try:
        found = not isinstance(value, str) or re2.search(pattern, value)
    except re2.error:
        return
    if not found:
        yield ValidationError(f"{value!r} does not match {pattern!r}")


# Uniqueness takes time with the square of the items: WordPress checks it.
_VALIDATOR = extend(Draft4Validator, {"pattern": _find_pattern, "uniqueItems": None})


def check_input(name: str, schema: Mapping[str, Any], given: Any) -> None:
    """Raise Problem(invalid_arguments) with what is not as the schema says; not_supported for what is no schema.

    Takes long for a long input.
    """
    if given is None and "default" in schema:
        return
    if not schema:
        if given is not None:
            raise _refuse(name, [Detail(path="input", expected="no input", got=repr(given)[:MAX_SHOWN])])
        return
    try:
        whole = read_schema(schema)
        _VALIDATOR.check_schema(whole)
        faults = list(islice(_VALIDATOR(whole, registry=Registry()).iter_errors(given), MAX_DETAILS))
    except (SchemaError, UnknownType, Unresolvable, RecursionError) as fault:
        raise Problem(
            Code.NOT_SUPPORTED,
            f"The input schema of {name} cannot be read: {str(fault).splitlines()[0][:200]}.",
            hint="Its plugin has to register a JSON Schema of draft 4, as WordPress documents it.",
        ) from None
    if faults:
        raise _refuse(name, [_detail(each) for each in faults])


def read_schema(schema: Any) -> Any:
    """A schema of WordPress as JSON Schema: PHP writes an empty object as a list; a property says `required` itself."""
    if not isinstance(schema, Mapping):
        return schema
    properties, required = schema.get("properties") or {}, schema.get("required")
    if not isinstance(properties, Mapping):
        return dict(schema)  # the check of the schema refuses it
    names = {name for name, each in properties.items() if isinstance(each, Mapping) and each.get("required") is True}
    names |= set(required if isinstance(required, list) else ())
    passed_over = {"properties", "required"} | (PATTERNS if "patternProperties" in schema else set())
    whole = {key: _read_part(key, value) for key, value in schema.items() if key not in passed_over}
    if properties:
        whole["properties"] = {name: read_schema(each) for name, each in properties.items()}
    return {**whole, "required": sorted(names)} if names else whole


def _read_part(key: str, value: Any) -> Any:
    if key in ("oneOf", "anyOf", "allOf", "items") and isinstance(value, list):
        return [read_schema(each) for each in value]
    return read_schema(value) if key in ("items", "additionalProperties", "not") else value


def write_query(name: str, given: Any) -> dict[str, Any]:
    """An input as PHP reads it from an address: `input[ids][0]=1`, and an empty list or object as an empty text.

    Raises Problem(invalid_arguments) for null in it, and for one that is too long.
    """
    if given is None:
        return {}
    if len(to_json(given)) > LONGEST_JSON:
        raise _refuse_length(name)
    query: dict[str, Any] = {}
    size = 0
    for path, value in _write_parts("input", given):
        if value is None:
            raise _refuse(name, [Detail(path=path, expected="a value: an address has no null", got="null")])
        size += len(quote(f"{path}={write_value(value)}"))
        if size > MAX_ADDRESS:
            raise _refuse_length(name)
        query[path] = value
    return query


def _refuse_length(name: str) -> Problem:
    expected = f"at most {MAX_ADDRESS:,} bytes: WordPress takes it in the address"
    return _refuse(name, [Detail(path="input", expected=expected, got="more")])


def _write_parts(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not isinstance(value, dict | list):
        yield path, value
    elif not value:
        yield path, ""
    for key, each in parts:
        yield from _write_parts(f"{path}[{key}]", each)


def _detail(fault: ValidationError) -> Detail:
    path = ".".join(["input", *(str(part)[:80] for part in fault.absolute_path)])
    expected = f"{fault.validator} {orjson.dumps(fault.validator_value, default=str).decode()}"
    return Detail(path=path, expected=expected[:MAX_SHOWN], got=repr(fault.instance)[:MAX_SHOWN])


def _refuse(name: str, details: list[Detail]) -> Problem:
    first = details[0]
    message = f"{first['path']}: expected {first['expected']}, got {first['got']}."
    hint = f"describe_site_ability shows the input_schema of {name}."
    return Problem(Code.INVALID_ARGUMENTS, message, hint=hint, details=details)
