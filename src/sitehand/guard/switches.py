"""What the owner has switched off: single operations, and all writes at once."""

from collections.abc import Callable
from dataclasses import dataclass

import orjson

from sitehand.errors import Code, Problem
from sitehand.operation.declaration import Operation

OPERATIONS_OFF, PAUSED = "operations_off", "writes_paused"
"""The settings that keep them."""
RETRY_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Choice:
    """What is off now."""

    operations: frozenset[str] = frozenset()
    paused: bool = False


def read_choice(operations: str | None, paused: str | None) -> Choice:
    """The choice as it is stored. Raises ValueError for what is no list of names."""
    off = orjson.loads(operations) if operations else []
    if not isinstance(off, list) or not all(isinstance(each, str) for each in off):
        raise ValueError(f"{OPERATIONS_OFF} is no list of names")
    return Choice(frozenset(off), paused == "yes")


class Switches:
    """Refuses what is off. `choice` answers what holds now, and costs next to nothing."""

    def __init__(self, choice: Callable[[], Choice]) -> None:
        self._choice = choice

    def off(self) -> frozenset[str]:
        """Names of the operations that are off."""
        return self._choice().operations

    @property
    def paused(self) -> bool:
        """Whether no operation may write."""
        return self._choice().paused

    def check(self, operation: Operation) -> None:
        """Raises Problem: operation_off, writes_paused."""
        choice = self._choice()
        if operation.name in choice.operations:
            raise Problem(
                Code.OPERATION_OFF,
                f"The owner has switched {operation.name} off.",
                hint="Use another operation, or ask the owner (admin screens, Tools).",
            )
        if choice.paused and not operation.reads and not operation.composed:
            raise Problem(
                Code.WRITES_PAUSED,
                "The owner has paused all writes. Nothing was changed.",
                hint="You can still read. Try the write again later.",
                extra={"retry_after": RETRY_SECONDS},
            )
