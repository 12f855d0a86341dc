"""The promises that every write keeps, whatever the operation and the door: previewed on request, refused when
somebody wrote in between, done once per idempotency key, journaled with what it changed, never a success that is none.
"""

import asyncio
import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar
from urllib.parse import unquote_plus

import orjson

from sitehand.errors import Code, Problem
from sitehand.guard import attribution
from sitehand.guard.attribution import Attribution
from sitehand.guard.shown import digest_changes
from sitehand.operation.context import Caller, Context
from sitehand.operation.declaration import Operation
from sitehand.operation.difference import show_objects
from sitehand.operation.excerpt import cut_objects
from sitehand.operation.write import Interim, dump_asked
from sitehand.site.changes import ObjectChange
from sitehand.site.kind import Kinds
from sitehand.site.values import Input, iso

T = TypeVar("T")
Run = Callable[[], Awaitable[Any]]
SECRET_ARGUMENTS = frozenset(
    {"password", "secret", "value", "idempotency_key", "api_key", "x_api_key", "authorization"}
)
"""Names of arguments, and of headers and query parameters of a batch's parts."""
HIDDEN = "(hidden)"
_PARAMETER = re.compile(r"(?<=[?&])([^=&#?]*)=[^&#]*")
SHOWN_CHARACTERS = 300
"""Of each text among the arguments in the journal; the objects hold the whole."""
PASSING = frozenset(
    {
        *(Code.INTERNAL_ERROR, Code.HOST_UNAVAILABLE, Code.VERIFICATION_FAILED, Code.WRITES_PAUSED),
        *(Code.STORAGE_FULL, Code.STORAGE_UNAVAILABLE),
    }
)
"""Refusals that may be otherwise at the next attempt, and are not replayed."""


class Closing(Protocol):
    """The end of a transaction, in the thread that writes: what was changed, and what is to become of it."""

    @property
    def objects(self) -> Sequence[ObjectChange]: ...
    def commit(self, by: Attribution, settle: Callable[[Any], None] | None = None) -> int | None:
        """Keep everything, with an entry in the journal; its id, None when nothing changed or the batch will say.

        `settle` is run first, with the host's connection.
        """

    def keep_answer(self, answer: bytes) -> None:
        """Keep the answer for whoever sends the same idempotency key again."""


class Transaction(Protocol):
    """One transaction of the host; what is not committed when it ends has not happened. Source: `store/units.py`."""

    async def check_revision(self, kind: str, object_id: str, expected: str | None) -> str | None:
        """The revision now. Raises Problem(revision_conflict) with what changed since the expected one."""

    async def find_answer(self, key: str, fingerprint: str) -> bytes | None:
        """The answer that was kept for the key. Raises Problem(idempotency_mismatch) for another call's key."""

    async def forget(self, answer: bytes) -> None:
        """Take back what was written, and keep only the answer."""

    async def conclude(self, decide: Callable[[Closing], T]) -> T: ...


class Transactions(Protocol):
    """Opens transactions; one inside another is a part of it."""

    def open(self) -> AbstractAsyncContextManager[Transaction]: ...


Watch = Callable[[Sequence[ObjectChange]], str | None]
"""Why a write that does this to these objects has to wait, or None."""


class Approvals(Protocol):
    """The owner's policy on which writes wait for a person. Source: `guard/approvals.py`."""

    def watch(self, caller: Caller, operation: Operation) -> Watch: ...
    async def propose(
        self, by: Attribution, operation: Operation, arguments: Input, *, plan: Any, digest: str, reason: str
    ) -> Mapping[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Approval:
    """A person's word that a write may run: whose, the revisions (kind, id, revision) of the objects that it may touch,
    what raises Problem when the write does anything else than was shown, and what writes the word down in the
    transaction of the write, given the host's connection.
    """

    by: Caller
    revisions: Sequence[tuple[str, str, str]]
    check: Callable[[Sequence[ObjectChange]], None]
    settle: Callable[[Any], None]


@dataclass(slots=True)
class _Whole:
    """A batch in one transaction, while its parts run: whether it is a preview, the approval that it runs under,
    and which parts would wait.
    """

    dry_run: bool
    approved: Approval | None
    reasons: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Decided:
    """What the writing thread decided: the answer, or what is only planned, to be told when others can write again."""

    answer: Any
    planned: Sequence[ObjectChange] | None = None
    waits_for: str | None = None


_whole: ContextVar[_Whole | None] = ContextVar("sitehand_whole", default=None)
approval: ContextVar[Approval | None] = ContextVar("sitehand_approval", default=None)
"""The approval of the write that runs; then no policy holds it up."""


def has_owners_word() -> bool:
    """Whether what runs was approved by the owner, whom no switch holds up."""
    return (word := approval.get()) is not None and word.by.kind == "owner"


def is_atomic() -> bool:
    """Whether a batch in one transaction is running, and not only tried."""
    return (whole := _whole.get()) is not None and not whole.dry_run


def is_whole() -> bool:
    """Whether a batch in one transaction is running, whose parts see what earlier parts wrote."""
    return _whole.get() is not None


class Writes:
    """Runs writes. `require_revision` is where a write that replaces a body must name the revision: "mcp" and so on."""

    def __init__(self, transactions: Transactions, approvals: Approvals, require_revision: str, kinds: Kinds) -> None:
        self._transactions = transactions
        self._approvals = approvals
        self._require_revision = require_revision
        self._kinds = kinds

    async def perform(self, ctx: Context, operation: Operation, arguments: Input, request_id: str) -> Any:
        """The result of a write with `changed` and `change_id`, or an Interim.

        Raises Problem, also: revision_conflict, revision_required, idempotency_mismatch, verification_failed.
        """
        by = attribute(ctx, operation, arguments, request_id)
        outer = _whole.get()
        inner = replace(ctx, dry_run=bool(getattr(arguments, "dry_run", False) or (outer and outer.dry_run)))
        with attribution.attributed(by):
            return await self._perform(by, ctx, operation, arguments, lambda: operation.handler(inner, arguments))

    async def together(
        self, ctx: Context, operation: Operation, arguments: Input, request_id: str, run: Run, *, dry_run: bool
    ) -> Any:
        """Run several writes as one: all or nothing, one entry in the journal. With `dry_run` nothing stays.

        Whatever `run` raises takes everything back.
        """
        whole = _Whole(dry_run, approval.get())
        token = _whole.set(whole)
        try:
            if dry_run:
                async with self._transactions.open():
                    return await run()
            by = attribute(ctx, operation, arguments, request_id)
            return await self._perform(by, ctx, operation, arguments, run, whole)
        finally:
            _whole.reset(token)

    async def _perform(
        self,
        by: Attribution,
        ctx: Context,
        operation: Operation,
        arguments: Any,
        run: Run,
        leads: _Whole | None = None,
    ) -> Any:
        outer = None if leads else _whole.get()
        dry_run = arguments.dry_run or bool(outer and outer.dry_run)
        key = None if dry_run else arguments.idempotency_key
        replayed = (f"{ctx.caller.id}\n{key}", fingerprint(operation, arguments)) if key else ("", "")
        approved = approval.get()
        if outer and approved is outer.approved:  # it is for the whole, which sees to it
            approved = None
        async with self._transactions.open() as transaction:
            if key:
                kept = await transaction.find_answer(*replayed)
                if kept is not None:
                    return _replay(kept)
            base = await self._check_base(transaction, operation, arguments, dry_run=dry_run)
            if approved:
                for kind, object_id, revision in approved.revisions:
                    await transaction.check_revision(kind, object_id, revision)
            watch = self._watch(ctx, operation, leads)
            try:
                result = await run()
            except Problem as problem:
                if key and problem.code not in PASSING:
                    await transaction.forget(_keep_problem(problem))
                raise

            def decide(closing: Closing) -> _Decided:
                objects = closing.objects
                if dry_run:
                    if outer and outer.dry_run:  # for the parts that follow; all goes with the whole
                        closing.commit(by)
                    return _Decided(None, objects)
                if approved:
                    approved.check(objects)
                reason = watch(objects) if objects else None
                if reason and outer is None:
                    return _Decided(None, objects, reason)
                if reason and outer:
                    outer.reasons.append(reason)
                change_id = closing.commit(by, approved.settle if approved else None)
                answer = complete(result, changed=bool(objects), change_id=change_id)
                if key:
                    closing.keep_answer(orjson.dumps({"result": answer}))
                return _Decided(answer)

            decided = await transaction.conclude(decide)
        if decided.planned is None:
            return decided.answer
        plan = await asyncio.to_thread(make_plan, decided.planned, result, base, self._kinds)
        if decided.waits_for is None:
            return Interim(200, cut_plan(plan, more=False), result)
        digest = await asyncio.to_thread(digest_changes, decided.planned, self._kinds)
        async with self._transactions.open() as transaction:
            if key and (kept := await transaction.find_answer(*replayed)) is not None:
                return _replay(kept)
            pending = await self._approvals.propose(
                by, operation, arguments, plan=plan, digest=digest, reason=decided.waits_for
            )
            answer = {"pending": pending, "preview": cut_plan(plan)}
            await transaction.conclude(lambda closing: _keep_pending(closing, by, answer))
        return Interim(202, answer)

    async def _check_base(
        self, transaction: Transaction, operation: Operation, arguments: Any, *, dry_run: bool
    ) -> str | None:
        target = operation.target(arguments) if operation.target else None
        if target is None:
            return None
        expected = arguments.expected_revision
        if expected is None and not dry_run and self._needs_revision(operation, arguments):
            raise Problem(
                Code.REVISION_REQUIRED,
                f"{operation.name} replaces a whole body, and does not say which revision it has read.",
                hint="Read the object with context=edit, and send its revision as expected_revision (REST: If-Match).",
            )
        if expected is None and not dry_run:
            return None
        return await transaction.check_revision(*target, expected)

    def _needs_revision(self, operation: Operation, arguments: Input) -> bool:
        where = self._require_revision
        asked = where == "always" or where == attribution.origin.get().door
        return asked and approval.get() is None and bool(operation.replaces & arguments.model_fields_set)

    def _watch(self, ctx: Context, operation: Operation, leads: _Whole | None) -> Watch:
        """What holds a write up: nothing when a person has approved it; of a batch, what holds a part of it up."""
        if approval.get() is not None:
            return lambda objects: None
        if leads:
            return lambda objects: leads.reasons[0] if leads.reasons else None
        return self._approvals.watch(ctx.caller, operation)


def attribute(ctx: Context, operation: Operation, arguments: Input, request_id: str) -> Attribution:
    """Whose doing a write is."""
    approved = approval.get()
    return Attribution(
        caller=ctx.caller.id,
        label=ctx.caller.label,
        role=ctx.caller.role,
        operation=operation.name,
        origin=attribution.origin.get(),
        arguments=hide_secrets(dump_asked(arguments)),
        request_id=request_id,
        outcome="approved" if approved else "done",
        approved_by=approved.by.label if approved else None,
        approved_by_id=approved.by.id if approved else None,
        at=iso(ctx.now),
    )


def undoing(by: Attribution, changes: Sequence[int]) -> Attribution:
    """The same doing, told as the taking back of changes."""
    return replace(by, outcome="undo", undoes=tuple(changes))


def hide_secrets(value: Any) -> Any:
    """Arguments as the journal keeps them: no secrets, and of long texts the beginning."""
    if isinstance(value, dict):
        return {name: HIDDEN if _is_secret(name) else hide_secrets(item) for name, item in value.items()}
    if isinstance(value, list):
        return [hide_secrets(item) for item in value]
    return _hide_in_text(value) if isinstance(value, str) else value


def _hide_in_text(text: str) -> str:
    """Only what is shown is looked at: a parameter that is cut loses what is left of its value all the same."""
    shown = text[:SHOWN_CHARACTERS]
    if shown.startswith("/"):
        shown = _PARAMETER.sub(_hide_parameter, shown)
    return shown if len(text) <= SHOWN_CHARACTERS else f"{shown}… ({len(text)} characters)"


def _is_secret(name: str) -> bool:
    return name.lower().replace("-", "_") in SECRET_ARGUMENTS


def _hide_parameter(found: re.Match[str]) -> str:
    """A parameter of a query, as it is in the path of a batch's part."""
    name = found[1]
    return f"{name}={HIDDEN}" if _is_secret(unquote_plus(name)) else found[0]


def fingerprint(operation: Operation, arguments: Input) -> str:
    """What the call is, for telling a repetition from another call with the same key."""
    values = dump_asked(arguments, "idempotency_key")
    return hashlib.sha256(json.dumps([operation.name, values], sort_keys=True).encode()).hexdigest()


def make_plan(objects: Sequence[ObjectChange], result: Any, base: str | None, kinds: Kinds) -> dict[str, Any]:
    """What a write would do: each object's fields before and after in full, what the site would say of it, and on
    what revision it is based.
    """
    warnings = result.get("notices", []) if isinstance(result, Mapping) else []
    shown = show_objects(objects, kinds)
    changed = bool(objects) or bool(isinstance(result, Mapping) and result.get("changed"))
    return {"dry_run": True, "changed": changed, "changes": shown, "warnings": warnings, "revision": base}


def cut_plan(plan: Mapping[str, Any], *, more: bool = True) -> dict[str, Any]:
    """The plan as an answer has it: long differences are cut, and `more` of them can be asked for."""
    return {**plan, "changes": cut_objects(plan["changes"], more=more)}


def complete(result: Any, *, changed: bool, change_id: int | None) -> Any:
    """The result, telling whether anything changed, and under which id the journal has it."""
    if not isinstance(result, Mapping):
        return result
    return {"changed": changed, **result, **({"change_id": change_id} if change_id is not None else {})}


def _keep_pending(closing: Closing, by: Attribution, answer: Mapping[str, Any]) -> None:
    closing.commit(replace(by, outcome="pending"))
    closing.keep_answer(orjson.dumps(answer))


def _keep_problem(problem: Problem) -> bytes:
    kept = {"code": problem.code, "message": problem.message, "hint": problem.hint, "details": problem.details}
    return orjson.dumps({"problem": {**kept, "extra": problem.extra}})


def _replay(kept: bytes) -> Any:
    answer = orjson.loads(kept)
    if "pending" in answer:
        return Interim(202, answer)
    if "problem" not in answer:
        return answer["result"]
    told = answer["problem"]
    raise Problem(Code(told["code"]), told["message"], hint=told["hint"], details=told["details"], extra=told["extra"])
