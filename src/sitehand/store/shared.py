"""A transaction that several turns share: each but the first is a savepoint in it, and one commit stands for all.

Only the turn that fails is rolled back. A fault that ends the whole transaction is raised in the turn that met it; the
others have done nothing, and get `TransactionLost`.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from sitehand.store.capture import forget_changes
from sitehand.store.connections import check_place
from sitehand.store.faults import storage_unavailable
from sitehand.store.turns import TransactionLost, Turn

MOST_TURNS = 64
MOST_SECONDS = 0.05
WANTED_SECONDS = 0.01
"""Until it is asked whether another process waits to write, and then between two questions."""


class SharedTransaction:
    """An open transaction, in the writing thread."""

    def __init__(self, connection: Connection, path: Path, turns: list[Turn]) -> None:
        self._connection = connection
        self._path = path
        self._driver: Any = connection.connection.dbapi_connection
        self._turns = turns
        self._began = time.monotonic()
        self._ask_after = WANTED_SECONDS

    def run(self, turn: Turn) -> None:
        """Run a turn to its end; what is not kept is rolled back. Raises TransactionLost when the turn has ended all.

        The first one needs no savepoint: when it is not kept nobody follows, and the transaction itself is rolled back.
        """
        follows = bool(self._turns)
        self._turns.append(turn)
        if follows:
            self._driver.execute("SAVEPOINT turn")
        turn.run(self._connection)
        if not self._driver.in_transaction:
            raise TransactionLost(turn.fault or storage_unavailable("A fault of the storage has ended this write."))
        if follows:
            # ROLLBACK TO undoes what follows the savepoint, and keeps it open.
            if not turn.kept:
                self._driver.execute("ROLLBACK TO turn")
            self._driver.execute("RELEASE turn")
        # The next turn must not find these notes, and journal them as its own.
        forget_changes(self._connection)

    def has_room(self, is_wanted: Callable[[], bool]) -> bool:
        """Whether another turn may go on in it; fewer do while another process waits, which is asked now and then."""
        seconds = time.monotonic() - self._began
        if not self._turns[0].kept or len(self._turns) >= MOST_TURNS or seconds >= MOST_SECONDS:
            return False
        if seconds < self._ask_after:
            return True
        self._ask_after = seconds + WANTED_SECONDS
        return not is_wanted()

    def end(self) -> None:
        """Commit, if any turn is kept."""
        if not any(turn.kept for turn in self._turns):
            self._connection.rollback()
            return
        try:
            check_place(self._connection, self._path)
            self._connection.commit()
        except BaseException:
            self._connection.rollback()  # without it, closing would take the transaction for ended, and keep its lock
            raise


def lose(turns: list[Turn], fault: BaseException) -> None:
    """Tell all turns of a transaction that it was lost; the fault itself to the one turn that it must come from."""
    cause = fault.cause if isinstance(fault, TransactionLost) else fault
    # When the shared commit fails, no single turn is at fault.
    guilty = turns[-1] if isinstance(fault, TransactionLost) or len(turns) == 1 else None
    for turn in turns:
        turn.lose(cause if turn is guilty else TransactionLost(cause))
