"""Claiming the key and the objects of a call, and waiting for whoever has claimed them before."""

import asyncio
from collections.abc import Sequence
from typing import Any

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.grouping import Group
from sitehand.hosts.wordpress.ledger import Ledger
from sitehand.hosts.wordpress.settling import Settling
from sitehand.hosts.wordpress.staging import FIRST_PROVISIONAL, Step, come_after, list_undone
from sitehand.site.transactions import Terms
from sitehand.store.claims import Claim, hash_key, name_pending

WAIT_SECONDS = 10.0
"""How long a call waits for another one that is at the same object."""
LOOK_SECONDS = 0.1
RETRY_SECONDS = 5


def write_claim(ledger: Ledger, terms: Terms, groups: Sequence[Group], newest: dict[str, int]) -> Claim:
    """What is about to be sent, with all that is needed to find out later what came of it.

    `newest` is the highest id of each kind that new objects are made of.
    """
    steps = [step for group in groups for step in group]
    undoes = sorted(list_undone(steps))
    names = (name for step in steps if (name := _name_kept(step)))
    objects = dict.fromkeys([*names, *name_pending(terms.pending)])
    return Claim(
        holder=ledger.holder.name,
        key=hash_key(terms.key),
        objects=(*objects, *(f"change:{each}" for each in undoes)),  # nobody else may undo them meanwhile
        by={**ledger.journal.describe(), "undoes": undoes},
        steps=tuple(_write_step(step, number, newest) for number, group in enumerate(groups) for step in group),
    )


def write_left(
    claim: Claim, steps: Sequence[Step], done: Sequence[Step], newest: dict[str, int]
) -> list[dict[str, Any]]:
    """The steps of a claim whose call is about to be undone: those that were done say how they left their objects.

    `newest` has the highest id of each kind of which something is made anew.
    """
    numbers = {id(step) for step in done}
    pairs = zip(claim.steps, steps, strict=True)
    return [{**kept, "left": _write_left(step, newest)} if id(step) in numbers else kept for kept, step in pairs]


async def take(ledger: Ledger, settling: Settling, wanted: Claim, terms: Terms) -> Claim:
    """The claim, taken. Raises Repeated; Problem(in_progress) when another call keeps what it needs for too long."""
    turn = _Turn(ledger, settling, wanted)
    while not (taken := await ledger.claim(wanted, terms)).ours:
        await turn.wait(taken.claim)
    return taken.claim


async def let_twin_end(ledger: Ledger, settling: Settling, terms: Terms) -> None:
    """Wait for another call with the same idempotency key, or another approval of the same change: what WordPress shows
    may be the work of that call.

    Raises Repeated when it was answered, Problem(conflict) when the change was decided; Problem(in_progress) when it
    takes too long, or ended without an answer.
    """
    wanted = Claim(holder=ledger.holder.name, key=hash_key(terms.key), objects=name_pending(terms.pending))
    turn, last = _Turn(ledger, settling, wanted), None
    while (twin := await ledger.find_twin(wanted, terms)) is not None:
        last = twin
        await turn.wait(twin)
    if last is not None:
        raise _refuse(last, wanted)


class _Turn:
    """The patience of one call with others that are in its way."""

    def __init__(self, ledger: Ledger, settling: Settling, wanted: Claim) -> None:
        self._ledger = ledger
        self._settling = settling
        self._wanted = wanted
        self._deadline = asyncio.get_running_loop().time() + WAIT_SECONDS

    async def wait(self, other: Claim) -> None:
        """Wait a moment, or settle what nobody is at any more. Raises Problem(in_progress)."""
        abandoned = self._ledger.is_abandoned(other)
        if abandoned and await self._settling.settle(other):
            return
        # Whoever had an abandoned claim is gone, so that waiting for it would not help.
        if abandoned or asyncio.get_running_loop().time() > self._deadline:
            raise _refuse(other, self._wanted)
        await asyncio.sleep(LOOK_SECONDS)


def _refuse(other: Claim, wanted: Claim) -> Problem:
    shared = sorted(set(other.objects) & set(wanted.objects))
    what = f"Another write to {', '.join(shared)}" if shared else "A call with this idempotency key"
    hint = "Wait, and send the call again, with the same idempotency key."
    if wanted.pending_id is not None and wanted.pending_id == other.pending_id:
        what = f"The approval of pending change {wanted.pending_id}"
        hint = "Wait, and look at it with get_pending."
    if other.state == "unknown":
        how = "was cut off, and WordPress does not show yet what came of it."
    else:
        how = "is still being sent."
    return Problem(
        Code.IN_PROGRESS,
        f"{what} {how}",
        hint=hint,
        headers={"Retry-After": str(RETRY_SECONDS)},
    )


def _name_kept(step: Step) -> str:
    """What no other call may write meanwhile; empty for a new object that is stored by itself."""
    return step.resource.stored_in or (step.name if step.object_id < FIRST_PROVISIONAL else "")


def _write_step(step: Step, group: int, newest: dict[str, int]) -> dict[str, Any]:
    return {
        "group": group,
        "kind": step.resource.kind,
        "action": step.action,
        "id": step.object_id,
        "sent": step.sent,
        "before": step.fields_before,
        "newest": newest.get(step.resource.kind, 0),
    }


def _write_left(step: Step, newest: dict[str, int]) -> dict[str, Any]:
    after = step.fields_after
    return {
        "id": step.object_id,
        "before": come_after(step.fields_before, after, step.raced),
        "after": after,
        "newest": newest.get(step.resource.kind, 0),
    }
