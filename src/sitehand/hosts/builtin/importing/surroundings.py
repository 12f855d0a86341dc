"""What another site has around its content: its types of content, custom fields and settings. A file tells none."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from sitehand.errors import Problem
from sitehand.hosts.builtin.importing.field_groups import register_fields
from sitehand.hosts.builtin.importing.report import ImportReport
from sitehand.hosts.builtin.settings import BuiltinSettings
from sitehand.hosts.builtin.types import BuiltinTypes
from sitehand.site.export import Export
from sitehand.site.search import ITEM_TYPES
from sitehand.site.settings import SiteSettingsFields
from sitehand.site.types import TypeFields
from sitehand.store.database import Database
from sitehand.store.settings import SettingsTable


async def bring_surroundings(
    database: Database, export: Export, report: ImportReport, reserved: frozenset[str]
) -> None:
    """Register the types and custom fields that are not here, and set the settings that nobody has set here.

    What is here stays.
    """
    for each in export.absent:
        report.leave_out(each.what, each.reason, each.name, each.count)
    types = BuiltinTypes(database, reserved)
    known = await types.custom()
    for name, fields in export.types.items():
        if name not in known:
            await _register(types, name, fields, report)
    await register_fields(database, export.field_groups, {*ITEM_TYPES, *await types.custom()}, report)
    await _set_settings(database, export.settings, report, reserved)


async def _register(types: BuiltinTypes, name: str, fields: Mapping[str, Any], report: ImportReport) -> None:
    """Add a type; one that this site cannot have is left out, and its items with it."""
    try:
        await types.register(name, TypeFields.model_validate(fields))
    except (Problem, ValidationError) as fault:
        why = fault.message if isinstance(fault, Problem) else "this site cannot have it"
        report.leave_out("types of content", why.rstrip("."), name)
    else:
        report.count("types of content", "created")


async def _set_settings(
    database: Database, given: Mapping[str, str], report: ImportReport, reserved: frozenset[str]
) -> None:
    settings, stored = BuiltinSettings(database, reserved), await SettingsTable(database).get(*given)
    for name, value in given.items():
        if name in stored:
            if stored[name] != value:
                report.leave_out("settings", "set here already, which stays", name)
            continue
        try:
            await settings.update(SiteSettingsFields.model_validate({name: value}))
        except (Problem, ValidationError):
            report.leave_out("settings", "this site cannot have the value", f"{name} {value[:60]}")
        else:
            report.count("settings", "created")
