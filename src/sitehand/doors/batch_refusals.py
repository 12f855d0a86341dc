"""The refusals of a batch's parts, beside those of the operations that they lead to."""

from sitehand.errors import Code, Detail, Problem


def refuse_after_end() -> Problem:
    """The answer to a part whose key an earlier one has ended."""
    return Problem(
        Code.INVALID_CREDENTIAL,
        "Not run: the key of the batch was revoked while it ran.",
        hint="Send the remaining parts with another key.",
    )


def refuse_own_key() -> Problem:
    """The refusal of an idempotency key in a part of an atomic batch."""
    return Problem(
        Code.INVALID_ARGUMENTS,
        "A part of an atomic batch cannot have its own idempotency key.",
        hint="Send the key with the batch. The whole batch is one write.",
        details=[Detail(path="idempotency_key", expected="none", got="one")],
    )


def refuse_own_credential(place: str) -> Problem:
    """The refusal of a credential in a part."""
    return Problem(
        Code.CONFLICTING_CREDENTIALS,
        "A part of a batch cannot have its own credential.",
        hint="Omit it. Every part uses the credential of the batch.",
        details=[Detail(path=place, expected="no credential", got="one")],
    )


def refuse_batch() -> Problem:
    """The refusal of a part that is a batch."""
    return Problem(Code.INVALID_ARGUMENTS, "A batch cannot contain a batch.", hint="Send its parts directly.")


def refuse_rest() -> Problem:
    """The answer to a part that is right, of a batch with another that is wrong."""
    return Problem(
        Code.NOT_RUN, "Not run: another part of the batch is wrong.", hint="Correct it and send the whole batch again."
    )
