"""Transactions of the service's own database, which the built-in site lives in: `site.transactions` over its units.

A transaction costs two steps in the writing thread: what the call does, and the commit (`open_transaction.py`); or one,
which does both.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from functools import partial
from typing import Any, Literal, Self, TypeVar

from sqlalchemy import Connection

from sitehand.site.changes import PastChange
from sitehand.site.transactions import NO_TERMS, EarlyCommit, Record, Terms, Transaction
from sitehand.store.capture import Notes
from sitehand.store.database import Database
from sitehand.store.open_transaction import OpenTransaction
from sitehand.store.restoring import Restorers, precompute_restore
from sitehand.store.units import Unit, current_unit

T = TypeVar("T")
NO_RESTORERS: Restorers = {}
IS_OVER = "This call was committed with its first step: its operation does more than `write_in_single_step` says."


class DatabaseTransactions:
    """Implements `site.transactions.Transactions`. `restorers` put objects back that are more than their rows."""

    atomic: Literal["all"] = "all"

    def __init__(self, database: Database, restorers: Restorers = NO_RESTORERS) -> None:
        self._database = database
        self._restorers = restorers

    def open(
        self, terms: Terms = NO_TERMS, early: EarlyCommit | None = None
    ) -> AbstractAsyncContextManager[Transaction]:
        """A transaction of its own, or inside another one a part of it, which is committed with the whole."""
        outer = current_unit()
        if outer is None:
            return OwnTransaction(self._database.units.open(alone=terms.many), terms, self._restorers, early)
        return Part(outer, terms, self._restorers)

    @asynccontextmanager
    async def prepare_restore(self, changes: Sequence[PastChange]) -> AsyncIterator[None]:
        """Let the restorers precompute what they will need."""
        prepared = await self._database.read(
            partial(precompute_restore, changes=changes, restorers=self._restorers), long=True
        )
        with ExitStack() as stack:
            for each in prepared:
                stack.enter_context(each)
            yield


class OwnTransaction(OpenTransaction):
    """A transaction of its own.

    After `commit` or `rollback` the next step begins another one. After an early commit there is no next step.
    """

    def __init__(self, unit: Unit, terms: Terms, restorers: Restorers, early: EarlyCommit | None) -> None:
        super().__init__(unit, terms, restorers)
        self._early = early
        self._is_over = False

    async def __aenter__(self) -> Self:
        await self._unit.__aenter__()
        return self

    async def __aexit__(self, *fault: Any) -> None:
        await self._unit.__aexit__(*fault)

    async def commit(self, record: Record[T]) -> T:
        """Keep what was done, with what the record writes."""
        try:
            return await self._unit.finish(lambda connection: (self._end_here(connection, record), True))
        finally:
            self._forget()

    async def rollback(self) -> None:
        """Take back what was done so far."""
        await self._unit.close()
        self._forget()

    async def check(self) -> None:
        """Check the terms. Raises RuntimeError after an early commit, when nothing can be refused any more."""
        if self._is_over:
            raise RuntimeError(IS_OVER)
        await super().check()

    def run_here(self, connection: Connection, work: Callable[[Connection], T]) -> tuple[T, bool]:
        """A step of the call. The first one may commit."""
        if self._is_over:
            raise RuntimeError(IS_OVER)
        early, self._early = self._early, None  # asked once: a first step that fails uses it up
        result = self.step_here(connection, work)
        record = early(result, self._objects) if early and self._objects is not None else None
        if record is None:
            return result, False
        try:
            return self._end_here(connection, record), True
        except Exception as fault:
            self._refusal = fault  # half a record must not be committed with a later step
            raise

    def note_commit(self) -> None:
        """An early commit is done."""
        self._is_over = True
        self._forget()

    def _end_here(self, connection: Connection, record: Record[T]) -> T:
        self.begin_here(connection)
        if self.take_here(connection) or self._objects is None:  # what is noted from here on is the record's own
            self._objects = self.notes.changes(connection)
        return record(connection, self._objects)

    def _forget(self) -> None:
        self._begun, self._refusal = False, None
        self.notes, self._objects = Notes(), ()


class Part(OpenTransaction):
    """A part of a transaction, from a savepoint on. It stays or goes with the whole, which journals it."""

    def __init__(self, unit: Unit, terms: Terms, restorers: Restorers) -> None:
        if not isinstance(outer := unit.around, OpenTransaction):
            raise RuntimeError("The unit was opened past DatabaseTransactions.")
        super().__init__(unit, terms, restorers)
        self._outer = outer

    async def commit(self, record: Record[T]) -> T:
        """Keep what was done for the whole, with what the record writes."""
        return await self._unit.run_alone(lambda connection: self._end_here(connection, record))

    async def rollback(self) -> None:
        """Take back what was done so far."""
        if self._begun:
            self._begun, self._refusal, self._objects = False, None, ()
            await self._unit.run_alone(_return_to_savepoint)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Take back what was not committed."""
        self._unit.around = self._outer
        await self.rollback()

    def _set_out_here(self, connection: Connection) -> None:
        self._outer.begin_here(connection)
        # The notes are emptied before the savepoint: rolling it back would bring back those that were emptied later.
        self._outer.take_here(connection)
        self.notes = Notes()
        connection.exec_driver_sql("SAVEPOINT part")

    def _end_here(self, connection: Connection, record: Record[T]) -> T:
        self.begin_here(connection)
        result = record(connection, self.tell_here(connection))
        # The record may have changed objects too, which the whole transaction journals.
        self.take_here(connection)
        connection.exec_driver_sql("RELEASE part")
        self._begun = False
        self._outer.absorb_here(self.notes)
        return result


def _return_to_savepoint(connection: Connection) -> None:
    connection.exec_driver_sql("ROLLBACK TO part")
    connection.exec_driver_sql("RELEASE part")
