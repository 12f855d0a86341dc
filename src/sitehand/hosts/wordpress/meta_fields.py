"""Custom fields of a WordPress: the meta keys that its plugins and theme registered for REST.

WordPress drops what it does not know and answers 200, so each key is looked up in its schema before anything is sent.
"""

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

from sitehand.errors import Code, Detail, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.elementor_fields import NAMES, write_meta
from sitehand.hosts.wordpress.resources import Fields, Json

TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
}
"""What JSON has for each type of WordPress's schemas."""
Schemas = Mapping[str, Mapping[str, Any]]
Known = dict[str, Schemas]
"""What a call has read of the schemas, by route."""


def read_values(meta: Any) -> dict[str, Any]:
    """The custom fields of an item that have values. Keys with a leading underscore are of plugins, for themselves."""
    known = meta.items() if isinstance(meta, Mapping) else ()
    return {name: value for name, value in known if not name.startswith("_") and value not in ("", 0, None, [], {})}


async def prepare_values(client: Client, known: Known, route: str, values: Mapping[str, Any]) -> Fields:
    """The values as they are sent: null is what WordPress has where there is no value. What is read joins `known`.

    Raises Problem(not_supported) where the site registered no fields, Problem(invalid_arguments) for a name that it did
    not register, and for a value of another type.
    """
    found = await read_schemas(client, known, route)
    schemas = {name: schema for name, schema in found.items() if not name.startswith("_")}
    if not schemas:
        message = f"This WordPress shows no custom fields of {route.rpartition('/')[2]} over REST."
        hint = "A plugin or theme registers them: register_post_meta with show_in_rest, and the type's custom-fields."
        raise Problem(Code.NOT_SUPPORTED, message, hint=hint)
    if details := list(_check_values(schemas, values)):
        raise _refuse(details, schemas)
    return {name: _find_empty(schemas[name]) if value is None else value for name, value in values.items()}


def leave_equal(given: Fields, before: Json) -> Fields:
    """The given fields with those keys of `meta` that are otherwise than they are: only these are sent."""
    now = before["meta"] if isinstance(before.get("meta"), Mapping) else {}
    meta = {name: value for name, value in dict(given.get("meta") or {}).items() if now.get(name) != value}
    rest = {name: value for name, value in given.items() if name != "meta"}
    return {**rest, "meta": meta} if meta else rest


async def prepare_anew(client: Client, route: str, given: Fields) -> tuple[Fields, list[str]]:
    """The fields of an item that is made anew, without custom fields that it then has by itself, those of plugins too.

    Also left out, and named, are those that no plugin registers any more: WordPress would drop them.
    """
    meta = dict(write_meta(given).get("meta") or {})
    empty = await read_empty_meta(client, {}, route) if meta else {}
    valued = {name for name, value in meta.items() if value != empty.get(name) and (value or empty.get(name))}
    sent = valued & empty.keys()
    fields = {name: value for name, value in given.items() if name not in NAMES or f"_{name}" in sent}
    own = {name: value for name, value in dict(fields.pop("meta", None) or {}).items() if name in sent}
    return {**fields, "meta": own} if own else fields, sorted(valued - sent)


async def read_empty_meta(client: Client, known: Known, route: str) -> dict[str, Any]:
    """All meta keys that are registered for REST, those of plugins too, with what a new item has there."""
    return {name: _find_empty(schema) for name, schema in (await read_schemas(client, known, route)).items()}


async def read_schemas(client: Client, known: Known, route: str) -> Schemas:
    """The schema of each key, as `OPTIONS` of the collection shows them; what is read joins `known`."""
    if route not in known:
        shown = (await client.read(route, method="OPTIONS")).value
        # PHP writes an object without members as a list.
        known[route] = shown.get("schema", {}).get("properties", {}).get("meta", {}).get("properties") or {}
    return known[route]


def _check_values(schemas: Schemas, values: Mapping[str, Any]) -> Iterator[Detail]:
    for name, value in values.items():
        path = f"fields.{name[:80]}"
        if name not in schemas:
            close = difflib.get_close_matches(name[:80], schemas, n=1, cutoff=0.6)
            expected = f"{close[0]!r} (the nearest registered field)" if close else "a registered field"
            yield Detail(path=path, expected=expected, got="an unknown name")
        elif value is not None and not _fits(schemas[name], value):
            yield Detail(path=path, expected=f"a value of the type {schemas[name].get('type')}", got=repr(value)[:80])


def _fits(schema: Mapping[str, Any], value: Any) -> bool:
    named = schema.get("type", [])
    kinds = [named] if isinstance(named, str) else named
    # In Python a bool is an int, and would pass for an integer.
    if isinstance(value, bool):
        return "boolean" in kinds
    return not kinds or any(isinstance(value, TYPES.get(kind, ())) for kind in kinds)


def _find_empty(schema: Mapping[str, Any]) -> Any:
    """What WordPress shows of a field without a value."""
    empty = {"string": "", "integer": 0, "number": 0, "boolean": False, "array": [], "object": {}}
    kind = schema.get("type")
    return schema.get("default", empty.get(kind) if isinstance(kind, str) else None)


def _refuse(details: list[Detail], schemas: Schemas) -> Problem:
    first = details[0]
    message = f"{first['path']}: expected {first['expected']}, got {first['got']}."
    hint = f"Registered fields: {', '.join(schemas)[:500]}."
    return Problem(Code.INVALID_ARGUMENTS, message, hint=hint, details=details)
