"""The notes of an exported item's text, which WordPress keeps as a custom field."""

from sqlalchemy import Connection

from sitehand.errors import Problem
from sitehand.hosts.builtin.field_values import check_size, take_fitting
from sitehand.hosts.builtin.importing.links import Links
from sitehand.hosts.builtin.importing.session import Session
from sitehand.hosts.builtin.parts import VALUES
from sitehand.hosts.builtin.states import State
from sitehand.site.export import Entry
from sitehand.site.field_values import FOOTNOTES, Values

NAME = FOOTNOTES.name


def read_notes(entry: Entry, links: Links) -> str:
    """The notes as JSON, their links as they lead here; "" for an item without any."""
    return links.rewrite(entry.meta.get(NAME, "").strip())


def take_notes(session: Session, entry: Entry, item_id: int) -> State:
    """The item's custom fields with its notes in the export, or without any; empty where nothing changes.

    Notes that the field cannot hold stay behind, with a remark. A value that is no text is not ours to remove.
    """
    notes = read_notes(entry, session.links)
    before: Values = VALUES.read_fields(session.connection, item_id)["fields"] if item_id else {}
    if not notes and not isinstance(before.get(NAME), str):
        return {}
    others = {name: value for name, value in before.items() if name != NAME}
    after = {**others, NAME: notes} if notes else others
    if after == before:
        return {}
    if notes and not _has_room(session.connection, entry, after):
        session.report.leave_out("footnotes", "the field footnotes cannot hold them", entry.label)
        return {}
    return {"fields": after}


def _has_room(connection: Connection, entry: Entry, values: Values) -> bool:
    try:
        check_size(values)
    except Problem:
        return False
    return bool(take_fitting(connection, entry.type, {NAME: values[NAME]}))
