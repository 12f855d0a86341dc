"""Sending one step, and finding out what came of it when WordPress refused it or nobody answered."""

import asyncio
from enum import Enum
from typing import Any, NamedTuple

from sitehand.errors import Code, Problem
from sitehand.hosts.wordpress.answer import Answer, Unanswered, tell_odd
from sitehand.hosts.wordpress.client import Client
from sitehand.hosts.wordpress.resources import Action, Fields, Json, Resource, is_same
from sitehand.hosts.wordpress.staging import Step

LOOK_AGAIN = (0.0, 0.5, 1.5)
"""Seconds before each look at what came of a request that nobody answered."""


REFUSED = {Code.INVALID_ARGUMENTS, Code.HOST_REFUSED, Code.NOT_FOUND, Code.CONFLICT}
"""What a controller of WordPress may answer after it has stored a part: its own fields first, and then the others, of
which it refuses one. Source: `create_item` and `update_item` of WP_REST_Posts_Controller.
"""


class Unsettled(Problem):
    """Something may have been done, and cannot be seen yet: the claim of the call must stay."""


class PartlyDone(Problem):
    """WordPress refused a step after it had stored a part of it; `value` is the object as it is now."""

    def __init__(self, refusal: Problem, value: Json) -> None:
        extra, headers = refusal.extra, refusal.headers
        super().__init__(
            refusal.code, refusal.message, hint=refusal.hint, details=refusal.details, extra=extra, headers=headers
        )
        self.value = value


class Outcome(Enum):
    """What came of a step, as far as reading tells."""

    DONE = "done"
    NOT_DONE = "not done"
    UNDONE = "undone"
    """It was done, and the object is as it was before."""
    UNCLEAR = "unclear"
    """The object is neither as it was nor as it was to be. Or a new one has only a part of what was sent, or nobody can
    tell which one it is.
    """


class Finding(NamedTuple):
    """What came of a step; `value` is the object as it is now, None when there is none."""

    outcome: Outcome
    value: Json | None = None


async def send(client: Client, step: Step, newest: int) -> Json | None:
    """Send a step; the object as WordPress then shows it, None when it is gone.

    Raises Problem when it was not done, PartlyDone when a part of it was; Unsettled when nobody knows.
    """
    try:
        answer: Answer | Problem = await client.write(*step.request())
    except Problem as fault:
        answer = fault
    return await conclude(step, newest, answer)


async def conclude(step: Step, newest: int, answer: Answer | Problem) -> Json | None:
    """What came of a step, given what was answered. Raises as `send` does.

    Raises Problem(verification_failed) for an object that was to be deleted and is still there.
    """
    if isinstance(answer, Unanswered):
        return await _look_for(step, newest, answer)
    if isinstance(answer, Problem):
        raise await _find_refused(step, newest, step.resource.explain(answer))
    if step.action == "run":
        return {**(step.after or {}), "result": answer.value}
    if step.action == "delete":
        await _check_deleted(step, newest, answer.value)
        return None
    return await _read_written(step, newest, answer.value)


async def _check_deleted(step: Step, newest: int, answered: Any) -> None:
    """Look whether the object is gone, unless WordPress's own answer says so."""
    previous = answered.get("previous") if isinstance(answered, dict) and answered.get("deleted") is True else None
    if isinstance(previous, dict) and step.resource.is_named(previous, step.object_id):
        return
    found = await _look(step, newest)
    if found.outcome is Outcome.NOT_DONE:
        raise tell_kept(step, "is still there")
    if found.outcome is not Outcome.DONE:
        raise _doubt(tell_odd("a deletion"))


async def _read_written(step: Step, newest: int, answered: Any) -> Json | None:
    """The object as it was answered. Other JSON says nothing of the write, which may have been done all the same."""
    resource, is_new = step.resource, step.action == "create"
    if not resource.shows(answered) or not (is_new or resource.is_named(answered, step.object_id)):
        return await _look_for(step, newest, tell_odd("a write"))
    try:
        return await resource.read_written(step.object_id, answered, step.before)
    except Problem as fault:  # it was done, and only reading it failed
        return await _look_for(step, newest, Unanswered(fault.code, fault.message, hint=fault.hint))


def tell_kept(step: Step, found: str) -> Problem:
    """What WordPress says that it has removed, and reading finds otherwise."""
    message = f"WordPress answered that it was done, but {step.name} {found}."
    return Problem(Code.VERIFICATION_FAILED, message, hint="A plugin may keep it. Look at it in WordPress.")


async def find_outcome(
    resource: Resource, action: Action, object_id: int, before: Fields | None, sent: Fields, newest: int
) -> Finding:
    """What came of a step. `newest` is the highest id of the kind from before a new object was to be made."""
    if action == "run":  # no reading shows what an ability did
        return Finding(Outcome.UNCLEAR)
    if action == "create":
        return await _find_made(resource, newest, sent)
    value = await resource.read(object_id)
    if action == "delete":
        return Finding(Outcome.DONE if value is None else Outcome.NOT_DONE, value)
    if value is None:
        return Finding(Outcome.UNCLEAR)
    fields = resource.fields(value)
    if not resource.find_lost(sent, fields):
        return Finding(Outcome.DONE, value)
    return Finding(Outcome.NOT_DONE if is_same(resource, object_id, fields, before) else Outcome.UNCLEAR, value)


async def _find_made(resource: Resource, newest: int, sent: Fields) -> Finding:
    """The new object that is what was sent; else one that is what WordPress stores of it at first."""
    made = await resource.find_made(newest, sent)
    if len(made.objects) == 1 and made.complete:
        return Finding(Outcome.DONE, made.objects[0])
    if not made.objects and made.complete:
        made = await resource.find_made(newest, resource.take_first(sent))
    if not made.objects and made.complete:
        return Finding(Outcome.NOT_DONE)
    return Finding(Outcome.UNCLEAR, made.objects[0] if len(made.objects) == 1 and made.complete else None)


async def _find_refused(step: Step, newest: int, refusal: Problem) -> Problem:
    """What a refusal means: the refusal itself when nothing was stored, PartlyDone, or Unsettled when nobody knows."""
    if step.action not in ("create", "update") or refusal.code not in REFUSED:
        return refusal
    try:
        found = await find_outcome(step.resource, step.action, step.object_id, step.fields_before, step.sent, newest)
    except Problem:
        return _doubt(refusal)
    if found.value is None:
        return _doubt(refusal) if step.action == "create" and found.outcome is Outcome.UNCLEAR else refusal
    return PartlyDone(refusal, found.value) if _has_changed(step, found.value) else refusal


def _has_changed(step: Step, value: Json) -> bool:
    """Whether anything that was sent is not as it was before. What somebody else has changed is no part of the step."""
    before, now = step.fields_before or {}, step.resource.fields(value)
    return step.action == "create" or any(before.get(name) != now.get(name) for name in step.sent)


def _doubt(fault: Problem) -> Unsettled:
    return Unsettled(
        Code.HOST_UNAVAILABLE,
        f"{fault.message} Nobody can see yet whether it was done.",
        hint="Wait, and send the call again. With the same idempotency key, or as an approval, it is not done twice.",
        extra=fault.extra,
    )


async def _look_for(step: Step, newest: int, fault: Unanswered) -> Json | None:
    found = await _look(step, newest)
    if found.outcome is Outcome.DONE:
        return found.value
    if found.outcome is Outcome.NOT_DONE and _has_ended(fault):
        raise Problem(fault.code, f"{fault.message} Nothing was changed.", hint=fault.hint, extra=fault.extra)
    raise _doubt(fault)


async def _look(step: Step, newest: int) -> Finding:
    """Read back, some times, since WordPress may still be at it."""
    found = Finding(Outcome.UNCLEAR)
    for seconds in LOOK_AGAIN if step.action != "run" else ():
        await asyncio.sleep(seconds)
        try:
            found = await find_outcome(
                step.resource, step.action, step.object_id, step.fields_before, step.sent, newest
            )
        except Problem:
            continue
        if found.outcome is Outcome.DONE:
            break
    return found


def _has_ended(fault: Unanswered) -> bool:
    """Whether WordPress itself said that it failed, so that nothing of the request goes on."""
    return bool(fault.extra.get("upstream", {}).get("code"))
