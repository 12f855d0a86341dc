"""What a transaction changes, as SQLite itself notes it down.

Temporary triggers on the connections that write keep the rows before and after in a temporary table, so that no
code that writes can forget the journal. Columns that follow from others (rendered text, paths) are left out: who
puts a row back works them out again.
Source: https://sqlite.org/lang_createtrigger.html (TEMP triggers on non-TEMP tables), https://sqlite.org/undoredo.html
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, Table, text

from sitehand.site.changes import ObjectChange
from sitehand.site.kinds import KINDS, SETTING
from sitehand.store import tables
from sitehand.store.following import follow
from sitehand.store.objects import fold_parts, read_menu_revision
from sitehand.store.prepared import Prepared
from sitehand.store.revision import name_state

Row = dict[str, Any]
SECRET_SETTINGS = tuple(SETTING.secret_of)
UNTRACKED_SETTINGS = ("session_secret", "journal_anchor", "clock_seen")


@dataclass(frozen=True, slots=True)
class Tracked:
    """A table whose changes are captured. `kind`, `object`, `label` and `revision` are SQL over `{row}`.

    `left_out` are columns that follow from others, or that are no state of the site; `noticed` are those of them whose
    change is noted all the same: the revision of an object of which only what belongs to it has changed.
    """

    table: Table
    kind: str
    object: str = "{row}.id"
    label: str = "''"
    revision: str | None = None
    status: str = "''"
    left_out: frozenset[str] = frozenset()
    noticed: tuple[str, ...] = ()
    masked: dict[str, str] = field(default_factory=dict)
    condition: str = "1"

    @property
    def columns(self) -> list[str]:
        """The captured columns."""
        return [column.name for column in self.table.c if column.name not in self.left_out]

    def show(self, column: str, row: str) -> str:
        """The column's value in SQL, or a word for it when it is secret."""
        plain = f'{row}."{column}"'
        if column not in self.masked:
            return plain
        return f"CASE WHEN {self.masked[column].format(row=row)} THEN '({row} secret)' ELSE {plain} END"


DERIVED = frozenset({"title_rendered", "excerpt_rendered", "content_rendered", "path", "revision"})
KEY_STATE = ("label", "role", "secret_sha256", "requests_per_minute", "expires", "revoked")
TRACKED = (
    Tracked(tables.authors, "'author'", label="{row}.name"),
    Tracked(tables.terms, "'term'", label="{row}.name"),
    Tracked(tables.media, "'media'", label="{row}.title"),
    Tracked(tables.menus, "'menu'", label="{row}.name"),
    Tracked(
        tables.items,
        "{row}.type",
        label="{row}.title",
        revision="{row}.revision",
        status="{row}.status",
        left_out=DERIVED,
        noticed=("revision",),
    ),
    Tracked(tables.item_terms, "'item_term'", object="{row}.item_id || ':' || {row}.term_id"),
    Tracked(tables.menu_entries, "'menu_entry'", label="{row}.title"),
    Tracked(
        tables.api_keys,
        "'key'",
        label="{row}.label",
        revision=f"name_state({', '.join('{row}.' + name for name in KEY_STATE)})",
        left_out=frozenset({"last_used"}),
    ),
    Tracked(tables.retired_secrets, "'retired_secret'", object="{row}.secret_sha256"),
    Tracked(
        tables.pending_changes,
        "'pending_change'",
        label="{row}.operation",
        revision="name_state({row}.state)",
        left_out=frozenset({"digest"}),
    ),
    Tracked(
        tables.settings,
        "'setting'",
        object="{row}.name",
        label="{row}.name",
        revision=f"CASE WHEN {{row}}.name IN {SECRET_SETTINGS} THEN '' ELSE name_state({{row}}.value) END",
        masked={"value": f"{{row}}.name IN {SECRET_SETTINGS}"},
        condition=f"{{row}}.name NOT IN {UNTRACKED_SETTINGS}",
    ),
)
"""In an order in which rows can be put back: what others refer to comes first."""
BY_KIND = {tracked.kind.strip("'"): tracked for tracked in TRACKED if tracked.table is not tables.items}
BY_KIND |= {kind: tracked for tracked in TRACKED if tracked.table is tables.items for kind in ("page", "post")}


NOTES = """CREATE TEMP TABLE IF NOT EXISTS captured (seq INTEGER PRIMARY KEY, kind TEXT, object TEXT,
    label TEXT, old TEXT, new TEXT, old_revision TEXT, new_revision TEXT, status TEXT)"""
NEW_NOTES = Prepared(text("SELECT * FROM temp.captured WHERE seq > :after ORDER BY seq"))
LAST_NOTE = Prepared(text("SELECT coalesce(max(seq), 0) FROM temp.captured"))
FORGET = Prepared(text("DELETE FROM temp.captured"))


def prepare_connection(connection: Any) -> None:
    """Put the triggers on a connection of `sqlite3` that will write."""
    connection.create_function("name_state", -1, lambda *values: name_state(values), deterministic=True)
    cursor = connection.cursor()
    cursor.execute(NOTES)
    cursor.execute("SELECT 1 FROM main.sqlite_master WHERE name = 'changes'")
    if cursor.fetchone():
        for tracked in TRACKED:
            for change in ("INSERT", "DELETE", "UPDATE"):
                cursor.execute(_write_trigger(tracked, change))
        follow(connection)
    cursor.close()


def take_changes(connection: Connection, after: int = 0) -> list[ObjectChange]:
    """What the open transaction has changed since a place in the notes: each object once, with what belongs to it."""
    notes = Notes(after)
    notes.read(connection)
    return notes.changes(connection)


def merge_changes(changes: Iterable[ObjectChange]) -> dict[tuple[str, str], ObjectChange]:
    """What became of each object, by kind and id, given what became of it one after the other."""
    merged: dict[tuple[str, str], ObjectChange] = {}
    for change in changes:
        _add(merged, change)
    return merged


class Notes:
    """What a transaction has changed, merged row by row as it is read: each note once, however many steps it takes."""

    def __init__(self, after: int = 0) -> None:
        self.place = after
        """Up to where the notes were read."""
        self.rows: dict[tuple[str, str], ObjectChange] = {}
        """What became of each row, by kind and id."""

    def read(self, connection: Connection) -> bool:
        """Read what was noted since the last time; whether there was anything."""
        noted = NEW_NOTES.all(connection, {"after": self.place})
        for row in noted:
            revisions = (row["old_revision"], row["new_revision"])
            old, new = _parse(row["old"]), _parse(row["new"])
            _add(self.rows, ObjectChange(row["kind"], row["object"], row["label"], old, new, *revisions, row["status"]))
        self.place = noted[-1]["seq"] if noted else self.place
        return bool(noted)

    def absorb(self, later: "Notes") -> None:
        """Add what was read from this place on."""
        self.place = later.place
        for change in later.rows.values():
            _add(self.rows, change)

    def changes(self, connection: Connection) -> list[ObjectChange]:
        """The objects that are otherwise than before, with what belongs to them."""
        return [change for change in fold_parts(connection, self.rows) if _differs(change)]


def last_note(connection: Connection) -> int:
    """The place in the notes from which `take_changes` takes what comes next."""
    return int(LAST_NOTE.scalar(connection))


def forget_changes(connection: Connection) -> None:
    """Empty the notes, before the transaction ends."""
    FORGET.run(connection)


def read_revision(connection: Connection, kind: str, object_id: str) -> str | None:
    """The revision of an object as it now is; None when it is not there. A setting that is not set has one."""
    tracked = BY_KIND[kind]
    if kind == "menu":
        return read_menu_revision(connection, int(object_id))
    if tracked.revision is None:
        return None
    condition = f"{tracked.object.format(row='t')} = :id AND {tracked.kind.format(row='t')} = :kind"
    statement = f'SELECT {tracked.revision.format(row="t")} FROM "{tracked.table.name}" AS t WHERE {condition}'  # noqa: S608
    found: str | None = connection.execute(text(statement), {"id": object_id, "kind": kind}).scalar()
    return name_state([None]) if found is None and KINDS[kind].always_there else found


def _parse(json_text: str | None) -> Row | None:
    return None if json_text is None else json.loads(json_text)


def _add(merged: dict[tuple[str, str], ObjectChange], change: ObjectChange) -> None:
    key = (change.kind, change.object)
    merged[key] = _merge(merged[key], change) if key in merged else change


def _merge(first: ObjectChange, second: ObjectChange) -> ObjectChange:
    before, after = first.before, second.after
    if first.before is not None and first.after is not None and second.before is not None:
        before = {**second.before, **first.before}
    if second.before is not None and second.after is not None and first.after is not None:
        after = {**first.after, **second.after}
    if before is not None and after is not None:
        names = [name for name in before if name not in after or before[name] != after[name]]
        before, after = {name: before[name] for name in names}, {name: after[name] for name in names if name in after}
    return replace(second, before=before, after=after, revision_before=first.revision_before)


def _differs(change: ObjectChange) -> bool:
    return (change.before is None) != (change.after is None) or bool(change.before)


def _write_trigger(tracked: Tracked, event: str) -> str:
    name, columns = tracked.table.name, tracked.columns
    row = "OLD" if event == "DELETE" else "NEW"
    when, of = tracked.condition.format(row=row), ""
    whole = ", ".join(f"'{column}', {tracked.show(column, row)}" for column in columns)
    old, new = (f"json_object({whole})", "NULL") if event == "DELETE" else ("NULL", f"json_object({whole})")
    if event == "UPDATE":
        noticed = [*columns, *tracked.noticed]
        of = " OF " + ", ".join(f'"{column}"' for column in noticed)
        when += " AND (" + " OR ".join(f'OLD."{column}" IS NOT NEW."{column}"' for column in noticed) + ")"
        old, new = (_write_difference(tracked, side) for side in ("OLD", "NEW"))
    revisions = [
        tracked.revision.format(row=side) if tracked.revision and event != gone else "NULL"
        for side, gone in (("OLD", "INSERT"), ("NEW", "DELETE"))
    ]
    values = [tracked.kind.format(row=row), f"CAST({tracked.object.format(row=row)} AS TEXT)"]
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
