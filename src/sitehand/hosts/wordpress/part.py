"""A part of an open transaction over a WordPress."""

from collections.abc import Sequence
from typing import Any, TypeVar

from sitehand.hosts.wordpress.open_transaction import WordPressTransaction, refuse_both
from sitehand.site.changes import ObjectChange, PastChange
from sitehand.site.transactions import Record, Tell, Transaction

T = TypeVar("T")


class Part:
    """A part of a transaction. What it stages stays with the whole when it is committed, and else is forgotten."""

    def __init__(self, whole: WordPressTransaction, own: Transaction) -> None:
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

    async def restore(self, changes: Sequence[PastChange], tell: Tell) -> None:
        """Put objects back, staged with the whole transaction."""
        await self.check()
        await self._whole.restore_over(self._own, changes, tell)

    async def commit(self, record: Record[T]) -> T:
        """Keep it for the whole. The record is tried now, for its result, and run when what is staged has been sent."""
        await self.check()
        self._kept = True
        if self._whole.has_begun():
            if self._whole.stage.steps:
                raise refuse_both()
            return await self._own.commit(record)
        objects = self._whole.stage.objects(self._since)
        result = await self._whole.try_record(record, objects)
        self._whole.records.append(lambda connection, _: record(connection, objects))
        return result

    def foretold(self) -> Sequence[frozenset[str]]:
        """What WordPress decides of each object whose expected state the whole was shown."""
        return self._whole.foretold()

    def correct(self, answer: Any) -> Any:
        """The same answer: it is corrected with those of the whole."""
        return answer

    async def rollback(self) -> None:
        """Forget what the part has staged."""
        self._whole.stage.take_back(self._since)
        del self._whole.records[self._records :]
        await self._own.rollback()

    async def close(self) -> None:
        """Forget what was not committed."""
        if not self._kept:
            await self.rollback()
