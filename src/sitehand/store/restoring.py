"""Restoring objects in their tables as they were before changes: as rows, or by the `Restorer` of their kind."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from sitehand.site.changes import ObjectChange, PastChange
from sitehand.site.transactions import Superseded
from sitehand.store.foreign_keys import deferred
from sitehand.store.rows import check_form, is_unchanged, restore_row


class Restorer(Protocol):
    """Puts the objects of a change back that are of certain kinds, each as it was before."""

    def prepare(self, connection: Connection, objects: Sequence[ObjectChange]) -> None: ...
    def restore(self, connection: Connection, change: ObjectChange) -> None: ...
    def complete(self, connection: Connection, objects: Sequence[ObjectChange]) -> None: ...
    def finish(self, connection: Connection, fields: Mapping[str, set[str]]) -> None:
        """Once, when all changes are undone: work out what follows from the fields of each object."""

    def precompute(self, connection: Connection, objects: Iterable[ObjectChange]) -> AbstractContextManager[None]:
        """Do what `finish` will need and what takes long, before the transaction that takes these changes back."""


Restorers = Mapping[str, Restorer]
"""Restorers by the kind of the objects. Objects of other kinds are their rows and nothing more."""


def restore_changes(connection: Connection, changes: Iterable[PastChange], restorers: Restorers) -> None:
    """Take changes back in the given order, newest first.

    Raises Superseded, or Problem(conflict); then the caller rolls everything back.
    """
    put_back: dict[Restorer, dict[str, set[str]]] = {}
    # An object may refer to one that is put back only later.
    with deferred(connection):
        for change in changes:
            _check(connection, change)
            _restore_change(connection, change, restorers)
            for each in change.objects:
                if restorer := restorers.get(each.kind):
                    put_back.setdefault(restorer, {}).setdefault(each.object, set()).update(each.before or ())
        for restorer, fields in put_back.items():
            restorer.finish(connection, fields)


def precompute_restore(
    connection: Connection, changes: Sequence[PastChange], restorers: Restorers
) -> list[AbstractContextManager[None]]:
    """Do what takes long about it, while no transaction is open."""
    return [
        restorer.precompute(
            connection, (each for change in changes for each in reversed(_select(change, restorer, restorers)))
        )
        for restorer in dict.fromkeys(restorers.values())
    ]


def _check(connection: Connection, change: PastChange) -> None:
    """Raise unless each object has a place here, and is as the change left it."""
    for each in change.objects:
        check_form(connection, change.id, each, change.form)
        if not is_unchanged(connection, each, change.form):
            raise Superseded(change, each)


def _restore_change(connection: Connection, change: PastChange, restorers: Restorers) -> None:
    """Put every object of one change back, the last first."""
    own = {restorer: _select(change, restorer, restorers) for restorer in restorers.values()}
    for restorer, some in own.items():
        restorer.prepare(connection, some)
    for each in reversed(change.objects):
        with _explained(change, each):
            restorer_of = restorers.get(each.kind)
            restorer_of.restore(connection, each) if restorer_of else restore_row(connection, each, change.form)
    for restorer, some in own.items():
        restorer.complete(connection, some)


def _select(change: PastChange, restorer: Restorer, restorers: Restorers) -> list[ObjectChange]:
    """The objects that are a restorer's to put back."""
    return [each for each in change.objects if restorers.get(each.kind) is restorer]


@contextmanager
def _explained(change: PastChange, each: ObjectChange) -> Iterator[None]:
    """A name that is taken, or something that is needed and gone, is reported as a conflict."""
    try:
        yield
    except IntegrityError:
        raise Superseded(change, each, "Its place is taken, or its parent is gone.") from None
