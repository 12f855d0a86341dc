"""A person's decision on a write that waits: it runs as its proposer's doing, or never."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import orjson

from sitehand.errors import Code, Problem
from sitehand.guard import attribution
from sitehand.guard.attribution import Origin
from sitehand.guard.gate import Gate
from sitehand.guard.writes import Approval, approval, is_atomic
from sitehand.operation.context import Caller
from sitehand.operation.declaration import answer_briefly
from sitehand.operation.write import Interim
from sitehand.site.approvals import PendingLine, PendingRecord, PendingState


class Waiting(Protocol):
    """A stored proposal, whole."""

    caller: str
    label: str
    role: str
    door: str
    client: str
    operation: str
    arguments: str
    preview: str


class PendingChanges(Protocol):
    """Where proposals wait. Source: `store/approvals.py`."""

    async def list(self, state: PendingState | None, caller: str | None) -> list[PendingLine]: ...
    async def get(self, pending_id: int, caller: str | None) -> PendingRecord: ...
    async def find_waiting(self, pending_id: int) -> Any: ...
    async def reject(self, pending_id: int, by: str, note: str) -> PendingLine: ...
    def approval(self, pending_id: int, by: str, note: str) -> Callable[[Any], None]: ...


class Decisions:
    """Approves and rejects. Implements `operation.context.Decisions`."""

    def __init__(self, pending: PendingChanges, gate: Gate) -> None:
        self._pending = pending
        self._gate = gate

    async def list(self, state: PendingState | None, caller: Caller) -> list[PendingLine]:
        """The caller's own proposals; to an admin, all."""
        return await self._pending.list(state, None if caller.role == "admin" else caller.id)

    async def get(self, pending_id: int, caller: Caller) -> PendingRecord:
        """One of them. Raises Problem(not_found)."""
        return await self._pending.get(pending_id, None if caller.role == "admin" else caller.id)

    async def reject(self, pending_id: int, caller: Caller, note: str) -> PendingLine:
        """Decide that it will not be done."""
        return await self._pending.reject(pending_id, caller.label, note)

    async def approve(
        self, pending_id: int, caller: Caller, note: str, *, dry_run: bool, brief: bool = False
    ) -> Mapping[str, Any]:
        """Run it as its proposer's doing; the result is the operation's own, or its brief form.

        Raises Problem: not_found; conflict when it does not wait any more, is the approver's own, or would be part of
        an atomic batch; revision_conflict when what it is based on was changed since, or it would change more than was
        shown; and whatever the operation raises.
        """
        if is_atomic():
            raise Problem(
                Code.CONFLICT,
                "What is approved is its proposer's doing, and no part of another's transaction.",
                hint="Approve it by itself, or in a batch that is not atomic.",
            )
        waiting: Waiting = await self._pending.find_waiting(pending_id)
        if waiting.caller == caller.id:
            raise Problem(
                Code.CONFLICT, "Nobody approves a change of its own.", hint="Let another admin, or the owner, decide."
            )
        operation = self._gate.catalog.get(waiting.operation)
        if operation is None:
            raise Problem(Code.UNKNOWN_OPERATION, f"There is no operation {waiting.operation} any more.")
        settle = self._pending.approval(pending_id, caller.label, note)
        word = Approval(caller.label, caller.kind == "owner", _read_revisions(waiting), settle)
        arguments = {**orjson.loads(waiting.arguments), **({"dry_run": True} if dry_run else {})}
        if brief:
            arguments = {**answer_briefly(operation.input), **arguments}
        came = attribution.origin.set(Origin(waiting.door, waiting.client))
        token = approval.set(word)
        try:
            result = await self._gate.perform(_proposer(waiting), operation, arguments)
        finally:
            approval.reset(token)
            attribution.origin.reset(came)
        if isinstance(result, Interim):
            return result.body
        return operation.shorten(result) if brief else result  # type: ignore[no-any-return]


def _read_revisions(waiting: Waiting) -> list[tuple[str, str, str]]:
    changes = orjson.loads(waiting.preview)["changes"]
    return [(each["kind"], each["id"], each["revision_before"]) for each in changes if each["revision_before"]]


def _proposer(waiting: Waiting) -> Caller:
    kind, _, number = waiting.caller.partition(":")
    key_id = int(number) if kind == "key" else None
    return Caller("token" if kind == "token" else "key", waiting.caller, waiting.label, waiting.role, key_id=key_id)
