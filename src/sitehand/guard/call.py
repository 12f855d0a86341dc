"""What is known of the call that is being served, wherever in the code that is asked."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from sitehand.operation.context import Caller
from sitehand.site.changes import ObjectChange


@dataclass(frozen=True, slots=True)
class Approval:
    """A person's word that a write may run: whose, the revisions (kind, id, revision) of the objects that it may touch,
    what raises Problem when the write does anything else than was shown, and what writes the word down, given the
    ledger's open transaction.
    """

    by: Caller
    revisions: Sequence[tuple[str, str, str]]
    check: Callable[[Sequence[ObjectChange]], None]
    settle: Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch in one transaction, while its parts run: whether it is a preview, the approval that it runs under,
    and why parts of it would wait.
    """

    dry_run: bool
    approved: Approval | None
    reasons: list[str] = field(default_factory=list)

    def watch(self, objects: Sequence[ObjectChange]) -> str | None:
        """Why all of it waits: because a part of it would."""
        return self.reasons[0] if self.reasons else None


batch: ContextVar[Batch | None] = ContextVar("sitehand_batch", default=None)
approval: ContextVar[Approval | None] = ContextVar("sitehand_approval", default=None)
"""The approval of the write that runs; then no policy holds it up."""


def has_owners_word() -> bool:
    """Whether what runs was approved by the owner, whom no switch holds up."""
    return (word := approval.get()) is not None and word.by.kind == "owner"


def is_atomic() -> bool:
    """Whether a batch in one transaction is running, and not only tried."""
    return (whole := batch.get()) is not None and not whole.dry_run


def is_whole() -> bool:
    """Whether a batch in one transaction is running, whose parts see what earlier parts wrote."""
    return batch.get() is not None


@contextmanager
def as_batch(whole: Batch) -> Iterator[None]:
    """Run what follows as parts of a batch in one transaction."""
    token = batch.set(whole)
    try:
        yield
    finally:
        batch.reset(token)
