"""A number that a form gives."""

MAX_PER_MINUTE = 100_000


def read_per_minute(text: str) -> int | None:
    """Requests a minute, from 1 to 100,000; None for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(MAX_PER_MINUTE))):
        return None
    number = int(text)
    return number if 1 <= number <= MAX_PER_MINUTE else None
