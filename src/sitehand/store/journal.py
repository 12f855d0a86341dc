"""The journal: who changed what, written in the transaction of the change, each entry chained to the one before."""

import hashlib
import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import ColumnElement, Connection, Select, func, insert, literal_column, select, text

from sitehand.guard.attribution import Attribution
from sitehand.site.changes import NO_REQUEST, ObjectChange
from sitehand.site.values import iso, utc_now
from sitehand.store.creators import note_creators
from sitehand.store.endings import note_endings
from sitehand.store.json_text import NOTHING, write_object, write_sorted
from sitehand.store.prepared import Prepared
from sitehand.store.schema import schema_of
from sitehand.store.sqlite import is_unreadable, next_id_of
from sitehand.store.tables import changed_objects, changes, undone_changes
from sitehand.store.texts import LONG, Hashes, fold, name_text, read_bodies, unfold, walk_hashes

GENESIS = "0" * 64
"""What the first entry of all names as the one before."""
ANCHOR = "journal_anchor"
"""The setting that keeps the id and hash of the last entry that was cleared away."""
NEXT = next_id_of("changes", previous="(SELECT hash FROM changes ORDER BY id DESC LIMIT 1)")
CLEARED = text("SELECT value FROM settings WHERE name = 'journal_anchor'")
ROWS, OBJECTS, FOLDED = 1, 2, 3
"""Forms of an entry, told in the hash but for the first: rows of tables; objects with all that belongs to them; and
the same, but that the hash is over the hashes of long texts instead of the texts.
"""
NEW_FORM = FOLDED
"""The form of entries that are written now."""
UNFOLDED = (ROWS, OBJECTS)
"""Forms whose hash is over the long texts themselves."""
ENTRIES_AT_ONCE, OBJECTS_AT_ONCE = 100, 20
"""How many of a long journal are in memory."""
REVISION = "revision_token"
"""Beside the columns of an object: its revision before or after. No table has a column of that name."""
SIDES = ("before", "after")
OBJECT_COLUMNS = ("kind", "object", "label", *SIDES)
STORED_COLUMNS = (*OBJECT_COLUMNS, "texts")
NO_SIDES: Mapping[str, None] = dict.fromkeys(SIDES)
ALTERED = False
"""In place of an object's `texts`: neither null nor a text, which are all that an entry is written with."""
APPROVER = "approved_by_id"
"""Stands in the hash only where there is one: entries from before this column keep theirs."""
SITE = "site"
"""The same: entries from before this column have no site."""
EVERY: ColumnElement[Any] = literal_column("*")
"""Every column that there is: a backup looks through databases of older versions too, which have no sites."""
CHAINED = [column.name for column in changes.c if column.name not in ("previous", "hash", APPROVER, "form", SITE)]
INSERT_CHANGE, INSERT_OBJECT = Prepared(insert(changes)), Prepared(insert(changed_objects))
INSERT_UNDONE = Prepared(insert(undone_changes))


@dataclass(frozen=True, slots=True)
class Cleared:
    """The last entry that was cleared away; what is left follows on it. Before there is one, number 0."""

    id: int
    hash: str


@dataclass(slots=True)
class _Position:
    """The entry that comes next in the chain, and the hash that it must name."""

    next_id: int
    previous: str


def read_cleared(connection: Connection) -> Cleared:
    """The last entry that was cleared away. Raises ValueError for a note of it that nothing of ours has written."""
    stored = connection.execute(CLEARED).scalar()
    try:
        anchor: Any = json.loads(stored) if stored else {"id": 0, "hash": GENESIS}
        return Cleared(int(anchor["id"]), str(anchor["hash"]))
    except (KeyError, TypeError) as fault:
        raise ValueError(stored) from fault


def write_entry(connection: Connection, attribution: Attribution, rows: Sequence[ObjectChange]) -> int:
    """Add an entry for what the open transaction has changed, and note what that made and ended; its id.

    Only one transaction can write at a time, so the entry before is the last there will ever be before this one.
    """
    # Endings are on the disk before the commit: one may be noted that does not happen, but none can happen unnoted.
    note_endings(connection, rows)
    note_creators(connection, attribution, rows)
    change_id, previous = _find_place(connection)
    objects = [_make_object(connection, row) for row in rows]
    entry = _make_entry(change_id, attribution) | {SITE: schema_of(connection).site}
    entry |= {"previous": previous, "hash": chain(previous, entry, objects)}
    INSERT_CHANGE.run(connection, entry)
    INSERT_OBJECT.run_each(connection, ({**each, "change_id": change_id} for each in objects))
    INSERT_UNDONE.run_each(connection, ({"undone": old, "change_id": change_id} for old in attribution.undoes))
    return change_id


def chain(previous: str, entry: dict[str, Any], objects: Iterable[dict[str, Any]]) -> str:
    """The hash of an entry: SHA-256 over the hash before, the entry and its objects, as lines of JSON.

    The objects are as they are stored; those of older forms with their long texts, however they are stored.
    """
    hashed = hashlib.sha256(previous.encode())
    # Members of later versions count only where they are set, so that the hashes of older entries stay valid.
    head = [entry[name] for name in CHAINED] + ([entry[APPROVER]] if entry[APPROVER] is not None else [])
    head += [entry["form"]] if entry["form"] != ROWS else []
    head += [entry[SITE]] if entry[SITE] is not None else []
    columns = OBJECT_COLUMNS if entry["form"] in UNFOLDED else STORED_COLUMNS
    for line in (head, *([each[name] for name in columns] for each in objects)):
        hashed.update(b"\n" + orjson.dumps(line))  # texts and numbers, of which everybody writes the same JSON
    return hashed.hexdigest()


def find_break(connection: Connection) -> str | None:
    """The first place where the chain does not hold, as a sentence; None when it holds throughout."""
    try:
        cleared = read_cleared(connection)
    except ValueError:
        return "The note of the last change that was cleared away was altered."
    position = _Position(cleared.id + 1, cleared.hash)
    try:
        return _follow(connection, position)
    # Whoever alters the file may leave bytes that cannot even be read: that is a finding, not a fault of this check.
    except Exception as fault:
        if not is_unreadable(fault):
            raise
        return f"Change {position.next_id}, or one soon after it, was altered: it holds what is no text or no JSON."


def _follow(connection: Connection, position: _Position) -> str | None:
    """Where the entries from a position on do not follow on each other; the position goes along with them."""
    for entry in walk_entries(connection):
        if entry["id"] != position.next_id:
            return f"Change {position.next_id} is missing; change {entry['id']} follows."
        if entry["previous"] != position.previous:
            return f"Change {entry['id']} does not follow the one before it."
        if chain(position.previous, entry, _walk_hashed(connection, entry)) != entry["hash"]:
            return f"Change {entry['id']} was altered."
        position.next_id, position.previous = position.next_id + 1, entry["hash"]
    # SQLite's own counter of ids still knows the entries that were cut off at the end.
    if position.next_id != _find_place(connection)[0]:
        return f"Change {position.next_id} and what followed it are missing."
    return None


def count_entries(connection: Connection, *where: ColumnElement[bool]) -> int:
    """How many entries there are for which all conditions hold."""
    return int(connection.execute(select(func.count()).select_from(changes).where(*where)).scalar_one())


def walk_objects(connection: Connection, change_id: int, of: str | None = None) -> Iterator[dict[str, Any]]:
    """The objects of an entry with their long texts, in the order in which they changed, a few at a time.

    `of` names one of them, such as `page:12`.
    """
    for stored, bodies in _walk_stored(connection, change_id, of):
        yield from (unfold_object(each, bodies) for each in stored)


def find_hashes(rows: Iterable[Mapping[str, Any]]) -> set[str]:
    """The hashes of all long texts of stored objects."""
    return {each for row in rows if row["texts"] for each in walk_hashes(row["texts"])}


def unfold_object(row: Mapping[str, Any], bodies: Mapping[str, str]) -> dict[str, Any]:
    """A stored object with its long texts. One whose text is gone stays without it, which breaks the chain."""
    whole = {name: row[name] for name in OBJECT_COLUMNS}
    named = json.loads(row["texts"] or "{}")
    for side in SIDES:
        if side in named:
            whole[side] = write_object(unfold(json.loads(row[side]), named[side], bodies))
    return whole


def read_object(row: Mapping[str, Any]) -> ObjectChange:
    """An object of an entry, given its columns with their long texts."""
    before, after = (json.loads(row[side]) if row[side] is not None else None for side in ("before", "after"))
    was, became = (side.pop(REVISION, None) if side is not None else None for side in (before, after))
    return ObjectChange(row["kind"], row["object"], row["label"], before, after, was, became)


def read_changed(connection: Connection, change_id: int, of: str | None = None) -> list[ObjectChange]:
    """The objects of an entry, in the order in which they changed."""
    return [read_object(row) for row in walk_objects(connection, change_id, of)]


def read_form(connection: Connection, change_id: int) -> int:
    """The form in which an entry was written."""
    return int(connection.execute(select(changes.c.form).where(changes.c.id == change_id)).scalar_one())


def walk_entries(connection: Connection, *where: ColumnElement[bool]) -> Iterator[dict[str, Any]]:
    """The entries for which all conditions hold, oldest first, a few at a time."""
    last = 0
    while True:
        some = select(EVERY).select_from(changes).where(changes.c.id > last, *where)
        rows = connection.execute(some.order_by(changes.c.id).limit(ENTRIES_AT_ONCE)).mappings()
        entries = [{**row, SITE: row.get(SITE)} for row in rows]
        yield from entries
        if len(entries) < ENTRIES_AT_ONCE:
            return
        last = entries[-1]["id"]


def fold_object(connection: Connection, row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of an object of an older form, with its long texts as they are stored: by their hashes."""
    sides = {side: json.loads(row[side]) for side in SIDES if row[side] is not None and len(row[side]) >= LONG}
    folded, hashes = _fold_sides(connection, sides)
    changed = {side: folded[side] for side in hashes}  # the other one stays as it was, byte for byte
    return {**row, **changed, "texts": write_object(hashes) if hashes else None}


def _fold_sides(
    connection: Connection, sides: Mapping[str, Mapping[str, Any]]
) -> tuple[dict[str, str], dict[str, Hashes]]:
    """The columns for the sides of an object, and by side and field the hashes of the long texts."""
    columns: dict[str, str] = {}
    hashes: dict[str, Hashes] = {}
    for side, fields in sides.items():
        folded, found = fold(connection, fields)
        columns[side] = write_object(folded)
        if found:
            hashes[side] = found
    return columns, hashes


def _walk_stored(
    connection: Connection, change_id: int, of: str | None = None
) -> Iterator[tuple[list[dict[str, Any]], dict[str, str]]]:
    """The objects of an entry as they are stored, a few at a time, with the long texts that they name."""
    query = _select_objects(change_id, of).execution_options(yield_per=OBJECTS_AT_ONCE)
    with connection.execute(query) as rows:
        for part in rows.partitions(OBJECTS_AT_ONCE):
            stored = [row._asdict() for row in part]
            yield stored, read_bodies(connection, find_hashes(stored))


def _walk_hashed(connection: Connection, entry: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The objects of an entry as its hash is over them. One whose long texts were altered or are gone is marked."""
    if entry["form"] in UNFOLDED:
        yield from walk_objects(connection, entry["id"])
        return
    for stored, bodies in _walk_stored(connection, entry["id"]):
        yield from (each if _has_its_texts(each, bodies) else {**each, "texts": ALTERED} for each in stored)


def _has_its_texts(row: Mapping[str, Any], bodies: Mapping[str, str]) -> bool:
    """Whether each long text of a stored object is there, and is the one that it names."""
    return all(name_text(bodies.get(named, "")) == named for named in walk_hashes(row["texts"] or "{}"))


def _find_place(connection: Connection) -> tuple[int, str]:
    """The id that the next entry gets, and the hash that it names as the one before."""
    ((change_id, previous),) = NEXT.tuples(connection)
    return int(change_id), previous or read_cleared(connection).hash


def _select_objects(change_id: int, of: str | None) -> Select[Any]:
    columns = [changed_objects.c[name] for name in STORED_COLUMNS]
    query = select(*columns).where(changed_objects.c.change_id == change_id).order_by(changed_objects.c.id)
    if of is None:
        return query
    kind, _, object_id = of.partition(":")
    return query.where(changed_objects.c.kind == kind, changed_objects.c.object == object_id)


def _make_entry(change_id: int, by: Attribution) -> dict[str, Any]:
    return {
        "id": change_id,
        "at": by.at or iso(utc_now()),
        "milliseconds": round((time.perf_counter() - by.began) * 1000) if by.request_id != NO_REQUEST else 0,
        "request_id": by.request_id,
        **by.columns,
        "arguments": write_sorted(by.arguments),
        "outcome": by.outcome,
        "approved_by": by.approved_by,
        "approved_by_id": by.approved_by_id,
        "undoes": json.dumps(by.undoes) if by.undoes else NOTHING,
        "form": NEW_FORM,
    }


def _make_object(connection: Connection, row: ObjectChange) -> dict[str, Any]:
    """The columns of an object, whose long texts are stored."""
    both = zip(SIDES, (row.before, row.after), (row.revision_before, row.revision_after), strict=True)
    sides = {
        side: {**fields, REVISION: revision} if revision else fields
        for side, fields, revision in both
        if fields is not None
    }
    columns, hashes = _fold_sides(connection, sides)
    texts = write_object(hashes) if hashes else None
    return {"kind": row.kind, "object": row.object, "label": row.label, **NO_SIDES, **columns, "texts": texts}
