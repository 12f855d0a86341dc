"""Why a batch, or a part of one, is refused."""

from sitehand.doors.wire import Answer
from sitehand.errors import Code, Detail, Problem
from sitehand.operation.batch import BatchRequest


def failed_part(plan: BatchRequest, place: int, answer: Answer) -> Problem:
    """The failure of an atomic batch: the problem of the part that failed, whole and as the batch's own."""
    told, part = answer.body, f"{plan.listed}[{place}]"
    body = "" if plan.listed == "requests" else "body."
    passed_on = {name: told["data"][name] for name in ("allow", "retry_after") if name in told["data"]}
    return Problem(
        Code(told["code"]),
        f"{part} failed, and no part of the batch was done: {told['message']}",
        hint=told["data"]["hint"],
        details=[
            Detail(path=f"{part}.{each['path'].removeprefix(body)}", expected=each["expected"], got=each["got"])
            for each in told["data"]["details"]
        ],
        extra={**passed_on, "part": place, "problem": told},
    )


def own_credential(place: str) -> Problem:
    """A part with a key or a token."""
    return Problem(
        Code.CONFLICTING_CREDENTIALS,
        "A part of a batch cannot have its own credential.",
        hint="Omit it. Every part uses the credential of the batch.",
        details=[Detail(path=place, expected="no credential", got="one")],
    )


def own_idempotency_key() -> Problem:
    """A part of an atomic batch with a key of its own."""
    return Problem(
        Code.INVALID_ARGUMENTS,
        "A part of an atomic batch cannot have its own idempotency key.",
        hint="Send the key with the batch. The whole batch is one write.",
        details=[Detail(path="idempotency_key", expected="none", got="one")],
    )


def batch_in_batch() -> Problem:
    """A part that is a batch itself."""
    return Problem(Code.INVALID_ARGUMENTS, "A batch cannot contain a batch.", hint="Send its parts directly.")


def picture_in_batch(name: str) -> Problem:
    """A part that may draw a picture: others would wait to write meanwhile, and a tool shows none within a text."""
    return Problem(Code.INVALID_ARGUMENTS, f"A batch cannot contain {name}.", hint="Call it by itself.")


def not_run() -> Problem:
    """What a good part answers when another one is wrong."""
    return Problem(
        Code.NOT_RUN, "Not run: another part of the batch is wrong.", hint="Correct it and send the whole batch again."
    )
