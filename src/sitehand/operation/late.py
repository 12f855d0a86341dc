"""How much the parts of a batch in one transaction may work out while others wait to write."""

from sitehand.errors import Code, Problem

MAX_LATE = 500_000
"""Characters of text: some hundred milliseconds."""


class LateWork:
    """Characters of text that may still be worked on. What was worked out before the transaction costs none."""

    def __init__(self, characters: int = MAX_LATE) -> None:
        self._left = characters

    def spend(self, characters: int) -> None:
        """Take some. Raises Problem(invalid_arguments) when there are not as many."""
        self._left -= characters
        if self._left < 0:
            raise Problem(
                Code.INVALID_ARGUMENTS,
                "The parts of this batch read or change too much text while others wait to write.",
                hint="Read and change long texts in calls of their own, or in a batch with mode=each and no dry_run.",
            )


def refuse_late(name: str) -> Problem:
    """The refusal of an operation that may take seconds, whatever it is about, while others wait to write."""
    message = f"{name} takes too long for a batch in one transaction: others would wait to write meanwhile."
    return Problem(
        Code.INVALID_ARGUMENTS,
        message,
        hint="Call it by itself, or send the batch with mode=each and no dry_run: a preview is one transaction too.",
    )
