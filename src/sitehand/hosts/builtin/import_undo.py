"""Undoes an import in portions: each is a transaction with its own entry in the journal, and others write in between.

What takes long and needs no transaction is done around each: its entry is read before, and what changed in its objects
is reported after. A portion that cannot be undone ends the undo; the next undo continues with the rest.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import cast

from sqlalchemy import Connection

from sitehand.errors import Problem
from sitehand.guard.answers import complete
from sitehand.guard.attribution import Attribution, undoing
from sitehand.guard.call import current_call
from sitehand.operation.difference import show_objects
from sitehand.operation.excerpt import cut_objects
from sitehand.site.changes import ObjectChange, ObjectShown, PastChange, Undone
from sitehand.site.content import Notice
from sitehand.site.kinds import KINDS
from sitehand.site.transactions import Rehearsed, Terms
from sitehand.site.values import iso
from sitehand.store.database import Database
from sitehand.store.ledger import DatabaseLedger
from sitehand.store.rehearsal import rehearse
from sitehand.store.restoring import Restorers
from sitehand.store.transactions import DatabaseTransactions
from sitehand.store.undo import read_restorable, refuse_permanent, restore

Entered = tuple[int | None, Sequence[ObjectChange]]
"""The entry of a portion in the journal, None when nothing changed, and what changed in each object."""
AGAIN = "Then undo the request again for the rest."


class BuiltinImportUndo:
    """Implements `site.importing.ImportUndo`."""

    def __init__(self, database: Database, restorers: Restorers, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._restorers = restorers
        self._clock = clock
        self._transactions = DatabaseTransactions(database, restorers)

    async def run(self, change_ids: Sequence[int], now: datetime) -> Undone:
        """Undo the changes, one after the other. Raises Problem, which says how many were undone before."""
        undone: list[int] = []
        try:
            return await self._take_back_each(change_ids, now, undone)
        except Problem as refusal:
            raise _tell_stopped(refusal, undone, len(change_ids)) from refusal

    async def rehearse(self, change_ids: Sequence[int], now: datetime) -> Rehearsed:
        """Undo them in a copy of the site. Raises Problem for what cannot be undone as things stand."""
        async with rehearse(self._database) as rehearsal:
            on_copy = BuiltinImportUndo(rehearsal.database, self._restorers, self._clock)
            return Rehearsed(await on_copy._take_back_each(change_ids, now, []), await rehearsal.objects())

    async def _take_back_each(self, change_ids: Sequence[int], now: datetime, undone: list[int]) -> Undone:
        """The result; what was undone is added to `undone` at once."""
        shown: list[ObjectShown] = []
        told: list[str] = []
        entry = None
        for change_id in change_ids:
            changes, left = await self._read(change_id, now)
            told += left
            if changes:
                entry, objects = await self._take_back(changes)
                undone.append(change_id)
                shown += await asyncio.to_thread(show_objects, objects, KINDS)
        return _make_answer(undone, shown, told, entry)

    async def _read(self, change_id: int, now: datetime) -> tuple[list[PastChange], list[str]]:
        """What of a change is put back: none or one, and what of it stays, in sentences."""
        reading = partial(read_restorable, change_ids=[change_id], kinds=KINDS, at=iso(now))
        return await self._database.read(reading, long=True)

    async def _take_back(self, changes: Sequence[PastChange]) -> Entered:
        """Take a portion back in one transaction."""
        async with (
            self._transactions.prepare_restore(changes),
            self._transactions.open(Terms(many=True)) as transaction,
        ):
            by = replace(current_call().by, at=iso(self._clock()), began=time.perf_counter())
            await restore(self._database, transaction, changes, _tell_nobody)
            return await transaction.commit(partial(_record, undoing(by, [change.id for change in changes])))


def _record(by: Attribution, opened: Connection, objects: Sequence[ObjectChange]) -> Entered:
    return DatabaseLedger().write_entry(opened, by, objects), objects


async def _tell_nobody(objects: Sequence[ObjectChange], notices: Sequence[Notice]) -> None:
    """They are told when the transaction has ended."""


def _make_answer(undone: Sequence[int], shown: Sequence[ObjectShown], told: Sequence[str], entry: int | None) -> Undone:
    if told and not undone:
        raise refuse_permanent(told)
    answer = Undone(undone=undone, objects=cut_objects(shown))
    if told:
        answer["notices"] = [Notice(code="not_put_back", message=each) for each in told]
    return cast(Undone, complete(answer, changed=entry is not None, change_id=entry))


def _tell_stopped(refusal: Problem, undone: Sequence[int], total: int) -> Problem:
    """The refusal, with what was undone before it and stays undone."""
    if not undone:
        return refusal
    reason = refusal.message.replace("Nothing was changed.", "").strip()
    message = f"{reason} The undo stopped after {len(undone)} of {total} changes, which stay undone."
    extra = {**refusal.extra, "undone": list(undone)}
    return Problem(refusal.code, message, hint=f"{refusal.hint} {AGAIN}".strip(), extra=extra)
