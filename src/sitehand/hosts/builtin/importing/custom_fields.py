"""The values of custom fields that an imported item has."""

from sitehand.errors import Problem
from sitehand.hosts.builtin.field_values import check_size, take_fitting
from sitehand.hosts.builtin.importing.session import Session
from sitehand.hosts.builtin.parts import VALUES
from sitehand.hosts.builtin.states import State
from sitehand.site.export import Entry

TOO_LARGE = "all of one item's are too large"
NO_FIT = "the field is not registered here, or not for such a value"


def merge_fields(session: Session, entry: Entry, item_id: int) -> State:
    """The custom fields of an item with those of the export; nothing where it tells of none.

    What is registered otherwise here, or not at all, stays behind with a remark.
    """
    if not entry.fields:
        return {}
    given = {name: value for name, value in entry.fields.items() if value is not None}
    fitting = take_fitting(session.connection, entry.type, given) if given else {}
    for name in given.keys() - fitting.keys():
        session.report.leave_out("custom fields", NO_FIT, f"{name} of {entry.label}")
    before = VALUES.read_fields(session.connection, item_id)["fields"] if item_id else {}
    after = {**{name: value for name, value in before.items() if name not in entry.fields}, **fitting}
    try:
        check_size(after)
    except Problem:
        session.report.leave_out("custom fields", TOO_LARGE, entry.label, count=len(fitting))
        return {}
    return {"fields": after}
