"""Registers the custom fields of a site that moves in."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from sitehand.errors import Problem
from sitehand.hosts.builtin.field_groups import BuiltinFieldGroups
from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.site.field_groups import FieldGroupFields
from sitehand.store.database import Database

STORED = "SELECT fields FROM field_groups"


async def register_fields(
    database: Database, groups: Sequence[Mapping[str, Any]], types: Collection[str], report: ImportReport
) -> None:
    """Add groups with the fields whose names no field here has, for those of their types that are among `types`."""
    known = {each["name"] for row in database.look_up(STORED) for each in json.loads(row["fields"])}
    for group in groups:
        fields = [each for each in group["fields"] if each["name"] not in known]
        given = {**group, "types": [each for each in group["types"] if each in types], "fields": fields}
        if fields and given["types"]:
            await _register(BuiltinFieldGroups(database), given, report)


async def _register(table: BuiltinFieldGroups, given: Mapping[str, Any], report: ImportReport) -> None:
    """Add a group; of one that this site cannot have the values stay behind too."""
    try:
        await table.create(FieldGroupFields.model_validate(given))
    except (Problem, ValidationError) as fault:
        why = fault.message if isinstance(fault, Problem) else "this site cannot have it"
        report.leave_out("field groups", why.rstrip("."), given["title"])
    else:
        report.count("field groups", "created")
