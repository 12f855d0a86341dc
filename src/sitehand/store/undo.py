"""Taking changes back, on whatever host: what the journal tells of them, but for what is final, is restored."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.guard.call import current_call
from sitehand.operation.difference import show_objects
from sitehand.operation.excerpt import cut_objects
from sitehand.operation.prepared_differences import compare_undo, kept
from sitehand.site.changes import ObjectChange, PastChange, Undone
from sitehand.site.content import Notice
from sitehand.site.kind import Kinds
from sitehand.site.transactions import Superseded, Tell, Transaction, Transactions
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.journal import read_changed, read_form
from sitehand.store.newer import check_undoable, refuse_superseded, refuse_undone
from sitehand.store.permanence import part_permanent
from sitehand.store.sites import check_change

MOST_TOLD = 5
"""Sentences of what cannot be undone that a refusal repeats."""
PERMANENT_HINT = "For a new value, create or rotate a key. Send a rejected or withdrawn change again."
MAX_RESTORED = 8_000_000
"""Characters that several changes together restore. All of it is rendered before others have to wait for the undo;
what one change alone did has no bound.
"""
MAX_READ = 64_000_000
"""Characters that several changes may have left, which are compared with what is there: all are in memory at once."""


class Undo:
    """Implements `operation.services.Undo`."""

    def __init__(self, database: Database, transactions: Transactions, kinds: Kinds) -> None:
        self._database = database
        self._transactions = transactions
        self._kinds = kinds

    @asynccontextmanager
    async def prepare(self, change_ids: Sequence[int]) -> AsyncIterator[None]:
        """Do what takes long about taking these changes back, while no transaction is open."""
        changes = await self._database.read(partial(read_changes, change_ids=change_ids), long=True)
        compared = await asyncio.to_thread(compare_undo, changes, self._kinds)
        async with self._transactions.prepare_restore(changes):
            with kept(compared):
                yield

    async def undo(self, change_ids: Sequence[int], now: datetime) -> Undone:
        """Take changes back, newest first, all or none, but for what no undo puts back: the notices tell of that.

        It is done in the transaction of the present call. Raises Problem(conflict) when one of them is undone already,
        newer changes stand on them, or nothing of them can be put back.
        """
        # Read before the transaction begins, so that nobody waits for it to write.
        reading = partial(read_restorable, change_ids=change_ids, kinds=self._kinds, at=iso(now))
        changes, left = await self._database.read(reading, long=True)
        _check_batch(changes)
        undone = Undone(undone=[change.id for change in changes], objects=[])
        if left and not changes:
            raise refuse_permanent(left)
        await self._restore(changes, partial(self._tell, undone, left))
        if (taken_back := current_call().undone) is not None:
            taken_back.extend(undone["undone"])
        return undone

    async def _restore(self, changes: Sequence[PastChange], tell: Tell) -> None:
        transaction = current_call().transaction
        if transaction is None:
            raise RuntimeError("An undo runs in the transaction of a write.")
        await (restore(self._database, transaction, changes, tell) if changes else tell([], []))

    async def _tell(
        self, undone: Undone, left: Sequence[str], objects: Sequence[ObjectChange], notices: Sequence[Notice]
    ) -> None:
        """Add to the answer what changed in the objects."""
        budget = batch.budget if (batch := current_call().batch) else None
        undone["objects"] = cut_objects(await asyncio.to_thread(show_objects, objects, self._kinds, budget))
        if told := [*(Notice(code="not_put_back", message=each) for each in left), *notices]:
            undone["notices"] = told


async def restore(database: Database, transaction: Transaction, changes: Sequence[PastChange], tell: Tell) -> None:
    """Put the objects of changes back. Raises Problem(conflict) when one is undone already, or newer changes stand on
    them.
    """
    batch, change_ids = current_call().batch, [change.id for change in changes]
    undoable = partial(check_undoable, change_ids=change_ids, taken_back=batch.undone if batch else ())
    try:
        await transaction.restore(changes, tell)
    except Superseded as superseded:
        await database.read(undoable)  # what is undone already is told before what else is in the way
        refusal = partial(refuse_superseded, superseded=superseded)
        raise await database.read(refusal, long=True) from None
    # Equal states do not tell whether a change is undone. By now a transaction of the database has begun, so that
    # nobody undoes it in between; a host that sends later asks again when it has claimed the changes.
    await database.read(undoable)


def _check_batch(changes: Sequence[PastChange]) -> None:
    """Raise Problem(conflict) for what an earlier part of the present batch has undone, which no entry tells yet."""
    batch = current_call().batch
    for change in changes:
        if batch and change.id in batch.undone:
            raise refuse_undone(change.id, None)


def read_changes(connection: Connection, change_ids: Sequence[int]) -> list[PastChange]:
    """Changes as the journal has them.

    Raises Problem(conflict) for one of another site, and when several are too much to take back at once.
    """
    found, restored, read = [], 0, 0
    for change_id in change_ids:
        check_change(connection, change_id)
        objects = read_changed(connection, change_id)
        restored += sum(_count_characters(each.before) for each in objects)
        read += sum(_count_characters(each.after) for each in objects)
        if len(change_ids) > 1 and (restored > MAX_RESTORED or read > MAX_READ):
            raise _refuse_size()
        found.append(PastChange(change_id, objects, read_form(connection, change_id)))
    return found


def read_restorable(
    connection: Connection, change_ids: Sequence[int], kinds: Kinds, at: str
) -> tuple[list[PastChange], list[str]]:
    """What of changes can be put back, without those of which that is nothing; and sentences about the rest."""
    found, left = [], []
    for change in read_changes(connection, change_ids):
        parted = [part_permanent(connection, each, at, kinds) for each in change.objects]
        left += [told for _, told in parted if told]
        if objects := [each for each, _ in parted if each is not None]:
            found.append(replace(change, objects=objects))
    return found, left


def _count_characters(side: Mapping[str, Any] | None) -> int:
    return sum(len(value) for value in (side or {}).values() if isinstance(value, str))


def _refuse_size() -> Problem:
    return Problem(
        Code.CONFLICT,
        f"These changes restore more than {MAX_RESTORED:,} characters, or replace more than {MAX_READ:,}."
        " Nothing was changed.",
        hint="Undo fewer changes at once, the newest first.",
    )


def refuse_permanent(left: Sequence[str]) -> Problem:
    """The refusal of an undo that puts nothing back, with sentences about what stays."""
    told = " ".join(left[:MOST_TOLD])
    return Problem(Code.CONFLICT, f"None of this can be undone. {told}", hint=PERMANENT_HINT)
