"""Numbers that a form gives."""

from hypothesis import example, given
from hypothesis import strategies as st

from sitehand.admin.number import MAX_PER_MINUTE, read_per_minute


@given(st.integers(1, MAX_PER_MINUTE))
def test_every_allowed_number_is_read(number: int) -> None:
    """What a person types as plain digits is that number."""
    assert read_per_minute(str(number)) == number


@given(st.text(max_size=12))
@example("²")
@example("٣")
@example("1_000")
@example(" 5")
@example("9" * 5000)
def test_nothing_else_is(text: str) -> None:
    """Any text gives None or a number within the bounds, and never an error."""
    number = read_per_minute(text)
    assert number is None or (1 <= number <= MAX_PER_MINUTE and text.lstrip("0") == str(number))
