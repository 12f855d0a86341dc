"""An open transaction over a WordPress: the stage of a call, and the transaction of the service's own database.

Nothing of that database is begun while WordPress is asked: a call that changes both at once is refused.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from contextvars import Context, copy_context
from typing import Any, TypeVar

from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.claiming import let_twin_end
from sitehand.hosts.wordpress.delivery import Delivery
from sitehand.hosts.wordpress.given_answers import Became
from sitehand.hosts.wordpress.remote import Remote
from sitehand.hosts.wordpress.restoring import stage_restore
from sitehand.hosts.wordpress.staging import Stage, find_became
from sitehand.site.changes import ObjectChange, PastChange
from sitehand.site.transactions import Record, Repeated, Tell, Terms, Transaction

T = TypeVar("T")


class WordPressTransaction:
    """Implements `site.transactions.Transaction`."""

    def __init__(self, remote: Remote, own: Transaction, terms: Terms, outside: Context) -> None:
        """Begin it. `own` is that of the service's own database; in the context `outside` it is not known, so that
        short transactions beside it are run there.
        """
        self._remote = remote
        self._own = own
        self._terms = terms
        self._outside = outside
        self._refusal: Problem | Repeated | None = None
        self._checked = False
        self._alone = False
        """Whether no other call with its idempotency key, or approval of the same change, can be under way."""
        self._became: Became | None = None
        """What the names in answers have become, as soon as all is sent."""
        self._found: dict[tuple[str, str], str | None] = {}
        self.stage = Stage()
        self.records: list[Record[object]] = []
        """Records of parts, which run in the ledger's transaction together with that of the whole."""

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
        if self._remote.find_resource(kind, object_id) is None:
            return await self._own.revision(kind, object_id)
        key = (kind, object_id)
        if key not in self._found:
            self._found[key] = await self._read_revision(kind, object_id)
        return self._found[key]

    async def objects(self) -> Sequence[ObjectChange]:
        """What the call would change."""
        await self.check()
        return [*await self.own_objects(self._own), *self.stage.objects()]

    async def restore(self, changes: Sequence[PastChange], tell: Tell) -> None:
        """Stage what puts objects of WordPress back; what was deleted for good gets a new id."""
        await self.check()
        await self.restore_over(self._own, changes, tell)

    async def restore_over(self, own: Transaction, changes: Sequence[PastChange], tell: Tell) -> None:
        """Put objects back: stage those of WordPress, or have `own`, a transaction of the own database, restore the
        service's. Raises Problem where changes are about both.
        """
        theirs = [self._remote.find_resource(each.kind, each.object) for change in changes for each in change.objects]
        if not any(theirs):
            await own.restore(changes, tell)
        elif all(theirs):
            await stage_restore(self.stage, self._remote.find_resource, changes, tell)
        else:
            raise refuse_both()

    async def commit(self, record: Record[T]) -> T:
        """Send what is staged, look at what has become of it, and write it down."""
        await self.check()
        objects = await self.own_objects(self._own)
        if not self.stage.steps:
            await self.let_twin_end()
            return await self._own.commit(self._with_parts(record))
        if objects:
            raise refuse_both()
        self._alone = True  # the delivery takes the key
        await self._own.rollback()  # what it has read or checked keeps nobody waiting while WordPress is asked
        # The record runs where the call's own transaction is known, and what is sent runs outside of it.
        inside, remote = copy_context(), self._remote

        async def write_down(connected: Record[T]) -> T:
            self._became = find_became(self.stage.steps)
            return await asyncio.create_task(_commit(self._own, connected), context=inside)

        delivery = Delivery(remote, self._terms, self.stage.steps)
        # Who hangs up does not stop what is half sent.
        return await asyncio.shield(self._run_outside(delivery.run(self._with_parts(record), write_down)))

    async def let_twin_end(self) -> None:
        """Wait, once, for another call with the same key, or approval of the same change, before this one ends without
        sending anything: that it changes nothing, or is refused, may be because the other has done it. Raises as
        `claiming.let_twin_end` does.
        """
        if (self._terms.key or self._terms.pending) and not self._alone and not self.has_begun():
            self._alone = True
            await self._run_outside(let_twin_end(self._remote.ledger, self._remote.settling, self._terms))

    def foretold(self) -> Sequence[frozenset[str]]:
        """What WordPress decides of each object whose expected state the call was shown."""
        return self.stage.foretold

    def correct(self, answer: Any) -> Any:
        """An answer with the ids and revisions that objects have got."""
        return answer if self._became is None else self._became.correct(answer)

    async def rollback(self) -> None:
        """Forget what is staged, and take back what was done to the own database."""
        self.stage.take_back()
        self.records.clear()
        await self._own.rollback()

    async def own_objects(self, own: Transaction) -> Sequence[ObjectChange]:
        """What the call has changed in the own database; without beginning a transaction there."""
        return await own.objects() if self.has_begun() else ()

    def has_begun(self) -> bool:
        """Whether the call has a transaction of the own database open, and keeps others waiting."""
        return self._remote.ledger.has_begun()

    async def try_record(self, record: Record[T], objects: Sequence[ObjectChange]) -> T:
        """What a record returns; what it writes is rolled back."""
        return await self._run_outside(self._remote.ledger.try_record(record, objects))

    def _run_outside(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Run something where the own transaction is not known."""
        return asyncio.create_task(work, context=self._outside)

    def _with_parts(self, record: Record[T]) -> Record[T]:
        def write_all(connection: Connection, objects: Sequence[ObjectChange]) -> T:
            for each in self.records:
                each(connection, objects)
            return record(connection, objects)

        return write_all

    async def _check(self) -> None:
        if any(self._remote.find_resource(kind, object_id) is None for kind, object_id, _ in self._terms.expected):
            await self._own.check()
        await self._remote.ledger.check_key(self._terms)
        for kind, object_id, expected in self._terms.expected:
            if self._remote.find_resource(kind, object_id) is None:
                continue
            now = self._found[kind, object_id] = await self._read_revision(kind, object_id)
            if expected is not None and now is not None and now != expected:
                raise await self._remote.ledger.refuse_revision(kind, object_id, expected, now)

    async def _read_revision(self, kind: str, object_id: str) -> str | None:
        resource = self._remote.resources[kind]
        value = await self.stage.read(resource, resource.locate(object_id))
        return resource.revision(resource.fields(value), object_id) if value is not None else None


def refuse_both() -> Problem:
    """The refusal of a call that changes WordPress and the service's own database at once."""
    return Problem(
        Code.INVALID_ARGUMENTS,
        "One call cannot change the WordPress site and Sitehand's own objects, such as keys. Nothing was changed.",
        hint="Send two calls, or a batch that is not atomic. Undo such changes one at a time, by id.",
    )


async def _commit(own: Transaction, record: Record[T]) -> T:
    return await own.commit(record)
