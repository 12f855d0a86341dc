"""Transactions over a WordPress: what a call does is staged, and sent when the call is committed.

A host that cannot take back stages (docs/decisions/0058). What a call does to the service's own database (keys,
pending changes) goes through that database's own transactions, which are open inside. Nothing of it is begun while
WordPress is asked: a call that changes both at once is refused.
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar, copy_context
from dataclasses import replace
from typing import Any, Literal, TypeVar

from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.delivery import Delivery
from sitehand.hosts.wordpress.ledger import Ledger
from sitehand.hosts.wordpress.resources import Json, Resource
from sitehand.hosts.wordpress.restoring import stage_restore
from sitehand.hosts.wordpress.settling import Settling
from sitehand.hosts.wordpress.staging import Stage, Step
from sitehand.site.changes import ObjectChange
from sitehand.site.content import Notice
from sitehand.site.transactions import Record, Repeated, Terms, Transaction, Transactions

T = TypeVar("T")
NO_TERMS = Terms()


class StagedTransactions:
    """Implements `site.transactions.Transactions`. `own` are those of the service's own database."""

    atomic: Literal["all", "compensated"] = "compensated"

    def __init__(self, client: Client, resources: Sequence[Resource], ledger: Ledger, own: Transactions) -> None:
        self.client = client
        self.resources = {each.kind: each for each in resources}
        self.ledger = ledger
        self.settling = Settling(self.resources, ledger)
        self._own = own
        self._current: ContextVar[Whole | None] = ContextVar("sitehand_staged", default=None)

    @asynccontextmanager
    async def open(self, terms: Terms = NO_TERMS) -> "AsyncIterator[Whole | Part]":
        """A transaction; inside another one, a part of it."""
        outer = self._current.get()
        if outer is None:
            whole = Whole(self, terms)
            async with self._own.open(whole.own_terms) as whole.own:
                token = self._current.set(whole)
                try:
                    yield whole
                finally:
                    self._current.reset(token)
            return
        async with self._own.open() as own:
            part = Part(outer, own)
            try:
                yield part
            finally:
                await part.close()

    async def read(self, resource: Resource, object_id: int) -> Json | None:
        """An object as the call sees it; None when there is none."""
        whole = self._current.get()
        if whole is None:
            return await resource.read(object_id)
        await whole.check()
        return await whole.stage.read(resource, object_id)

    def find_resource(self, kind: str, object_id: str) -> Resource | None:
        """What reads and writes an object; None for one that is the service's own."""
        resource = self.resources.get(kind)
        return resource if resource is not None and resource.has(object_id) else None

    def staged(self) -> Sequence[Step]:
        """What the call has staged so far."""
        whole = self._current.get()
        return whole.stage.steps if whole else ()

    @asynccontextmanager
    async def joined(self) -> AsyncIterator[Stage]:
        """The stage of the call's transaction. Without one, what the block stages is sent when it ends."""
        whole = self._current.get()
        if whole is not None:
            await whole.check()
            yield whole.stage
            return
        async with self.open() as transaction:
            opened = self._current.get()
            assert opened is not None  # noqa: S101 - it was opened in the line above
            yield opened.stage
            await transaction.commit(self.ledger.journal.enter)


class Whole:
    """Implements `site.transactions.Transaction`."""

    own: Transaction
    """The transaction of the service's own database."""

    def __init__(self, transactions: StagedTransactions, terms: Terms) -> None:
        self._transactions = transactions
        self._terms = terms
        theirs = [each for each in terms.expected if transactions.find_resource(*each[:2]) is None]
        self.own_terms = replace(terms, expected=theirs)
        self._outside = copy_context()
        """Where the own transaction is not known: short transactions beside it are run there."""
        self._refusal: Problem | Repeated | None = None
        self._checked = False
        self._found: dict[tuple[str, str], str | None] = {}
        self.stage = Stage()
        self.records: list[Record[object]] = []
        """Those of parts, which are run in the ledger's transaction with that of the whole."""

    @property
    def ledger(self) -> Ledger:
        """The ledger of the host."""
        return self._transactions.ledger

    async def check(self) -> None:
        """Check the terms, once; what they refuse is refused again."""
        if not self._checked:
            self._checked = True
            try:
                await self._check()
            except (Problem, Repeated) as refusal:
                self._refusal = refusal
        if self._refusal is not None:
            raise self._refusal

    async def revision(self, kind: str, object_id: str) -> str | None:
        """The revision that the terms found, or of another object the present one."""
        await self.check()
        if self._transactions.find_resource(kind, object_id) is None:
            return await self.own.revision(kind, object_id)
        key = (kind, object_id)
        if key not in self._found:
            self._found[key] = await self._read_revision(kind, object_id)
        return self._found[key]

    async def objects(self) -> Sequence[ObjectChange]:
        """What the call would change."""
        await self.check()
        return [*await self.own_objects(self.own), *self.stage.objects()]

    async def restore(self, changes: Sequence[ObjectChange]) -> Sequence[Notice]:
        """Stage what puts objects of WordPress back; something that was deleted for good gets a new id."""
        await self.check()
        return await stage_restore(self.stage, self._transactions.find_resource, changes)

    async def commit(self, record: Record[T]) -> T:
        """Send what is staged, look at what has become of it, and write it down."""
        await self.check()
        objects = await self.own_objects(self.own)
        if not self.stage.steps:
            return await self.own.commit(self._with_parts(record))
        if objects:
            raise refuse_both()
        await self.own.rollback()  # what it has read or checked keeps nobody waiting while WordPress is asked
        inside, whole = copy_context(), self._transactions

        async def write_down(connected: Record[T]) -> T:
            return await asyncio.create_task(_commit(self.own, connected), context=inside)

        delivery = Delivery(whole.client, whole.ledger, whole.settling, self._terms, self.stage.steps)
        # Who hangs up does not stop what is half sent.
        return await asyncio.shield(self.run_outside(delivery.run(self._with_parts(record), write_down)))

    async def rollback(self) -> None:
        """Forget what is staged, and take back what was done to the own database."""
        self.stage.take_back()
        self.records.clear()
        await self.own.rollback()

    async def own_objects(self, own: Transaction) -> Sequence[ObjectChange]:
        """What the call has changed in the own database; without beginning a transaction there."""
        return await own.objects() if self.ledger.has_begun() else ()

    def run_outside(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Run something where the own transaction is not known."""
        return asyncio.create_task(work, context=self._outside)

    def _with_parts(self, record: Record[T]) -> Record[T]:
        def write_all(connection: Connection, objects: Sequence[ObjectChange]) -> T:
            for each in self.records:
                each(connection, objects)
            return record(connection, objects)

        return write_all

    async def _check(self) -> None:
        if self.own_terms.expected:
            await self.own.check()
        await self.ledger.check_key(self._terms)
        for kind, object_id, expected in self._terms.expected:
            if self._transactions.find_resource(kind, object_id) is None:
                continue
            now = self._found[kind, object_id] = await self._read_revision(kind, object_id)
            if expected is not None and now is not None and now != expected:
                raise await self.ledger.refuse_revision(kind, object_id, expected, now)

    async def _read_revision(self, kind: str, object_id: str) -> str | None:
        resource = self._transactions.resources[kind]
        value = await self.stage.read(resource, resource.locate(object_id))
        return resource.revision(resource.fields(value), object_id) if value is not None else None


class Part:
    """A part of a transaction. What it stages stays with the whole when it is committed, and else is forgotten."""

    def __init__(self, whole: Whole, own: Transaction) -> None:
        self._whole = whole
        self._own = own
        self._since = len(whole.stage.steps)
        self._records = len(whole.records)
        self._kept = False

    async def check(self) -> None:
        """Check the terms of the whole."""
        await self._whole.check()

    async def revision(self, kind: str, object_id: str) -> str | None:
        """The revision that an object has now."""
        return await self._whole.revision(kind, object_id)

    async def objects(self) -> Sequence[ObjectChange]:
        """What the part would change."""
        await self.check()
        return [*await self._whole.own_objects(self._own), *self._whole.stage.objects(self._since)]

    async def restore(self, changes: Sequence[ObjectChange]) -> Sequence[Notice]:
        """As the whole does."""
        return await self._whole.restore(changes)

    async def commit(self, record: Record[T]) -> T:
        """Keep it for the whole. The record is tried now, for its result, and run when what is staged has been sent."""
        await self.check()
        self._kept = True
        if self._whole.ledger.has_begun():
            if self._whole.stage.steps:
                raise refuse_both()
            return await self._own.commit(record)
        objects = self._whole.stage.objects(self._since)
        result = await self._whole.run_outside(self._whole.ledger.try_record(record, objects))
        self._whole.records.append(lambda connection, _: record(connection, objects))
        return result

    async def rollback(self) -> None:
        """Forget what the part has staged."""
        self._whole.stage.take_back(self._since)
        del self._whole.records[self._records :]
        await self._own.rollback()

    async def close(self) -> None:
        """Forget what was not committed."""
        if not self._kept:
            await self.rollback()


def refuse_both() -> Problem:
    """The refusal of a call that changes WordPress and the service's own database at once."""
    return Problem(
        Code.INVALID_ARGUMENTS,
        "One call cannot change the WordPress site and Sitehand's own objects, such as keys. Nothing was changed.",
        hint="Send two calls, or a batch that is not atomic.",
    )


async def _commit(own: Transaction, record: Record[T]) -> T:
    return await own.commit(record)
