"""Temporary triggers on the connections that write: they note each row that changes, before and after.

So no code that writes can forget the journal.
Source: https://sqlite.org/lang_createtrigger.html (TEMP triggers on non-TEMP tables), https://sqlite.org/undoredo.html
"""

from functools import cache
from typing import Any

from sqlalchemy import text

from sitehand.store.prepared import Prepared
from sitehand.store.revision import name_state
from sitehand.store.schema import Schema
from sitehand.store.sqlite.files import list_tables
from sitehand.store.tracked import Tracked

NOTES = """CREATE TEMP TABLE IF NOT EXISTS captured (seq INTEGER PRIMARY KEY, kind TEXT, object TEXT,
    label TEXT, old TEXT, new TEXT, old_revision TEXT, new_revision TEXT, status TEXT)"""
READ_NOTES = Prepared(text("SELECT * FROM temp.captured WHERE seq > :after ORDER BY seq"))
"""Each with its columns in their order."""
TAKE_NOTES = Prepared(text("DELETE FROM temp.captured RETURNING *"))
"""Empties the notes and returns them, in any order. Source: https://sqlite.org/lang_returning.html"""
LAST_NOTE = Prepared(text("SELECT coalesce(max(seq), 0) FROM temp.captured"))
FORGET = Prepared(text("DELETE FROM temp.captured"))


def prepare_connection(connection: Any, schema: Schema) -> None:
    """Put the triggers on a connection of `sqlite3` that will write. Before the migrations there is nothing to note."""
    connection.create_function("name_state", -1, lambda *values: name_state(values), deterministic=True)
    cursor = connection.cursor()
    cursor.execute(NOTES)
    if {tracked.table.name for tracked in schema.tracked} <= list_tables(connection):
        for trigger in _write_triggers(schema):
            cursor.execute(trigger)
        for follow in schema.following:
            follow(connection)
    cursor.close()


@cache
def _write_triggers(schema: Schema) -> tuple[str, ...]:
    """Written once for all connections: a third of what it takes to put them on one."""
    return tuple(_write_trigger(each, event) for each in schema.tracked for event in ("INSERT", "DELETE", "UPDATE"))


def _write_trigger(tracked: Tracked, event: str) -> str:
    name, columns = tracked.table.name, tracked.columns
    row = "OLD" if event == "DELETE" else "NEW"
    when, of = tracked.condition.format(row=row), ""
    whole = ", ".join(f"'{column}', {tracked.show(column, row)}" for column in columns)
    old, new = (f"json_object({whole})", "NULL") if event == "DELETE" else ("NULL", f"json_object({whole})")
    if event == "UPDATE":
        noticed = [*columns, *tracked.noticed]
        of = " OF " + ", ".join(f'"{column}"' for column in noticed)
        # IS NOT compares NULL as a value; <> would miss a change from or to it.
        when += " AND (" + " OR ".join(f'OLD."{column}" IS NOT NEW."{column}"' for column in noticed) + ")"
        old, new = (_write_difference(tracked, side) for side in ("OLD", "NEW"))
    revisions = [
        tracked.revision.format(row=side) if tracked.revision and event != gone else "NULL"
        for side, gone in (("OLD", "INSERT"), ("NEW", "DELETE"))
    ]
    values = [tracked.name_row(row), f"CAST({tracked.object.format(row=row)} AS TEXT)"]
    values += [f"substr({tracked.label.format(row=row)}, 1, 200)", old, new, *revisions, tracked.status.format(row=row)]
    head = f'CREATE TEMP TRIGGER IF NOT EXISTS capture_{name}_{event.lower()} AFTER {event}{of} ON main."{name}"'
    return " ".join([head, "WHEN", when, "BEGIN INSERT INTO captured VALUES (NULL,", ", ".join(values), "); END"])


def _write_difference(tracked: Tracked, side: str) -> str:
    """The columns of one side that differ from the other side's, as a JSON object."""
    rows = " UNION ALL ".join(
        f'SELECT \'{column}\' AS name, {tracked.show(column, side)} AS value WHERE OLD."{column}" IS NOT NEW."{column}"'
        for column in tracked.columns
    )
    return "(SELECT json_group_object(name, value) FROM (" + rows + "))"  # noqa: S608 - names of columns
