"""The circuit breaker, by a clock that the test moves."""

from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from sitehand.guard.broker.breaker import FAULTS, OPEN_SECONDS, Breaker


class Time:
    """Seconds since the test began."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def open_breaker(time: Time) -> Breaker:
    """One that has just opened."""
    breaker = Breaker(time)
    assert [breaker.note_fault() for _ in range(FAULTS)] == [False] * (FAULTS - 1) + [True]
    return breaker


def test_it_opens_after_faults_in_a_row() -> None:
    """Not one fault sooner; a success in between begins the count anew."""
    breaker = Breaker(Time())
    for _ in range(FAULTS - 1):
        breaker.note_fault()
    assert breaker.wait_seconds() == 0
    breaker.note_success()
    for _ in range(FAULTS - 1):
        breaker.note_fault()
    assert breaker.wait_seconds() == 0
    breaker.note_fault()
    assert breaker.wait_seconds() == OPEN_SECONDS


def test_after_the_pause_there_is_one_trial() -> None:
    """Whoever asks meanwhile waits; a trial that fails opens it again, one that succeeds closes it."""
    time = Time()
    breaker = open_breaker(time)
    time.now += OPEN_SECONDS
    assert breaker.wait_seconds() == 0
    assert breaker.wait_seconds() > 0
    time.now += 1
    assert not breaker.note_fault()
    assert breaker.wait_seconds() == OPEN_SECONDS
    time.now += OPEN_SECONDS
    assert breaker.wait_seconds() == 0
    breaker.note_success()
    assert [breaker.wait_seconds() for _ in range(3)] == [0, 0, 0]


def test_a_trial_that_nobody_finishes_is_followed_by_another() -> None:
    """Its client may have gone away; then the pause passes once more."""
    time = Time()
    breaker = open_breaker(time)
    time.now += OPEN_SECONDS
    assert breaker.wait_seconds() == 0
    time.now += OPEN_SECONDS
    assert breaker.wait_seconds() == 0


class BreakerLife(RuleBasedStateMachine):
    """Any order of askings, results and passing time, against the rule in words."""

    def __init__(self) -> None:
        super().__init__()
        self.time = Time()
        self.breaker = Breaker(self.time)
        self.in_a_row = 0

    @rule(seconds=st.floats(0, 20))
    def pass_time(self, seconds: float) -> None:
        """Let time pass."""
        self.time.now += seconds

    @rule(works=st.booleans())
    def ask(self, works: bool) -> None:
        """Ask, when one may, and note the result."""
        if self.breaker.wait_seconds():
            assert self.in_a_row >= FAULTS
            return
        if works:
            self.breaker.note_success()
        else:
            self.breaker.note_fault()
        self.in_a_row = 0 if works else self.in_a_row + 1

    @invariant()
    def the_wait_is_bounded(self) -> None:
        """Nobody is ever told to wait longer than the pause."""
        # Sums are compared, since a difference of rounded numbers may exceed the pause by a hair.
        assert self.breaker._closed_again <= self.time.now + OPEN_SECONDS


BreakerLife.TestCase.settings = hypothesis_settings(max_examples=50, stateful_step_count=30)
TestBreakerLife = BreakerLife.TestCase
