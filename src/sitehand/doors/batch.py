"""Batch: several REST calls in one, each through the gate with the caller's credential."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

from sitehand.doors.arguments import RawArguments, collect_arguments, parse_query
from sitehand.doors.rest import shape_answer
from sitehand.doors.routes import RouteTable
from sitehand.doors.wire import Answer, problem_answer, result_answer
from sitehand.errors import Code, Detail, Problem
from sitehand.guard.gate import Gate
from sitehand.operation.context import Context, PartAnswer
from sitehand.operation.declaration import Operation

CREDENTIAL_HEADERS = frozenset({"x-api-key", "authorization", "cookie"})


@dataclass(frozen=True, slots=True)
class _Part:
    """A part that leads to an operation."""

    operation: Operation
    raw: RawArguments
    path: str
    query: dict[str, list[str]]


class BatchRunner:
    """Runs the parts of a batch in order; one that fails does not stop the rest."""

    def __init__(self, gate: Gate, routes: RouteTable, base_url: str) -> None:
        self._gate = gate
        self._routes = routes
        self._base_url = base_url

    async def run(self, ctx: Context, requests: Sequence[Mapping[str, Any]], check_first: bool) -> list[PartAnswer]:
        """The answers `{status, headers, body}` of all parts.

        With `check_first` nothing runs unless every part leads to an operation that the caller may use, with
        arguments that are right: then the parts at fault say why, and the others answer not_run.
        """
        prepared = [self._prepare(request) for request in requests]
        if check_first:
            checked = [self._check(ctx, part) for part in prepared]
            if any(isinstance(part, Problem) for part in checked):
                return [_shown(problem_answer(p if isinstance(p, Problem) else _not_run())) for p in checked]
        answers = []
        for done, part in enumerate(prepared, start=1):
            answers.append(_shown(await self._answer(ctx, part)))
            await ctx.report(done, len(prepared), f"{done} of {len(prepared)} parts")
        return answers

    def _prepare(self, request: Mapping[str, Any]) -> _Part | Problem:
        try:
            method = str(request["method"]).upper()
            path, _, query_string = str(request["path"]).partition("?")
            operation, path_arguments = self._routes.resolve(method, unquote(path))
            _refuse_credentials(request.get("headers") or {})
            if operation.name == "batch":
                raise Problem(Code.INVALID_ARGUMENTS, "A batch inside a batch.", hint="Send its parts one by one.")
            query = parse_query(query_string.encode(errors="surrogatepass"))
            if "api_key" in query:
                raise _own_credential("path")
            raw = collect_arguments(operation, method, path_arguments, query, request.get("body") or {})
        except Problem as problem:
            return problem
        return _Part(operation, raw, "/" + quote(unquote(path)).strip("/"), query)

    def _check(self, ctx: Context, part: _Part | Problem) -> _Part | Problem:
        if isinstance(part, Problem):
            return part
        try:
            self._gate.check(ctx.caller, part.operation, part.raw.values, locate=part.raw.locate)
        except Problem as problem:
            return problem
        return part

    async def _answer(self, ctx: Context, part: _Part | Problem) -> Answer:
        if isinstance(part, Problem):
            return problem_answer(part)
        try:
            result = await self._gate.perform(
                ctx.caller, part.operation, part.raw.values, locate=part.raw.locate, inside_batch=True
            )
        except Problem as problem:
            return problem_answer(problem)
        return shape_answer(result_answer(part.operation, result, self._base_url + part.path, part.query), part.raw)


def _shown(answer: Answer) -> PartAnswer:
    return PartAnswer(status=answer.status, headers=answer.headers, body=answer.body)


def _refuse_credentials(headers: Mapping[str, Any]) -> None:
    if any(name.lower() in CREDENTIAL_HEADERS for name in headers):
        raise _own_credential("headers")


def _own_credential(place: str) -> Problem:
    return Problem(
        Code.CONFLICTING_CREDENTIALS,
        "A part of a batch carries a credential of its own.",
        hint="Leave it out: every part runs with the credential of the batch.",
        details=[Detail(path=place, expected="no credential", got="one")],
    )


def _not_run() -> Problem:
    return Problem(
        Code.NOT_RUN, "Not run: another part of the batch is wrong.", hint="Correct that part and send all again."
    )
