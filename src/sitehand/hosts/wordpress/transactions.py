"""Transactions over a WordPress: what a call does is staged, and sent when the call is committed.

A host that cannot take back stages (docs/decisions/0058). Nothing of the ledger is open or locked while it is sent.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Literal, TypeVar

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
from sitehand.site.transactions import Record, Repeated, Terms, Transaction

T = TypeVar("T")


class StagedTransactions:
    """Implements `site.transactions.Transactions` for objects that other programs keep."""

    atomic: Literal["all", "compensated"] = "compensated"

    def __init__(self, client: Client, resources: Sequence[Resource], ledger: Ledger) -> None:
        self.client = client
        self.resources = {each.kind: each for each in resources}
        self.ledger = ledger
        self.settling = Settling(self.resources, ledger)
        self._current: ContextVar[Whole | None] = ContextVar("sitehand_staged", default=None)

    @asynccontextmanager
    async def open(self, terms: Terms = Terms()) -> AsyncIterator[Transaction]:  # noqa: B008 - it is frozen
        """A transaction; inside another one, a part of it."""
        outer = self._current.get()
        if outer is not None:
            part = Part(outer)
            try:
                yield part
            finally:
                part.close()
            return
        whole = Whole(self, terms)
        token = self._current.set(whole)
        try:
            yield whole
        finally:
            self._current.reset(token)

    async def read(self, resource: Resource, object_id: int) -> Json | None:
        """An object as the call sees it; None when there is none."""
        whole = self._current.get()
        if whole is None:
            return await resource.read(object_id)
        await whole.check()
        return await whole.stage.read(resource, object_id)

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

    def __init__(self, transactions: StagedTransactions, terms: Terms) -> None:
        self._transactions = transactions
        self._terms = terms
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
        """The revision that an object has now."""
        await self.check()
        key = (kind, object_id)
        if key not in self._found:
            self._found[key] = await self._read_revision(kind, object_id)
        return self._found[key]

    async def objects(self) -> Sequence[ObjectChange]:
        """What the call would change."""
        await self.check()
        return self.stage.objects()

    async def restore(self, changes: Sequence[ObjectChange]) -> Sequence[Notice]:
        """Stage what puts objects back; something that was deleted for good gets a new id."""
        await self.check()
        return await stage_restore(self.stage, self._transactions.resources, changes)

    async def commit(self, record: Record[T]) -> T:
        """Send what is staged, look at what has become of it, and write it down."""
        await self.check()

        def write_down(connection: Connection, objects: Sequence[ObjectChange]) -> T:
            for each in self.records:
                each(connection, objects)
            return record(connection, objects)

        whole = self._transactions
        if not self.stage.steps:
            return await whole.ledger.write_alone(self._terms, write_down)
        delivery = Delivery(whole.client, whole.ledger, whole.settling, self._terms, self.stage.steps)
        return await asyncio.shield(asyncio.create_task(delivery.run(write_down)))  # nobody hangs up on half of it

    async def rollback(self) -> None:
        """Forget what is staged."""
        self.stage.take_back()
        self.records.clear()

    async def _check(self) -> None:
        await self._transactions.ledger.check_key(self._terms)
        for kind, object_id, expected in self._terms.expected:
            now = self._found[kind, object_id] = await self._read_revision(kind, object_id)
            if expected is not None and now is not None and now != expected:
                raise await self._transactions.ledger.refuse_revision(kind, object_id, expected, now)

    async def _read_revision(self, kind: str, object_id: str) -> str | None:
        resource = self._transactions.resources.get(kind)
        if resource is None:
            raise Problem(Code.INVALID_ARGUMENTS, f"This host has no {kind}.", hint="Ask introspect what it has.")
        value = await self.stage.read(resource, resource.locate(object_id))
        return resource.revision(resource.fields(value), object_id) if value is not None else None


class Part:
    """A part of a transaction. What it stages stays with the whole when it is committed, and else is forgotten."""

    def __init__(self, whole: Whole) -> None:
        self._whole = whole
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
        return self._whole.stage.objects(self._since)

    async def restore(self, changes: Sequence[ObjectChange]) -> Sequence[Notice]:
        """As the whole does."""
        return await self._whole.restore(changes)

    async def commit(self, record: Record[T]) -> T:
        """Keep it for the whole. The record is tried now, for its result, and run with the whole's."""
        await self.check()
        objects = self._whole.stage.objects(self._since)
        result = await self._whole.ledger.try_record(record, objects)
        self._whole.records.append(lambda connection, _: record(connection, objects))
        self._kept = True
        return result

    async def rollback(self) -> None:
        """Forget what the part has staged."""
        self._whole.stage.take_back(self._since)
        del self._whole.records[self._records :]

    def close(self) -> None:
        """Forget what was not committed."""
        if not self._kept:
            self._whole.stage.take_back(self._since)
            del self._whole.records[self._records :]
