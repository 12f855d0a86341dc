"""A write that was asked for: whose doing it is, how it is run, on what terms, and what may hold it up."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, NoReturn

from sitehand.errors import Code, Problem
from sitehand.guard.answers import fingerprint
from sitehand.guard.attribution import Attribution
from sitehand.guard.call import Approval, Batch, current_call
from sitehand.guard.secrets import hide_secrets
from sitehand.guard.verdict import Watch
from sitehand.operation.caller import Caller
from sitehand.operation.context import Context
from sitehand.operation.declaration import Operation
from sitehand.operation.write import dump_asked
from sitehand.site.transactions import NO_TERMS, Terms
from sitehand.site.values import Input, iso

Run = Callable[[], Awaitable[Any]]


class Write(NamedTuple):
    """One write. `subject` is the kind and id of the object whose revision its plan names.

    `approval` is its own, not that of the batch that it is a part of. `watch` is None when a person has approved it.
    """

    by: Attribution
    caller: Caller
    operation: Operation
    arguments: Any
    run: Run
    terms: Terms
    subject: tuple[str, str] | None = None
    dry_run: bool = False
    watch: Watch | None = None
    approval: Approval | None = None
    batch: Batch | None = None


async def ask_one(ctx: Context, operation: Operation, arguments: Any, *, watch: Watch, strict: bool) -> Write:
    """The write of one operation, alone or as a part of a batch in one transaction.

    `strict` says that whoever replaces a body must name the revision: then raises Problem(revision_required).
    """
    call = current_call()
    batch, approved = call.batch, call.approval
    dry_run = bool(arguments.dry_run or (batch and batch.dry_run))
    own = None if batch and approved is batch.approval else approved  # the whole sees to its own
    expected = arguments.expected_revision if operation.target else None
    if strict and not (expected or dry_run or approved) and _replaces_body(operation, arguments):
        raise _revision_required(operation)
    run: Run = partial(operation.handler, ctx if dry_run == ctx.dry_run else replace(ctx, dry_run=dry_run), arguments)
    subject = None
    if operation.target and (expected or dry_run):
        try:
            subject = await operation.target(ctx.host, arguments)
        except Problem as missing:  # refused as the operation's own refusals are: after the idempotency key
            run = partial(_refuse, missing)
    # A preview keeps no answer, and the parts of a batch share the key of the whole.
    key = None if dry_run or batch else arguments.idempotency_key
    return Write(
        *(attribute(ctx, operation, arguments), ctx.caller, operation, arguments, run),
        terms=_make_terms(ctx, operation, arguments, key, [(*subject, expected)] if subject else [], own),
        subject=subject,
        dry_run=dry_run,
        watch=None if approved else watch,
        approval=own,
        batch=batch,
    )


def ask_batch(ctx: Context, operation: Operation, arguments: Any, run: Run, batch: Batch) -> Write:
    """The write of a batch in one transaction, which is pending if a part of it would be."""
    approved = batch.approval
    return Write(
        *(attribute(ctx, operation, arguments), ctx.caller, operation, arguments, run),
        terms=_make_terms(ctx, operation, arguments, arguments.idempotency_key, [], approved),
        watch=None if approved else batch.watch,
        approval=approved,
    )


def attribute(ctx: Context, operation: Operation, arguments: Input) -> Attribution:
    """Whose doing a write is that is asked for in the present call."""
    present = current_call()
    approver = present.approval.by if present.approval else None
    return Attribution(
        caller=ctx.caller.id,
        label=ctx.caller.label,
        role=ctx.caller.role,
        operation=operation.name,
        origin=present.origin,
        arguments=hide_secrets(dump_asked(arguments)),
        request_id=present.request_id,
        outcome="approved" if approver else "done",
        approved_by=approver.label if approver else None,
        approved_by_id=approver.id if approver else None,
        at=iso(ctx.now),
    )


def _make_terms(
    ctx: Context,
    operation: Operation,
    arguments: Any,
    key: str | None,
    expected: list[tuple[str, str, str | None]],
    approved: Approval | None,
) -> Terms:
    if approved:
        expected = [*expected, *approved.revisions]
    pending = None if not approved or arguments.dry_run else approved.pending_id
    if not key:
        any_terms = expected or operation.many or pending
        return Terms(expected=expected, many=operation.many, pending=pending) if any_terms else NO_TERMS
    return Terms(f"{ctx.caller.id}\n{key}", fingerprint(operation, arguments), expected, operation.many, pending)


def _replaces_body(operation: Operation, arguments: Input) -> bool:
    return bool(operation.replaces & arguments.model_fields_set)


async def _refuse(problem: Problem) -> NoReturn:
    raise problem


def _revision_required(operation: Operation) -> Problem:
    return Problem(
        Code.REVISION_REQUIRED,
        f"{operation.name} replaces a whole body and needs the revision that you read.",
        hint="Read the object with context=edit, and send its revision as expected_revision (REST: If-Match).",
    )
