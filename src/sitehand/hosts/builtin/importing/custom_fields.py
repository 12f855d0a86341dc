"""The values of custom fields that an imported item has."""

from sitehand.errors import Problem
from sitehand.hosts.builtin.field_values import check_size, take_fitting
from sitehand.hosts.builtin.importing.footnotes import NAME, merge_footnotes
from sitehand.hosts.builtin.importing.session import Session
from sitehand.hosts.builtin.parts import VALUES
from sitehand.hosts.builtin.states import State
from sitehand.site.export import Entry
from sitehand.site.field_values import Values

TOO_LARGE = "all of one item's are too large"
NO_FIT = "the field is not registered here, or not for such a value"


def merge_fields(session: Session, entry: Entry, item_id: int) -> State:
    """The custom fields of an item with those of the export; nothing where they stay as they are."""
    before: Values = VALUES.read_fields(session.connection, item_id)["fields"] if item_id else {}
    after = merge_footnotes(session, entry, _merge_registered(session, entry, before))
    return {} if after == before else {"fields": after}


def _merge_registered(session: Session, entry: Entry, before: Values) -> Values:
    """What is registered otherwise here, or not at all, stays behind with a remark; the value here stays then."""
    told = {name: value for name, value in entry.fields.items() if name != NAME}
    given = {name: value for name, value in told.items() if value is not None}
    fitting = take_fitting(session.connection, entry.type, given) if given else {}
    unfit = given.keys() - fitting.keys()
    for name in unfit:
        session.report.leave_out("custom fields", NO_FIT, f"{name} of {entry.label}")
    after = {**{name: value for name, value in before.items() if name in unfit or name not in told}, **fitting}
    try:
        check_size(after)
    except Problem:
        session.report.leave_out("custom fields", TOO_LARGE, entry.label, count=len(fitting))
        return before
    return after
