"""A circuit breaker: while the broker fails, nobody waits for it.

Source: M. Nygard, Release It!, 2nd edition, Circuit Breaker.
"""

from collections.abc import Callable

FAULTS = 5
OPEN_SECONDS = 5.0


class Breaker:
    """Opens after so many faults in a row; after a pause one trial is let through, whose result decides."""

    def __init__(
        self, monotonic: Callable[[], float], *, faults: int = FAULTS, open_seconds: float = OPEN_SECONDS
    ) -> None:
        self._monotonic = monotonic
        self._faults = faults
        self._open_seconds = open_seconds
        self._in_a_row = 0
        self._closed_again = 0.0

    def wait_seconds(self) -> float:
        """0 when one may ask now, which the caller then must do; else for how long nobody may.

        Of a breaker that was open, the caller's is the one trial: for everybody else it opens anew, until the trial
        is noted or the pause has passed once more.
        """
        if self._in_a_row < self._faults:
            return 0.0
        left = self._closed_again - self._monotonic()
        if left > 0:
            return left
        self._closed_again = self._monotonic() + self._open_seconds
        return 0.0

    def note_success(self) -> None:
        """Close it."""
        self._in_a_row = 0

    def note_fault(self) -> bool:
        """Count a fault; True when this one has opened it."""
        self._in_a_row += 1
        if self._in_a_row >= self._faults:
            self._closed_again = self._monotonic() + self._open_seconds
        return self._in_a_row == self._faults
