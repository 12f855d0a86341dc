"""How an undo is refused that meets what others have changed since."""

from collections.abc import Iterator
from contextlib import contextmanager

from sitehand.errors import Code, Problem


@contextmanager
def blocking_undo() -> Iterator[None]:
    """A refusal inside is reported as one of the undo: Problem(conflict)."""
    try:
        yield
    except Problem as problem:
        raise Problem(
            Code.CONFLICT,
            f"Newer changes block the undo: {problem.message}",
            hint="Undo those changes first.",
            details=problem.details,
            extra=problem.extra,
        ) from None
