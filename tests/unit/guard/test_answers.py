"""Answers that are kept for whoever repeats a write."""

from sitehand.errors import STATUS, Code
from sitehand.guard.answers import PASSING


def test_no_refusal_that_may_pass_is_kept() -> None:
    """Whoever sends the call again, as the refusal advises, must not get the old one for a day."""
    assert {code for code, status in STATUS.items() if status >= 500} <= PASSING
    assert Code.IN_PROGRESS in PASSING
