"""Transactions over a WordPress: what a call does is staged, and sent when the call is committed.

A host that cannot take back stages (docs/decisions/0058). What a call does to the service's own database (keys,
pending changes) goes through that database's own transactions, which are open inside.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from contextvars import ContextVar, copy_context
from dataclasses import replace
from typing import Any, Literal, TypeVar, cast

from sitehand.errors import Problem
from sitehand.hosts.wordpress.answer import Answer
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.given_answers import ShownAnswer
from sitehand.hosts.wordpress.ledger import Ledger
from sitehand.hosts.wordpress.locks import Locks
from sitehand.hosts.wordpress.open_transaction import WordPressTransaction
from sitehand.hosts.wordpress.part import Part
from sitehand.hosts.wordpress.remote import Remote
from sitehand.hosts.wordpress.resources import Json, Resource
from sitehand.hosts.wordpress.settling import Settling
from sitehand.hosts.wordpress.staging import Stage, Step
from sitehand.hosts.wordpress.visitors import Visitors
from sitehand.site.changes import PastChange
from sitehand.site.items import no_item
from sitehand.site.transactions import NO_TERMS, EarlyCommit, Terms, Transactions

R = TypeVar("R", bound=Resource)
A = TypeVar("A")


class StagedTransactions:
    """Implements `site.transactions.Transactions`. `own` are those of the service's own database."""

    atomic: Literal["all", "compensated"] = "compensated"

    def __init__(
        self,
        client: Client,
        resources: Sequence[Resource],
        ledger: Ledger,
        own: Transactions,
        locks: Locks,
        visitors: Visitors | None = None,
    ) -> None:
        by_kind = {each.kind: each for each in resources}
        self.client = client
        self.ledger = ledger
        self.locks = locks
        self.settling = Settling(by_kind, ledger)
        self._remote = Remote(client, by_kind, ledger, self.settling, locks, visitors)
        self._own = own
        self._current: ContextVar[WordPressTransaction | None] = ContextVar("sitehand_staged", default=None)

    @asynccontextmanager
    async def open(
        self, terms: Terms = NO_TERMS, early: EarlyCommit | None = None
    ) -> AsyncIterator[WordPressTransaction | Part]:
        """A transaction; inside another one, a part of it. No step commits: it stages what is sent later."""
        outer = self._current.get()
        if outer is None:
            async with self._open_transaction(terms) as whole:
                yield whole
            return
        async with self._own.open() as own:
            part = Part(outer, own)
            try:
                yield part
            finally:
                await part.close()

    def prepare_restore(self, changes: Sequence[PastChange]) -> AbstractAsyncContextManager[None]:
        """Do nothing: WordPress renders by itself."""
        return nullcontext()

    async def read(self, resource: Resource, object_id: int) -> Json | None:
        """An object as the call sees it; None when there is none."""
        whole = self._current.get()
        if whole is None:
            return await resource.recall(object_id)
        await whole.check()
        return await whole.stage.read(resource, object_id)

    async def find_item(self, resources: Sequence[R], item_id: int) -> tuple[R, Json]:
        """An item as the call sees it, with the resource that has it. Raises Problem(not_found)."""
        for resource in resources:
            value = await self.read(resource, item_id)
            if value is not None:
                return resource, value
        raise no_item(item_id)

    async def ask(self, path: str, query: Mapping[str, Any]) -> Answer:
        """A list as WordPress has it: from memory where it may be, but not in a transaction, which may write on it."""
        client = self.client
        return await (client.recall if self._current.get() is None else client.read)(path, query)

    def lay_over(self, resource: Resource, values: Sequence[Json]) -> Sequence[Json]:
        """The objects of a list as the call sees them, without those that it removes."""
        whole = self._current.get()
        return values if whole is None else whole.stage.lay_over(resource, values)

    def show_written(self, resource: Resource) -> Mapping[int, Json | None]:
        """The objects of a kind that the call writes, by id, as it sees them; None for what it removes."""
        whole = self._current.get()
        return {} if whole is None else whole.stage.show_written(resource)

    def merge(self, resource: Resource, values: Sequence[Json]) -> Sequence[Json]:
        """The objects of a list as the call sees them, with all others of the kind that it writes."""
        seen = {**{int(value["id"]): value for value in values}, **self.show_written(resource)}
        return [value for value in seen.values() if value is not None]

    def show(self, resource: Resource, object_id: int, value: Json, build: Callable[[Json], A]) -> A:
        """The answer that shows an object as the call sees it, and later as it has become."""
        answer, whole = build(value), self._current.get()
        if whole is not None:
            whole.stage.note_shown(resource, object_id, ShownAnswer(cast(Json, answer), cast(Any, build)))
        return answer

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
        async with self._open_transaction(NO_TERMS) as opened:
            yield opened.stage
            await opened.commit(self.ledger.journal.enter)

    @asynccontextmanager
    async def _open_transaction(self, terms: Terms) -> AsyncIterator[WordPressTransaction]:
        # Copied before the own transaction opens, which is therefore not known there.
        outside = copy_context()
        expected = [each for each in terms.expected if self._remote.find_resource(*each[:2]) is None]
        async with self._own.open(replace(terms, expected=expected)) as own:
            whole = WordPressTransaction(self._remote, own, terms, outside)
            token = self._current.set(whole)
            try:
                yield whole
            except Problem:
                await whole.let_twin_end()
                raise
            finally:
                self._current.reset(token)
