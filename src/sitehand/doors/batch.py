"""Batch: several REST calls in one, each through the gate with the caller's credential."""

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import unquote

from sitehand.doors.arguments import RawArguments, collect_arguments, parse_query
from sitehand.doors.batch_answers import Answered, Correct, LateAnswers, show_answers
from sitehand.doors.batch_refusals import (
    batch_in_batch,
    failed_part,
    not_run,
    own_credential,
    own_idempotency_key,
    picture_in_batch,
)
from sitehand.doors.budget import Budget
from sitehand.doors.conditions import add_conditions
from sitehand.doors.references import EarlierAnswer, EarlierAnswers, has_references, resolve_part
from sitehand.doors.rest import shape_answer
from sitehand.doors.routes import RouteTable
from sitehand.doors.wire import Address, Answer, json_body, problem_answer, result_answer
from sitehand.errors import STATUS, Code, Problem
from sitehand.guard.call import current_call
from sitehand.guard.gate import Gate
from sitehand.guard.keys import KeyRegister
from sitehand.operation.batch import BATCHES, BatchRequest
from sitehand.operation.context import Context
from sitehand.operation.declaration import Operation, answer_briefly
from sitehand.operation.write import MAX_KEY, Interim
from sitehand.site.transactions import Transaction
from sitehand.site.values import MAX_ID

CREDENTIAL_HEADERS = frozenset({"x-api-key", "authorization", "cookie"})
FIRST_FAILURE = 400
"""The lowest HTTP status of a part that failed."""
NOT_RUN_STATUS = STATUS[Code.NOT_RUN]


class _Part(NamedTuple):
    """A part that leads to an operation."""

    operation: Operation
    raw: RawArguments
    address: Address
    query: dict[str, list[str]]


class _TakenBack(Exception):
    """A part of an atomic batch failed: nothing of it stays."""

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        self.problem = problem


class BatchRunner:
    """Runs the parts of a batch in order; one that fails does not stop the rest, unless the batch is atomic."""

    def __init__(self, gate: Gate, routes: RouteTable, base_url: str, keys: KeyRegister, max_answer_bytes: int) -> None:
        self._gate = gate
        self._routes = routes
        self._base_url = base_url
        self._keys = keys
        self._max_answer_bytes = max_answer_bytes

    async def run(self, ctx: Context, batch: BatchRequest) -> dict[str, Any] | Interim:
        """The answers `{status, headers, body}` of all parts, under `responses`.

        With `check_first` nothing runs unless every part leads to an operation that the caller may use, with
        arguments that are right: then the parts at fault say why, and the others answer not_run. Of an atomic batch the
        first part that fails is the failure of all: raises Problem with its code. The answers share one bound in bytes;
        what has no room in it, later parts cannot refer to either.
        """
        if batch.check_first and (faults := self._check_all(ctx, batch.parts)):
            if batch.atomic:
                raise next(
                    failed_part(batch, *fault) for fault in enumerate(faults) if fault[1].status != NOT_RUN_STATUS
                )
            return show_answers(faults)
        if batch.atomic or batch.arguments.dry_run:
            return await self._run_together(ctx, batch)
        if batch.arguments.idempotency_key and any(map(_may_write, batch.parts)):
            await self._take_key(ctx, batch)
        return show_answers([each.answer for each in await self._run_parts(ctx, batch)])

    async def _run_together(self, ctx: Context, batch: BatchRequest) -> dict[str, Any] | Interim:
        """Run all parts as one transaction, or preview that."""
        operation = self._find_operation(batch)
        late = ctx.host.transactions.atomic == "compensated" and not batch.arguments.dry_run

        async def run() -> Mapping[str, Any]:
            transaction = current_call().transaction
            told = await self._run_parts(ctx, batch, transaction if batch.atomic else None)
            if late and transaction is not None:
                return LateAnswers(told, transaction.correct, self._max_answer_bytes)
            return show_answers([each.answer for each in told])

        try:
            async with AsyncExitStack() as prepared:
                for place, request in enumerate(batch.parts):
                    await self._prepare_part(ctx, place, request, prepared)
                return await self._gate.together(  # type: ignore[no-any-return]
                    ctx, operation, batch.arguments, run, dry_run=batch.arguments.dry_run
                )
        except _TakenBack as taken_back:
            raise taken_back.problem from None

    async def _take_key(self, ctx: Context, batch: BatchRequest) -> None:
        """Keep the idempotency key for this very batch before any part runs: as a write that does nothing by itself.

        Raises Problem(idempotency_mismatch) when another call has it. Each part of a batch that was sent before answers
        as it did then.
        """
        await self._gate.together(ctx, self._find_operation(batch), batch.arguments, _do_nothing, dry_run=False)

    def _find_operation(self, batch: BatchRequest) -> Operation:
        operation = self._gate.catalog.get(batch.operation)
        if operation is None:
            raise RuntimeError(f"the operation {batch.operation} is not in the catalogue")
        return operation

    async def _prepare_part(
        self, ctx: Context, place: int, request: Mapping[str, Any], prepared: AsyncExitStack
    ) -> None:
        """Let a part prepare before the transaction begins. A reference stands for an id that nothing has yet.

        What is wrong with a part is told when it runs.
        """
        with suppress(Problem):
            part = self._prepare(ctx, resolve_part(request, EarlierAnswers([MAX_ID] * place), probe=True))
            if not part.operation.reads:
                coming = self._gate.prepare(ctx, part.operation, part.raw.values, locate=part.raw.locate)
                await prepared.enter_async_context(coming)

    async def _run_parts(
        self, ctx: Context, batch: BatchRequest, transaction: Transaction | None = None
    ) -> list[Answered]:
        """What the parts answer. `transaction` is what all of them run in."""
        foretold = transaction.foretold if transaction else tuple
        answers: list[Answered] = []
        earlier = EarlierAnswers()
        budget, referred = Budget(self._max_answer_bytes), Budget(self._max_answer_bytes)
        ended = False
        for place, request in enumerate(batch.parts):
            looks = len(foretold())
            told = await self._run_part(ctx, batch, place, request, earlier) if not ended else _refuse(_key_ended())
            body, content = told.answer.body, told.answer.content
            fitting = budget.fit(body, content)
            answers.append(told if fitting is body else told._replace(answer=told.answer.saying(fitting)))
            shown = referred.fit(told.referred, content if told.referred is body else b"")
            earlier.add(EarlierAnswer(shown, told.given, foretold()[looks:]))
            ended = ended or (_may_write(request) and await self._has_ended(ctx))
            if batch.atomic and told.answer.status >= FIRST_FAILURE:
                raise _TakenBack(failed_part(batch, place, told.answer))
            # Inside a transaction nobody waits for a client that may not be reading: other writers wait for its end.
            if not (batch.atomic or batch.arguments.dry_run):
                await ctx.report(place + 1, len(batch.parts), f"{place + 1} of {len(batch.parts)} parts")
        return answers

    async def _has_ended(self, ctx: Context) -> bool:
        """Whether the caller's key has ended, by a part of the batch or meanwhile. What a person approved goes on."""
        key_id = ctx.caller.key_id
        return (
            key_id is not None
            and current_call().approval is None
            and not await self._keys.is_active(key_id, now=ctx.now)
        )

    async def _run_part(
        self, ctx: Context, batch: BatchRequest, place: int, request: Mapping[str, Any], earlier: EarlierAnswers
    ) -> Answered:
        try:
            part = self._prepare(ctx, resolve_part(request, earlier))
            if batch.atomic and "idempotency_key" in part.raw.values:
                raise own_idempotency_key()
            if batch.brief and not part.operation.reads:
                part.raw.values = {**answer_briefly(part.operation.input), **part.raw.values}
            # A batch that is sent again does each of its parts once.
            if batch.arguments.idempotency_key and not batch.atomic and not part.operation.reads:
                part.raw.values.setdefault("idempotency_key", _name_part(batch, place))
            result = await self._gate.perform(ctx.caller, part.operation, part.raw.values, locate=part.raw.locate)
        except Problem as problem:
            return _refuse(problem)
        return _tell(part, result, brief=batch.brief)

    def _prepare(self, ctx: Context, request: Mapping[str, Any]) -> _Part:
        method = str(request["method"]).upper()
        path, _, query_string = str(request["path"]).partition("?")
        address = Address(self._base_url, "/" + unquote(path).strip("/"))
        operation, path_arguments = self._routes.resolve(method, address.path)
        headers = _read_headers(request)
        if operation.name in BATCHES or operation.picture:
            if refused := self._gate.refusal(ctx.caller, operation):
                raise refused
            self._gate.requirements.check(operation)
            raise picture_in_batch(operation.name) if operation.picture else batch_in_batch()
        # A lone surrogate, which JSON can hold, becomes bytes that `parse_query` refuses.
        query = parse_query(query_string.encode(errors="surrogatepass")) if query_string else {}
        if "api_key" in query:
            raise own_credential("path")
        raw = collect_arguments(operation, method, path_arguments, query, request.get("body") or {})
        add_conditions(operation, raw, headers)
        return _Part(operation, raw, address, query)

    def _check_all(self, ctx: Context, parts: Sequence[Mapping[str, Any]]) -> list[Answer]:
        """What is wrong with the parts; an empty list when nothing is."""
        checked = [self._check(ctx, place, request) for place, request in enumerate(parts)]
        if not any(checked):
            return []
        return [problem_answer(problem or not_run()) for problem in checked]

    def _check(self, ctx: Context, place: int, request: Mapping[str, Any]) -> Problem | None:
        """What is wrong with a part. Of one with references only what they cannot change is known beforehand."""
        try:
            if has_references(request):
                resolve_part(request, EarlierAnswers([None] * place), probe=True)
                return None
            part = self._prepare(ctx, request)
            self._gate.check(ctx.caller, part.operation, part.raw.values, locate=part.raw.locate)
        except Problem as problem:
            return problem
        return None


async def _do_nothing() -> Mapping[str, Any]:
    return {"changed": None}  # it counts for no write: its parts do


def _read_headers(request: Mapping[str, Any]) -> Mapping[str, Any]:
    """A part's own headers by name in lower case. Raises Problem(conflicting_credentials)."""
    given = request.get("headers")
    if not given:
        return {}
    headers = {name.lower(): value for name, value in given.items()}
    if CREDENTIAL_HEADERS & headers.keys():
        raise own_credential("headers")
    return headers


def _may_write(request: Mapping[str, Any]) -> bool:
    return str(request["method"]).upper() != "GET"


def _tell(part: _Part, result: Any, *, brief: bool) -> Answered:
    referred = result.result if isinstance(result, Interim) else json_body(result)
    again = partial(_show, part, result, brief)
    return Answered(again(_leave), referred, again, part.raw.values)


def _leave(result: Any) -> Any:
    return result


def _show(part: _Part, told: Any, brief: bool, correct: Correct) -> Answer:
    """The answer to a part; that of a brief write without headers, since the id and the revision are in its body."""
    result = correct(told)
    answer = result_answer(part.operation, result, part.address, part.query)
    shown = shape_answer(answer, part.operation, result, part.raw)
    # The path of the part may name an object that had no id of its own yet.
    headers = {} if brief and not part.operation.reads else correct(shown.headers)
    return shown if headers is shown.headers else shown._replace(headers=headers)


def _refuse(problem: Problem) -> Answered:
    answer = problem_answer(problem)
    return Answered(answer, None, lambda _: answer, {})


def _key_ended() -> Problem:
    """The answer to a part whose key an earlier one has ended."""
    return Problem(
        Code.INVALID_CREDENTIAL,
        "Not run: the key of the batch was revoked while it ran.",
        hint="Send the remaining parts with another key.",
    )


def _name_part(batch: BatchRequest, place: int) -> str:
    """The idempotency key of a part: it holds for this place in this very batch alone.

    A name that is too long for a key is hashed. Those that fit stay, since answers are kept under them.
    """
    name = f"{batch.arguments.idempotency_key}#{place}"
    return name if len(name) <= MAX_KEY else hashlib.sha256(name.encode()).hexdigest()
