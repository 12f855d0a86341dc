"""What the parts of a batch answer, to the caller and to later parts."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sitehand.doors.budget import Budget
from sitehand.doors.wire import Answer
from sitehand.operation.batch import PartAnswer

Correct = Callable[[Any], Any]
"""`site.transactions.Transaction.correct`."""


class Answered(NamedTuple):
    """What a part answered, what later parts that refer to it see, what it answers once all is done, and the arguments
    that it was given.
    """

    answer: Answer
    referred: Any
    again: Callable[[Correct], Answer]
    given: Mapping[str, Any]


class LateAnswers(Mapping[str, Any]):
    """The answers of an atomic batch on a host that knows new ids only when it has committed: as they are when read."""

    def __init__(self, told: Sequence[Answered], correct: Correct, max_answer_bytes: int) -> None:
        self._told = told
        self._correct = correct
        self._max_answer_bytes = max_answer_bytes

    def __getitem__(self, name: str) -> Any:
        budget = Budget(self._max_answer_bytes)
        answers = (each.again(self._correct) for each in self._told)
        return show_answers([answer.saying(budget.fit(answer.body)) for answer in answers])[name]

    def __iter__(self) -> Iterator[str]:
        return iter(("responses",))

    def __len__(self) -> int:
        return 1


def show_answers(answers: Sequence[Answer]) -> dict[str, Any]:
    """The answer to a batch."""
    parts = [PartAnswer(status=answer.status, headers=answer.headers, body=answer.body) for answer in answers]
    return {"responses": parts}
