"""Transactions: how a host lets a call change the site, so that it can all be shown, refused, kept or rolled back."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

from sitehand.site.changes import ObjectChange, PastChange
from sitehand.site.content import Notice

T = TypeVar("T")
Record = Callable[[Any, Sequence[ObjectChange]], T]
"""Writes down in the ledger what was done, given the ledger's open transaction and what changed in which object.

In one transaction with the change where the host's objects are in the ledger's database; else right after it.
"""

EarlyCommit = Callable[[Any, Sequence[ObjectChange]], Record[Any] | None]
"""Decides about a call right after its first step, in the same thread, given what that answers and has changed.

It returns the record to commit with, or None: the call then goes on. It looks nothing up.
"""

Tell = Callable[[Sequence[ObjectChange], Sequence[Notice]], Awaitable[None]]
"""Is told what becomes of each object that is restored, and which of them do not become quite what they were."""


class Repeated(Exception):
    """Raised in a transaction whose idempotency key has an answer already. Nothing was done."""

    def __init__(self, answer: bytes) -> None:
        super().__init__("answered before")
        self.answer = answer


class Superseded(Exception):
    """Raised by `restore` for an object that is no longer as the change left it. `why` is a sentence more, or ""."""

    def __init__(self, change: PastChange, of: ObjectChange, why: str = "") -> None:
        super().__init__(f"The {of.kind} {of.object} was changed after change {change.id}.")
        self.change = change
        self.of = of
        self.why = why


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """What a long write did to a copy of the site: what it answered, and what changed in each object there."""

    result: Any
    objects: Sequence[ObjectChange]


@dataclass(frozen=True, slots=True)
class Terms:
    """The conditions on which a write may happen. They are checked where nobody can come in between.

    `key` is the caller's id with the idempotency key, "" for none; `fingerprint` tells calls with the same key apart.
    `expected` has the kind, id and revision of objects; a revision of None is no condition, and only looked up.
    `many` says that the write may change many objects: it shares its commit with no other. `pending` is the id of the
    pending change that is approved with the write, and must still be waiting.
    """

    key: str = ""
    fingerprint: str = ""
    expected: Sequence[tuple[str, str, str | None]] = ()
    many: bool = False
    pending: int | None = None

    def __bool__(self) -> bool:
        return bool(self.key or self.expected)


NO_TERMS = Terms()


class Transaction(Protocol):
    """What one call does to the site; what is not committed when it ends has not happened.

    The terms are checked with the first step that the call takes on the site, and by every method here but `rollback`.
    What they refuse is raised there, and again by each of these methods: the exceptions of `check`.
    """

    async def check(self) -> None:
        """Check the terms now, for a call that may do something that no transaction takes back.

        Raises Repeated; Problem: idempotency_mismatch, revision_conflict with what changed since the expected revision.
        """

    async def revision(self, kind: str, object_id: str) -> str | None:
        """The revision of an object of the terms, as they found it; None for one that is not there, or has none."""

    async def objects(self) -> Sequence[ObjectChange]:
        """What the call has changed so far, or would change when it is committed."""

    async def restore(self, changes: Sequence[PastChange], tell: Tell) -> None:
        """Put the objects of changes back as they were before, in the given order, newest first; all or none.

        `tell` is awaited with what that comes to, and once more when `commit` finds it to be otherwise, such as the id
        of what is created again. Raises Superseded; Problem(conflict) for what cannot be put back, and for objects of
        the site together with the service's own where no one transaction has both.
        """

    async def commit(self, record: Record[T]) -> T:
        """Keep what was done, and run the record; its result.

        In a part of a transaction the record writes down what is the part's alone, and the whole is committed later.
        """

    def foretold(self) -> Sequence[frozenset[str]]:
        """An entry for each object that the call was shown as it is to become, where the host sends nothing before
        `commit`: the fields that the host may then store otherwise than they were given.
        """

    def correct(self, answer: Any) -> Any:
        """An answer that the call was given, as it has become true by `commit`: with the ids of new objects."""

    async def rollback(self) -> None:
        """Take back what was done so far. The transaction may still be committed, with a record alone."""


class Transactions(Protocol):
    """Opens transactions; one that is opened inside another is a part of it, and can be rolled back alone.

    `atomic` says what several writes may promise that are committed together: "all" or nothing; or "compensated": when
    one fails, what was done before is undone, and the answer says so.
    """

    @property
    def atomic(self) -> Literal["all", "compensated"]: ...
    def open(
        self, terms: Terms = NO_TERMS, early: EarlyCommit | None = None
    ) -> AbstractAsyncContextManager[Transaction]:
        """A transaction on these terms.

        A host may ask `early` once, after the first step of a call that has changed few objects. The step that commits
        answers what the record answers, and no other step follows. A host that commits later ignores it.
        """

    def prepare_restore(self, changes: Sequence[PastChange]) -> AbstractAsyncContextManager[None]:
        """Do what takes long about restoring these, and needs no transaction. One that opens inside finds it."""
