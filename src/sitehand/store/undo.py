"""Taking changes back: each object gets the fields that it had, unless something newer stands on the change."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import Connection, Row, bindparam, text
from sqlalchemy.exc import IntegrityError

from sitehand.errors import Code, Problem
from sitehand.site.changes import ObjectChange
from sitehand.site.kind import Kinds
from sitehand.store.capture import last_note, take_changes
from sitehand.store.foreign_keys import deferred
from sitehand.store.journal import read_changed, read_form
from sitehand.store.parts import name_owners
from sitehand.store.permanence import part_permanent
from sitehand.store.rows import check_form, restore_row, stands


class Restorer(Protocol):
    """Puts the objects of a change back that are of certain kinds, each as it was before."""

    def prepare(self, connection: Connection, objects: Sequence[ObjectChange]) -> None: ...
    def restore(self, connection: Connection, change: ObjectChange, at: str) -> None: ...
    def settle(self, connection: Connection, objects: Sequence[ObjectChange]) -> None: ...
    def finish(self, connection: Connection, fields: Mapping[str, set[str]]) -> None:
        """Once, when all changes are taken back: work out what follows from the fields of each object."""

    def foresee(self, connection: Connection, objects: Iterable[ObjectChange]) -> AbstractContextManager[None]:
        """Do what `finish` will need and what takes long, before the transaction that takes these changes back."""


MOST_NEWER = 20
"""Newer changes that a refusal lists."""
MOST_TOLD = 5
"""Sentences of what cannot be undone that a refusal repeats."""
PERMANENT_HINT = "For a new value, create or rotate a key. Send a rejected or withdrawn change again."
MAX_PUT_BACK = 8_000_000
"""Characters that several changes together put back. All of it is rendered before others have to wait for the undo;
what one change alone did, such as an import, has no bound.
"""
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


@dataclass(frozen=True, slots=True)
class Undoing:
    """What an undo did: to which objects, which changes it took back, and what it left as it is, in sentences."""

    objects: Sequence[ObjectChange]
    undone: Sequence[int]
    left: Sequence[str]


def undo_changes(
    connection: Connection, change_ids: Iterable[int], restorers: Mapping[str, Restorer], kinds: Kinds, at: str
) -> Undoing:
    """Take changes back in the given order, newest first, but for what is permanent (`part_permanent`).

    Raises Problem(conflict), with the changes that stand on one of these, or when all of them are permanent; then the
    caller rolls everything back.
    """
    began_at = last_note(connection)
    with deferred(connection):
        undone, left = _take_back(connection, change_ids, restorers, kinds, at)
    return Undoing(take_changes(connection, began_at), undone, left)


def _take_back(
    connection: Connection, change_ids: Iterable[int], restorers: Mapping[str, Restorer], kinds: Kinds, at: str
) -> tuple[list[int], list[str]]:
    """Which changes were taken back, and what was left, in sentences."""
    undone: list[int] = []
    left: list[str] = []
    put_back: dict[Restorer, dict[str, set[str]]] = {}
    for change_id in change_ids:
        parted = [part_permanent(connection, change, at, kinds) for change in read_changed(connection, change_id)]
        objects = [change for change, _ in parted if change is not None]
        left += [told for _, told in parted if told]
        form = read_form(connection, change_id)
        for change in objects:
            check_form(change_id, change, form)
            if not stands(connection, change, form):
                raise newer_changes(connection, change_id, change)
        _undo_change(connection, change_id, form, objects, restorers, at)
        undone += [change_id] if objects else []
        for change in objects:
            if restorer := restorers.get(change.kind):
                put_back.setdefault(restorer, {}).setdefault(change.object, set()).update(change.before or ())
    if left and not undone:
        told = " ".join(left[:MOST_TOLD])
        raise Problem(Code.CONFLICT, f"None of this can be undone. {told}", hint=PERMANENT_HINT)
    for restorer, fields in put_back.items():
        restorer.finish(connection, fields)
    return undone, left


def foresee_undo(
    connection: Connection, change_ids: Sequence[int], restorers: Mapping[str, Restorer]
) -> list[AbstractContextManager[None]]:
    """Do what takes long about taking these changes back, while no transaction is open."""

    def walk(wanted: Restorer) -> Iterator[ObjectChange]:
        left = MAX_PUT_BACK
        for change_id in change_ids:
            objects = read_changed(connection, change_id)
            left -= sum(map(_count_characters, objects))
            if left < 0 and len(change_ids) > 1:
                raise _too_much_at_once()
            yield from (each for each in reversed(objects) if restorers.get(each.kind) is wanted)

    return [restorer.foresee(connection, walk(restorer)) for restorer in dict.fromkeys(restorers.values())]


def _count_characters(change: ObjectChange) -> int:
    return sum(len(value) for value in (change.before or {}).values() if isinstance(value, str))


def _too_much_at_once() -> Problem:
    return Problem(
        Code.CONFLICT,
        f"These changes restore more than {MAX_PUT_BACK:,} characters. Nothing was changed.",
        hint="Undo fewer changes at once, the newest first.",
    )


def _undo_change(
    connection: Connection,
    change_id: int,
    form: int,
    objects: list[ObjectChange],
    restorers: Mapping[str, Restorer],
    at: str,
) -> None:
    """Put every object of one change back, the last first."""
    own = {one: [each for each in objects if restorers.get(each.kind) is one] for one in restorers.values()}
    for restorer, some in own.items():
        restorer.prepare(connection, some)
    for change in reversed(objects):
        restorer_of = restorers.get(change.kind)
        with _explained(connection, change_id, change):
            restorer_of.restore(connection, change, at) if restorer_of else restore_row(connection, change, form)
    for restorer, some in own.items():
        restorer.settle(connection, some)


def fold_undoings(rows: Iterable[Row[Any]]) -> dict[int, int]:
    """By which change each is undone as things stand, given `UNDOINGS`. An undo that was undone is none."""
    found: dict[int, int] = {}
    for row in rows:
        # The newest come first, so it is known by now whether the undoing itself was undone.
        if row.change_id not in found:
            found.setdefault(row.undone, row.change_id)
    return found


def newer_changes(connection: Connection, change_id: int, change: ObjectChange) -> Problem:
    """The refusal to undo what something newer stands on, with the newer changes of that object."""
    if undone_by := fold_undoings(connection.execute(UNDOINGS, {"ids": [change_id]})).get(change_id):
        return Problem(
            Code.CONFLICT,
            f"Change {change_id} was already undone by change {undone_by}. Nothing was changed.",
            hint=f"There is nothing left to undo. To redo it, undo change {undone_by}.",
            extra={"undone_by": undone_by},
        )
    listed = _list_newer(connection, change_id, change)
    named = f"the {change.kind} {change.object}"
    return Problem(
        Code.CONFLICT,
        f"Newer changes block the undo of change {change_id}: {named} was changed since.",
        hint="Undo the newer changes first, or make the change yourself.",
        extra={"changes": listed},
    )


def _list_newer(connection: Connection, change_id: int, change: ObjectChange) -> list[dict[str, Any]]:
    """The newer changes of an object, newest first, and of what it belongs to."""
    rows: dict[int, Row[Any]] = {}
    for kind, object_id in [(change.kind, change.object), *name_owners(change)]:
        known = {"kind": kind, "object": object_id, "change_id": change_id, "limit": MOST_NEWER}
        rows |= {row.id: row for row in connection.execute(NEWER, known)}
    found = [rows[newer] for newer in sorted(rows, reverse=True)[:MOST_NEWER]]
    return [{"id": row.id, "at": row.at, "by": row.label, "operation": row.operation} for row in found]


@contextmanager
def _explained(connection: Connection, change_id: int, change: ObjectChange) -> Iterator[None]:
    """A name that is taken, or something that is needed and gone, is told as a conflict."""
    try:
        yield
    except IntegrityError:
        problem = newer_changes(connection, change_id, change)
        problem.message += " Its place is taken, or its parent is gone."
        raise problem from None
