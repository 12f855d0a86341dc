"""Answers of writes: what they tell beside the operation's result, and how they are kept for whoever asks again."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from sitehand.errors import Code, Problem
from sitehand.operation.declaration import Operation
from sitehand.operation.encoding import encode
from sitehand.operation.write import Interim, dump_asked
from sitehand.site.content import Notice
from sitehand.site.values import Input

PASSING = frozenset(
    {
        *(Code.INTERNAL_ERROR, Code.HOST_UNAVAILABLE, Code.VERIFICATION_FAILED, Code.WRITES_PAUSED),
        *(Code.STORAGE_FULL, Code.STORAGE_UNAVAILABLE, Code.READ_TIMEOUT, Code.BROKER_UNAVAILABLE, Code.IN_PROGRESS),
        *(Code.NOT_SUPPORTED, Code.BEING_EDITED),
    }
)
"""Refusals that may be otherwise at the next attempt, and are not replayed."""


def fingerprint(operation: Operation, arguments: Input) -> str:
    """What the call is, for telling a repetition from another call with the same key."""
    values = dump_asked(arguments, "idempotency_key")
    return hashlib.sha256(json.dumps([operation.name, values], sort_keys=True).encode()).hexdigest()


def complete(result: Any, *, changed: bool, change_id: int | None) -> Any:
    """The result, telling whether anything changed, and under which id the journal has it.

    An object stays the one that it is: a host that commits later fills in what it knows only then.
    """
    if isinstance(result, dict):
        result["changed"] = result.get("changed", changed)
        if change_id is not None:
            result["change_id"] = change_id
        return result
    if not isinstance(result, Mapping):
        return result
    return {"changed": changed, **result, **({"change_id": change_id} if change_id is not None else {})}


def add_notices(result: Any, notices: Sequence[Notice]) -> None:
    """Tell of a write in its result: that of an item, since only items have what is told of."""
    if notices and isinstance(result, dict):
        result["notices"] = [*result.get("notices", []), *notices]


def keep_result(result: Any) -> bytes:
    """An answer to a write that was done, for `replay`."""
    return encode({"result": result})


def keep_pending(body: Mapping[str, Any]) -> bytes:
    """An answer to a pending write, for `replay`; it has a member `pending`."""
    return encode(body)


def keep_problem(problem: Problem) -> bytes:
    """A refusal, for `replay`."""
    kept = {"code": problem.code, "message": problem.message, "hint": problem.hint, "details": problem.details}
    return encode({"problem": {**kept, "extra": problem.extra}})


def replay(kept: bytes) -> Any:
    """The answer once more. Raises the Problem that it was."""
    answer = orjson.loads(kept)
    if "pending" in answer:
        return Interim(202, answer)
    if "problem" not in answer:
        return answer["result"]
    told = answer["problem"]
    raise Problem(Code(told["code"]), told["message"], hint=told["hint"], details=told["details"], extra=told["extra"])
