"""The custom fields of a WordPress to move: meta keys that are registered for REST, as fields of this service."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from sitehand.errors import Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.custom_types import CustomType
from sitehand.hosts.wordpress.meta_fields import Schemas, read_schemas
from sitehand.hosts.wordpress.seo_plugins import find_plugin
from sitehand.site.field_groups import MAX_FIELDS, FieldSpec, FieldType, check_specs
from sitehand.site.field_values import FOOTNOTES, Values

TYPES: Mapping[str, FieldType] = {"string": "text", "integer": "integer", "number": "number", "boolean": "boolean"}
"""The field for each type of WordPress's schemas. Lists and objects have none."""
WITHOUT = ("wp_block", "wp_navigation")
"""Types whose items have no custom fields here."""
EMPTY = ("", 0, None)


class CustomFields(NamedTuple):
    """The fields of each type by their names, and the groups that register them, each type and field once."""

    by_type: Mapping[str, Mapping[str, "Registered"]]
    groups: Sequence[Mapping[str, Any]]


class Registered(NamedTuple):
    """A field, and whether a value that is empty says something: where there is a default, it is another one."""

    spec: FieldSpec
    has_default: bool


async def read_custom_fields(client: Client, types: Sequence[CustomType]) -> CustomFields:
    """What a site registers for the items of these types, as OPTIONS of each collection tells it."""
    moved = [each for each in types if each.slug not in WITHOUT]
    return take_fields({each.slug: await read_schemas(client, {}, each.route) for each in moved})


def take_fields(schemas: Mapping[str, Schemas]) -> CustomFields:
    """The fields that can come over, by type. A key that two types register otherwise is that of the first one."""
    first: dict[str, FieldSpec] = {}
    by_type = {}
    for slug, keys in schemas.items():
        found = _read_fields(keys)
        by_type[slug] = {name: each for name, each in found.items() if first.setdefault(name, each.spec) == each.spec}
    return CustomFields(by_type, _group(by_type, first))


def read_values(meta: Mapping[str, Any], fields: Mapping[str, Registered]) -> Values:
    """The values of an item; None for a field without one."""
    return {
        name: meta[name] if meta[name] not in EMPTY or field.has_default else None
        for name, field in fields.items()
        if name in meta
    }


def _read_fields(schemas: Schemas) -> dict[str, Registered]:
    """The custom fields of a type, without keys of SEO plugins, which move as SEO fields."""
    plugin = find_plugin(dict(schemas))
    found = {}
    for name, schema in schemas.items():
        is_seo = plugin is not None and bool(plugin.count_keys([name]))
        if not is_seo and (spec := _read_field(name, schema)):
            found[name] = Registered(spec, has_default="default" in schema and schema["default"] not in EMPTY)
    return found


def _read_field(name: str, schema: Mapping[str, Any]) -> FieldSpec | None:
    """The field of a key; None for one that no field here is like."""
    if name == FOOTNOTES.name:
        return FOOTNOTES
    kind = TYPES.get(str(schema.get("type")))
    choices = schema.get("enum") or []
    given: dict[str, Any] = {"name": name, "type": kind, "label": str(schema.get("title") or "")[:200]}
    if kind == "text" and choices:
        given |= {"type": "choice", "choices": [each for each in choices if each]}
    try:
        spec = FieldSpec.model_validate(given)
        check_specs([spec])
    except (ValidationError, Problem):
        return None
    return spec


def _group(by_type: Mapping[str, Mapping[str, Registered]], first: Mapping[str, FieldSpec]) -> list[dict[str, Any]]:
    """Groups with the fields that the same types have."""
    found: dict[tuple[str, ...], list[FieldSpec]] = {}
    for name, spec in first.items():
        if name != FOOTNOTES.name:  # every page and post has it
            found.setdefault(tuple(each for each in by_type if name in by_type[each]), []).append(spec)
    return [
        {
            "title": f"Custom fields of {', '.join(types)}"[:200],
            "types": list(types),
            "fields": [each.model_dump(exclude_defaults=True) for each in specs[start : start + MAX_FIELDS]],
        }
        for types, specs in found.items()
        for start in range(0, len(specs), MAX_FIELDS)
    ]
