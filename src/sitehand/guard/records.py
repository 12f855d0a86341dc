"""What the ledger gets of a write that ends: its entry in the journal, and its answer for whoever repeats it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from sitehand.errors import Problem
from sitehand.guard.answers import complete, keep_pending, keep_problem, keep_result
from sitehand.guard.attribution import Attribution, undoing
from sitehand.guard.call import current_call
from sitehand.guard.write import Write
from sitehand.site.changes import ObjectChange
from sitehand.site.transactions import Terms

Objects = Sequence[ObjectChange]


class Ledger(Protocol):
    """The service's own books; `opened` is its open transaction. Source: `store/ledger.py`."""

    def write_entry(self, opened: Any, by: Attribution, objects: Objects) -> int | None:
        """Journal these objects, and what the open transaction itself has changed; None when that is nothing."""

    def keep_answer(self, opened: Any, terms: Terms, answer: bytes) -> None:
        """Keep the answer for whoever sends the same idempotency key again."""


class Records:
    """Each is a `site.transactions.Record` once its first arguments are given."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def done(self, write: Write, tell: Callable[[], Any], opened: Any, objects: Objects) -> Any:
        """A write that was done; the answer, of what `tell` says by then. Of a batch the whole has the entry, and its
        parts none.
        """
        if write.approval:
            write.approval.record_decision(opened)
        change_id = self._enter(opened, write, objects)
        answer = complete(tell(), changed=bool(objects), change_id=change_id)
        if write.terms.key:
            self._ledger.keep_answer(opened, write.terms, keep_result(answer))
        return answer

    def _enter(self, opened: Any, write: Write, objects: Objects) -> int | None:
        if write.batch:
            return None
        undone = current_call().undone or ()
        return self._ledger.write_entry(opened, undoing(write.by, undone) if undone else write.by, objects)

    def pending(self, write: Write, answer: Mapping[str, Any], opened: Any, objects: Objects) -> None:
        """A write that is now pending."""
        self._ledger.write_entry(opened, replace(write.by, outcome="pending"), objects)
        if write.terms.key:
            self._ledger.keep_answer(opened, write.terms, keep_pending(answer))

    def refused(self, write: Write, problem: Problem, opened: Any, _: Objects) -> None:
        """A refusal, for whoever repeats the call."""
        self._ledger.keep_answer(opened, write.terms, keep_problem(problem))


def record_nothing(_: Any, __: Objects) -> None:
    """Record nothing: for a write that is only tried."""
