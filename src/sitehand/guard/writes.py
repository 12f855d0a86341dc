"""The promises that every write keeps, whatever the operation, door and host: previewed on request, refused when
somebody wrote in between, done once per idempotency key, journaled with what it changed, never a success that is none.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from sitehand.errors import Problem
from sitehand.guard.answers import PASSING, add_notices, replay
from sitehand.guard.attribution import Attribution
from sitehand.guard.call import Batch, current_call, in_call
from sitehand.guard.early_decision import EarlyDecision
from sitehand.guard.plan import cut_plan, make_plan
from sitehand.guard.records import Ledger, Records, record_nothing
from sitehand.guard.restrictions import Restrictions
from sitehand.guard.shown import digest_changes
from sitehand.guard.verdict import Do, Show, Verdict, Wait, Watch, decide
from sitehand.guard.write import Run, Write, ask_batch, ask_one, attribute
from sitehand.operation.caller import Caller
from sitehand.operation.context import Context
from sitehand.operation.declaration import Handler, Operation
from sitehand.operation.late import LateWork
from sitehand.operation.write import Interim
from sitehand.site.changes import ObjectChange
from sitehand.site.kind import Kinds
from sitehand.site.transactions import Rehearsed, Repeated, Terms, Transaction, Transactions
from sitehand.site.values import Input

FEW = 200
"""Up to this many objects, the event loop decides itself; a thread decides about more."""


class Approvals(Protocol):
    """The owner's policy on which writes need approval. Source: `guard/approvals.py`."""

    def watch(self, caller: Caller, operation: Operation) -> Watch: ...
    async def propose(
        self, by: Attribution, operation: Operation, arguments: Input, *, plan: Any, digest: str, reason: str
    ) -> Mapping[str, Any]: ...


class Writes:
    """Runs writes. `require_revision` is where a write that replaces a body must name the revision: "mcp" and so on."""

    def __init__(
        self,
        transactions: Transactions,
        ledger: Ledger,
        approvals: Approvals,
        require_revision: str,
        kinds: Kinds,
        restrictions: Restrictions,
    ) -> None:
        self._transactions = transactions
        self._records = Records(ledger)
        self._approvals = approvals
        self._require_revision = require_revision
        self._kinds = kinds
        self._restrictions = restrictions

    async def perform(self, ctx: Context, operation: Operation, arguments: Input) -> Any:
        """The result of a write with `changed` and `change_id`, or an Interim.

        Raises Problem, also: revision_conflict, revision_required, idempotency_mismatch, verification_failed,
        html_not_allowed, block_not_allowed, key_narrowed.
        """
        if handler := await _find_portions(ctx, operation, arguments):
            return await self._perform_portions(ctx, operation, arguments, handler)
        # What takes long is prepared before the transaction: while it is open, others wait to write.
        async with operation.prepare(ctx, arguments):
            watch = self._approvals.watch(ctx.caller, operation)
            strict = self._require_revision in ("always", current_call().origin.door)
            write = await ask_one(ctx, operation, arguments, watch=watch, strict=strict)
            await self._restrictions.prepare(ctx.caller, arguments)
            with in_call(by=write.by, undone=[]):
                return await self._perform(write)

    async def together(self, ctx: Context, operation: Operation, arguments: Any, run: Run, *, dry_run: bool) -> Any:
        """Run several writes as one: all or nothing, one entry in the journal. With `dry_run` nothing stays.

        Whatever `run` raises takes everything back.
        """
        late = LateWork() if self._transactions.atomic == "all" else None
        batch = Batch(dry_run, current_call().approval, late=late)
        with in_call(batch=batch, undone=batch.undone):
            if not dry_run:
                return await self._perform(ask_batch(ctx, operation, arguments, run, batch))
            async with self._transactions.open(Terms(many=operation.many)) as transaction:
                with in_call(transaction=transaction):
                    return await run()

    async def _perform_portions(self, ctx: Context, operation: Operation, arguments: Any, handler: Handler) -> Any:
        """Run a write of the owner, which needs no approval, in many transactions; a preview of it runs on a copy."""
        with in_call(by=attribute(ctx, operation, arguments)):
            result = await handler(replace(ctx, dry_run=arguments.dry_run), arguments)
        if not isinstance(result, Rehearsed):
            return result
        plan = await asyncio.to_thread(make_plan, result.objects, result.result, None, self._kinds)
        return Interim(200, cut_plan(plan, more=False), result.result)

    async def _perform(self, write: Write) -> Any:
        """Run the write, see what it changes, and decide: commit it, or roll it back and answer what it would do."""
        early = self._decide_early(write)
        try:
            async with self._transactions.open(write.terms, early) as transaction:
                result = await self._run(write, transaction)
                if early and early.is_recorded:
                    return _check_answer(write, result, early.answer)
                objects = await transaction.objects()
                add_notices(result, await self._restrictions.check(write, objects))
                verdict = await _decide(write, objects)
                if isinstance(verdict, Do):
                    return await self._commit(write, transaction, result)
                # Before the rollback, so that it is the revision that the preview was made on.
                base = await transaction.revision(*write.subject) if write.subject else None
                if write.batch and write.batch.dry_run:
                    await _keep_tried(write.batch, transaction)
                else:
                    await transaction.rollback()
        except Repeated as repeated:
            return replay(repeated.answer)
        budget = write.batch.budget if write.batch else None
        plan = await asyncio.to_thread(make_plan, objects, result, base, self._kinds, budget)
        if isinstance(verdict, Show):
            return Interim(200, cut_plan(plan, more=False), result)
        return await self._propose(write, objects, plan, verdict.reason)

    def _decide_early(self, write: Write) -> EarlyDecision | None:
        """What decides about a write in its step; None where only the event loop can."""
        if not write.operation.single_step or write.dry_run or write.approval or write.batch:
            return None
        check = self._restrictions.find_check(write)
        return EarlyDecision(write, check, self._records) if check else None

    async def _run(self, write: Write, transaction: Transaction) -> Any:
        """The operation's result. When it is refused, only the refusal is kept, for the idempotency key."""
        # It may do what no rollback undoes, so the key and the revision are checked before it runs.
        if not write.operation.stored:
            await transaction.check()
        try:
            with in_call(transaction=transaction):
                return await write.run()
        except Problem as problem:
            # If the terms refuse too, that comes first: a repeated call gets its kept answer.
            await transaction.check()
            if write.terms.key and problem.code not in PASSING:
                # Others may write between both; the commit checks the terms again.
                await transaction.rollback()
                await transaction.commit(partial(self._records.refused, write, problem))
            raise

    async def _commit(self, write: Write, transaction: Transaction, result: Any) -> Any:
        """Keep what was done, and write it down; the answer."""
        tell = partial(transaction.correct, result)
        answer = await transaction.commit(partial(self._records.done, write, tell))
        if write.batch:
            _tell_undone(write.batch)
        return answer

    async def _propose(self, write: Write, objects: Sequence[ObjectChange], plan: dict[str, Any], reason: str) -> Any:
        """Store the write as a pending change, which needs approval."""
        digest = await asyncio.to_thread(digest_changes, objects, self._kinds)
        try:
            # The revisions were checked when it was tried, and are again when it is approved.
            async with self._transactions.open(replace(write.terms, expected=())) as transaction:
                pending = await self._approvals.propose(
                    write.by, write.operation, write.arguments, plan=plan, digest=digest, reason=reason
                )
                answer = {"pending": pending, "preview": cut_plan(plan)}
                await transaction.commit(partial(self._records.pending, write, answer))
        except Repeated as repeated:
            return replay(repeated.answer)
        return Interim(202, answer)


async def _find_portions(ctx: Context, operation: Operation, arguments: Any) -> Handler | None:
    """The handler that runs a call in portions, or None.

    Only the owner's calls run so, since no rule checks a portion, and none in a batch, which is all or nothing.
    """
    if ctx.caller.kind != "owner" or current_call().batch:
        return None
    return await operation.portions(ctx, arguments)


async def _keep_tried(batch: Batch, transaction: Transaction) -> None:
    """Keep a part of a preview: later parts see what it does, and all goes with the whole."""
    await transaction.commit(record_nothing)
    _tell_undone(batch)


def _tell_undone(batch: Batch) -> None:
    """Tell the whole which changes a part takes back: once, since a record may run twice, and where only the whole is
    known.
    """
    batch.undone.extend(current_call().undone or ())


def _check_answer(write: Write, result: Any, answer: Any) -> Any:
    if result is not answer:
        raise RuntimeError(f"{write.operation.name} was committed with its step, and answers something else.")
    return answer


async def _decide(write: Write, objects: Sequence[ObjectChange]) -> Verdict:
    """The verdict on a write. If a part of a batch needs approval, so does the whole batch; the part itself goes on.

    Raises Problem(revision_conflict) for an approved write that does anything else than was shown.
    """
    if write.approval and not write.dry_run:
        await asyncio.to_thread(write.approval.check, objects)
    deciding = partial(decide, objects, write.watch, dry_run=write.dry_run)
    verdict = deciding() if len(objects) <= FEW else await asyncio.to_thread(deciding)
    if isinstance(verdict, Wait) and write.batch:
        write.batch.reasons.append(verdict.reason)
        return Do()
    return verdict
