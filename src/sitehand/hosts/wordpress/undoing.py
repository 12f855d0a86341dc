"""Undoing changes of a WordPress: its objects are put back through its own API, with the call's other requests."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, cast

from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.guard.call import current_call
from sitehand.hosts.wordpress.resources import Json
from sitehand.hosts.wordpress.restoring import stage_restore
from sitehand.hosts.wordpress.staging import Answer, Stage, Step, describe_steps
from sitehand.hosts.wordpress.transactions import StagedTransactions, refuse_both
from sitehand.operation.difference import show_objects
from sitehand.operation.excerpt import cut_objects
from sitehand.site.changes import ObjectChange, ObjectShown, Undone
from sitehand.site.content import Notice
from sitehand.site.kind import Kinds
from sitehand.site.values import iso
from sitehand.store.changes import ChangeTable
from sitehand.store.database import Database
from sitehand.store.journal import read_changed
from sitehand.store.permanence import part_permanent
from sitehand.store.undo import newer_changes

Entries = Mapping[int, Sequence[ObjectChange]]
"""What is to be put back of each change, newest first."""


class WordPressChanges(ChangeTable):
    """Implements `operation.context.Changes`: the journal, whose entries are about WordPress and the service's own."""

    def __init__(self, database: Database, kinds: Kinds, transactions: StagedTransactions) -> None:
        super().__init__(database, {}, kinds)
        self._transactions = transactions

    async def undo(self, change_ids: Sequence[int], now: datetime) -> Undone:
        """Stage what takes changes back, newest first, all or none; the notices tell what is not put back as it was.

        Raises Problem(conflict) when newer ones stand on them; Problem(invalid_arguments) for changes of WordPress
        together with others.
        """
        entries, left = await self._database.read_beside(
            partial(_read_entries, change_ids=change_ids, kinds=self._kinds, at=iso(now))
        )
        theirs = [self._is_theirs(each) for objects in entries.values() for each in objects]
        if not any(theirs):
            return await super().undo(change_ids, now)
        if not all(theirs):
            raise refuse_both()
        async with self._transactions.joined() as stage:
            return await self._undo(stage, entries, left)

    async def _undo(self, stage: Stage, entries: Entries, left: Sequence[str]) -> Undone:
        since = len(stage.steps)
        notices = [Notice(code="not_put_back", message=told) for told in left]
        for number, objects in entries.items():
            for change in reversed(objects):
                notices += await self._restore(stage, number, change)
        undone = [number for number, objects in entries.items() if objects]
        if (taken_back := current_call().undone) is not None:
            taken_back.extend(undone)
        steps = stage.steps[since:]
        answer = Undone(undone=undone, objects=await asyncio.to_thread(self._show, steps))
        if notices:
            answer["notices"] = notices
        if steps:  # what is made again has its id when it has been sent
            again = partial(self._tell_again, steps, notices)
            steps[-1].answers.append(Answer(cast(dict[str, Any], answer), again))
        return answer

    async def _restore(self, stage: Stage, number: int, change: ObjectChange) -> Sequence[Notice]:
        try:
            return await stage_restore(stage, self._transactions.find_resource, [change])
        except Problem as problem:
            if problem.code is not Code.CONFLICT:
                raise
            raise await self._database.read_beside(partial(newer_changes, change_id=number, change=change)) from None

    def _is_theirs(self, change: ObjectChange) -> bool:
        return self._transactions.find_resource(change.kind, change.object) is not None

    def _show(self, steps: Sequence[Step]) -> list[ObjectShown]:
        return show_objects(describe_steps(steps), self._kinds)

    def _tell_again(self, steps: Sequence[Step], notices: Sequence[Notice], _: Json) -> dict[str, Any]:
        return {"objects": cut_objects(self._show(steps)), "notices": notices}


def _read_entries(
    connection: Connection, change_ids: Sequence[int], kinds: Kinds, at: str
) -> tuple[Entries, list[str]]:
    """What is to be put back of each change, and sentences about what is not."""
    entries, left = {}, []
    for number in change_ids:
        parted = [part_permanent(connection, each, at, kinds) for each in read_changed(connection, number)]
        entries[number] = [change for change, _ in parted if change is not None]
        left += [told for _, told in parted if told]
    return entries, left
