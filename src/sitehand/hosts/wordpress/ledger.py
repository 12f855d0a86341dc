"""The ledger beside a WordPress: the service's own database, with the claims of what is being sent."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy import Connection

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.journal import Journal
from sitehand.site.changes import ObjectChange
from sitehand.site.kinds import KINDS
from sitehand.site.transactions import Record, Terms
from sitehand.store.approvals import check_waiting
from sitehand.store.changes import list_changes_since
from sitehand.store.claims import (
    Claim,
    Taken,
    end_claim,
    find_claim,
    find_in_way,
    hash_key,
    leave_claim,
    note_progress,
    note_undo,
    take_claim,
)
from sitehand.store.database import Database
from sitehand.store.holders import Holder
from sitehand.store.newer import check_undoable
from sitehand.store.sites import check_site, site_of
from sitehand.store.terms import check_terms
from sitehand.store.units import begun_unit

T = TypeVar("T")


class TakenBack(Exception):
    """Ends a transaction of the ledger that was only tried."""


class Ledger:
    """Short transactions of the service's own database; none is open while WordPress is asked."""

    def __init__(self, database: Database, journal: Journal) -> None:
        self._database = database
        self.journal = journal
        self.holder = Holder(database.path.parent)
        self._given_up: set[int] = set()

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run one short transaction."""
        return await self._database.transact(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a read."""
        return await self._database.read(work)

    async def check_key(self, terms: Terms) -> None:
        """Raise Repeated for a call that was answered, and Problem for one that was cut off and has an end by now."""
        if terms.key:
            await self.read(lambda connection: check_key(connection, terms))

    async def find_twin(self, wanted: Claim, terms: Terms) -> Claim | None:
        """The claim of another call that has no end yet and is in the way of the wanted one. Raises as `claim` does."""

        def work(connection: Connection) -> Claim | None:
            check_unanswered(connection, terms)
            return find_in_way(connection, wanted)

        return await self.read(work)

    async def refuse_revision(self, kind: str, object_id: str, expected: str, now: str) -> Problem:
        """The refusal of a write that is based on another revision, with what we know to have changed since."""
        since = await self.read(lambda connection: list_changes_since(connection, kind, object_id, expected))
        return Problem(
            Code.REVISION_CONFLICT,
            f"The {KINDS[kind].singular} {object_id} is not at revision {expected}. Its revision is now {now}.",
            hint="Read it again, and repeat the write on what is there now.",
            extra={"revision": now, "changes": since},
        )

    def has_begun(self) -> bool:
        """Whether the call has a transaction of the own database open, and keeps others waiting."""
        return begun_unit() is not None

    async def claim(self, wanted: Claim, terms: Terms) -> Taken:
        """The claim that was taken, or the one in its way. Raises as `check_unanswered` does; Problem(conflict) for an
        undo that another call has done meanwhile.
        """

        def work(connection: Connection) -> Taken:
            check_unanswered(connection, terms)
            check_undoable(connection, wanted.undoes)
            return take_claim(connection, wanted)

        return await self.write(work)

    async def note_progress(self, claim: Claim, ids: Sequence[int]) -> None:
        """Note which objects have been done."""
        await self.write(lambda connection: note_progress(connection, claim.id, ids))

    async def note_undo(self, claim: Claim, steps: Sequence[dict[str, Any]]) -> None:
        """Note that the call is about to be undone."""
        await self.write(lambda connection: note_undo(connection, claim.id, steps))

    async def end(self, claim: Claim) -> None:
        """End a claim of which nothing was done. If it cannot be written now, settling finds the claim later."""
        # Noted first: if the write fails, this process still knows that nobody works on the claim.
        self._given_up.add(claim.id)
        await self.write(lambda connection: end_claim(connection, claim.id))
        self._given_up.discard(claim.id)

    async def leave(self, claim: Claim) -> None:
        """Keep the claim until somebody sees what came of it."""
        self._given_up.add(claim.id)
        await self.write(lambda connection: leave_claim(connection, claim.id))
        self._given_up.discard(claim.id)

    def is_abandoned(self, claim: Claim) -> bool:
        """Whether nobody is at it any more."""
        return claim.state == "unknown" or claim.id in self._given_up or not self.holder.is_alive(claim.holder)

    async def try_record(self, record: Record[T], objects: Sequence[ObjectChange]) -> T:
        """What a record returns; what it writes is rolled back."""
        results: list[T] = []

        def work(connection: Connection) -> None:
            results.append(record(connection, objects))
            raise TakenBack

        with suppress(TakenBack):
            await self.write(work)
        return results[-1]


def check_unanswered(connection: Connection, terms: Terms) -> None:
    """Raise as `check_key` does, and Problem(conflict) when the pending change that is approved was decided."""
    check_key(connection, terms)
    if terms.pending is not None:
        check_waiting(connection, terms.pending)


def check_key(connection: Connection, terms: Terms) -> None:
    """Raise Repeated, Problem(idempotency_mismatch), or Problem(conflict) for a call that was cut off."""
    if not terms.key:
        return
    check_terms(connection, replace(terms, expected=()))
    claim = find_claim(connection, hash_key(terms.key))
    if claim is None:
        return
    check_site("A call with this idempotency key", claim.site, site_of(connection), "Send a new idempotency key.")
    if claim.state == "settled":
        raise tell_settled(claim)


def tell_settled(claim: Claim) -> Problem:
    """What a call is told that was cut off and is sent again."""
    return Problem(
        Code.CONFLICT,
        f"This call was sent before, and cut off. {claim.report}",
        hint="Look at what is there now. To do the rest, send a new call with a new idempotency key.",
        extra={"change_id": claim.change_id} if claim.change_id else {},
    )
