"""Transactions of the service's own database, which the built-in site lives in: `site.transactions` over its units.

A transaction costs two turns in the writing thread: what the call does, and the commit. The terms are checked at the
start of the call's first step, and what has changed is read at the end of each: neither needs a turn of its own.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Literal, TypeVar

from sqlalchemy import Connection

from sitehand.errors import Problem
from sitehand.site.changes import ObjectChange
from sitehand.site.transactions import Record, Repeated, Terms, Transaction
from sitehand.store.capture import Notes, forget_changes, read_revision
from sitehand.store.database import Database, Unit
from sitehand.store.terms import Revisions, check_terms

T = TypeVar("T")
NO_TERMS = Terms()


class DatabaseTransactions:
    """Implements `site.transactions.Transactions`."""

    atomic: Literal["all"] = "all"

    def __init__(self, database: Database) -> None:
        self._database = database

    @asynccontextmanager
    async def open(self, terms: Terms = NO_TERMS) -> AsyncIterator[Transaction]:
        """A transaction of its own, or inside another one a part of it."""
        outer = self._database.current_unit()
        if outer is None:
            async with self._database.unit() as unit:
                yield Whole(unit, terms)
            return
        part = Part(outer, terms)
        try:
            yield part
        finally:
            await part.close()


class OpenTransaction:
    """What a transaction and a part of one have in common. What ends with `_here` runs in the writing thread."""

    def __init__(self, unit: Unit, terms: Terms) -> None:
        self._unit = unit
        self._terms = terms
        self.notes = Notes()
        self._begun = False
        self._refusal: Problem | Repeated | None = None
        self._found: Revisions = {}
        unit.around = self

    async def check(self) -> None:
        """Check the terms, unless a step has done so."""
        if self._terms and not self._begun:
            await self._unit.run(_do_nothing)
        if self._refusal:
            raise self._refusal

    async def revision(self, kind: str, object_id: str) -> str | None:
        """The revision that the terms found, or of another object the present one."""
        await self.check()
        if (kind, object_id) in self._found:
            return self._found[kind, object_id]
        return await self._unit.run(lambda connection: read_revision(connection, kind, object_id))

    async def objects(self) -> list[ObjectChange]:
        """What the steps so far have changed."""
        await self.check()
        return self.notes.changes()

    def run_here(self, connection: Connection, work: Callable[[Connection], T]) -> T:
        """A step of the call: after the terms are checked, and before what it has changed is read."""
        self.begin_here(connection)
        result = work(connection)
        self.notes.read(connection)
        return result

    def begin_here(self, connection: Connection) -> None:
        """Check the terms, unless a step has done so. Raises what they refuse, every time."""
        if not self._begun:
            self._set_out_here(connection)
            self._begun = True
            try:
                self._found = check_terms(connection, self._terms)
            except (Problem, Repeated) as refusal:
                self._refusal = refusal
        if self._refusal:
            raise self._refusal

    def _set_out_here(self, connection: Connection) -> None:
        """Be ready to be rolled back."""


class Whole(OpenTransaction):
    """A transaction of its own. After a commit, as after a rollback, the next step begins another one."""

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

    def _end_here(self, connection: Connection, record: Record[T]) -> T:
        self.begin_here(connection)
        self.notes.read(connection)
        forget_changes(connection)  # what is noted from here on is the record's own
        result = record(connection, self.notes.changes())
        forget_changes(connection)
        return result

    def _forget(self) -> None:
        self._begun, self._refusal, self.notes = False, None, Notes()


class Part(OpenTransaction):
    """A part of a transaction, from a savepoint on. It stays or goes with the whole, which journals it."""

    def __init__(self, unit: Unit, terms: Terms) -> None:
        if not isinstance(outer := unit.around, OpenTransaction):
            raise RuntimeError("The unit was opened past DatabaseTransactions.")
        super().__init__(unit, terms)
        self._outer = outer
        self._undone = len(unit.undoes)

    async def commit(self, record: Record[T]) -> T:
        """Keep what was done for the whole, with what the record writes."""
        return await self._unit.run_alone(lambda connection: self._end_here(connection, record))

    async def rollback(self) -> None:
        """Take back what was done so far."""
        if self._begun:
            self._begun = False
            self._refusal = None
            self._unit.undoes = self._unit.undoes[: self._undone]
            await self._unit.run_alone(_return_to_savepoint)

    async def close(self) -> None:
        """Take back what was not committed."""
        self._unit.around = self._outer
        await self.rollback()

    def _set_out_here(self, connection: Connection) -> None:
        self._outer.begin_here(connection)
        self._outer.notes.read(connection)
        self.notes = Notes(self._outer.notes.place)
        connection.exec_driver_sql("SAVEPOINT part")

    def _end_here(self, connection: Connection, record: Record[T]) -> T:
        self.begin_here(connection)
        self.notes.read(connection)
        result = record(connection, self.notes.changes())
        self.notes.read(connection)
        connection.exec_driver_sql("RELEASE part")
        self._begun = False
        self._outer.notes.absorb(self.notes)
        return result


def _return_to_savepoint(connection: Connection) -> None:
    connection.exec_driver_sql("ROLLBACK TO part")
    connection.exec_driver_sql("RELEASE part")


def _do_nothing(_: Connection) -> None:
    """A step that is only taken for what is around it."""
