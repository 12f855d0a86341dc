"""The footnotes of an imported item's text, which WordPress keeps as a custom field."""

from sqlalchemy import Connection

from sitehand.errors import Problem
from sitehand.hosts.builtin.field_values import check_size, take_fitting
from sitehand.hosts.builtin.importing.links import Links
from sitehand.hosts.builtin.importing.session import Session
from sitehand.site.export import Entry
from sitehand.site.field_values import FOOTNOTES, Values

NAME = FOOTNOTES.name


def read_footnotes(entry: Entry, links: Links) -> str:
    """The footnotes as JSON, their links as they lead here; "" for an item without any."""
    told = entry.fields.get(NAME) or entry.meta.get(NAME, "")
    return links.rewrite(told.strip()) if isinstance(told, str) else ""


def merge_footnotes(session: Session, entry: Entry, values: Values) -> Values:
    """The custom fields of an item with its footnotes, or without any; as they are where the export tells of none.

    Footnotes that the field cannot hold stay behind, with a remark. A value that is no text is not ours to remove.
    """
    if NAME not in entry.fields and NAME not in entry.meta:
        return values
    footnotes = read_footnotes(entry, session.links)
    others = {name: value for name, value in values.items() if name != NAME}
    if not footnotes:
        return others if isinstance(values.get(NAME), str) else values
    merged = {**others, NAME: footnotes}
    if merged == values or _has_room(session.connection, entry, merged):
        return merged
    session.report.leave_out("footnotes", "the field footnotes cannot hold them", entry.label)
    return values


def _has_room(connection: Connection, entry: Entry, values: Values) -> bool:
    try:
        check_size(values)
    except Problem:
        return False
    return bool(take_fitting(connection, entry.type, {NAME: values[NAME]}))
