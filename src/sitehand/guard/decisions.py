"""A person's decision on a pending write: it runs as its proposer's doing, or never."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial
from typing import Any, Literal, Protocol

import orjson

from sitehand.errors import Code, Problem
from sitehand.guard.attribution import Origin
from sitehand.guard.call import Approval, current_call, in_call
from sitehand.guard.gate import Gate
from sitehand.guard.lineage import find_line, is_in_line, kind_of
from sitehand.guard.narrowing import refuse_narrowed
from sitehand.guard.shown import Proposed, check_shown, read_revisions
from sitehand.operation.caller import Caller
from sitehand.operation.declaration import Operation, answer_briefly
from sitehand.operation.keys import KeyRecord, read_grants
from sitehand.operation.write import Interim
from sitehand.site.approvals import PendingLine, PendingQuery, PendingRecord
from sitehand.site.content import Listing
from sitehand.site.kind import Kinds


class PendingWrite(Proposed, Protocol):
    """A stored proposal, whole."""

    caller: str
    label: str
    role: str
    door: str
    client: str
    operation: str


Refused = Literal["rejected", "withdrawn"]


class PendingChanges(Protocol):
    """Where pending changes are stored. Source: `store/approvals.py`."""

    async def list(self, query: PendingQuery, caller: str | None) -> Listing[PendingLine]: ...
    async def get(self, pending_id: int, caller: str | None) -> PendingRecord: ...
    async def find_pending(self, pending_id: int) -> Any: ...
    async def find_approvable(self, pending_id: int) -> Any: ...
    async def close(self, pending_id: int, state: Refused, by: Caller, note: str) -> PendingLine: ...
    def approval(self, pending_id: int, by: Caller, note: str) -> Callable[[Any], None]: ...


class Makers(Protocol):
    """The keys, and who made which. Source: `store/keys.py`."""

    async def list_makers(self) -> Sequence[tuple[str, str]]: ...
    async def get(self, key_id: int) -> KeyRecord | None: ...


def refuse_decision(decider: Caller, proposer: Caller, line: frozenset[str]) -> Problem | None:
    """Why this caller may not decide on that caller's proposal, or None when it may: the whole rule.

    The owner decides on everything. An admin key, or an admin caller of a plugin, decides on what the others proposed:
    never on an admin's proposal, nor on one from its own `line` (see `find_line`). Nobody else decides on anything.
    """
    if decider.kind == "owner":
        return None
    if decider.id == proposer.id:
        return _owners_decision("You cannot approve your own change.")
    if decider.role != "admin" or decider.kind == "token":
        return _owners_decision("Only an admin key or the owner can decide on pending changes.")
    if proposer.role == "admin" or proposer.kind == "owner":
        return _owners_decision("Only the owner can decide on a change that an admin key requested.")
    if is_in_line(proposer.id, line):
        return _owners_decision(
            "This key and the requester's key are related: one created the other, or another key created both."
        )
    return None


class Decisions:
    """Approves and rejects. Implements `operation.services.Decisions`."""

    def __init__(self, pending: PendingChanges, makers: Makers, gate: Gate, kinds: Kinds) -> None:
        self._pending = pending
        self._makers = makers
        self._gate = gate
        self._kinds = kinds

    async def list(self, query: PendingQuery, caller: Caller) -> Listing[PendingLine]:
        """The caller's own proposals; to an admin, all."""
        return await self._pending.list(query, None if caller.role == "admin" else caller.id)

    async def get(self, pending_id: int, caller: Caller) -> PendingRecord:
        """A pending change, among the caller's own; an admin gets any. Raises Problem(not_found)."""
        return await self._pending.get(pending_id, None if caller.role == "admin" else caller.id)

    async def reject(self, pending_id: int, caller: Caller, note: str) -> PendingLine:
        """Reject a pending change; its own proposer withdraws it.

        Raises Problem: not_found, admin_required when somebody else has to decide, conflict when it is not pending.
        """
        await self.get(pending_id, caller)  # raises not_found for what this caller may not see
        pending: PendingWrite = await self._pending.find_pending(pending_id)
        if pending.caller == caller.id:
            return await self._pending.close(pending_id, "withdrawn", caller, note)
        await self._check_right(caller, pending)
        return await self._pending.close(pending_id, "rejected", caller, note)

    async def approve(
        self, pending_id: int, caller: Caller, note: str, *, dry_run: bool, brief: bool = False
    ) -> Mapping[str, Any]:
        """Run a pending change as its proposer's doing; the result is the operation's own, or its brief form.

        Raises Problem: not_found; key_narrowed; admin_required when somebody else has to decide; conflict when it is
        not pending any more, or would be part of an atomic batch; revision_conflict when what it is based on was
        changed since, or it would do anything else than was shown; and whatever the operation raises.
        """
        if current_call().is_atomic:
            raise Problem(
                Code.CONFLICT,
                "An approval cannot be part of an atomic batch.",
                hint="Approve the change alone, or in a batch that is not atomic.",
            )
        if caller.grants.narrows:
            raise refuse_narrowed("A key that may do less than its role cannot approve changes.")
        pending: PendingWrite = await self._pending.find_approvable(pending_id)
        await self._check_right(caller, pending)
        operation = self._find_operation(pending)
        approval = self._make_approval(pending, pending_id, caller, note)
        arguments = {**orjson.loads(pending.arguments), **({"dry_run": True} if dry_run else {})}
        if brief:
            arguments = {**answer_briefly(operation.input), **arguments}
        # The journal tells how the proposer's request came, not the approver's.
        with in_call(origin=Origin(pending.door, pending.client), approval=approval):
            result = await self._gate.perform(await self._find_proposer(pending), operation, arguments)
        if isinstance(result, Interim):
            return result.body
        return operation.shorten(result) if brief else result  # type: ignore[no-any-return]

    async def prepare(self, pending_id: int, caller: Caller) -> AbstractAsyncContextManager[None]:
        """Do what `approve` does before its transaction begins, for an approval that runs inside another transaction.

        What takes long is worked out here, and found while the block runs. Raises Problem, as `approve` does.
        """
        pending: PendingWrite = await self._pending.find_approvable(pending_id)
        await self._check_right(caller, pending)
        proposer, operation = await self._find_proposer(pending), self._find_operation(pending)
        with in_call(approval=self._make_approval(pending, pending_id, caller, "")):
            return self._gate.prepare_for(proposer, operation, orjson.loads(pending.arguments))

    def _make_approval(self, pending: PendingWrite, pending_id: int, caller: Caller, note: str) -> Approval:
        record_decision = self._pending.approval(pending_id, caller, note)
        check = partial(check_shown, pending, self._kinds)
        return Approval(pending_id, caller, read_revisions(pending), check, record_decision)

    def _find_operation(self, pending: PendingWrite) -> Operation:
        operation = self._gate.catalog.get(pending.operation)
        if operation is None:
            raise Problem(
                Code.UNKNOWN_OPERATION,
                f"The operation {pending.operation} no longer exists.",
                hint="Reject the change.",
            )
        return operation

    async def _find_proposer(self, pending: PendingWrite) -> Caller:
        """The proposer with what it may do now, also when its key has ended."""
        caller = _proposer(pending)
        key = await self._makers.get(caller.key_id) if caller.key_id is not None else None
        return replace(caller, grants=read_grants(key)) if key else caller

    async def _check_right(self, caller: Caller, pending: PendingWrite) -> None:
        """Raise Problem(admin_required) when this caller may not decide."""
        line = find_line(caller.id, await self._makers.list_makers())
        if (refused := refuse_decision(caller, _proposer(pending), line)) is not None:
            raise refused


def _owners_decision(why: str) -> Problem:
    return Problem(Code.ADMIN_REQUIRED, why, hint="Ask the owner to decide (admin screens, Approvals).")


def _proposer(pending: PendingWrite) -> Caller:
    kind, _, number = pending.caller.partition(":")
    key_id = int(number) if kind == "key" else None
    return Caller(kind_of(pending.caller), pending.caller, pending.label, pending.role, key_id=key_id)
