"""What writes make of long texts, worked out before the transaction in which others would wait for it.

Parts of a batch build on each other: each is worked out on what the one before it will leave of the same item. The
transaction finds what came of a text if it is still the same. Else it is worked out on the spot, which is bounded.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sitehand.errors import Problem
from sitehand.operation.carried import Carried
from sitehand.operation.late import LateWork

State = TypeVar("State")
Outcome = TypeVar("Outcome")
MAX_KEPT = 6_000_000
"""Characters that one call keeps: storing them takes a second, while others wait."""


@dataclass(frozen=True, slots=True)
class PreparedEdit(Generic[State, Outcome]):
    """What a write of an item makes of a state of it, or why it is refused. Equal `request`s do the same."""

    item: int
    request: Any
    before: State
    after: State
    outcome: Outcome | Problem


class PreparedEdits(Generic[State, Outcome]):
    """What is prepared of one kind of text; `measure` counts the characters of a state."""

    def __init__(self, name: str, measure: Callable[[State], int]) -> None:
        self._known: Carried[tuple[PreparedEdit[State, Outcome], ...]] = Carried(name, ())
        self._measure = measure

    def begin(self, item: int, stored: State) -> State | None:
        """The state that the next write of an item will find; None when there is no room for what becomes of it."""
        known = self._known.get()
        state = next((each.after for each in reversed(known) if each.item == item), stored)
        kept = sum(self._measure(each.after) for each in known)
        return state if not known or kept + self._measure(state) <= MAX_KEPT else None

    def keep(self, prepared: PreparedEdit[State, Outcome]) -> AbstractContextManager[None]:
        """While the block runs, the write finds this."""
        return self._known.keep((*self._known.get(), prepared))

    def answer(self, request: Any, state: State, work: Callable[[], Outcome], late: LateWork | None) -> Outcome:
        """What becomes of the state. Raises Problem."""
        same = (each.outcome for each in self._known.get() if each.before == state and each.request == request)
        outcome = next(same, None)
        if isinstance(outcome, Problem):
            raise outcome
        if outcome is not None:
            return outcome
        if late is not None:
            late.spend(self._measure(state))
        return work()
