"""Clocks that go when a test says so, of hosts whose time we set and of those that have a time of their own."""

from datetime import UTC, datetime, timedelta
from typing import Protocol

from tests.wordpress.reset import shift_dates
from tests.wordpress.site import WordPress

TOLERANCE = timedelta(minutes=1)
"""How long a test on a host with a clock of its own may take."""


class Clock(Protocol):
    """What a test asks of a host's clock."""

    @property
    def now(self) -> datetime:
        """The host's time."""

    def __call__(self) -> datetime: ...

    def advance(self, span: timedelta) -> None:
        """Let time pass."""

    def is_now(self, moment: str) -> bool:
        """Whether an answer tells the host's time."""


class SetClock:
    """A clock that stands still."""

    def __init__(self) -> None:
        self.now = datetime(2026, 7, 28, 9, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, span: timedelta) -> None:
        """Put the clock on."""
        self.now += span

    def is_now(self, moment: str) -> bool:
        """To the second."""
        return datetime.fromisoformat(moment) == self.now


class ShiftedClock:
    """The true time, which is WordPress's: what is to be a week ago is made a week older."""

    def __init__(self, site: WordPress) -> None:
        self._site = site

    @property
    def now(self) -> datetime:
        """The time of this machine."""
        return datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, span: timedelta) -> None:
        """Make all that is stored older."""
        shift_dates(self._site, span)

    def is_now(self, moment: str) -> bool:
        """But for the time that the test takes."""
        return abs(datetime.fromisoformat(moment) - self.now) < TOLERANCE
