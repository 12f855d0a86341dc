"""What builds on a change: the undo that undid it, and newer changes of the same objects."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, bindparam, text

from sitehand.errors import Code, Problem
from sitehand.site.changes import ObjectChange
from sitehand.site.kinds import KINDS
from sitehand.site.transactions import Superseded
from sitehand.store.schema import schema_of

MOST_NEWER = 20
"""Newer changes that a refusal lists."""
UNDOINGS = text(
    """
    WITH RECURSIVE line(undone, change_id) AS (
        SELECT undone, change_id FROM undone_changes WHERE undone IN :ids
        UNION SELECT later.undone, later.change_id
        FROM undone_changes AS later JOIN line ON later.undone = line.change_id)
    SELECT undone, change_id FROM line ORDER BY change_id DESC
    """
).bindparams(bindparam("ids", expanding=True))
NEWER = text(
    """
    SELECT DISTINCT changes.id, changes.at, changes.label, changes.operation
    FROM changed_objects JOIN changes ON changes.id = changed_objects.change_id
    WHERE changed_objects.kind = :kind AND changed_objects.object = :object AND changes.id > :change_id
    ORDER BY changes.id DESC LIMIT :limit
    """
)

IS_UNDONE = text(
    """
    SELECT EXISTS (SELECT 1 FROM changes JOIN undone_changes ON undone_changes.undone = changes.id
        WHERE changes.request_id = :request_id)
    """
)


def is_undone(connection: Connection, request_id: str) -> bool:
    """Whether something that a request changed was undone, even if that undo was undone since."""
    return bool(connection.execute(IS_UNDONE, {"request_id": request_id}).scalar())


def fold_undoings(rows: Iterable[Row[Any]]) -> dict[int, int]:
    """By which change each is undone as things stand, given `UNDOINGS`. An undo that was undone is none."""
    found: dict[int, int] = {}
    for row in rows:
        # The newest come first, so it is known by now whether the undoing itself was undone.
        if row.change_id not in found:
            found.setdefault(row.undone, row.change_id)
    return found


def find_undoings(connection: Connection, change_ids: Sequence[int], taken_back: Sequence[int] = ()) -> dict[int, int]:
    """Those of these changes that are undone as things stand, and by which change.

    One that is undone by another of them is not, or by one that the open transaction has `taken_back`: where that undo
    is taken back too, there is something to undo again.
    """
    ids, ended = set(change_ids), {*change_ids, *taken_back}
    undoings = fold_undoings(connection.execute(UNDOINGS, {"ids": sorted(ids)}))
    return {each: by for each, by in undoings.items() if each in ids and by not in ended}


def check_undoable(connection: Connection, change_ids: Sequence[int], taken_back: Sequence[int] = ()) -> None:
    """Raise Problem(conflict) for the newest of these changes that is already undone; see `find_undoings`."""
    if undone := find_undoings(connection, change_ids, taken_back):
        change_id = max(undone)
        raise refuse_undone(change_id, undone[change_id])


def refuse_undone(change_id: int, undone_by: int | None) -> Problem:
    """The refusal to undo a change once more. `undone_by` is None for an undo that has no number yet."""
    if undone_by is None:
        told, hint, extra = "in this batch", "Undo it once.", {}
    else:
        told, extra = f"by change {undone_by}", {"undone_by": undone_by}
        hint = f"There is nothing left to undo. To redo it, undo change {undone_by}."
    message = f"Change {change_id} was already undone {told}. Nothing was changed."
    return Problem(Code.CONFLICT, message, hint=hint, extra=extra)


def refuse_superseded(connection: Connection, superseded: Superseded) -> Problem:
    """The refusal to undo what something newer builds on, with the newer changes of that object."""
    change_id, change = superseded.change.id, superseded.of
    listed = _list_newer(connection, change_id, change)
    block = "Newer changes" if listed else "Changes that the journal does not have"
    name = f"{KINDS[change.kind].singular} {change.object}"
    told = f"{block} block the undo of change {change_id}: the {name} was changed since."
    return Problem(
        Code.CONFLICT,
        f"{told} {superseded.why}".rstrip(),
        hint=f"{'Undo the newer changes first, or make' if listed else 'Make'} the change yourself.",
        extra={"changes": listed},
    )


def _list_newer(connection: Connection, change_id: int, change: ObjectChange) -> list[dict[str, Any]]:
    """The newer changes of an object, newest first, and of what it belongs to."""
    rows: dict[int, Row[Any]] = {}
    for kind, object_id in [(change.kind, change.object), *_name_owners(connection, change)]:
        known = {"kind": kind, "object": object_id, "change_id": change_id, "limit": MOST_NEWER}
        rows |= {row.id: row for row in connection.execute(NEWER, known)}
    found = [rows[newer] for newer in sorted(rows, reverse=True)[:MOST_NEWER]]
    return [{"id": row.id, "at": row.at, "by": row.label, "operation": row.operation} for row in found]


def _name_owners(connection: Connection, change: ObjectChange) -> list[tuple[str, str]]:
    """What a row belongs to that an entry of before 3.8 has as an object: the kinds that may be, and the id."""
    part = schema_of(connection).part_rows.get(change.kind)
    if part is None:
        return []
    told = {**(change.before or {}), **(change.after or {})}
    owner = told.get(part.owner.name) or (change.object.partition(":")[0] if ":" in change.object else "")
    return [(kind, str(owner)) for kind in part.owned_by if owner]
